// What a run's credentials may come from.
#include <QTest>
#include <QTemporaryDir>
#include <sys/stat.h>

#include "core/base/sys.h"
#include "core/session/run_secrets.h"

using namespace leadglass;

class TestRunSecrets : public QObject {
    Q_OBJECT

    static void write(const std::string& path, const QByteArray& text, int mode) {
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        QVERIFY(::chmod(path.c_str(), static_cast<mode_t>(mode)) == 0);
    }

private slots:
    // What lies there the agent reads, or has written: it would be started outside of the sandbox.
    void noSourceComesOutOfTheProject() {
        QTemporaryDir temp;
        const std::string home = *sys::realPath(temp.path().toStdString());
        const std::string project = home + "/project";
        QVERIFY(::mkdir(project.c_str(), 0700) == 0 && ::mkdir((home + "/bin").c_str(), 0700) == 0);
        write(home + "/token", "canary-value", 0600);
        write(project + "/token", "canary-value", 0600);
        write(project + "/leadglass-tool", "#!/bin/sh\necho canary-value\n", 0755);
        write(home + "/bin/leadglass-tool", "#!/bin/sh\npwd\n", 0755);
        auto loop = EventLoop::create();
        QVERIFY(loop);
        const auto chosen = [&](policy::SecretSource::Kind kind, const std::string& text, const std::string& path,
                                const policy::Files& files = {}) -> std::string {
            ::setenv("PATH", path.c_str(), 1);
            policy::Secret secret;
            secret.name = "one";
            secret.sources = {{kind, text, {text}}};
            policy::SecretInject inject;
            inject.host.name = "api.example.com";
            inject.header = "x-api-key";
            secret.inject = {inject};
            policy::EffectivePolicy policy;
            policy.merged.secrets = {secret};
            policy.merged.files = files;
            Places places;
            places.home = home;
            places.config = home + "/config";
            std::vector<std::string> notices;
            const auto got = session::RunSecrets::choose(**loop, places, policy, {{"one"}, false, project}, notices);
            return got ? "chosen" : got.error().text();
        };
        using Kind = policy::SecretSource::Kind;
        const std::string usual = "/usr/bin:/bin";
        QCOMPARE(chosen(Kind::File, home + "/token", usual), std::string("chosen"));
        QCOMPARE(chosen(Kind::File, "~/token", usual), std::string("chosen"));
        for (const std::string& inside : {project + "/token", std::string("~/project/token")}) {
            QVERIFY(chosen(Kind::File, inside, usual).find("lies in the project") != std::string::npos);
        }
        const auto named = [](const std::string& where) {
            policy::NamedPath one;
            one.path = where;
            return one;
        };
        policy::Files shows;
        shows.read = {named("~/tok")};
        QCOMPARE(chosen(Kind::File, "~/token", usual, shows), std::string("chosen"));
        QVERIFY(::symlink(home.c_str(), (home + "/link").c_str()) == 0);
        for (const std::string& read : {std::string("~/token"), home, std::string("~/link"), home + "/link/token"}) {
            shows.read = {named(read)};
            QVERIFY2(chosen(Kind::File, "~/token", usual, shows).find("files.read shows") != std::string::npos, read.c_str());
        }
        policy::Files copies;
        copies.seed = {named("token")};
        QVERIFY(chosen(Kind::File, home + "/token", usual, copies).find("copied into the run") != std::string::npos);
        QVERIFY(chosen(Kind::Command, project + "/leadglass-tool", usual).find("lies in the project") != std::string::npos);
        QVERIFY(chosen(Kind::Command, "leadglass-tool", project + ":" + usual).find("on PATH") != std::string::npos);
        QCOMPARE(chosen(Kind::Command, "leadglass-tool", project + ":" + home + "/bin:" + usual), std::string("chosen"));
    }
};

QTEST_GUILESS_MAIN(TestRunSecrets)
#include "tst_run_secrets.moc"
