// The messages of leadglass-scan: whole, and nothing else.
#include <QTest>

#include "core/wire/file_scan.h"

using namespace leadglass;
using namespace leadglass::wire;

class FileScanTest : public QObject {
    Q_OBJECT
private slots:
    void eachComesBackAsItWas() {
        const auto begin = decodeScanBegin(encode(ScanBegin{true, {"one", "two"}}));
        QVERIFY(begin.ok() && begin->formats && begin->canaries == (std::vector<std::string>{"one", "two"}));
        const auto file = decodeScanFile(encode(ScanFile{1ULL << 40}));
        QVERIFY(file.ok() && file->most == 1ULL << 40);
        const auto found = decodeScanFound(encode(ScanFound{true, {{"jwt", 7, 2}, {"canary:1", 1ULL << 33, 0}}}));
        QVERIFY(found.ok() && found->whole && found->found.size() == 2);
        QVERIFY(found->found[1].id == "canary:1" && found->found[1].offset == 1ULL << 33 && found->found[0].depth == 2);
    }
    void whatIsCutOrTooMuchIsRefused() {
        const auto whole = encode(ScanFound{true, {{"jwt", 7, 2}}});
        for (std::size_t size = 0; size < whole.size(); ++size) {
            QVERIFY(!decodeScanFound(std::span(whole).first(size)).ok());
        }
        auto more = whole;
        more.push_back(0);
        QVERIFY(!decodeScanFound(more).ok());
        ScanFound many;
        many.found.resize(kMaxFound + 1);
        QVERIFY(!decodeScanFound(encode(many)).ok());
        ScanBegin begin;
        begin.canaries.resize(kMaxFileCanaries + 1);
        QVERIFY(!decodeScanBegin(encode(begin)).ok());
        auto odd = encode(ScanBegin{});
        odd[0] = 2; // a bool
        QVERIFY(!decodeScanBegin(odd).ok());
    }
};

QTEST_APPLESS_MAIN(FileScanTest)
#include "file_scan_test.moc"
