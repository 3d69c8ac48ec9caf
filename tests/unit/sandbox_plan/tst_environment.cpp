// What of the person's environment reaches a run.
#include <QtTest>
#include <algorithm>

#include "core/sandbox/environment.h"

using namespace leadglass;
using sandbox::buildEnvironment;

namespace {

policy::Profile profileWith(const std::vector<std::string>& pass) {
    policy::Profile profile;
    profile.name = "p";
    for (const auto& name : pass) {
        profile.pass.push_back({name, "", {policy::Layer::Base, "base.toml", 3, 1}});
    }
    return profile;
}

sandbox::EnvironmentRequest requestWith(std::vector<std::string> outer) {
    sandbox::EnvironmentRequest request;
    request.outer = std::move(outer);
    request.runId = "r1";
    request.home = "/home/u";
    request.userName = "u";
    request.shell = "/bin/sh";
    request.path = {"/usr/bin"};
    request.workingDir = "/work/p";
    request.uid = 1000;
    return request;
}

const sandbox::Variable* find(const sandbox::Environment& environment, const std::string& name) {
    for (const auto& variable : environment.variables) {
        if (variable.name == name) {
            return &variable;
        }
    }
    return nullptr;
}

} // namespace

class TestEnvironment : public QObject {
    Q_OBJECT

private slots:
    void aPlaceholderStandsBeforeWhateverPassesUnderItsName() {
        auto profile = profileWith({"MODEL_KEY"});
        profile.agent.keyVariables = {"MODEL_KEY"};
        auto request = requestWith({"MODEL_KEY=sk-real"});
        request.placeholders = {{"MODEL_KEY", "sk-placeholder", false, "placeholder"}};
        const auto made = buildEnvironment(profile, request).value();
        QCOMPARE(find(made, "MODEL_KEY")->value, std::string("sk-placeholder"));
        QVERIFY(made.ambientCredentials.empty());
    }
    void theTrustStoresOfTheRunGoBeforeThePersonsOwn() {
        auto request = requestWith({"NODE_OPTIONS=--max-old-space-size=99 --use-bundled-ca", "SSL_CERT_FILE=/etc/mine.pem"});
        request.toolchain = {{"SSL_CERT_FILE", "/etc/mine.pem", false, "names a place that is inside"}};
        request.trust = {{"SSL_CERT_FILE", "/.leadglass/trust/bundle.pem", false, "trust"}, {"NODE_OPTIONS", "--use-openssl-ca", false, "trust"}};
        const auto made = buildEnvironment(profileWith({"NODE_OPTIONS"}), request).value();
        QCOMPARE(find(made, "SSL_CERT_FILE")->value, std::string("/.leadglass/trust/bundle.pem"));
        QCOMPARE(find(made, "NODE_OPTIONS")->value, std::string("--max-old-space-size=99 --use-openssl-ca"));
    }
    void nothingPassesThatNoRuleNames_data() {
        QTest::addColumn<QString>("entry");
        for (const char* entry :
             {"AWS_ACCESS_KEY_ID=x", "AWS_SECRET_ACCESS_KEY=x", "AWS_SESSION_TOKEN=x", "AWS_PROFILE=x",
              "GITHUB_TOKEN=x", "GH_TOKEN=x", "GITLAB_TOKEN=x", "NPM_TOKEN=x", "PYPI_TOKEN=x",
              "DATABASE_URL=x", "REDIS_URL=x", "MYSQL_PWD=x", "PGPASSWORD=x", "PGSERVICEFILE=x",
              "SSH_AUTH_SOCK=/x", "SSH_AGENT_PID=1", "GPG_AGENT_INFO=x", "GPG_TTY=x", "KUBECONFIG=/x",
              "DOCKER_HOST=x", "DBUS_SESSION_BUS_ADDRESS=x", "XAUTHORITY=x", "DISPLAY=:0",
              "WAYLAND_DISPLAY=x", "NODE_OPTIONS=--require=/x", "LD_PRELOAD=/x", "LD_LIBRARY_PATH=/x",
              "GIT_ASKPASS=/x", "GIT_SSH_COMMAND=x", "GIT_CONFIG_COUNT=1", "BASH_ENV=/x",
              "PYTHONSTARTUP=/x", "PYTHONPATH=/x", "PERL5OPT=-x", "RUBYOPT=-x", "PROMPT_COMMAND=x",
              "VSCODE_IPC_HOOK_CLI=/x", "TMUX=/x", "AZURE_CLIENT_SECRET=x",
              "GOOGLE_APPLICATION_CREDENTIALS=/x", "BASH_FUNC_ls%%=() { :; }", "OPENAI_API_KEY=x",
              "ANTHROPIC_API_KEY=x", "LC_API_TOKEN=x", "LC_SECRET=x"}) {
            QTest::newRow(entry) << entry;
        }
    }
    void nothingPassesThatNoRuleNames() {
        QFETCH(QString, entry);
        const auto built = buildEnvironment(profileWith({"LANG", "LC_*", "TERM", "TZ"}),
                                            requestWith({entry.toStdString(), "LANG=de_DE.UTF-8"}));
        QVERIFY(built);
        const std::string name = entry.section('=', 0, 0).toStdString();
        QVERIFY(find(built.value(), name) == nullptr);
        QCOMPARE(find(built.value(), "LANG")->value, std::string("de_DE.UTF-8"));
        QVERIFY(built.value().ambientCredentials.empty());
    }

