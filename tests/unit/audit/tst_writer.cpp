// What cannot be written is an error that says why, and leaves the history as it was.
#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QFile>
#include <QTest>

#include "core/audit/database.h"
#include "core/audit/migrate.h"
#include "core/audit/reader.h"
#include "core/base/digest.h"
#include "core/base/sys.h"
#include "history_fixture.h"
#include "tests/support/require.h"

using namespace leadglass;
using namespace leadglass::audit;
using leadglass::test::History;

namespace {

QByteArray contentOf(const std::string& path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

bool putFile(const char* path, const std::string& text) {
    auto fd = sys::open(path, O_WRONLY);
    return fd && sys::writeAll(fd->get(), text).ok();
}

// In a child: a user namespace with a 512 KiB tmpfs at `place`. False: not possible here.
bool mountSmallTmpfs(const std::string& place) {
    const std::string uid = std::to_string(::geteuid());
    const std::string gid = std::to_string(::getegid());
    return ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && putFile("/proc/self/setgroups", "deny") &&
           putFile("/proc/self/uid_map", uid + " " + uid + " 1") &&
           putFile("/proc/self/gid_map", gid + " " + gid + " 1") &&
           ::mount("tmpfs", place.c_str(), "tmpfs", 0, "size=512k,mode=0700") == 0;
}

// Appends until it fails, then frees space and appends once more. 0: all as it should be.
int fillUp(const std::string& path, const std::string& ballast) {
    auto writer = Writer::open(path, std::chrono::seconds(2));
    if (!writer) {
        return 10;
    }
    std::int64_t acknowledged = 0;
    Error error;
    for (int i = 0; i < 10'000; ++i) {
        auto ids = (*writer)->append(test::sampleEvents(20));
        if (!ids) {
            error = ids.error();
            break;
        }
        acknowledged = ids->back();
    }
    std::fprintf(stderr, "after %lld rows: %s\n", static_cast<long long>(acknowledged),
                 error.text().c_str());
    if (error.code != Code::Io || error.fix.empty() || error.what.find(path) == std::string::npos) {
        return 11;
    }
    ::unlink(ballast.c_str());
    const auto ids = (*writer)->append(test::sampleEvents(1));
    if (!ids || ids->front() != acknowledged + 1) {  // nothing of the failed batch is there
        return 12;
    }
    const auto report = verify(path, {}, std::chrono::seconds(2));
    return report && report->intact() && report->rows == acknowledged + 1 ? 0 : 13;
}

int exitOf(pid_t child) {
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

class TestWriter : public QObject {
    Q_OBJECT

private slots:
    void aFullDiskFailsWholeAndTheChainGoesOnOnceThereIsSpace() {
        QTemporaryDir dir;
        const std::string place = dir.path().toStdString();
        const pid_t child = ::fork();
        if (child == 0) {
            if (!mountSmallTmpfs(place)) {
                ::_exit(77);
            }
            auto ballast = sys::open(place + "/ballast", O_WRONLY | O_CREAT, 0600);
            const bool made = ballast && ::posix_fallocate(ballast->get(), 0, 128 * 1024) == 0;
            ballast = UniqueFd();  // else its space stays taken after the unlink
            ::_exit(made ? fillUp(place + "/audit.db", place + "/ballast") : 14);
        }
        const int status = exitOf(child);
        if (status == 77 && !test::required("userns")) {
            QSKIP("no user namespaces here");
        }
        QCOMPARE(status, 0);
    }

    void aSizeLimitFailsWhole() {
        History history;
        history.fill(5);
        const pid_t child = ::fork();
        if (child == 0) {
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{100'000, 100'000};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            auto writer = Writer::open(history.path(), std::chrono::seconds(2));
            std::vector<Event> big = test::sampleEvents(3000);
            const bool failed = writer && !(*writer)->append(big);
            ::_exit(failed ? 0 : 1);
        }
        QCOMPARE(exitOf(child), 0);
        QCOMPARE(history.verify().rows, 5);
        QVERIFY(history.verify().intact());
        history.fill(1);
        QCOMPARE(history.verify().rows, 6);
    }

    void aLockedHistoryIsBusyAfterTheTimeoutAndNothingIsLost() {
        History history;
        history.fill(2);
        sqlite3* holder = nullptr;
        QCOMPARE(sqlite3_open(history.path().c_str(), &holder), SQLITE_OK);
        auto writer =
            test::must(Writer::open(history.path(), std::chrono::milliseconds(150)), "open");
        QCOMPARE(sqlite3_exec(holder, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
        const auto start = std::chrono::steady_clock::now();
        const auto refused = writer->append(test::sampleEvents(1));
        QVERIFY(!refused);
        QVERIFY(refused.error().code == Code::Busy);
        QVERIFY(std::chrono::steady_clock::now() - start >= std::chrono::milliseconds(140));
        sqlite3_exec(holder, "ROLLBACK", nullptr, nullptr, nullptr);
        sqlite3_close(holder);
        QCOMPARE(test::must(writer->append(test::sampleEvents(1)), "append").front(), 3);
        QVERIFY(history.verify().intact());
    }

    void damageInTheFirstPageIsCorrupt_data() {
        QTest::addColumn<int>("offset");
        QTest::newRow("magic") << 3;
        QTest::newRow("page size") << 16;
        QTest::newRow("schema root page") << 100;
    }
    void damageInTheFirstPageIsCorrupt() {
        QFETCH(int, offset);
        History history;
        history.fill(50);
        QFile file(QString::fromStdString(history.path()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.seek(offset));
        file.write(QByteArray(8, '\xfe'));
        file.close();
        const QByteArray before = contentOf(history.path());
        const auto writer = Writer::open(history.path(), std::chrono::seconds(1));
        QVERIFY(!writer);
        QVERIFY2(writer.error().code == Code::Corrupt, writer.error().text().c_str());
        QVERIFY(!writer.error().fix.empty());
        QVERIFY(!Reader::open(history.path(), std::chrono::seconds(1)));
        QVERIFY(!history.verify().intact());
        QCOMPARE(contentOf(history.path()), before);
    }

    void whatIsNotOurSchemaIsRefusedUnchanged_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const char* sql, Code code) {
            QTest::newRow(name) << QByteArray(sql) << static_cast<int>(code);
        };
        row("newer", "PRAGMA user_version = 3", Code::Unsupported);
        row("far newer", "PRAGMA user_version = 2000000000", Code::Unsupported);
        row("negative", "PRAGMA user_version = -1", Code::Corrupt);
        row("another program's", "PRAGMA application_id = 7", Code::Corrupt);
        row("a trigger", "CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM events; END",
            Code::Corrupt);
        row("a view in its place", "DROP TABLE events; CREATE VIEW events AS SELECT 1 AS id",
            Code::Corrupt);
        row("another column", "ALTER TABLE events ADD COLUMN extra TEXT", Code::Corrupt);
        row("no table", "DROP TABLE events", Code::Corrupt);
        row("another table", "CREATE TABLE more (x)", Code::Corrupt);
    }
    void whatIsNotOurSchemaIsRefusedUnchanged() {
        QFETCH(QByteArray, sql);
        QFETCH(int, code);
        History history;
        history.fill(20);
        history.edit(sql.constData());
        const QByteArray before = contentOf(history.path());
        const auto writer = Writer::open(history.path(), std::chrono::seconds(1));
        QVERIFY(!writer);
        QCOMPARE(static_cast<int>(writer.error().code), code);
        const auto reader = Reader::open(history.path(), std::chrono::seconds(1));
        QVERIFY(!reader);
        QCOMPARE(static_cast<int>(reader.error().code), code);
        QCOMPARE(contentOf(history.path()), before);
    }

    void theDigestOfTheNewestSchemaIsOfWhatTheStepsMake() {
        auto db = test::must(Database::inMemory(), "open");
        for (const char* step : schemaSteps()) {
            QVERIFY(db.exec(step));
        }
        QCOMPARE(QByteArray::fromStdString(sha256Hex(test::must(db.schemaText(), "read"))),
                 QByteArray(newestSchemaDigest().data(), static_cast<int>(newestSchemaDigest().size())));
    }

    void anOlderSchemaIsMigratedInOneStepAfterABackup() {
        History history;
        history.fill(10);
        const char* const steps[] = {schemaSteps()[0], schemaSteps()[1],
                                     "CREATE TABLE later (x INTEGER) STRICT;"};
        const char* const broken[] = {schemaSteps()[0], schemaSteps()[1],
                                      "CREATE TABLE later (x INTEGER) STRICT; SELECT nonsense"};
        {
            auto db = test::must(
                Database::open(history.path(), Database::Mode::Write, std::chrono::seconds(1)),
                "open");
            QVERIFY(!prepareSchema(db, std::chrono::seconds(1), broken));
            QVERIFY(checkSchema(db));  // rolled back: still schema 2
            QVERIFY(prepareSchema(db, std::chrono::seconds(1), steps));
            QVERIFY(checkSchema(db, steps));
        }
        const auto refused = Writer::open(history.path(), std::chrono::seconds(1));
        QVERIFY(!refused && refused.error().code == Code::Unsupported);
        const std::string backup = history.path() + ".schema-2.backup";
        struct stat s {};
        QCOMPARE(::stat(backup.c_str(), &s), 0);
        QCOMPARE(s.st_mode & 0777U, 0600U);
        const auto report = test::must(verify(backup, {}, std::chrono::seconds(1)), "verify");
        QVERIFY(report.intact());
        QCOMPARE(report.rows, 10);
    }

    void aPlaceThatOthersCanChangeIsRefused_data() {
        QTest::addColumn<QString>("how");
        for (const char* how :
             {"directory group-writable", "directory is a link", "file readable by others",
              "file is a link", "file has two names", "file is a directory", "log is a link"}) {
            QTest::newRow(how) << QString(how);
        }
        QTest::newRow("directory foreign") << QString("directory foreign");
        if (::geteuid() == 0) {  // nobody else can give a file away
            QTest::newRow("file foreign") << QString("file foreign");
        }
    }
    void aPlaceThatOthersCanChangeIsRefused() {
        QFETCH(QString, how);
        History history;
        history.fill(1);
        std::string path = history.path();
        const std::string moved = path + ".moved";
        if (how == "directory group-writable") {
            QCOMPARE(::chmod(history.directory().c_str(), 0770), 0);
        } else if (how == "directory is a link") {
            const std::string real = history.directory() + "2";
            QCOMPARE(::rename(history.directory().c_str(), real.c_str()), 0);
            QCOMPARE(::symlink(real.c_str(), history.directory().c_str()), 0);
        } else if (how == "directory foreign" && ::geteuid() != 0) {
            path = "/usr/audit.db";  // root's
        } else if (how == "directory foreign" || how == "file foreign") {
            const std::string target = how == "file foreign" ? path : history.directory();
            QCOMPARE(::chown(target.c_str(), 1, 1), 0);
        } else if (how == "file readable by others") {
            QCOMPARE(::chmod(path.c_str(), 0644), 0);
        } else if (how == "file is a link") {
            QCOMPARE(::rename(path.c_str(), moved.c_str()), 0);
            QCOMPARE(::symlink(moved.c_str(), path.c_str()), 0);
        } else if (how == "file has two names") {
            QCOMPARE(::link(path.c_str(), moved.c_str()), 0);
        } else if (how == "file is a directory") {
            QCOMPARE(::rename(path.c_str(), moved.c_str()), 0);
            QCOMPARE(::mkdir(path.c_str(), 0700), 0);
        } else {
            QCOMPARE(::symlink(moved.c_str(), (path + "-wal").c_str()), 0);
        }
        const auto writer = Writer::open(path, std::chrono::seconds(1));
        QVERIFY(!writer);
        // ELOOP and ENOTDIR come from the kernel for the linked directory.
        QVERIFY2(writer.error().code == Code::Refused || writer.error().code == Code::Io,
                 writer.error().text().c_str());
        QVERIFY(!Reader::open(path, std::chrono::seconds(1)));
        QVERIFY(!verify(path, {}, std::chrono::seconds(1)));
    }

    void theFileIsOursAloneWhateverTheUmask() {
        History history;
        const mode_t old = ::umask(0);
        auto writer = history.writer();
        test::must(writer->append(test::sampleEvents(1)), "append");
        ::umask(old);
        for (const char* suffix : {"", "-wal", "-shm"}) {
            struct stat s {};
            QCOMPARE(::stat((history.path() + suffix).c_str(), &s), 0);
            QCOMPARE(s.st_mode & 0777U, 0600U);
        }
        struct stat s {};
        QCOMPARE(::stat(history.directory().c_str(), &s), 0);
        QCOMPARE(s.st_mode & 0777U, 0700U);
    }

    void aFileRemovedUnderTheWriterIsToldNotIgnored_data() {
        QTest::addColumn<QByteArray>("suffix");
        QTest::newRow("database") << QByteArray();
        QTest::newRow("log") << QByteArray("-wal");
    }
    void aFileRemovedUnderTheWriterIsToldNotIgnored() {
        QFETCH(QByteArray, suffix);
        History history;
        auto writer = history.writer();
        test::must(writer->append(test::sampleEvents(1)), "append");
        QCOMPARE(::unlink((history.path() + suffix.toStdString()).c_str()), 0);
        const auto refused = writer->append(test::sampleEvents(1));
        QVERIFY(!refused);
        QVERIFY(refused.error().code == Code::Corrupt);
    }

    void aBatchOverTheLimitIsRefusedWhole() {
        History history;
        auto writer = history.writer();
        QVERIFY(test::must(writer->append({}), "empty").empty());
        QVERIFY(!writer->append(std::vector<Event>(kMaxBatch + 1)));
        QCOMPARE(test::must(writer->append(std::vector<Event>(kMaxBatch)), "full").size(),
                 kMaxBatch);
        QCOMPARE(test::must(writer->anchor(), "anchor").count,
                 static_cast<std::int64_t>(kMaxBatch));
    }
};

QTEST_APPLESS_MAIN(TestWriter)
#include "tst_writer.moc"
