// SHA-256 and SHA-1 against the examples of FIPS 180-4, in any number of pieces.
#include <QtTest/QtTest>

#include "core/base/digest.h"

using namespace leadglass;

class DigestTest : public QObject {
    Q_OBJECT
private slots:
    void hashesTheExamplesOfTheStandard_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("sha256");
        QTest::addColumn<QByteArray>("sha1");
        QTest::newRow("abc") << QByteArray("abc")
                             << QByteArray("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
                             << QByteArray("a9993e364706816aba3e25717850c26c9cd0d89d");
        QTest::newRow("nothing") << QByteArray("")
                                 << QByteArray("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
                                 << QByteArray("da39a3ee5e6b4b0d3255bfef95601890afd80709");
        QTest::newRow("two blocks") << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                                    << QByteArray("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
                                    << QByteArray("84983e441c3bd26ebaae4aa1f95129e5e54670f1");
        QTest::newRow("a million") << QByteArray(1000000, 'a')
                                   << QByteArray("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
                                   << QByteArray("34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    }
    void hashesTheExamplesOfTheStandard() {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, sha256);
        QFETCH(QByteArray, sha1);
        const std::string text = bytes.toStdString();
        QCOMPARE(sha256Hex(text), sha256.toStdString());
        for (const std::size_t piece : {1UL, 63UL, 64UL, 65UL, 1000UL}) {
            Sha256 digest;
            for (std::size_t at = 0; at < text.size(); at += piece) {
                digest.update(std::string_view(text).substr(at, piece));
            }
            QCOMPARE(digest.finishHex(), sha256.toStdString());
            digest.update(text); // finish() started anew
            QCOMPARE(digest.finishHex(), sha256.toStdString());
        }
        const std::string one = sha1Bytes(text);
        QCOMPARE(hexDigits(reinterpret_cast<const std::uint8_t*>(one.data()), one.size()), sha1.toStdString());
        const std::string two = sha256Bytes(text);
        QCOMPARE(hexDigits(reinterpret_cast<const std::uint8_t*>(two.data()), two.size()), sha256.toStdString());
    }
};

QTEST_APPLESS_MAIN(DigestTest)
#include "tst_digest.moc"
