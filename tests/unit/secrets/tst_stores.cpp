// Environment, files and commands as stores. The keyring: tests/integration/test_keyring.py.
#include <QTest>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <sstream>

#include "core/secrets/command_store.h"
#include "core/secrets/file_store.h"
#include "core/secrets/tool_run.h"
#include "tests/unit/secrets/secret_fixture.h"

using namespace leadglass;
using test::SecretFixture;

namespace {

std::string initialEnvironment() {
    std::ifstream file("/proc/self/environ");
    std::stringstream all;
    all << file.rdbuf();
    return all.str();
}

bool says(const Result<secrets::Found>& got, const std::string& words) {
    if (got) {
        return false;
    }
    if (got.error().text().find(words) == std::string::npos) {
        qWarning("%s", got.error().text().c_str());
        return false;
    }
    return true;
}

} // namespace

class TestStores : public QObject {
    Q_OBJECT

private slots:
    void aVariableIsTakenOutOfWhatChildrenAndProcSee() {
        // main() has set it before exec: only then is it where /proc/self/environ reads.
        QVERIFY(initialEnvironment().find("canary-in-environment") != std::string::npos);
        const auto store = secrets::EnvironmentStore::take({"LEADGLASS_TEST_TOKEN", "LEADGLASS_TEST_UNSET"});
        QVERIFY(store);
        QVERIFY(store->find("LEADGLASS_TEST_TOKEN")->equals("canary-in-environment"));
        QVERIFY(::getenv("LEADGLASS_TEST_TOKEN") == nullptr);
        QVERIFY(initialEnvironment().find("canary-in-environment") == std::string::npos);
        const auto unset = store->find("LEADGLASS_TEST_UNSET");
        QVERIFY(!unset && unset.error().code == Code::NotFound);
        for (const auto& each : secrets::helperEnvironment()) {
            QVERIFY(each.find("canary") == std::string::npos && each.find("LEADGLASS_TEST") == std::string::npos);
        }
    }

    void aFileIsReadOnlyWhereItIsItsPersonsAlone() {
        SecretFixture fixture;
        fixture.write("key", "canary-file\n");
        QVERIFY(fixture.find("file:~/key")->value.equals("canary-file"));
        QVERIFY(fixture.find("file:" + fixture.temp.path().toStdString() + "/key")->value.equals("canary-file"));
        fixture.write("key", "canary-file", 0400);
        QVERIFY(fixture.find("file:~/key"));
        for (const int mode : {0640, 0604, 0620, 0700, 0666, 04600}) {
            fixture.write("open", "x", mode);
            QVERIFY(says(fixture.find("file:~/open"), "others have rights on it"));
            QVERIFY(says(fixture.find("file:~/open"), "chmod 0600"));
        }
        QVERIFY(::symlink("key", (fixture.temp.path().toStdString() + "/link").c_str()) == 0);
        QVERIFY(says(fixture.find("file:~/link"), "is a link"));
        QVERIFY(::mkdir((fixture.temp.path().toStdString() + "/real").c_str(), 0700) == 0);
        fixture.write("real/key", "x");
        QVERIFY(::symlink("real", (fixture.temp.path().toStdString() + "/behind").c_str()) == 0);
        QVERIFY(says(fixture.find("file:~/behind/key"), "is a link"));
        QVERIFY(says(fixture.find("file:~/../etc/hostname"), "is a link, or lies behind one"));
        QVERIFY(::link((fixture.temp.path().toStdString() + "/key").c_str(), (fixture.temp.path().toStdString() + "/second").c_str()) == 0);
        QVERIFY(says(fixture.find("file:~/key"), "2 names"));
        QVERIFY(::mkfifo((fixture.temp.path().toStdString() + "/fifo").c_str(), 0600) == 0);
        QVERIFY(says(fixture.find("file:~/fifo"), "no regular file"));
        QVERIFY(says(fixture.find("file:~/real"), "no regular file"));
        QVERIFY(says(fixture.find("file:~/none"), "there is no file"));
        QVERIFY(says(fixture.find("file:none"), "leadglass secret set --store file none"));
        fixture.write("empty", "\n");
        QVERIFY(says(fixture.find("file:~/empty"), "is empty"));
        fixture.write("long", std::string(16 * 1024 + 1, 'x'));
        QVERIFY(says(fixture.find("file:~/long"), "longer than 16 KiB"));
        QCOMPARE(fixture.started, 0);
    }

