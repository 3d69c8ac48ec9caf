// The command list of a push: what git itself sends, and what nobody may send.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "core/egress/git_push.h"

using namespace leadglass;
using namespace leadglass::egress;
using State = PushCommands::State;

namespace {

std::string pkt(const std::string& text) {
    char length[5];
    std::snprintf(length, sizeof(length), "%04x", static_cast<unsigned>(text.size() + 4));
    return length + text;
}
const std::string kZero(40, '0');
const std::string kOne(40, '1');
const std::string kTwo(40, '2');
std::string command(const std::string& before, const std::string& after, const std::string& ref, bool first = false) {
    return pkt(before + " " + after + " " + ref + (first ? std::string("\0 report-status side-band-64k", 29) : ""));
}
std::span<const std::uint8_t> bytesOf(const std::string& text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

State stateOf(const std::string& text) {
    PushCommands push;
    push.feed(bytesOf(text));
    return push.state();
}

} // namespace

class GitPushTest : public QObject {
    Q_OBJECT
private slots:
    void readsCommandsInAnyPieces() {
        const std::string head = command(kOne, kTwo, "refs/heads/main", true) + command(kZero, kTwo, "refs/tags/v1") + command(kOne, kZero, "refs/heads/old") + "0000";
        for (std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{50}, head.size() + 9}) {
            PushCommands push;
            const std::string body = head + "PACK.....";
            std::size_t at = 0;
            while (push.state() == State::More) {
                at += push.feed(bytesOf(body).subspan(at, std::min(piece, body.size() - at)));
            }
            QCOMPARE(int(push.state()), int(State::Done));
            QCOMPARE(at, head.size());
            QCOMPARE(push.refs().size(), std::size_t{3});
            QCOMPARE(push.refs()[0].ref, std::string("refs/heads/main"));
            QVERIFY(!push.refs()[0].create && push.refs()[1].create && push.refs()[2].remove && !push.refs()[2].create);
        }
    }

    void takesAnEmptyProbeAndShallowLines() {
        QCOMPARE(int(stateOf("0000")), int(State::Done));
        QCOMPARE(int(stateOf(pkt("shallow " + kOne + "\n") + command(kOne, kTwo, "refs/heads/x", true) + "0000")), int(State::Done));
        const std::string sha256(64, 'a');
        QCOMPARE(int(stateOf(command(sha256, std::string(64, 'b'), "refs/heads/x", true) + "0000")), int(State::Done));
        QCOMPARE(int(stateOf(command(kOne, kTwo, "refs/heads/x", true))), int(State::More));
    }

