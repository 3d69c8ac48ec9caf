// Registry hosts come from the person's own client files, read by us.
#include "core/policy/explain.h"
#include "core/policy/registries.h"
#include "core/policy/registry_files.h"
#include "tests/unit/policy/policy_fixture.h"

using namespace leadglass;
using namespace leadglass::policy;
using leadglass::policy::test::Person;
using Texts = std::vector<std::string>;

class TestRegistries : public QObject {
    Q_OBJECT
private slots:
    void readsEachClientsFile() {
        QCOMPARE(urlsOfNpmrc("registry=https://npm.corp.example/\n@a:registry = \"https://a.corp.example\"\n"
                             "//npm.corp.example/:_authToken=x\n;registry=https://no.example\n"),
                 (Texts{"https://npm.corp.example/", "https://a.corp.example"}));
        QCOMPARE(urlsOfPipConf("[global]\nindex-url = https://pip.corp.example/simple\nextra-index-url =\n"
                               "  https://b.example\n  https://c.example\ntimeout = 5\n  https://no.example\n"),
                 (Texts{"https://pip.corp.example/simple", "https://b.example", "https://c.example"}));
        const auto cargo = urlsOfCargoConfig("[registries.corp]\nindex = \"sparse+https://cargo.corp.example/\"\n"
                                             "[source.mirror]\nregistry = \"https://m.example\"\n", "c");
        VERIFY_OK(cargo);
        QCOMPARE(*cargo, (Texts{"https://cargo.corp.example/", "https://m.example"}));
        QCOMPARE(urlsOfGoEnv("GOFLAGS=-mod=mod\nGOPROXY=https://go.corp.example|https://b.example,direct\n"),
                 (Texts{"https://go.corp.example", "https://b.example"}));
        QCOMPARE(urlsOfMavenSettings("<settings><!-- <url>https://no.example</url> --><mirrors><mirror>\n<url>\n"
                                     "https://mvn.corp.example/x\n</url></mirror></mirrors></settings>"),
                 (Texts{"https://mvn.corp.example/x"}));
        QCOMPARE(urlsOfAptSources("# deb http://no.example x\ndeb [arch=amd64] http://deb.corp.example/debian x main\n"
                                  "Types: deb\nURIs: https://a.example/debian https://b.example\nSuites: x\n"),
                 (Texts{"http://deb.corp.example/debian", "https://a.example/debian", "https://b.example"}));
    }

    void turnsUrlsIntoRules_data() {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("rule"); // empty: refused
        QTest::newRow("plain") << "https://npm.corp.example/path" << "npm.corp.example";
        QTest::newRow("port") << "https://npm.corp.example:8443/" << "npm.corp.example:8443/tls";
        QTest::newRow("http") << "http://npm.corp.example" << "npm.corp.example:80/http";
        QTest::newRow("userinfo") << "https://user:pw@npm.corp.example/" << "npm.corp.example";
        QTest::newRow("userinfo trick") << "https://a.example@b.example/" << "b.example";
        QTest::newRow("address") << "https://192.0.2.7/" << "192.0.2.7:443/tls";
        QTest::newRow("v6") << "http://[2001:db8::7]:81/" << "[2001:db8::7]:81/http";
        QTest::newRow("file") << "file:///x" << "";
        QTest::newRow("no host") << "https:///x" << "";
        QTest::newRow("bad port") << "https://a.example:x" << "";
    }
    void turnsUrlsIntoRules() {
        QFETCH(QString, url);
        QFETCH(QString, rule);
        const auto text = ruleTextOfUrl(url.toStdString());
        QCOMPARE(text.ok(), !rule.isEmpty());
        if (text.ok()) {
            QCOMPARE(QString::fromStdString(*text), rule);
        }
    }

    void neverShowsAPassword() {
        const auto text = ruleTextOfUrl("ftp://user:hunter2@a.example");
        QVERIFY(!text.ok());
        QVERIFY(text.error().text().find("hunter2@") == std::string::npos);
    }

    void usesThePersonsNpmrc() {
        const Person person;
        person.write(person.places.home + "/.npmrc", "registry=https://npm.corp.example/\n");
        person.write(person.project + "/.npmrc", "registry=https://evil.example/\n");
        const auto hosts = registryHosts(person.places, "npm");
        VERIFY_OK(hosts);
        QVERIFY(std::find(hosts->begin(), hosts->end(), "npm.corp.example") != hosts->end());
        QVERIFY(std::find(hosts->begin(), hosts->end(), "evil.example") == hosts->end());
    }