    void whatSetWritesIsFoundListedAndRemoved() {
        SecretFixture fixture;
        const auto value = SecretBytes::copyOf("canary-set");
        QVERIFY(secrets::writeSecretFile(fixture.folder, "one", *value));
        struct stat s {};
        QVERIFY(::stat((fixture.folder + "/one").c_str(), &s) == 0 && (s.st_mode & 07777) == 0600);
        QVERIFY(::stat(fixture.folder.c_str(), &s) == 0 && (s.st_mode & 07777) == 0700);
        QVERIFY(fixture.find("file:one")->value.equals("canary-set"));
        QVERIFY(!secrets::writeSecretFile(fixture.folder, "../one", *value));
        fixture.write("secrets/two", "x", 0644);
        const auto list = secrets::listSecretFiles(fixture.folder);
        QVERIFY(list);
        QCOMPARE(list->size(), std::size_t{2});
        QVERIFY((*list)[0].fault.empty() && !(*list)[1].fault.empty());
        QVERIFY(secrets::removeSecretFile(fixture.folder, "one"));
        QVERIFY(!secrets::removeSecretFile(fixture.folder, "one"));
        QVERIFY(says(fixture.find("file:one"), "there is no file"));
    }

    void aCommandsOutputIsTheValueAndNothingElseIs() {
        SecretFixture fixture;
        fixture.write("tool", "#!/bin/sh\necho canary-error >&2\nprintf 'canary-out\\n'\n", 0755);
        const auto got = fixture.find("command:~/tool");
        QVERIFY(got);
        QVERIFY(got->value.equals("canary-out"));
        QVERIFY(fixture.find("command:echo a 'b c' '$HOME;`id`'")->value.equals("a b c $HOME;`id`"));
        QVERIFY(says(fixture.find("command:sh -c 'echo no; exit 3'"), "ended with status 3"));
        QVERIFY(says(fixture.find("command:sh -c 'printf \"a\\033[31mb\\n\" >&2; exit 1'"), "a\\x1b[31mb"));
        const auto failed = fixture.find("command:sh -c 'echo canary-secret; exit 1'");
        QVERIFY(says(failed, "gave no credential") && failed.error().text().find("canary-secret", 0) == std::string::npos);
        QVERIFY(says(fixture.find("command:true"), "printed no credential"));
        QVERIFY(says(fixture.find("command:head -c 20000 /dev/zero"), "more than 16384 bytes"));
        QVERIFY(says(fixture.find("command:./tool"), "relative to the current directory"));
        QVERIFY(says(fixture.find("command:no-such-tool-at-all"), "on PATH"));
        QVERIFY(says(fixture.find("command:sh -c 'kill -9 $$'"), "signal 9"));
    }

    void aCommandGetsNoTerminalNoInputAndOnlyTheEnvironmentThatItMay() {
        SecretFixture fixture;
        ::setenv("LEADGLASS_TEST_LEAK", "canary-leak", 1);
        const auto got = fixture.find("command:sh -c 'cat; env | sort | tr \"\\n\" \" \"; ls /proc/self/fd | tr \"\\n\" \" \"; (: </dev/tty) 2>/dev/null && echo tty; true'");
        QVERIFY(got);
        const std::string text(got->value.reveal());
        QVERIFY(text.find("canary") == std::string::npos && text.find("HOME=") != std::string::npos);
        QVERIFY(text.find("tty") == std::string::npos);
        QVERIFY2(text.ends_with("0 1 2 3 "), text.c_str()); // 3: ls's own
    }

    // It works where no agent writes, and neither it nor what it starts comes out of the project.
    void aCommandTakesNothingOutOfTheProject() {
        SecretFixture fixture;
        QVERIFY(fixture.find("command:pwd")->value.equals("/"));
        const std::string home = fixture.temp.path().toStdString();
        const std::string project = home + "/project";
        QVERIFY(::mkdir(project.c_str(), 0700) == 0 && ::mkdir((home + "/project2").c_str(), 0700) == 0);
        fixture.write("project/tool", "#!/bin/sh\necho canary-agent\n", 0755);
        fixture.write("project2/tool", "#!/bin/sh\necho canary-person\n", 0755);
        QVERIFY(::symlink("project/tool", (home + "/alias").c_str()) == 0 && ::symlink("project", (home + "/behind").c_str()) == 0);
        for (const std::string& where : {project + "/tool", std::string("~/project/tool"), std::string("~/alias"), std::string("~/behind/tool")}) {
            QVERIFY2(says(fixture.find("command:" + where), "lies in the project"), where.c_str());
        }
        QVERIFY(fixture.find("command:~/project2/tool")->value.equals("canary-person"));
        const std::string path = "PATH=" + project + ":.:" + home + "/behind::" + home + "/none:" + home + "/project2";
        const auto left = secrets::withoutProject({"HOME=" + home, path}, project);
        QCOMPARE(left, (std::vector<std::string>{"HOME=" + home, "PATH=" + home + "/project2"}));
        QVERIFY(*secrets::findProgram("tool", home, left, project) == home + "/project2/tool");
        QVERIFY(!secrets::findProgram("tool", home, {"PATH=" + home + "/behind"}, project));
    }

