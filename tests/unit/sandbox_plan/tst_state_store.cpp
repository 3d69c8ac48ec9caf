// What an agent leaves in its state, and what the next run sees of it.
#include <fcntl.h>

#include <QtTest>
#include <algorithm>
#include <filesystem>

#include "core/base/sys.h"
#include "core/session/beneath.h"
#include "core/session/json_drop.h"
#include "core/session/state_store.h"
#include "tests/unit/sandbox_plan/fake_person.h"

using namespace leadglass;
using session::StateStore;
namespace fs = std::filesystem;

class TestStateStore : public QObject {
    Q_OBJECT

private slots:
    void init() {
        m_person = std::make_unique<test::FakePerson>();
        m_profile = {};
        m_shown.clear();
        m_profile.name = "claude";
        m_profile.files.state = {named(".claude/"), named(".claude.json")};
        m_profile.files.seed = {named(".claude.json"), named(".claude/.credentials.json"),
                                named(".claude/notes/")};
        m_profile.files.config = {named(".claude/settings.json"), named(".claude/hooks/"),
                                  named(".claude/plugins/"), named(".claude/skills/")};
        m_profile.files.config.push_back(named(".claude/managed.json"));
        m_profile.files.config.back().absentContent = "{\"safe\":true}";
        m_profile.files.ephemeral = {named(".claude/shell-snapshots/"), named(".claude/skills/.system/"),
                                     named(".claude/legacy")};
        m_profile.files.drop = {{".claude.json", {"mcpServers", "projects.*.mcpServers"}, {}}};
        m_person->write(".claude.json", R"({"theme":"dark","mcpServers":{"mine":{"command":"x"}}})");
        m_person->write(".claude/.credentials.json", "oauth");
        m_person->write(".claude/notes/a", "note");
        m_person->write(".claude/hooks/pre", "#!/bin/sh\n", 0755);
        m_person->write(".ssh/id_ed25519", "SECRET");
    }

    void seedsOnceAndOnlyWhatIsNamed() {
        m_person->write(".claude/history", "private");
        auto store = prepare();
        QVERIFY(store != nullptr);
        QCOMPARE(test::FakePerson::read(kept(".claude/.credentials.json")), std::string("oauth"));
        QCOMPARE(test::FakePerson::read(kept(".claude/notes/a")), std::string("note"));
        QVERIFY(!fs::exists(kept(".claude/history")));
        QVERIFY(test::FakePerson::read(kept(".claude.json")).find("mcpServers") == std::string::npos);
        QCOMPARE(store->credentials(),
                 (std::vector<std::string>{"~/.claude.json", "~/.claude/.credentials.json"}));
        m_person->write(".claude/.credentials.json", "newer");
        QVERIFY(prepare() != nullptr);
        QCOMPARE(test::FakePerson::read(kept(".claude/.credentials.json")), std::string("oauth"));
    }

    void theRealHomeIsNeverASource() {
        auto store = prepare();
        QVERIFY(store != nullptr);
        for (const auto& mount : store->mounts()) {
            if (mount.kind == sandbox::Mount::Kind::Bind) {
                const bool ours = mount.source.starts_with(m_person->places.data + "/state/claude/home/") ||
                                  mount.source.starts_with(runtime() + "/config/");
                QVERIFY2(ours, mount.source.c_str());
                QVERIFY(mount.ino != 0);
            }
            QVERIFY(mount.target.starts_with(m_person->home + "/.claude"));
        }
    }

