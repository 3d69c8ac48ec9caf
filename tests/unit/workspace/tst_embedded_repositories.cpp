// Directories that git takes for a repository, over what the host has and the run adds together.
#include <fcntl.h>

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <random>

#include "core/base/sys.h"
#include "core/workspace/embedded_repositories.h"

using namespace leadglass;
using namespace leadglass::workspace;

namespace {

const std::vector<std::string> kParts{"HEAD", "objects", "refs", "commondir"};
const std::vector<std::string> kRead{"config", "hooks/pre-push", "info/attributes", "gitdir", "modules/x/config", "worktrees/w/gitdir", "config.worktree", "packed-refs",
                                     "refs/heads/main", "objects/info/alternates", "MERGE_HEAD", "sharedindex.0123", "index", "logs/HEAD"};

std::string spelled(std::string name, std::mt19937& random) {
    switch (random() % 4) {
    case 0: name[random() % name.size()] ^= 0x20; return name;
    case 1: return name + ".";
    case 2: return name.insert(1, "\xe2\x80\x8c");
    default: return name;
    }
}

} // namespace

class TestEmbeddedRepositories : public QObject {
    Q_OBJECT

    struct Host {
        QTemporaryDir dir;
        UniqueFd fd;
        Host() : fd(std::move(sys::open(dir.path().toStdString(), O_RDONLY | O_DIRECTORY)).value()) {}
        void add(const std::string& path, bool directory) const {
            const std::filesystem::path whole = dir.path().toStdString() + "/" + path;
            std::filesystem::create_directories(directory ? whole : whole.parent_path());
            if (!directory) {
                std::ofstream(whole) << "x";
            }
        }
        [[nodiscard]] Trees trees() const { return {-1, fd.get(), {}}; }
    };

    static void change(ChangeList& list, const std::string& path, NodeType type = NodeType::File) {
        Change made;
        made.path = path;
        made.after.type = type;
        made.kind = type == NodeType::None ? ChangeKind::Deleted : ChangeKind::Added;
        list.changes.push_back(made);
    }

private slots:
    void marksWhatTheTwoTreesMakeTogether_data() {
        QTest::addColumn<unsigned>("seed");
        std::random_device device;
        for (int i = 0; i < 60; ++i) {
            const unsigned seed = device();
            QTest::newRow(qPrintable(QString("seed %1").arg(seed))) << seed;
        }
    }
    void marksWhatTheTwoTreesMakeTogether() {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const Host host;
        ChangeList list;
        struct Place {
            std::string dir;
            bool has[4] = {false, false, false, false};
            std::vector<std::string> added;
        };
        std::vector<Place> places;
        for (const char* dir : {"", "sub/", "a/b/c/", ".git/logs/x/", ".git/refs/remotes/o/", "d e/"}) {
            Place place{dir, {}, {}};
            for (std::size_t part = 0; part < 4; ++part) {
                const bool directory = part == 1 || part == 2;
                const auto who = random() % 5; // 0, 1: nobody
                if (who >= 2 && who != 3) {
                    host.add(place.dir + kParts[part], directory);
                    place.has[part] = true;
                }
                if (who >= 3) {
                    // The host's own names are as git needs them; the run's in any spelling.
                    place.added.push_back(place.dir + spelled(kParts[part], random) + (directory && random() % 2 == 0 ? "/x" : ""));
                    place.has[part] = true;
                }
            }
            place.added.push_back(place.dir + kRead[random() % kRead.size()]);
            for (const auto& path : place.added) {
                change(list, path);
                // What it adds by itself counts, too.
                const std::string first = path.substr(place.dir.size(), path.find('/', place.dir.size()) - place.dir.size());
                for (std::size_t part = 0; part < 4; ++part) {
                    place.has[part] = place.has[part] || first == kParts[part];
                }
            }
            change(list, place.dir + "src/main.c");
            places.push_back(std::move(place));
        }
        std::ranges::shuffle(list.changes, random);
        EmbeddedRepositories repositories(host.trees(), list);
        for (const auto& place : places) {
            const bool is = place.has[0] && ((place.has[1] && place.has[2]) || place.has[3]);
            for (const auto& path : place.added) {
                QVERIFY2(repositories.isPartOfOne(path) == is, (path + (is ? " is not marked" : " is marked")).c_str());
            }
            QVERIFY2(!repositories.isPartOfOne(place.dir + "src/main.c"), place.dir.c_str());
        }
    }
    void marksEveryPartOfOneThatTheHostHas() {
        const Host host;
        host.add("fixture.git/HEAD", false);
        host.add("fixture.git/objects", true);
        host.add("fixture.git/refs", true);
        for (const auto& name : kRead) {
            for (const NodeType type : {NodeType::File, NodeType::None, NodeType::Symlink}) {
                ChangeList list;
                change(list, "fixture.git/" + name, type);
                QVERIFY2(EmbeddedRepositories(host.trees(), list).isPartOfOne("fixture.git/" + name), name.c_str());
            }
        }
        ChangeList list;
        change(list, "fixture.git/notes/readme.txt");
        QVERIFY(!EmbeddedRepositories(host.trees(), list).isPartOfOne("fixture.git/notes/readme.txt"));
    }
    void countsWhatIsTakenAwayAsIfItStayed() {
        // Without the removal the rest would be one, and each change can be applied alone.
        const Host host;
        host.add("sub/HEAD", false);
        host.add("sub/objects", true);
        ChangeList list;
        change(list, "sub/HEAD", NodeType::None);
        change(list, "sub/refs/heads/main");
        change(list, "sub/config");
        EmbeddedRepositories repositories(host.trees(), list);
        QVERIFY(repositories.isPartOfOne("sub/refs/heads/main"));
        QVERIFY(repositories.isPartOfOne("sub/config"));
    }
    void leavesTheProjectsOwnRepositoryToItsOwnRules() {
        const Host host;
        for (const char* name : {".git/objects", ".git/refs"}) {
            host.add(name, true);
        }
        host.add(".git/HEAD", false);
        ChangeList list;
        change(list, ".git/refs/heads/main");
        change(list, ".git/refs/remotes/origin/HEAD");
        change(list, ".git/logs/refs/remotes/origin/HEAD");
        EmbeddedRepositories repositories(host.trees(), list);
        for (const auto& each : list.changes) {
            QVERIFY2(!repositories.isPartOfOne(each.path), each.path.c_str());
        }
    }
    void countsADirectoryThatCannotBeReadAsOne() {
        const Host host;
        host.add("shut/x", false);
        std::filesystem::permissions(host.dir.path().toStdString() + "/shut", std::filesystem::perms::none);
        ChangeList list;
        change(list, "shut/config");
        const bool unreadable = !sys::open(host.dir.path().toStdString() + "/shut", O_RDONLY).ok();
        QCOMPARE(EmbeddedRepositories(host.trees(), list).isPartOfOne("shut/config"), unreadable);
        std::filesystem::permissions(host.dir.path().toStdString() + "/shut", std::filesystem::perms::owner_all);
    }
};

QTEST_APPLESS_MAIN(TestEmbeddedRepositories)
#include "tst_embedded_repositories.moc"