    void aGlobNeverCarriesOddValues() {
        const auto built = buildEnvironment(
            profileWith({"LC_*"}), requestWith({"LC_A=a\nb", "LC_B=\xff\xfe", "LC_C=fine", "LC_D"}));
        QVERIFY(built);
        QVERIFY(find(built.value(), "LC_A") == nullptr);
        QVERIFY(find(built.value(), "LC_B") == nullptr);
        QVERIFY(find(built.value(), "LC_D") == nullptr);
        QVERIFY(find(built.value(), "LC_C") != nullptr);
    }

    void aNameInFullCarriesBytesAsTheyAre() {
        const auto built = buildEnvironment(profileWith({"BYTES", "LINES_OF"}),
                                            requestWith({"BYTES=\xff\xfe", "LINES_OF=a\nb"}));
        QVERIFY(built);
        QCOMPARE(find(built.value(), "BYTES")->value, std::string("\xff\xfe"));
        QCOMPARE(find(built.value(), "LINES_OF")->value, std::string("a\nb"));
    }

    void loaderHooksNeverPassEvenByName_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH", "GCONV_PATH",
                                 "GLIBC_TUNABLES", "LEADGLASS_RUN"}) {
            QTest::newRow(name) << name;
        }
    }
    void loaderHooksNeverPassEvenByName() {
        QFETCH(QString, name);
        const auto built = buildEnvironment(profileWith({name.toStdString()}),
                                            requestWith({name.toStdString() + "=/evil"}));
        QVERIFY(!built);
        QVERIFY(QString::fromStdString(built.error().what).startsWith("base.toml:3"));
        policy::Profile setter;
        setter.set.push_back({name.toStdString(), "/evil", {policy::Layer::Profile, "p.toml", 9, 1}});
        const auto set = buildEnvironment(setter, requestWith({}));
        QVERIFY(!set);
        QVERIFY(QString::fromStdString(set.error().what).startsWith("p.toml:9"));
    }

    void theProfilesOwnKeyPassesAsASecretThatIsListed() {
        auto profile = profileWith({});
        profile.agent.keyVariables = {"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"};
        const auto built = buildEnvironment(
            profile, requestWith({"ANTHROPIC_API_KEY=sk-1", "ANTHROPIC_AUTH_TOKEN=", "OPENAI_API_KEY=sk-2"}));
        QVERIFY(built);
        QVERIFY(find(built.value(), "ANTHROPIC_API_KEY")->secret);
        QCOMPARE(built.value().ambientCredentials, std::vector<std::string>{"ANTHROPIC_API_KEY"});
        QVERIFY(find(built.value(), "OPENAI_API_KEY") == nullptr);
        QVERIFY(find(built.value(), "ANTHROPIC_AUTH_TOKEN") == nullptr);
    }

    void aCredentialGivenByNameIsASecret() {
        const auto built = buildEnvironment(profileWith({"GITHUB_TOKEN", "DATABASE_URL"}),
                                            requestWith({"GITHUB_TOKEN=t", "DATABASE_URL=pg://u:p@h/d"}));
        QVERIFY(built);
        QVERIFY(find(built.value(), "GITHUB_TOKEN")->secret);
        QVERIFY(find(built.value(), "DATABASE_URL")->secret);
        QCOMPARE(built.value().ambientCredentials.size(), std::size_t{2});
    }

    void oursCannotBeReplaced() {
        auto profile = profileWith({"HOME", "HTTPS_PROXY", "NO_PROXY"});
        profile.set.push_back({"PATH", "/evil", {}});
        const auto built = buildEnvironment(
            profile, requestWith({"HOME=/root", "HTTPS_PROXY=http://x", "NO_PROXY=*", "PATH=/evil"}));
        QVERIFY(built);
        QCOMPARE(find(built.value(), "HOME")->value, std::string("/home/u"));
        QCOMPARE(find(built.value(), "PATH")->value, std::string("/.leadglass/bin:/usr/bin"));
        QCOMPARE(find(built.value(), "NO_PROXY")->value, std::string("localhost,127.0.0.1,::1"));
        for (const char* name : {"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"}) {
            QCOMPARE(find(built.value(), name)->value, std::string("http://127.0.0.1:980"));
        }
        QCOMPARE(find(built.value(), "LEADGLASS_RUN")->value, std::string("r1"));
        QCOMPARE(find(built.value(), "XDG_RUNTIME_DIR")->value, std::string("/run/user/1000"));
        QVERIFY(std::is_sorted(built.value().variables.begin(), built.value().variables.end(),
                               [](const auto& a, const auto& b) { return a.name < b.name; }));
    }

    void theEditorsVariablesAreToldOnce() {
        const auto built = buildEnvironment(
            profileWith({}), requestWith({"VSCODE_A=1", "VSCODE_B=2", "GIT_ASKPASS=/x"}));
        QVERIFY(built);
        QCOMPARE(built.value().notices.size(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(TestEnvironment)
#include "tst_environment.moc"