    void configurationIsAReadOnlyCopyAndMissingDirectoriesAreEmpty() {
        auto store = prepare();
        QVERIFY(store != nullptr);
        const auto* hooks = mountFor(*store, ".claude/hooks");
        QVERIFY(hooks != nullptr && !hooks->writable);
        QCOMPARE(test::FakePerson::read(hooks->source + "/pre"), std::string("#!/bin/sh\n"));
        const auto* plugins = mountFor(*store, ".claude/plugins");
        QVERIFY(plugins != nullptr && !plugins->writable && fs::is_empty(plugins->source));
        const auto* managed = mountFor(*store, ".claude/managed.json");
        QVERIFY(managed != nullptr && !managed->writable);
        QCOMPARE(test::FakePerson::read(managed->source), std::string("{\"safe\":true}"));
        const auto* mine = mountFor(*store, ".claude/settings.json"); // the person has none
        QVERIFY(mine != nullptr && mine->writable && mine->source.starts_with(runtime()));
        QCOMPARE(test::FakePerson::read(mine->source), std::string("{}\n"));
        const auto* fresh = mountFor(*store, ".claude/shell-snapshots");
        QVERIFY(fresh != nullptr && fresh->kind == sandbox::Mount::Kind::Tmpfs);
        // Each place has something to be mounted on, also inside a read-only copy.
        QVERIFY(fs::is_directory(kept(".claude/hooks")));
        QVERIFY(fs::is_regular_file(kept(".claude/managed.json")));
        QVERIFY(fs::is_directory(mountFor(*store, ".claude/skills")->source + "/.system"));
    }

    void whatAnAgentPlantedIsGoneAtTheNextStart() {
        QVERIFY(prepare() != nullptr);
        for (const char* planted :
             {".claude/settings.json", ".claude/hooks/evil", ".claude/plugins/p/index.js",
              ".claude/shell-snapshots/s.sh", ".claude/skills/x/SKILL.md", ".claude/managed.json",
              ".claude/legacy/hook"}) {
            test::FakePerson::writeAt(kept(planted), "EVIL", 0755);
        }
        test::FakePerson::writeAt(kept(".claude/projects/history.jsonl"), "kept", 0600);
        auto next = prepare();
        QVERIFY(next != nullptr);
        for (const auto& mount : next->mounts()) {
            if (mount.kind != sandbox::Mount::Kind::Bind) {
                continue;
            }
            for (const auto& entry : listed(mount.source)) {
                QVERIFY2(test::FakePerson::read(entry) != "EVIL", entry.c_str());
            }
        }
        QVERIFY(fs::is_empty(kept(".claude/settings.json")));
        QVERIFY(!fs::exists(kept(".claude/legacy")) && mountFor(*next, ".claude/legacy") == nullptr);
        QCOMPARE(test::FakePerson::read(kept(".claude/projects/history.jsonl")), std::string("kept"));
    }

    void directoriesAboveConfigurationArePinnedInTheState() {
        m_profile.files.config.push_back(named(".claude/deep/er/mcp.json"));
        auto store = prepare();
        QVERIFY(store != nullptr);
        std::vector<std::string> order;
        for (const auto& mount : store->mounts()) {
            order.push_back(mount.target.substr(m_person->home.size()));
        }
        const auto at = [&](const char* target) {
            return std::find(order.begin(), order.end(), target) - order.begin();
        };
        QVERIFY(at("/.claude") < at("/.claude/deep") && at("/.claude/deep") < at("/.claude/deep/er"));
        QVERIFY(at("/.claude/deep/er") < at("/.claude/deep/er/mcp.json"));
        QVERIFY(at("/.claude/deep/er/mcp.json") < std::ssize(order));
        QVERIFY(mountFor(*store, ".claude/deep")->writable);
        QCOMPARE(test::FakePerson::read(mountFor(*store, ".claude/deep/er/mcp.json")->source),
                 std::string("{}\n"));
    }

