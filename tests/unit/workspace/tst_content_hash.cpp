// The name of a content depends on the content alone: not on holes, not on how it was read.
#include <fcntl.h>
#include <unistd.h>

#include <QtTest>
#include <set>

#include "core/workspace/content_hash.h"
#include "core/workspace/tree_io.h"

using namespace leadglass;
using namespace leadglass::workspace;

namespace {

constexpr off_t kMiB = 1 << 20;

std::string nameOf(const QTemporaryFile& file) {
    return readContent(file.handle(), [](std::uint64_t, std::string_view) { return Status(); }).value().digest;
}

void put(const QTemporaryFile& file, off_t at, const std::string& bytes) {
    QCOMPARE(::pwrite(file.handle(), bytes.data(), bytes.size(), at), static_cast<ssize_t>(bytes.size()));
}

} // namespace

class TestContentHash : public QObject {
    Q_OBJECT

private slots:
    void upToTheBoundItIsTheSha256() {
        for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{131072}, std::size_t{200'001}, std::size_t{kHashedWhole}}) {
            QTemporaryFile file;
            QVERIFY(file.open());
            const std::string content(size, 'x');
            put(file, 0, content);
            QCOMPARE(nameOf(file), sha256Hex(content));
            QCOMPARE(contentName(content), sha256Hex(content));
        }
    }
    void beyondItHolesAndZeroesAreTheSame() {
        const off_t size = static_cast<off_t>(kHashedWhole) + 3 * kMiB + 17;
        std::string content(static_cast<std::size_t>(size), '\0');
        QTemporaryFile holes;
        QTemporaryFile zeroes;
        QVERIFY(holes.open() && zeroes.open());
        QCOMPARE(::ftruncate(holes.handle(), size), 0);
        for (const off_t at : {off_t{0}, off_t{4095}, off_t{70000}, 5 * kMiB + 1, size - 1}) {
            content[static_cast<std::size_t>(at)] = 'x';
            put(holes, at, "x");
        }
        put(zeroes, 0, content);
        const std::string name = nameOf(zeroes);
        QCOMPARE(nameOf(holes), name);
        QCOMPARE(contentName(content), name);
        put(holes, 9 * kMiB, std::string(10000, '\0')); // written, and zero
        QCOMPARE(nameOf(holes), name);
        put(holes, 9 * kMiB, "y");
        QVERIFY(nameOf(holes) != name);
    }
    void filesAreComparedWithoutTheHolesThatBothHave() {
        QTemporaryFile one;
        QTemporaryFile other;
        QVERIFY(one.open() && other.open());
        QCOMPARE(::ftruncate(one.handle(), off_t{1} << 40), 0);
        QCOMPARE(::ftruncate(other.handle(), off_t{1} << 40), 0);
        QVERIFY(haveSameContent(one.handle(), other.handle()).value());
        for (const off_t at : {off_t{5}, 3 * kMiB, (off_t{1} << 40) - 1}) {
            put(one, at, "x");
            QVERIFY(!haveSameContent(one.handle(), other.handle()).value());
            QVERIFY(!haveSameContent(other.handle(), one.handle()).value());
            put(other, at, "x");
            QVERIFY(haveSameContent(one.handle(), other.handle()).value());
        }
        put(other, 7 * kMiB, std::string(10000, '\0')); // written, and zero
        QVERIFY(haveSameContent(one.handle(), other.handle()).value());
        for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{131072}, std::size_t{300'000}}) {
            QTemporaryFile small;
            QTemporaryFile twin;
            QVERIFY(small.open() && twin.open());
            put(small, 0, std::string(size, 'a'));
            put(twin, 0, std::string(size, 'a'));
            QVERIFY(haveSameContent(small.handle(), twin.handle()).value());
            if (size > 0) {
                put(twin, static_cast<off_t>(size) - 1, "b");
                QVERIFY(!haveSameContent(small.handle(), twin.handle()).value());
            }
        }
    }
    void whereAndHowLongIsPartOfTheName() {
        std::set<std::string> names;
        for (const off_t size : {static_cast<off_t>(kHashedWhole) + 1, static_cast<off_t>(kHashedWhole) + 2, off_t{1} << 40}) {
            for (const off_t at : {off_t{0}, off_t{4096}, off_t{8192}, kMiB}) {
                QTemporaryFile file;
                QVERIFY(file.open());
                QCOMPARE(::ftruncate(file.handle(), size), 0); // a terabyte, at once
                put(file, at, "x");
                names.insert(nameOf(file));
            }
            QTemporaryFile empty;
            QVERIFY(empty.open());
            QCOMPARE(::ftruncate(empty.handle(), size), 0);
            names.insert(nameOf(empty));
        }
        QCOMPARE(names.size(), std::size_t{15});
    }
    void noSmallContentHasTheNameOfALargeOne() {
        QTemporaryFile large;
        QVERIFY(large.open());
        const std::uint64_t size = kHashedWhole + 1;
        QCOMPARE(::ftruncate(large.handle(), static_cast<off_t>(size)), 0);
        std::string hashed = "leadglass pages";
        for (unsigned i = 0; i < 8; ++i) {
            hashed += static_cast<char>(size >> (8 * i));
        }
        QCOMPARE(nameOf(large), "p" + sha256Hex(hashed)); // what is hashed; else this test shows nothing
        QVERIFY(nameOf(large) != contentName(hashed));
    }
    void aFileThatBecomesShorterIsNotRead() {
        QTemporaryFile file;
        QVERIFY(file.open());
        put(file, 0, std::string(kHashedWhole + 5 * static_cast<std::size_t>(kMiB), 'x'));
        const auto read = readContent(file.handle(), [&](std::uint64_t at, std::string_view) {
            return at == 0 && ::ftruncate(file.handle(), kMiB) != 0 ? Status(ioError("cannot size a file", errno)) : Status();
        });
        QVERIFY(!read);
        QVERIFY(read.error().code == Code::Conflict);
    }
};

QTEST_GUILESS_MAIN(TestContentHash)
#include "tst_content_hash.moc"