    void ignoresAFileThatOthersCanChange() {
        const Person person;
        const std::string file = person.write(person.places.home + "/.config/pip/pip.conf", "index-url = https://a.example\n");
        VERIFY_OK(registryHosts(person.places, "pip"));
        chmod(file.c_str(), 0666);
        const auto hosts = registryHosts(person.places, "pip");
        // Some machines have a pip.conf of their own in /etc; the person's file must not count.
        if (hosts.ok()) {
            QVERIFY(std::find(hosts->begin(), hosts->end(), "a.example") == hosts->end());
        } else {
            QVERIFY(hosts.error().text().find("can be changed by other users") != std::string::npos);
        }
    }

    void namesTheFileToSet() {
        const auto hosts = registryHosts(Person().places, "maven");
        QVERIFY(!hosts.ok());
        QVERIFY(hosts.error().text().find("~/.m2/settings.xml") != std::string::npos);
        QVERIFY(!registryHosts(Person().places, "nmp").ok());
    }

    void asksAClientOnceAndKeepsTheAnswer() {
        const Person person;
        const std::string bin = person.places.home + "/bin";
        const std::string program = person.write(bin + "/npm",
            "#!/bin/sh\n[ -z \"$npm_config_registry\" ] || exit 1\n[ -z \"$(ls -A)\" ] || exit 1\n"
            "echo x >> \"$HOME/asked\"\necho https://default.example/\n");
        chmod(program.c_str(), 0700);
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", QByteArray::fromStdString(bin) + ":" + path);
        qputenv("npm_config_registry", "https://evil.example");
        const auto first = registryHosts(person.places, "npm");
        const auto second = registryHosts(person.places, "npm");
        qputenv("PATH", path);
        qunsetenv("npm_config_registry");
        VERIFY_OK(first);
        VERIFY_OK(second);
        QVERIFY(std::find(second->begin(), second->end(), "default.example") != second->end());
        QCOMPARE(std::filesystem::file_size(person.places.home + "/asked"), std::uintmax_t{2});
        struct stat s {};
        QCOMPARE(stat((person.places.state + "/registries").c_str(), &s), 0);
        QCOMPARE(static_cast<int>(s.st_mode & 0777), 0600);
    }

    void namesThoseThatAreConfiguredAndRunsNoClient() {
        const Person person;
        person.write(person.places.home + "/.npmrc", "@a:registry=https://npm.corp.example/\nregistry=http://plain.example\n");
        person.write(person.places.home + "/.cargo/config.toml", "[registries.corp]\nindex = \"sparse+https://cargo.corp.example:8443/\"\n");
        const std::string bin = person.places.home + "/bin";
        const std::string program = person.write(bin + "/go", "#!/bin/sh\necho x >> \"$HOME/asked\"\necho https://default.example/\n");
        chmod(program.c_str(), 0700);
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", QByteArray::fromStdString(bin) + ":" + path);
        auto found = configuredRegistries(person.places);
        const auto hostsOf = [&](const char* name) {
            for (const auto& registry : found) {
                if (registry.name == name) {
                    return registry.hosts;
                }
            }
            return std::vector<std::string>{};
        };
        QVERIFY(hostsOf("go").empty());
        QVERIFY(!std::filesystem::exists(person.places.home + "/asked"));
        QCOMPARE(hostsOf("cargo"), (Texts{"cargo.corp.example:8443/tls"}));
        const auto npm = hostsOf("npm");
        QVERIFY(std::find(npm.begin(), npm.end(), "npm.corp.example") != npm.end());
        QVERIFY(std::find(npm.begin(), npm.end(), "plain.example:80/http") != npm.end());
        VERIFY_OK(registryHosts(person.places, "go")); // asked by a rule of a policy
        found = configuredRegistries(person.places);
        qputenv("PATH", path);
        QCOMPARE(hostsOf("go"), (Texts{"default.example"}));
        QCOMPARE(std::filesystem::file_size(person.places.home + "/asked"), std::uintmax_t{2});
    }

    void endsAClientThatHangs() {
        const Person person;
        const std::string bin = person.places.home + "/bin";
        const std::string program = person.write(bin + "/npm", "#!/bin/sh\nsleep 300\n");
        chmod(program.c_str(), 0700);
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", QByteArray::fromStdString(bin) + ":" + path);
        const auto hosts = registryHosts(person.places, "npm");
        qputenv("PATH", path);
        if (!hosts.ok()) { // an /etc/npmrc makes the question needless
            QVERIFY2(hosts.error().text().find("no answer in ten seconds") != std::string::npos, hosts.error().text().c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestRegistries)
#include "test_registries.moc"
