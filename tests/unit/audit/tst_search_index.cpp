// Words of the history: found as people look for them, whatever the words are; made anew where it does not fit.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/audit/database.h"
#include "core/audit/reader.h"
#include "core/audit/search_index.h"
#include "core/audit/search_terms.h"
#include "core/audit/writer.h"

using namespace leadglass;
using namespace leadglass::audit;

namespace {

constexpr std::chrono::milliseconds kLock(2000);

Event row(Kind kind, const std::string& run, const std::string& subject, const std::string& verdict = "", const std::string& detail = "") {
    Event e;
    e.kind = kind;
    e.run = run;
    e.time = 1;
    e.subject = subject;
    e.verdict = verdict;
    e.detail = detail;
    return e;
}

} // namespace

class TestSearchIndex : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_dir;
    std::string history() const { return m_dir->path().toStdString() + "/audit.db"; }
    std::string index() const { return m_dir->path().toStdString() + "/search.db"; }
    std::unique_ptr<SearchIndex> open(const std::string& id = "one") const { return SearchIndex::open(index(), id, kLock).value(); }
    std::unique_ptr<Reader> reader() const { return Reader::open(history(), kLock).value(); }
    void add(const std::vector<Event>& events) const {
        auto writer = Writer::open(history(), kLock).value();
        QVERIFY(writer->append(events));
    }
    static void takeUpAll(SearchIndex& index, Reader& reader, int rows = 100) {
        while (!index.takeUp(reader, rows).value()) {
        }
    }
    static std::vector<std::int64_t> found(SearchIndex& index, const Wanted& wanted, std::int64_t before = 0, int limit = 100) {
        return index.find(wanted, before, limit).value();
    }

private slots:
    void init() {
        m_dir = std::make_unique<QTemporaryDir>();
        QFile(m_dir->path()).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    void everyFieldOfAQueryNarrows() {
        add({row(Kind::RunStart, "r1", "claude", "", R"({"profile":"claude"})"), row(Kind::Egress, "r1", "api.example.com:443", "allow"),
             row(Kind::RunStart, "r2", "codex", "", R"({"profile":"codex"})"), row(Kind::Egress, "r2", "example.com:443", "deny"),
             row(Kind::Egress, "r2", "notexample.com:443", "deny"), row(Kind::Change, "r2", "example.com is a file here")});
        auto rows = reader();
        auto words = open();
        takeUpAll(*words, *rows);
        using Ids = std::vector<std::int64_t>;
        Wanted w;
        w.host = "example.com";
        QCOMPARE(found(*words, w), (Ids{4, 2})); // that host and below it, and no word that is none
        w.verdict = "deny";
        QCOMPARE(found(*words, w), Ids{4});
        w = {};
        w.profile = "claude";
        QCOMPARE(found(*words, w), (Ids{2, 1}));
        w = {};
        w.kind = "egress";
        w.run = "r2";
        QCOMPARE(found(*words, w), (Ids{5, 4}));
        QCOMPARE(found(*words, w, 5, 1), Ids{4});
        w = {};
        w.words = {"exam", "file"};
        QCOMPARE(found(*words, w), Ids{6});
    }

    void nothingThatIsTypedIsSyntax_data() {
        QTest::addColumn<QString>("word");
        for (const char* word : {"\"", "a\"b", "*", "NEAR(", "OR", "AND", "NOT", "facets:", "{subject}", ")", "(", "-", "^x", "'; DROP TABLE covered; --", "\\", "+"}) {
            QTest::newRow(word) << QString::fromLatin1(word);
        }
    }
    void nothingThatIsTypedIsSyntax() {
        QFETCH(QString, word);
        add({row(Kind::Egress, "r1", "api.example.com:443", "allow")});
        auto rows = reader();
        auto words = open();
        takeUpAll(*words, *rows);
        Wanted w;
        w.words = {word.toStdString()};
        QVERIFY(words->find(w, 0, 10).ok());
        w = {};
        w.host = w.profile = w.run = word.toStdString();
        QVERIFY(found(*words, w).empty());
        QCOMPARE(words->covered().newest, std::int64_t(1));
    }

    void theNewestComeFirstAndLaterRowsAreTakenUpInOrder() {
        std::vector<Event> many;
        for (int i = 0; i < 250; ++i) {
            many.push_back(row(Kind::Dns, "r1", "n" + std::to_string(i) + ".test"));
        }
        add(many);
        auto rows = reader();
        auto words = open();
        QVERIFY(!words->takeUp(*rows, 100).value());
        QCOMPARE(words->covered().newest, std::int64_t(250));
        QCOMPARE(words->covered().oldest, std::int64_t(151));
        add({row(Kind::Dns, "r1", "late.test")});
        QVERIFY(!words->takeUp(*rows, 100).value());
        QCOMPARE(words->covered().newest, std::int64_t(251));
        QCOMPARE(words->covered().oldest, std::int64_t(151));
        takeUpAll(*words, *rows);
        QCOMPARE(words->covered().oldest, std::int64_t(1));
        Wanted w;
        w.host = "test";
        QCOMPARE(found(*words, w, 0, 1000).size(), std::size_t(251));
        words.reset();
        QCOMPARE(open()->covered().newest, std::int64_t(251)); // and is there the next time
    }

    void anIndexThatDoesNotFitIsMadeAnew_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"another history", "no database", "empty", "another form", "without its table"}) {
            QTest::newRow(what) << QString::fromLatin1(what);
        }
    }
    void anIndexThatDoesNotFitIsMadeAnew() {
        QFETCH(QString, what);
        add({row(Kind::Egress, "r1", "api.example.com:443", "allow")});
        auto rows = reader();
        {
            auto words = open(what == "another history" ? "other" : "one");
            takeUpAll(*words, *rows);
        }
        const QString path = QString::fromStdString(index());
        if (what == "no database" || what == "empty") {
            QFile::remove(path + "-wal");
            QFile file(path);
            QVERIFY(file.open(QFile::WriteOnly | QFile::Truncate));
            file.write(what == "empty" ? QByteArray() : QByteArray(5000, 'x'));
        } else if (what != "another history") {
            auto db = Database::open(index(), Database::Mode::Write, kLock).value();
            QVERIFY(db.exec(what == "another form" ? "PRAGMA user_version = 99" : "DROP TABLE covered"));
        }
        auto words = open();
        QCOMPARE(words->covered().newest, std::int64_t(0));
        takeUpAll(*words, *rows);
        Wanted w;
        w.host = "example.com";
        QCOMPARE(found(*words, w).size(), std::size_t(1));
    }
};

QTEST_APPLESS_MAIN(TestSearchIndex)
#include "tst_search_index.moc"