    void whatACommandLeavesBehindHoldsNobody() {
        SecretFixture fixture;
        const Nanos before = systemClock().awake();
        QVERIFY(fixture.find("command:sh -c 'sleep 20 & echo canary'")->value.equals("canary"));
        QVERIFY(systemClock().awake() - before < 10'000'000'000);
    }

    // The pipe is never empty then: whoever reads until it is does nothing else.
    void whatNeverStopsWritingIsEndedWithItsChildren_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("words");
        QTest::newRow("standard error") << "yes >&2" << "more than 1048576 bytes to its standard error";
        QTest::newRow("of a child") << "yes >&2 & wait" << "more than 1048576 bytes to its standard error";
        QTest::newRow("standard output") << "yes" << "answered with more than";
        QTest::newRow("both") << "yes & yes >&2" << "more than";
        QTest::newRow("slowly") << "while :; do echo x >&2; sleep 0.01; done" << "did not answer within 1 s";
    }
    void whatNeverStopsWritingIsEndedWithItsChildren() {
        QFETCH(QString, script);
        QFETCH(QString, words);
        SecretFixture fixture;
        const QString mark = fixture.temp.filePath("pid");
        secrets::ToolSpec spec;
        spec.what = "the command 'sh'";
        spec.program = "/bin/sh";
        spec.arguments = {"-c", ("sleep 600 & echo $! > " + mark + "; " + script).toStdString()};
        spec.environment = {"PATH=/usr/bin:/bin"};
        spec.limit = 1'000'000'000;
        spec.maxOutput = 4096;
        std::optional<Result<secrets::ToolResult>> got;
        const Nanos before = systemClock().awake();
        secrets::ToolRun run(*fixture.loop, [](const secrets::ProcessSpec& each) { return session::startSecretProcess(each); }, std::move(spec),
                             [&](Result<secrets::ToolResult> result) { got = std::move(result); });
        QVERIFY(fixture.until([&] { return got.has_value(); }));
        QVERIFY(systemClock().awake() - before < 10'000'000'000);
        QVERIFY(!*got);
        QVERIFY2(got->error().text().find(words.toStdString()) != std::string::npos, got->error().text().c_str());
        QFile file(mark);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const pid_t pid = file.readAll().trimmed().toInt();
        QVERIFY(pid > 1);
        QVERIFY(fixture.until([&] {
            QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
            return !stat.open(QIODevice::ReadOnly) || stat.readAll().contains(") Z ");
        }));
    }

    void cancellingEndsACommandAndCallsNobody() {
        SecretFixture fixture;
        const std::string mark = fixture.temp.path().toStdString() + "/pid";
        bool called = false;
        const auto number = fixture.stores->find(*secrets::parseSource("command:sh -c 'sleep 600 & echo $! > " + mark + "; wait'"), [&](auto) { called = true; });
        QVERIFY(fixture.until([&] { return QFile(QString::fromStdString(mark)).size() > 1; }));
        QFile file(QString::fromStdString(mark));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const pid_t pid = file.readAll().trimmed().toInt();
        QVERIFY(pid > 1 && ::kill(pid, 0) == 0);
        fixture.stores->cancel(number);
        QVERIFY(fixture.until([&] {
            QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
            return !stat.open(QIODevice::ReadOnly) || stat.readAll().contains(") Z ");
        }));
        QVERIFY(!called);
    }
};

// Again, with a variable that was there at the start.
int main(int argc, char** argv) {
    if (::getenv("LEADGLASS_TEST_STARTED") == nullptr) {
        ::setenv("LEADGLASS_TEST_STARTED", "1", 1);
        ::setenv("LEADGLASS_TEST_TOKEN", "canary-in-environment", 1);
        ::execv("/proc/self/exe", argv);
        return 1;
    }
    TestStores test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_stores.moc"
