// The table of formats: every row can be read, has an example, and its check takes what it should.
#include <QtTest>

#include <set>

#include "core/scan/check.h"
#include "tests/unit/scan/examples.h"

using namespace leadglass::scan;

class PatternsTest : public QObject {
    Q_OBJECT
private slots:
    void everyFormatHasAnIdOfItsOwnAndExamples() {
        const auto db = Database::formats();
        QVERIFY2(db.ok(), db.ok() ? "" : db.error().text().c_str());
        QVERIFY((*db)->all().size() >= 200);
        std::set<std::string> ids;
        std::mt19937 random(3);
        for (const Format& f : (*db)->all()) {
            QVERIFY2(ids.insert(f.pattern->id).second, f.pattern->id);
            for (int i = 0; i < 5; ++i) QVERIFY2(!scantest::example(f, random).empty(), f.pattern->id);
        }
        qInfo("%zu formats, %zu KiB", (*db)->all().size(), (*db)->bytes() / 1024);
    }
};

QTEST_APPLESS_MAIN(PatternsTest)
#include "patterns_test.moc"
