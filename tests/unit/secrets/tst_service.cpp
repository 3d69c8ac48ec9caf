// What is listed of credentials: where they are, when they were last used.
#include <QTemporaryDir>
#include <QTest>
#include <sys/stat.h>

#include "core/audit/writer.h"
#include "core/session/local_secret_service.h"

using namespace leadglass;

class TestService : public QObject {
    Q_OBJECT

    static Places placesIn(const QTemporaryDir& folder) {
        Places out;
        const std::string base = folder.path().toStdString();
        out.home = base;
        out.config = base + "/config";
        out.data = base + "/data";
        out.state = base + "/state";
        out.programs = LEADGLASS_BIN_DIR;
        ::mkdir(out.data.c_str(), 0700);
        ::mkdir(out.config.c_str(), 0700);
        return out;
    }

private slots:
    void initTestCase() { // no keyring here
        ::unsetenv("DBUS_SESSION_BUS_ADDRESS");
        ::setenv("XDG_RUNTIME_DIR", "/nonexistent", 1);
    }

    void theLastUseIsOfTheHistoryAndOfThatNameOnly() {
        const QTemporaryDir folder;
        const auto places = placesIn(folder);
        session::LocalSecretService service(places);
        for (const char* name : {"one", "one-more", "two"}) {
            QVERIFY(service.set(name, api::SecretStore::File, *SecretBytes::copyOf("canary-value")));
        }
        auto writer = audit::Writer::open(places.data + "/audit.db", std::chrono::milliseconds(2000));
        QVERIFY(writer);
        std::vector<audit::Event> rows;
        const auto use = [&](const char* name, std::int64_t seconds, const char* verdict, audit::Kind kind = audit::Kind::Credential) {
            audit::Event event;
            event.kind = kind;
            event.subject = name;
            event.verdict = verdict;
            event.time = seconds * 1'000'000'000;
            rows.push_back(event);
        };
        use("one", 1'796'000'000, "allow");
        use("one", 1'796'000'100, "allow");
        use("one", 1'796'000'150, "deny");
        use("one-more", 1'796'000'200, "allow");
        use("one", 1'796'000'300, "allow", audit::Kind::Egress);
        QVERIFY((*writer)->append(rows));
        const auto kept = service.list();
        QVERIFY(kept);
        QCOMPARE(kept->secrets.size(), std::size_t{3});
        QCOMPARE(kept->secrets[0].lastUse, rfc3339(1'796'000'100'000'000'000));
        QCOMPARE(kept->secrets[1].lastUse, rfc3339(1'796'000'200'000'000'000));
        QVERIFY(kept->secrets[2].lastUse.empty());
        QCOMPARE(kept->notices.size(), std::size_t{1});
        QVERIFY(kept->notices[0].find("no session bus") != std::string::npos);
    }

    void listsWithoutAHistory() {
        const QTemporaryDir folder;
        session::LocalSecretService service(placesIn(folder));
        QVERIFY(service.list()->secrets.empty());
        QVERIFY(service.set("one", api::SecretStore::File, *SecretBytes::copyOf("canary-value")));
        QCOMPARE(service.list()->secrets.size(), std::size_t{1});
        QVERIFY(!service.set("two", api::SecretStore::File, SecretBytes()));
        QVERIFY(!service.set("../two", api::SecretStore::File, *SecretBytes::copyOf("x")));
        const auto shape = service.test("one", std::nullopt);
        QVERIFY(shape);
        QCOMPARE(shape->bytes, std::size_t{12});
        QVERIFY(!service.test("env:LEADGLASS_NOT_SET", std::nullopt));
        QVERIFY(service.remove("one", std::nullopt));
        QVERIFY(!service.remove("one", api::SecretStore::File));
    }
};

QTEST_GUILESS_MAIN(TestService)
#include "tst_service.moc"
