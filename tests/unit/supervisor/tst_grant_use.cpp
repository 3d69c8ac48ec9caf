// When a saved answer was last used is kept, with few writes.
#include <sys/stat.h>

#include <QtTest>

#include "core/policy/parser.h"
#include "core/session/grant_use.h"
#include "tests/unit/sandbox_plan/fake_person.h"

using namespace leadglass;

class GrantUseTest : public QObject {
    Q_OBJECT

    test::FakePerson m_person;
    std::unique_ptr<EventLoop> m_loop = EventLoop::create().value();

    [[nodiscard]] std::string file() const { return m_person.places.config + "/grants.toml"; }
    [[nodiscard]] ino_t version() const { // the file is replaced at each write
        struct stat s {};
        return ::stat(file().c_str(), &s) == 0 ? s.st_ino : 0;
    }
    static policy::EgressRule rule(const std::string& text) {
        auto made = policy::parseEgressFlag(text, "--allow", 1).value();
        made.id = "grant:" + text;
        return made;
    }
    void keep(const std::string& text, const std::string& project) {
        policy::Grant grant;
        grant.profile = "default";
        grant.project = project;
        grant.rule = rule(text);
        grant.origin = "test";
        grant.date = "2026-01-01T00:00:00Z";
        const Status kept = policy::appendGrant(m_person.places, grant);
        QVERIFY2(kept.ok(), kept ? "" : kept.error().text().c_str());
    }
    std::string lastUse(const std::string& host) {
        const auto grants = policy::loadGrants(m_person.places, "default", "/p");
        for (const auto& grant : grants.value()) {
            if (grant.rule.host.name == host) {
                return grant.lastUse;
            }
        }
        return "none";
    }

private slots:
    void aThousandUsesAreOneWriteAtTheEnd() {
        keep("a.example.com:443", "/p");
        keep("b.example.com:443", {});
        keep("c.example.com:443", {});
        const ino_t before = version();
        {
            session::GrantUse use(*m_loop, m_person.places, "default", "/p");
            for (int i = 0; i < 1000; ++i) {
                use.used(rule("a.example.com:443"), policy::Verdict::Allow);
                use.used(rule("b.example.com:443"), policy::Verdict::Allow);
            }
            QCOMPARE(version(), before);
            QCOMPARE(lastUse("a.example.com"), std::string());
        }
        QVERIFY(version() != before);
        QVERIFY(lastUse("a.example.com").starts_with("20"));
        QVERIFY(lastUse("b.example.com").starts_with("20"));
        QCOMPARE(lastUse("c.example.com"), std::string());
    }

    void anAnswerThatWasTakenBackIsNotWrittenAgain() {
        QFile::remove(QString::fromStdString(file()));
        {
            session::GrantUse use(*m_loop, m_person.places, "default", "/p");
            use.used(rule("a.example.com:443"), policy::Verdict::Allow);
        }
        QCOMPARE(version(), ino_t{0});
    }
};

QTEST_APPLESS_MAIN(GrantUseTest)
#include "tst_grant_use.moc"
