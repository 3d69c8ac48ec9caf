#include "overlay_fixture.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/clock.h"
#include "core/base/sys.h"
#include "tests/support/require.h"

namespace leadglass::test {
namespace {

using namespace workspace;

template <class T> T must(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "fixture: %s\n", result.error().text().c_str());
        std::abort();
    }
    return std::move(result).value();
}
void must(const Status& status) {
    if (!status) {
        std::fprintf(stderr, "fixture: %s\n", status.error().text().c_str());
        std::abort();
    }
}

void put(const char* path, const std::string& text) {
    const int fd = ::open(path, O_WRONLY);
    if (fd < 0 || ::write(fd, text.data(), text.size()) < 0) {
        std::_Exit(99);
    }
    ::close(fd);
}

} // namespace

OverlayFixture::OverlayFixture() {
    std::string pattern = (std::filesystem::temp_directory_path() / "lg-overlay-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
        std::abort();
    }
    root = pattern;
    project = root + "/project";
    ::mkdir(project.c_str(), 0755);
}

OverlayFixture::~OverlayFixture() {
    if (auto parent = sys::open(std::filesystem::path(root).parent_path().string(),
                                O_RDONLY | O_DIRECTORY)) {
        (void)sys::removeTree(parent->get(), std::filesystem::path(root).filename().string());
    }
}

void OverlayFixture::write(const std::string& path, const std::string& content) const {
    const std::filesystem::path whole = project + "/" + path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole, std::ios::binary | std::ios::trunc) << content;
}

std::string OverlayFixture::read(const std::string& path) const {
    std::ifstream in(project + "/" + path, std::ios::binary);
    if (!in) {
        return "<none>";
    }
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

bool OverlayFixture::exists(const std::string& path) const {
    struct stat s {};
    return ::lstat((project + "/" + path).c_str(), &s) == 0;
}

int OverlayFixture::sh(const std::string& script) const {
    return std::system(("cd '" + project + "' && " + script).c_str());
}

void OverlayFixture::begin(const PathMatcher& hides) {
    ::usleep(20000); // the start mark is of a later tick than what the test just wrote
    Places places;
    places.data = root + "/data";
    run = must(createRunDir(places));
    manifest = RunManifest{};
    manifest.id = run.id;
    manifest.project = must(sys::realPath(project));
    manifest.mode = "overlay";
    manifest.bootId = bootId();
    auto fd = must(sys::open(project, O_RDONLY | O_DIRECTORY));
    const auto s = must(sys::stat(fd.get()));
    manifest.projectDev = s.st_dev;
    manifest.projectIno = s.st_ino;
    prepared = must(prepareUpper(run, fd.get(), hides));
    manifest.hidden = prepared.hidden;
    const StartMark mark = must(takeStartMark(run, fd.get()));
    manifest.startMarkSec = mark.sec;
    manifest.startMarkNsec = mark.nsec;
    manifest.state = RunState::Ended;
    manifest.synced = true;
    must(writeManifest(run, manifest));
    trees = must(openTrees(run, manifest));
    ::usleep(20000);
}

int OverlayFixture::agent(const std::string& script, const std::string& seen) const {
    const std::string options = "lowerdir=" + project + ",upperdir=" + run.path +
                                "/upper,workdir=" + run.path + "/work,userxattr,volatile";
    const std::string uids = std::to_string(::getuid()) + " " + std::to_string(::getuid()) + " 1";
    const std::string gids = std::to_string(::getgid()) + " " + std::to_string(::getgid()) + " 1";
    // A second agent in the same run: a volatile work directory must be let go first.
    if (auto work = sys::openBeneath(run.fd.get(), "work", O_RDONLY | O_DIRECTORY)) {
        (void)sys::removeTree(work->get(), "work");
    }
    const pid_t child = ::fork();
    if (child == 0) {
        if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
            std::_Exit(98);
        }
        put("/proc/self/setgroups", "deny");
        put("/proc/self/uid_map", uids);
        put("/proc/self/gid_map", gids);
        if (::mount("overlay", project.c_str(), "overlay", MS_NOSUID | MS_NODEV, options.c_str()) != 0) {
            std::fprintf(stderr, "mount: %s\n", std::strerror(errno));
            std::_Exit(98);
        }
        if (::chdir(project.c_str()) != 0) {
            std::_Exit(97);
        }
        const std::string whole = script + (seen.empty() ? "" : "\ncp -a . '" + seen + "'");
        ::execl("/bin/sh", "sh", "-ec", whole.c_str(), nullptr);
        std::_Exit(96);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    if (code == 98) {
        missing("overlay", "no overlay can be mounted in a user namespace");
    }
    return code;
}

ChangeList OverlayFixture::list() { return must(reviewChanges(run, manifest, trees.view(), {})); }

ChangeList OverlayFixture::review() {
    auto changes = list();
    frozen = must(freeze(trees.upper.get(), changes));
    return changes;
}

ApplyReport OverlayFixture::apply(bool risky, bool theirs) {
    const ApplyPlace place{run, trees.view()};
    must(resumeJournal(place));
    Selection selection;
    selection.includeRisky = risky;
    selection.onConflict = [theirs](const Change&) {
        return theirs ? OnConflict::Theirs : OnConflict::Skip;
    };
    const auto selected = must(selectChanges(trees.view(), list(), selection));
    auto report = must(applyChanges(place, selected.chosen, frozen));
    left = selected.left;
    left.insert(left.end(), report.left.begin(), report.left.end());
    return report;
}

ApplyReport OverlayFixture::undo() {
    const ApplyPlace place{run, trees.view()};
    const auto finished = must(resumeJournal(place));
    return finished ? *finished : must(undoLast(place));
}

const Change* find(const ChangeList& list, const std::string& path) {
    for (const auto& change : list.changes) {
        if (change.path == path) {
            return &change;
        }
    }
    return nullptr;
}

} // namespace leadglass::test
