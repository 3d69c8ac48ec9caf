// The whole plan of a run.
#include <sys/resource.h>

#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <filesystem>

#include "core/sandbox/inside_view.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/plan_builder.h"
#include "core/sandbox/plan_text.h"
#include "tests/unit/sandbox_plan/fake_person.h"

using namespace leadglass;
using namespace leadglass::sandbox;
namespace fs = std::filesystem;

class TestPlanBuilder : public QObject {
    Q_OBJECT

private slots:
    void init() {
        m_person = std::make_unique<test::FakePerson>();
        m_policy = {};
        m_policy.merged.name = "default";
        m_policy.merged.egressDefault = policy::Verdict::Ask;
        m_request = {};
        m_request.runId = "run1";
        m_request.runDir = m_person->places.data + "/runs/run1";
        m_request.stageDir = m_person->places.runtime + "/run1/stage";
        m_request.project = m_person->place();
        m_request.command = {"sh", "-c", "true"};
        m_request.environment = {"PATH=/usr/local/bin:/usr/bin:/bin:/nowhere", "LANG=C.UTF-8"};
        m_request.uid = 1000;
        m_request.gid = 1000;
    }

    void aShellInAProject() {
        const Plan plan = build();
        QCOMPARE(plan.command, (std::vector<std::string>{"/usr/bin/sh", "-c", "true"}));
        QCOMPARE(plan.workingDir, m_person->project);
        const Mount* project = mountAt(plan.mounts, m_person->project + "/x");
        QCOMPARE(project->kind, Mount::Kind::Overlay);
        QCOMPARE(project->source, m_person->project);
        QVERIFY(project->ino != 0);
        QCOMPARE(mountAt(plan.mounts, m_person->home + "/x")->kind, Mount::Kind::Home);
        QCOMPARE(mountAt(plan.mounts, "/tmp/x")->kind, Mount::Kind::Tmpfs);
        QVERIFY(mountAt(plan.mounts, "/dev/shm")->sizeBytes >= (64ULL << 20));
        QCOMPARE(mountAt(plan.mounts, "/run/user/1000")->mode, 0700U);
    }

    void nothingWritableIsTheHosts() {
        const Plan plan = build();
        for (const auto& mount : plan.mounts) {
            QVERIFY2(!(mount.kind == Mount::Kind::Bind && mount.writable), mount.target.c_str());
        }
    }

    void nothingOfTheHostBesidesSystemProjectAndTools() {
        test::FakePerson::writeAt(m_person->root + "/work/neighbour/secret", "x");
        const Plan plan = build();
        for (const auto& hidden :
             {m_person->root + "/work/neighbour/secret", m_person->places.data, m_person->places.config,
              std::string("/etc/shadow"), std::string("/root/.bashrc"), std::string("/sys/kernel"),
              std::string("/etc/ssl/private"), std::string("/run/docker.sock")}) {
            QVERIFY2(!hostPathOf(plan.mounts, hidden), hidden.c_str());
        }
    }

    void pathHasNoEntryThatLeadsNowhere() {
        const Plan plan = build();
        const std::string path = value(plan, "PATH");
        QVERIFY(path.starts_with("/.leadglass/bin:"));
        QVERIFY(path.find("/nowhere") == std::string::npos);
        for (const auto& entry : splitList(path, ':')) {
            QVERIFY2(resolveInside(plan.mounts, entry), entry.c_str());
        }
    }

    void landlockBlocksNothingThatAMountAllows() {
        const Plan plan = build();
        for (const auto& mount : plan.mounts) {
            if (mount.kind == Mount::Kind::Symlink) {
                continue;
            }
            const bool covered =
                std::any_of(plan.landlock.begin(), plan.landlock.end(), [&](const LandlockRule& rule) {
                    return !rule.listOnly && (rule.writable || !mount.writable) &&
                           isAtOrBelow(mount.target, rule.path);
                });
            QVERIFY2(covered, mount.target.c_str());
        }
        for (const auto& rule : plan.landlock) {
            QVERIFY(rule.path != "/" || (rule.listOnly && !rule.writable));
        }
    }