    void refusesWhatIsNotExactlyThat_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("fault");
        const auto row = [](const char* name, const std::string& body, const char* fault = "push_malformed") {
            QTest::newRow(name) << QByteArray::fromStdString(body) << fault;
        };
        row("certificate", pkt(std::string("push-cert\0 report-status\n", 25)), "push_signed");
        row("no length", "xxxx");
        row("delimiter", "0001");
        row("response end", "0002");
        row("empty line", "0004");
        row("protocol 2", pkt("command=fetch"));
        row("gzip", std::string("\x1f\x8b\x08\x00\x00", 5));
        row("short object", pkt("1 2 refs/heads/x"));
        row("mixed objects", pkt(kOne + " " + std::string(64, 'a') + " refs/heads/x"));
        row("no ref", pkt(kOne + " " + kTwo));
        row("same ref twice", command(kOne, kTwo, "refs/heads/x", true) + command(kTwo, kOne, "refs/heads/x"));
        row("capabilities twice", command(kOne, kTwo, "refs/heads/x", true) + command(kOne, kTwo, "refs/heads/y", true));
        row("shallow behind", command(kOne, kTwo, "refs/heads/x", true) + pkt("shallow " + kOne));
        for (const char* ref : {"HEAD", "refs/", "refs/heads/../x", "refs/heads/a..b", "refs/heads/x.lock", "refs/heads/.x", "refs/heads/x/", "refs//x", "refs/heads/a b",
                                "refs/heads/a~1", "refs/heads/a@{1}", "refs/heads/a\\b", "refs/heads/a\nb", "refs/heads/a.", "refs/heads/\xff", "main", "refs/heads/a*"}) {
            row(ref, command(kOne, kTwo, ref, true));
        }
        std::string many;
        for (int i = 0; i < 257; ++i) {
            many += command(kOne, kTwo, "refs/heads/" + std::to_string(i), i == 0);
        }
        row("too many", many, "push_too_large");
        row("long name", command(kOne, kTwo, "refs/heads/" + std::string(300, 'a'), true));
        std::string shallow;
        while (shallow.size() < kMaxPushHead + 100) {
            shallow += pkt("shallow " + kOne);
        }
        row("too long", shallow, "push_too_large");
    }
    void refusesWhatIsNotExactlyThat() {
        QFETCH(QByteArray, body);
        QFETCH(QString, fault);
        PushCommands push;
        push.feed(bytesOf(body.toStdString()));
        QCOMPARE(int(push.state()), int(State::Bad));
        QCOMPARE(QString(push.fault()), fault);
        QVERIFY(push.refs().empty());
        const std::string more = "0000";
        QCOMPARE(push.feed(bytesOf(more)), std::size_t{0});
        QCOMPARE(int(push.state()), int(State::Bad));
    }

    // A helper in the middle keeps what `git push` says to `git receive-pack`.
    void readsWhatGitSends() {
        if (QStandardPaths::findExecutable("git").isEmpty()) {
            QSKIP("no git here");
        }
        QTemporaryDir dir;
        const QString bare = dir.filePath("bare.git");
        const QString work = dir.filePath("work");
        const QString said = dir.filePath("said");
        const QString tee = dir.filePath("tee");
        QFile script(tee);
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write(QString("#!/bin/sh\ntee '%1' | git receive-pack \"$@\"\n").arg(said).toUtf8());
        script.close();
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        const auto git = [&](const QStringList& arguments) {
            QProcess process;
            QProcessEnvironment environment;
            environment.insert("PATH", qEnvironmentVariable("PATH"));
            environment.insert("HOME", dir.path());
            environment.insert("GIT_CONFIG_NOSYSTEM", "1");
            process.setProcessEnvironment(environment);
            process.setProcessChannelMode(QProcess::MergedChannels);
            process.start("git", QStringList{"-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "push.useBitmaps=false"} + arguments);
            const bool good = process.waitForFinished(30000) && process.exitCode() == 0;
            output = process.readAll();
            return good;
        };
        const auto pushed = [&](const QStringList& what) {
            QFile::remove(said);
            const bool good = git(QStringList{"-C", work, "push", "-q", "--receive-pack=" + tee} + what);
            QFile file(said);
            const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
            PushCommands push;
            push.feed(bytesOf(bytes.toStdString()));
            return good ? push : PushCommands();
        };
        QVERIFY2(git({"init", "-q", "--bare", bare}) && git({"init", "-q", "-b", "main", work}) && git({"-C", work, "commit", "-q", "--allow-empty", "-m", "1"}) &&
                     git({"-C", bare, "config", "receive.advertisePushOptions", "true"}), output.constData());
        PushCommands push = pushed({bare, "main", "main:refs/heads/agent/x", "main:refs/tags/v1"});
        QVERIFY2(push.state() == State::Done && push.refs().size() == 3, output.constData());
        QVERIFY(std::all_of(push.refs().begin(), push.refs().end(), [](const auto& ref) { return ref.create && !ref.remove; }));
        QVERIFY(git({"-C", work, "commit", "-q", "--allow-empty", "-m", "2"}));
        push = pushed({"-o", "option", bare, "main", ":agent/x"});
        QVERIFY2(push.state() == State::Done && push.refs().size() == 2, output.constData());
        for (const auto& ref : push.refs()) {
            QVERIFY(ref.remove == (ref.ref == "refs/heads/agent/x") && !ref.create);
        }
        QVERIFY(git({"-C", work, "commit", "-q", "--amend", "--allow-empty", "-m", "3"}));
        push = pushed({"--force", bare, "main"}); // looks as any other
        QVERIFY2(push.state() == State::Done && push.refs().size() == 1 && !push.refs()[0].create && !push.refs()[0].remove, output.constData());
        push = pushed({bare, ":refs/tags/v1"}); // no pack follows
        QVERIFY2(push.state() == State::Done && push.refs().size() == 1 && push.refs()[0].remove, output.constData());
    }

private:
    QByteArray output;
};

QTEST_GUILESS_MAIN(GitPushTest)
#include "git_push_test.moc"
