// Hostile text made fit for a screen.
#include <QtTest>

#include "core/base/escape.h"

using namespace leadglass;

class EscapeTest : public QObject {
    Q_OBJECT
private slots:
    void showsNothingThatDeceives_data() {
        QTest::addColumn<QByteArray>("in");
        QTest::addColumn<QByteArray>("out");
        QTest::newRow("plain") << QByteArray("src/main.c") << QByteArray("src/main.c");
        QTest::newRow("umlaut") << QByteArray("gr\xc3\xbc\xc3\x9f") << QByteArray("gr\xc3\xbc\xc3\x9f");
        QTest::newRow("newline") << QByteArray("a\nb") << QByteArray("a\\nb");
        QTest::newRow("escape") << QByteArray("\x1b[31m") << QByteArray("\\x1b[31m");
        QTest::newRow("nul") << QByteArray("a\0b", 3) << QByteArray("a\\x00b");
        QTest::newRow("c1") << QByteArray("\xc2\x9b") << QByteArray("\\u{9b}");
        QTest::newRow("bidi") << QByteArray("a\xe2\x80\xae") << QByteArray("a\\u{202e}");
        QTest::newRow("zero width") << QByteArray("\xe2\x80\x8b") << QByteArray("\\u{200b}");
        QTest::newRow("tag") << QByteArray("\xf3\xa0\x81\x81") << QByteArray("\\u{e0041}");
        QTest::newRow("invalid") << QByteArray("\xff\xfe") << QByteArray("\\xff\\xfe");
        QTest::newRow("overlong") << QByteArray("\xc0\xaf") << QByteArray("\\xc0\\xaf");
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << QByteArray("\\xed\\xa0\\x80");
        QTest::newRow("cut sequence") << QByteArray("\xe2\x82") << QByteArray("\\xe2\\x82");
        QTest::newRow("backslash") << QByteArray("\\x1b") << QByteArray("\\\\x1b");
    }
    void showsNothingThatDeceives() {
        QFETCH(QByteArray, in);
        QFETCH(QByteArray, out);
        QCOMPARE(QByteArray::fromStdString(forScreen(in.toStdString())), out);
    }

    void keepsBothEndsOfALongName() {
        const std::string name = std::string(300, 'a') + ".example.com";
        const std::string shown = forScreen(name, 60);
        QVERIFY(shown.size() <= 60);
        QVERIFY(shown.starts_with("aaa"));
        QVERIFY(shown.ends_with(".example.com"));
    }

    void neverCutsACharacterOrAnEscapeInTwo() {
        for (std::size_t size = 8; size < 80; ++size) {
            std::string in;
            for (int i = 0; i < 60; ++i) {
                in += i % 3 == 0 ? "\xe2\x82\xac" : i % 3 == 1 ? "\x1b" : "x";
            }
            const std::string shown = forScreen(in, size);
            QVERIFY(isValidUtf8(shown));
            QVERIFY2(shown.size() <= size, qPrintable(QString::number(size)));
            for (std::size_t at = shown.find('\\'); at != std::string::npos;
                 at = shown.find('\\', at + 1)) {
                QCOMPARE(shown.substr(at, 4), std::string("\\x1b"));
            }
        }
    }

    void isBoundedForHugeInput() {
        const std::string shown = forScreen(std::string(100'000'000, '\x01'), 512);
        QVERIFY(shown.size() <= 512);
    }

    void losslessFormTellsApartWhatIsEscaped() {
        QCOMPARE(lossless("plain").escaped, false);
        QCOMPARE(lossless("a\\x62").escaped, true);
        QCOMPARE(lossless("a\\x62").text, std::string("a\\x5cx62"));
        QCOMPARE(lossless("\xff").text, std::string("\\xff"));
    }
};

QTEST_APPLESS_MAIN(EscapeTest)
#include "tst_escape.moc"