    void landlockCoversADirectoryAsAWholeOnlyWhereNothingInItIsWritable() {
        const Plan plan = build();
        const auto rule = [&](const std::string& path) {
            return std::find_if(plan.landlock.begin(), plan.landlock.end(),
                                [&](const LandlockRule& one) { return one.path == path; });
        };
        QVERIFY(rule("/etc") != plan.landlock.end() && !rule("/etc")->writable);
        for (const auto& one : plan.landlock) {
            for (const auto& mount : plan.mounts) {
                if (!one.listOnly && !one.writable && mount.writable && mount.kind != Mount::Kind::Symlink) {
                    QVERIFY2(!isAtOrBelow(mount.target, one.path) || rule(mount.target) != plan.landlock.end(),
                             one.path.c_str());
                }
            }
        }
        QVERIFY(plan.landlock.size() < 40);
    }

    void everySpellingOfTheHomeAndTheProjectWorks() {
        const std::string link = m_person->root + "/homes";
        fs::create_directory_symlink("home", link);
        fs::create_directories(m_person->home + "/src/p");
        for (const auto& home : {m_person->home, link + "/u"}) {
            for (const auto& project : {m_person->home + "/src/p", link + "/u/src/p"}) {
                m_person->places.home = home;
                m_request.project = checkProjectPlace(m_person->places, project).value();
                const Plan plan = build();
                QCOMPARE(plan.workingDir, project);
                QCOMPARE(plan.project, m_person->home + "/src/p");
                QCOMPARE(value(plan, "HOME"), home);
                QCOMPARE(value(plan, "PWD"), project);
                for (const auto& spelled : {m_person->home + "/src/p", link + "/u/src/p"}) {
                    if (spelled == project || home != m_person->home) {
                        QCOMPARE(resolveInside(plan.mounts, spelled).value_or(""), plan.project);
                    }
                }
            }
        }
    }

    void aKeyThatCannotBeEnforcedStopsTheRun() {
        m_policy.merged.notEnforced.push_back({"exec", {policy::Layer::Profile, "p.toml", 12, 1}});
        const auto plan = buildPlan(m_policy, m_person->places, m_request);
        QVERIFY(!plan);
        QCOMPARE(plan.error().what, std::string("not enforced by this version: p.toml:12 exec"));
        QCOMPARE(exitStatusOf(plan.error()), 125);
        m_policy.merged.notEnforced.clear();
        m_policy.restrictions.emplace_back();
        m_policy.restrictions[0].notEnforced.push_back({"tool", {policy::Layer::Project, "x.toml", 2, 1}});
        QVERIFY(!refuseNotEnforced(m_policy));
    }

    void statusesAreThoseOfAShell() {
        m_request.command = {"no-such-program"};
        QCOMPARE(exitStatusOf(buildPlan(m_policy, m_person->places, m_request).error()), 127);
        test::FakePerson::writeAt(m_person->project + "/plain", "x", 0644);
        m_request.command = {"./plain"};
        QCOMPARE(exitStatusOf(buildPlan(m_policy, m_person->places, m_request).error()), 126);
    }

    void aProjectThatWasReplacedIsNoticed() {
        fs::rename(m_person->project, m_person->project + ".old");
        fs::create_directories(m_person->project);
        const auto plan = buildPlan(m_policy, m_person->places, m_request);
        QVERIFY(!plan);
        QCOMPARE(plan.error().code, Code::Conflict);
    }

    void leadglassIsHiddenInsideABindToo() {
        m_person->places.data = m_person->root + "/tools/leadglass";
        fs::create_directories(m_person->places.data + "/runs");
        test::FakePerson::writeAt(m_person->root + "/tools/bin/x", "x", 0755);
        m_policy.merged.files.read.push_back({m_person->root + "/tools/bin", {}, std::nullopt});
        QVERIFY(buildPlan(m_policy, m_person->places, m_request));
        m_policy.merged.files.read = {{m_person->root + "/tools", {}, std::nullopt}};
        QVERIFY(!buildPlan(m_policy, m_person->places, m_request));
        m_policy.merged.files.read.clear();
        m_person->places.data = m_person->project + "/.data"; // a tool of the run: inside the overlay
        fs::create_directories(m_person->places.data);
        const auto plan = buildPlan(m_policy, m_person->places, m_request);
        QVERIFY(plan);
        QVERIFY(!hostPathOf(plan.value().mounts, m_person->places.data + "/audit.db"));
    }

