// The shipped profiles: each loads, its examples hold, it uses only what is enforced.
#include <chrono>

#include "core/policy/action.h"
#include "core/policy/evaluator.h"
#include "core/policy/path_pattern.h"
#include "tests/unit/policy/policy_fixture.h"

using namespace leadglass;
using namespace leadglass::policy;
using leadglass::policy::test::Person;

class TestProfiles : public QObject {
    Q_OBJECT
    static void eachProfile() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"base", "default", "strict", "offline", "claude", "codex", "gemini", "opencode", "qwen",
              "pi", "cline", "copilot", "continue", "aider", "goose"}) {
            QTest::newRow(name) << name;
        }
    }

private slots:
    void loadsAndKeepsItsExamples_data() { eachProfile(); }
    void loadsAndKeepsItsExamples() {
        QFETCH(QString, name);
        const Person person;
        const auto policy = person.load(name.toStdString());
        VERIFY_OK(policy);
        QVERIFY(policy->notices.empty());
        QVERIFY(!policy->merged.examples.empty());
        QVERIFY(policy->version.starts_with(name.toStdString() + "@"));
    }

    void usesOnlyWhatIsEnforced_data() { eachProfile(); }
    void usesOnlyWhatIsEnforced() {
        QFETCH(QString, name);
        const auto policy = Person().load(name.toStdString());
        VERIFY_OK(policy);
        for (const NotEnforced& line : policy->merged.notEnforced) {
            QVERIFY2(line.need == Need::Secrets, line.key.c_str());
        }
    }

    void keepsEveryKeyOutOfTheRun_data() { eachProfile(); }
    void keepsEveryKeyOutOfTheRun() {
        QFETCH(QString, name);
        const auto policy = Person().load(name.toStdString());
        VERIFY_OK(policy);
        QVERIFY(policy->merged.agent.keyVariables.empty());
        for (const Secret& secret : policy->merged.secrets) {
            if (secret.env.empty()) { // a sign-in: the file that the agent reads its tokens from has none of them
                QVERIFY2(!secret.file.empty() && secret.sources.size() == 2 && secret.sources[0].kind == SecretSource::Kind::File, secret.name.c_str());
                QVERIFY2(secret.sources[1].ofState && secret.sources[0].text.ends_with(secret.sources[1].text), secret.name.c_str());
                continue;
            }
            QVERIFY2(secret.sources.size() >= 3 && secret.sources[0].kind == SecretSource::Kind::Keyring, secret.name.c_str());
            QVERIFY2(secret.sources[1].kind == SecretSource::Kind::File, secret.name.c_str()); // `secret set --store file`, where there is no keyring
            QCOMPARE(secret.sources[1].text, secret.name);
            QCOMPARE(secret.sources[2].text, secret.env); // the variable as it is outside
        }
    }

    void putsAKeyOnlyInWhereItsMakerTakesIt_data() {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("secrets");
        QTest::newRow("claude") << "claude" << "POST https://api.anthropic.com/v1/messages" << "anthropic anthropic-token claude-oauth claude-sign-in";
        QTest::newRow("claude, another host") << "claude" << "POST https://api.anthropic.com.evil.example/v1/messages" << "";
        QTest::newRow("claude, not by http") << "claude" << "POST http://api.anthropic.com/v1/messages" << "";
        QTest::newRow("claude, another base URL") << "claude" << "POST https://www.anthropic.com/v1/messages" << "";
        QTest::newRow("codex") << "codex" << "POST https://api.openai.com/v1/responses" << "openai codex";
        QTest::newRow("gemini") << "gemini" << "POST https://generativelanguage.googleapis.com/v1beta/models/x:generateContent" << "gemini google";
        QTest::newRow("gemini, the sign-in's host") << "gemini" << "POST https://oauth2.googleapis.com/token" << "";
    }
    void putsAKeyOnlyInWhereItsMakerTakesIt() {
        QFETCH(QString, profile);
        QFETCH(QString, action);
        QFETCH(QString, secrets);
        const auto policy = Person().load(profile.toStdString());
        VERIFY_OK(policy);
        const auto asked = parseActionOrRequest(action.toStdString());
        VERIFY_OK(asked);
        QStringList names;
        for (const Binding& one : bindingsFor(*policy, asked->to, *asked->request, evaluateAction(*policy, *asked, {}))) {
            names += QString::fromStdString(one.secret->name);
        }
        QCOMPARE(names.join(' '), secrets);
    }

    void letsNoDeviceIn_data() { eachProfile(); }
    void letsNoDeviceIn() {
        QFETCH(QString, name);
        const auto policy = Person().load(name.toStdString());
        VERIFY_OK(policy);
        QVERIFY(policy->merged.devices.empty());
    }

    void passesNoSecretByPattern_data() { eachProfile(); }
    void passesNoSecretByPattern() {
        QFETCH(QString, name);
        const auto policy = Person().load(name.toStdString());
        VERIFY_OK(policy);
        for (const Variable& variable : policy->merged.pass) {
            for (const char* word : {"TOKEN", "KEY", "SECRET", "PASSWORD", "SSH_", "DBUS", "DISPLAY"}) {
                const bool output = variable.name == "CLAUDE_CODE_MAX_OUTPUT_TOKENS";
                QVERIFY2(output || variable.name.find(word) == std::string::npos, variable.name.c_str());
            }
        }
    }

    void keepsWhatCanExecuteOutOfTheState_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("path");
        QTest::newRow("claude hooks") << "claude" << ".claude/settings.json";
        QTest::newRow("claude plugins") << "claude" << ".claude/plugins/";
        QTest::newRow("claude shell snapshots") << "claude" << ".claude/shell-snapshots/";
        QTest::newRow("codex config") << "codex" << ".codex/config.toml";
        QTest::newRow("codex hooks") << "codex" << ".codex/hooks.json";
        QTest::newRow("gemini settings") << "gemini" << ".gemini/settings.json";
        QTest::newRow("opencode plugins") << "opencode" << ".config/opencode/plugins/";
        QTest::newRow("opencode modules") << "opencode" << ".config/opencode/node_modules/";
        QTest::newRow("pi extensions") << "pi" << ".pi/agent/extensions/";
        QTest::newRow("pi packages") << "pi" << ".pi/agent/git/";
        QTest::newRow("pi programs") << "pi" << ".pi/agent/bin/";
        QTest::newRow("cline hooks") << "cline" << ".cline/hooks/";
        QTest::newRow("copilot MCP") << "copilot" << ".copilot/mcp-config.json";
    }
    void keepsWhatCanExecuteOutOfTheState() {
        QFETCH(QString, name);
        QFETCH(QString, path);
        const auto policy = Person().load(name.toStdString());
        VERIFY_OK(policy);
        bool apart = false;
        for (const auto* list : {&policy->merged.files.config, &policy->merged.files.ephemeral}) {
            for (const NamedPath& entry : *list) {
                apart = apart || entry.path == path.toStdString();
            }
        }
        QVERIFY(apart);
    }

    void dropsMcpServersOfClaude() {
        const auto policy = Person().load("claude");
        VERIFY_OK(policy);
        const auto& drop = policy->merged.files.drop;
        QCOMPARE(drop.size(), std::size_t{1});
        QVERIFY(std::find(drop[0].keys.begin(), drop[0].keys.end(), "projects.*.mcpServers") !=
                drop[0].keys.end());
    }

    void isChosenByItsCommand_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"claude", "codex", "gemini", "opencode", "qwen", "pi", "cline", "copilot", "aider", "goose"}) {
            QTest::newRow(name) << name << name;
        }
        QTest::newRow("cn") << "cn" << "continue";
        QTest::newRow("bash") << "bash" << "default";
        QTest::newRow("none") << "" << "default";
    }
    void isChosenByItsCommand() {
        QFETCH(QString, command);
        QFETCH(QString, name);
        const Person person;
        LoadRequest request;
        request.command = command.toStdString();
        const auto policy = loadPolicy(person.places, request, Person::noRegistries());
        VERIFY_OK(policy);
        QCOMPARE(QString::fromStdString(policy->merged.name), name);
    }

    void hidesAndProtectsWhatTheFloorSays() {
        const auto policy = Person().load("claude");
        VERIFY_OK(policy);
        const auto any = [](const std::vector<PathGlob>& globs, const char* path) {
            return std::any_of(globs.begin(), globs.end(),
                               [&](const PathGlob& g) { return matchesPath(g.text, path); });
        };
        QVERIFY(any(policy->merged.files.hide, ".env"));
        QVERIFY(any(policy->merged.files.hide, "a/b/.env.local"));
        QVERIFY(any(policy->merged.protect, ".git/hooks/pre-commit"));
        QVERIFY(!any(policy->merged.protect, ".git/index"));
    }

    // Plenty of room for a debug build with sanitizers; a release build needs under 3 ms.
    void loadsFast() {
        const Person person;
        VERIFY_OK(person.load("claude"));
        auto best = std::chrono::steady_clock::duration::max();
        for (int i = 0; i < 10; ++i) {
            const auto start = std::chrono::steady_clock::now();
            const auto policy = person.load("");
            best = std::min(best, std::chrono::steady_clock::now() - start);
            VERIFY_OK(policy);
        }
        const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(best).count();
        qInfo("load: %lld us", static_cast<long long>(micros));
        QVERIFY(micros < 100'000);
    }
};

QTEST_APPLESS_MAIN(TestProfiles)
#include "test_profiles.moc"