    void whereAPlaceCannotBeCoveredTheSecondRunWorksOnACopy() {
        test::FakePerson::writeAt(m_person->home + "/.claude/notes/a", "note");
        auto first = prepare(); // .claude/legacy must not be there
        QVERIFY(first != nullptr && first->notices().empty());
        test::FakePerson::writeAt(kept(".claude/legacy"), "EVIL");
        test::FakePerson::writeAt(kept(".claude/projects/p"), "talk");
        auto second = prepare("r2");
        QVERIFY(second != nullptr);
        QCOMPARE(second->notices().size(), std::size_t{1});
        const auto* state = mountFor(*second, ".claude");
        QVERIFY(state->source.starts_with(m_person->places.runtime + "/runs/r2/"));
        QCOMPARE(test::FakePerson::read(state->source + "/projects/p"), std::string("talk"));
        QVERIFY(!fs::exists(state->source + "/legacy"));
        QVERIFY(fs::exists(kept(".claude/legacy"))); // the first run's own
        first.reset();
        auto third = prepare("r3"); // alone with the state: the second has only its copy
        QVERIFY(third != nullptr && third->notices().empty());
        QVERIFY(mountFor(*third, ".claude")->source == kept(".claude"));
        QVERIFY(!fs::exists(kept(".claude/legacy")));
    }

    void aRunWithOtherPlacesThanTheLiveOnesIsRefusedAndChangesNothing() {
        m_profile.files.ephemeral.pop_back();
        auto first = prepare();
        QVERIFY(first != nullptr);
        auto same = prepare("r2");
        QVERIFY(same != nullptr && mountFor(*same, ".claude")->source == kept(".claude"));
        same.reset();
        m_person->write(".claude/settings.json", "{}"); // there is a mount either way
        QVERIFY(prepare("r3") != nullptr);
        m_profile.files.config.push_back(named(".claude/more.json"));
        test::FakePerson::writeAt(kept(".claude/hooks/x"), "untouched");
        QVERIFY(prepare("r4") == nullptr);
        QVERIFY(fs::exists(kept(".claude/hooks/x")) && !fs::exists(kept(".claude/more.json")));
        first.reset();
        QVERIFY(prepare("r4") != nullptr);
    }

    void plantedLinksAreReplacedNotFollowed() {
        QVERIFY(prepare() != nullptr);
        const std::string ssh = m_person->home + "/.ssh";
        for (const char* place : {".claude/plugins", ".claude/hooks", ".claude/shell-snapshots", ".claude"}) {
            fs::remove_all(kept(place));
            fs::create_directory_symlink(ssh, kept(place));
            auto next = prepare();
            QVERIFY2(next != nullptr, place);
            QVERIFY2(!fs::is_symlink(kept(place)), place);
            for (const auto& mount : next->mounts()) {
                QVERIFY(!mount.source.starts_with(ssh));
                if (mount.kind == sandbox::Mount::Kind::Bind && fs::is_directory(mount.source)) {
                    QVERIFY(!fs::exists(mount.source + "/id_ed25519"));
                }
            }
            QCOMPARE(test::FakePerson::read(ssh + "/id_ed25519"), std::string("SECRET"));
            QVERIFY(std::none_of(next->mounts().begin(), next->mounts().end(),
                                 [](const auto& m) { return m.type == S_IFLNK; }));
        }
        auto last = prepare();
        fs::remove_all(kept(".claude"));
        fs::create_directory_symlink(ssh, kept(".claude"));
        last = prepare();
        QVERIFY(last != nullptr && !last->notices().empty());
    }

    void aFileRewrittenByRenameComesBackWithoutWhatCouldRun() {
        auto store = prepare();
        QVERIFY(store != nullptr);
        const std::string home = m_person->root + "/inside";
        fs::create_directories(home);
        auto fd = sys::open(home, O_RDONLY | O_DIRECTORY);
        QVERIFY(fd);
        QVERIFY(store->fillHome(fd.value().get()));
        QVERIFY(test::FakePerson::read(home + "/.claude.json").find("dark") != std::string::npos);
        test::FakePerson::writeAt(
            home + "/.claude.json.tmp",
            R"({"theme":"light","projects":{"/p":{"mcpServers":{"e":1},"n":1}},"mcpServers":{"evil":{}}})");
        fs::rename(home + "/.claude.json.tmp", home + "/.claude.json");
        auto notices = store->collectHome(fd.value().get());
        QVERIFY(notices && notices.value().empty());
        const std::string back = test::FakePerson::read(kept(".claude.json"));
        QVERIFY(back.find("light") != std::string::npos && back.find("\"n\": 1") != std::string::npos);
        QVERIFY(back.find("mcpServers") == std::string::npos);
        QVERIFY(test::FakePerson::read(m_person->home + "/.claude.json").find("mine") != std::string::npos);
    }