    void limitsBecomeRlimits() {
        m_policy.merged.limits.processes = 77;
        m_policy.merged.limits.memory = 1ULL << 30;
        const Plan plan = build();
        const auto limit = [&](int resource) {
            for (const auto& one : plan.rlimits) {
                if (one.resource == resource) {
                    return static_cast<long long>(one.value);
                }
            }
            return -1LL;
        };
        QCOMPARE(limit(RLIMIT_NPROC), 77LL);
        QCOMPARE(limit(RLIMIT_DATA), 1LL << 30);
        QCOMPARE(limit(RLIMIT_CORE), 0LL);
        QVERIFY(limit(RLIMIT_NOFILE) > 0);
    }

    void limitsThatLetNothingStartAreNamedWithTheirPlace() {
        m_policy.merged.limits.openFiles = 255;
        m_policy.merged.limitOrigins["open_files"] = {policy::Layer::Profile, "/p/mine.toml", 7, 1};
        const auto few = buildPlan(m_policy, m_person->places, m_request);
        QVERIFY(!few);
        QCOMPARE(few.error().text(), std::string("the limit open_files = 255 (/p/mine.toml:7) is too small for Leadglass's own "
                                                 "parts to start (give at least open_files=256)"));
        m_policy.merged.limits.openFiles = 256;
        m_policy.merged.limits.disk = 1; // bounds a file, where no file_size does
        m_policy.merged.limits.fileSize.reset();
        const auto small = buildPlan(m_policy, m_person->places, m_request);
        QVERIFY(!small);
        QVERIFY2(small.error().text().find("the limit disk = 1 byte is too small") == 0, small.error().text().c_str());
        m_policy.merged.limits.fileSize = 1 << 20;
        QVERIFY(buildPlan(m_policy, m_person->places, m_request));
    }

    void theTextNamesEverythingButSecrets() {
        m_policy.merged.agent.keyVariables = {"AGENT_KEY"};
        m_policy.version = "default@1+sha256:abc";
        policy::EgressRule rule;
        rule.host.name = "api.example.org";
        rule.origin = {policy::Layer::Profile, "p.toml", 4, 1};
        m_policy.merged.allow.push_back(rule);
        m_request.environment.push_back("AGENT_KEY=sk-very-secret");
        m_request.hidden = {"sub/.env"};
        const Plan plan = build();
        for (const std::string& text :
             {describePlan(plan, m_policy), planJson(plan, m_policy)}) {
            QVERIFY(text.find("sk-very-secret") == std::string::npos);
            for (const char* part : {"AGENT_KEY", "api.example.org:443", "p.toml:4", "sub/.env",
                                     "RLIMIT_NPROC", "namespace", "default@1+sha256:abc"}) {
                QVERIFY2(text.find(part) != std::string::npos, part);
            }
        }
        QVERIFY(describePlan(plan, m_policy).find("ambient credential: AGENT_KEY") != std::string::npos);
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(planJson(plan, m_policy)));
        QVERIFY(json.isObject());
        QVERIFY(json.object().contains("mounts") && json.object().contains("ambient_credentials"));
    }

private:
    Plan build() {
        auto plan = buildPlan(m_policy, m_person->places, m_request);
        if (!plan) {
            QTest::qFail(plan.error().text().c_str(), __FILE__, __LINE__);
            return {};
        }
        return plan.value();
    }
    static std::string value(const Plan& plan, const std::string& name) {
        for (const auto& variable : plan.environment) {
            if (variable.name == name) {
                return variable.value;
            }
        }
        return {};
    }

    std::unique_ptr<test::FakePerson> m_person;
    policy::EffectivePolicy m_policy;
    PlanRequest m_request;
};

QTEST_APPLESS_MAIN(TestPlanBuilder)
#include "tst_plan_builder.moc"
