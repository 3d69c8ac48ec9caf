// One address per name, for the life of a run.
#include <QtTest>

#include "core/policy/address.h"
#include "core/session/name_book.h"

using namespace leadglass;
using session::NameBook;

namespace {
class FakeClock final : public Clock {
public:
    Nanos now = 1'000'000'000;
    Nanos wall() const override { return now; }
    Nanos awake() const override { return now; }
    Nanos sinceBoot() const override { return awake(); }
};
} // namespace

class NameBookTest : public QObject {
    Q_OBJECT
private slots:
    void aNameKeepsItsAddressAndTheAddressItsName() {
        FakeClock clock;
        NameBook book(clock);
        const auto a = book.addressesOf("a.test").value();
        const auto b = book.addressesOf("b.test").value();
        QVERIFY(!(a.v4 == b.v4));
        QVERIFY(!(a.v6 == b.v6));
        QVERIFY(book.addressesOf("a.test")->v4 == a.v4);
        QCOMPARE(book.nameOf(a.v4), std::string("a.test"));
        QCOMPARE(book.nameOf(a.v6), std::string("a.test"));
        QCOMPARE(book.nameOf(b.v4), std::string("b.test"));
        QVERIFY(policy::inRange(a.v4, policy::bookRangeV4()));
        QVERIFY(policy::inRange(a.v6, policy::bookRangeV6()));
    }
    void anAddressThatWasNotGivenOutHasNoName() {
        FakeClock clock;
        NameBook book(clock);
        const auto a = book.addressesOf("a.test").value();
        policy::Address next = a.v4;
        ++next.bytes[3];
        QCOMPARE(book.nameOf(next), std::string());
        QCOMPARE(book.nameOf(policy::bookRangeV4().base), std::string());
        policy::Address sameLowBits = a.v6;
        sameLowBits.bytes[10] = 1;
        QCOMPARE(book.nameOf(sameLowBits), std::string());
        QCOMPARE(book.nameOf(policy::parseAddress("203.0.113.1").value()), std::string());
    }
    void isFullAfterItsCapAndNeverUsesAnAddressAgain() {
        FakeClock clock;
        NameBook book(clock);
        for (std::size_t i = 0; i < NameBook::kMaxNames; ++i) {
            clock.now += 20'000'000; // slower than the rate
            QVERIFY(book.addressesOf("n" + std::to_string(i) + ".test"));
        }
        clock.now += 3600'000'000'000;
        QVERIFY(!book.addressesOf("one.more.test"));
        QVERIFY(book.addressesOf("n0.test")); // the known ones go on
        QCOMPARE(book.nameOf(book.addressesOf("n0.test")->v4), std::string("n0.test"));
    }
    void newNamesAreRateLimited() {
        FakeClock clock;
        NameBook book(clock);
        int given = 0;
        while (book.addressesOf("r" + std::to_string(given) + ".test")) {
            ++given;
        }
        QCOMPARE(given, static_cast<int>(NameBook::kBurst));
        clock.now += 1'000'000'000;
        int more = 0;
        while (book.addressesOf("s" + std::to_string(more) + ".test")) {
            ++more;
        }
        QCOMPARE(more, static_cast<int>(NameBook::kNamesPerSecond));
    }
};

QTEST_APPLESS_MAIN(NameBookTest)
#include "tst_name_book.moc"