    void oddThingsInTheHomeAreNotCollected() {
        auto store = prepare();
        QVERIFY(store != nullptr);
        const std::string before = test::FakePerson::read(kept(".claude.json"));
        const std::string home = m_person->root + "/inside";
        fs::create_directories(home);
        auto fd = sys::open(home, O_RDONLY | O_DIRECTORY);
        const std::string file = home + "/.claude.json";
        const auto collectedNothing = [&] {
            auto notices = store->collectHome(fd.value().get());
            fs::remove_all(file);
            return notices && notices.value().size() == 1 &&
                   test::FakePerson::read(kept(".claude.json")) == before;
        };
        fs::create_symlink(m_person->home + "/.ssh/id_ed25519", file);
        QVERIFY(collectedNothing());
        QCOMPARE(::mkfifo(file.c_str(), 0600), 0);
        QVERIFY(collectedNothing());
        fs::create_directories(file);
        QVERIFY(collectedNothing());
        test::FakePerson::writeAt(file, "no JSON, so nothing can be dropped from it");
        QVERIFY(collectedNothing());
        test::FakePerson::writeAt(file, "");
        fs::resize_file(file, session::beneath::kMaxFileBytes + 1);
        QVERIFY(collectedNothing());
    }

    void linksInTheRealHomeAreToldNotFollowed() {
        fs::remove_all(m_person->home + "/.claude/hooks");
        fs::create_directory_symlink(m_person->home + "/.ssh", m_person->home + "/.claude/hooks");
        auto store = prepare();
        QVERIFY(store != nullptr);
        QVERIFY(fs::is_empty(mountFor(*store, ".claude/hooks")->source));
        QVERIFY(std::any_of(store->notices().begin(), store->notices().end(), [](const auto& notice) {
            return notice.find(".claude/hooks (a link)") != std::string::npos;
        }));
    }

    void whatThePlanShowsInTheStateHasAPlaceThereThatNoRunMovesAway() {
        m_profile.files.ephemeral.pop_back(); // for its sake a second run would work on a copy
        m_shown = {shown(".claude/local/bin", S_IFDIR),  shown(".claude/local/bin/deep", S_IFDIR), shown(".claude/one.txt", S_IFREG),
                   shown(".claude/hooks/more", S_IFDIR), shown(".claude/shell-snapshots/x", S_IFDIR), shown("elsewhere", S_IFDIR),
                   shown(".claude", S_IFDIR)};
        QVERIFY(prepare() != nullptr);
        fs::create_directories(m_person->root + "/other");
        fs::remove(kept(".claude/local/bin"));
        fs::create_directory_symlink(m_person->root + "/other", kept(".claude/local/bin")); // an agent's
        std::ofstream(kept(".claude/one.txt")) << "the agent's";
        auto store = prepare();
        QVERIFY(store != nullptr);
        QVERIFY(fs::is_directory(fs::symlink_status(kept(".claude/local/bin"))) && fs::is_empty(kept(".claude/local/bin")));
        QCOMPARE(test::FakePerson::read(kept(".claude/one.txt")), std::string("the agent's"));
        const auto* pinned = mountFor(*store, ".claude/local");
        QVERIFY(pinned != nullptr && pinned->writable);
        QVERIFY(fs::is_directory(mountFor(*store, ".claude/hooks")->source + "/more"));
        QVERIFY(!fs::exists(kept(".claude/hooks/more")) && !fs::exists(kept(".claude/shell-snapshots/x")) && !fs::exists(kept("elsewhere")));
        m_shown.pop_back();
        QVERIFY(prepare("second") != nullptr); // beside it, with the same places
        m_shown.pop_back();
        m_shown.erase(m_shown.begin());
        QVERIFY(prepare("third") == nullptr); // with others: what holds them in place would be missing
    }

