// Bounded reading: no input makes the reader pass its end.
#include <QtTest>
#include <random>

#include "core/base/bytes.h"

using namespace leadglass;

class BytesTest : public QObject {
    Q_OBJECT
private slots:
    void readsBackWhatWasWritten() {
        ByteWriter w;
        w.u8(1);
        w.u16(0xfffe);
        w.u32(0xdeadbeef);
        w.u64(0x0123456789abcdefULL);
        w.str("name");
        ByteReader r(w.bytes());
        QCOMPARE(r.u8(), std::uint8_t{1});
        QCOMPARE(r.u16(), std::uint16_t{0xfffe});
        QCOMPARE(r.u32(), std::uint32_t{0xdeadbeef});
        QCOMPARE(r.u64(), std::uint64_t{0x0123456789abcdefULL});
        QCOMPARE(r.str(10), std::string("name"));
        QVERIFY(r.done());
    }
    void everyPrefixOfAMessageIsBad() {
        ByteWriter w;
        w.u64(7);
        w.str("abc");
        for (std::size_t size = 0; size < w.bytes().size(); ++size) {
            ByteReader r(std::span(w.bytes()).first(size));
            r.u64();
            r.str(100);
            QVERIFY(!r.done());
        }
    }
    void aStringLongerThanItsBoundIsBad() {
        ByteWriter w;
        w.str("12345");
        ByteReader r(w.bytes());
        QCOMPARE(r.str(4), std::string());
        QVERIFY(r.bad());
    }
    void staysBadAndGivesZeros() {
        const std::vector<std::uint8_t> bytes{1};
        ByteReader r(bytes);
        r.u32();
        QVERIFY(r.bad());
        QCOMPARE(r.u8(), std::uint8_t{0});
        QVERIFY(!r.done());
    }
};

QTEST_APPLESS_MAIN(BytesTest)
#include "tst_bytes.moc"