    void projectsHaveTheirOwnStateWhereTheProfileSaysSo() {
        m_profile.files.stateScope = policy::StateScope::Project;
        auto a = prepare();
        StateStore::Request other{"claude", m_person->root + "/work/other", runtime(), std::nullopt, {}};
        auto b = StateStore::prepare(m_person->places, m_profile, other);
        QVERIFY(a != nullptr && b);
        QVERIFY(mountFor(*a, ".claude")->source != mountFor(*b.value(), ".claude")->source);
    }

    void namesThatLeaveTheHomeAreRefused() {
        for (const char* path : {"../x", "/etc", "a/../../b", ""}) {
            m_profile.files.state = {named(path)};
            QVERIFY(prepare() == nullptr);
        }
        m_profile.files.state.clear();
        m_profile.name = "../x";
        QVERIFY(prepare() == nullptr);
    }

    void keysAreDroppedAtEveryDepthAndBombsAreRefused() {
        const auto dropped = session::dropJsonKeys(R"({"a":{"b":[{"x":1},{"x":2}]},"z":1,"x":3})",
                                                   {"a.b.*.x", "x"});
        QVERIFY(dropped);
        const QString expected = R"({"a":{"b":[{},{}]},"z":1})";
        QCOMPARE(QString::fromStdString(dropped.value()).remove(' ').remove('\n'), expected);
        QVERIFY(!session::dropJsonKeys("[1]", {"x"}));
        QVERIFY(!session::dropJsonKeys(std::string(100000, '['), {"x"}));
        const std::string brackets = "{\"s\":\"" + std::string(1000, '[') + "\\\"\"}";
        QVERIFY(session::dropJsonKeys(brackets, {"x"}));
    }

private:
    static policy::NamedPath named(const std::string& path) {
        return {path, {policy::Layer::Profile, "claude.toml", 1, 1}, std::nullopt, false};
    }
    [[nodiscard]] std::string runtime(const std::string& run = "r") const {
        return m_person->places.runtime + "/runs/" + run;
    }
    [[nodiscard]] std::string kept(const std::string& relative) const {
        return m_person->places.data + "/state/claude/home/" + relative;
    }
    std::unique_ptr<StateStore> prepare(const std::string& run = "r") {
        StateStore::Request request{m_profile.name, m_person->project, runtime(run), std::nullopt, m_shown};
        auto store = StateStore::prepare(m_person->places, m_profile, request);
        if (!store) {
            qInfo("%s", store.error().text().c_str());
            return nullptr;
        }
        return std::move(store).value();
    }
    const sandbox::Mount* mountFor(const StateStore& store, const std::string& relative) const {
        for (const auto& mount : store.mounts()) {
            if (mount.target == m_person->home + "/" + relative) {
                return &mount;
            }
        }
        return nullptr;
    }
    static std::vector<std::string> listed(const std::string& path) {
        std::vector<std::string> files;
        if (fs::is_regular_file(path)) {
            return {path};
        }
        for (const auto& entry : fs::recursive_directory_iterator(path)) {
            if (entry.is_regular_file()) {
                files.push_back(entry.path().string());
            }
        }
        return files;
    }

    sandbox::Mount shown(const std::string& relative, mode_t type) {
        sandbox::Mount mount;
        mount.target = m_person->home + "/" + relative;
        mount.type = type;
        return mount;
    }

    std::unique_ptr<test::FakePerson> m_person;
    policy::Profile m_profile;
    std::vector<sandbox::Mount> m_shown;
};

QTEST_APPLESS_MAIN(TestStateStore)
#include "tst_state_store.moc"
