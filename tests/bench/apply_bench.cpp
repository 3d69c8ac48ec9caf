// How long it takes to apply 20,000 changed files and to undo it (first argument: another number),
// as a ratio to `cp -a` of the same files and a sync. Not a test: it prints.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/base/clock.h"
#include "core/base/sys.h"
#include "core/workspace/apply.h"
#include "core/workspace/finish_run.h"

namespace {

using namespace leadglass;

template <class T> T must(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
        std::exit(1);
    }
    return std::move(result).value();
}

template <class Work> double secondsOf(const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void makeFiles(const std::string& top, int count, const char* text) {
    for (int i = 0; i < count; ++i) {
        const std::filesystem::path path =
            top + "/d" + std::to_string(i / 100) + "/f" + std::to_string(i);
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text << i << std::string(2000, 'x');
    }
}

} // namespace

int main(int argc, char** argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 20000;
    std::string root = (std::filesystem::temp_directory_path() / "lg-bench-XXXXXX").string();
    if (::mkdtemp(root.data()) == nullptr) {
        return 1;
    }
    makeFiles(root + "/project", count, "base");
    Places places;
    places.data = root + "/data";
    ::sleep(1); // the start mark is of a later tick than the project's files
    const auto run = must(workspace::createRunDir(places));
    makeFiles(run.path + "/upper", count, "run");
    auto project = must(sys::open(root + "/project", O_RDONLY | O_DIRECTORY));
    const auto about = must(sys::stat(project.get()));
    workspace::RunManifest manifest;
    manifest.id = run.id;
    manifest.project = must(sys::realPath(root + "/project"));
    manifest.projectDev = about.st_dev;
    manifest.projectIno = about.st_ino;
    manifest.mode = "overlay";
    manifest.bootId = bootId();
    manifest.startMarkSec = systemClock().wall() / 1'000'000'000;
    manifest.state = workspace::RunState::Ended;
    manifest.synced = true;
    if (Status written = workspace::writeManifest(run, manifest); !written) {
        std::fprintf(stderr, "%s\n", written.error().text().c_str());
        return 1;
    }
    ::sync();
    const double copy = secondsOf([&] {
        const std::string command = "cp -a '" + run.path + "/upper' '" + root + "/copy' && sync -f '" + root + "/copy'";
        if (std::system(command.c_str()) != 0) {
            std::exit(1);
        }
    });
    std::printf("%d files: cp -a and sync %.2f s\n", count, copy);
    const auto trees = must(workspace::openTrees(run, manifest));
    const workspace::ApplyPlace place{run, trees.view()};
    for (int round = 0; round < 2; ++round) {
        const auto list = must(workspace::reviewChanges(run, manifest, trees.view(), {}));
        const auto frozen = must(workspace::freeze(trees.upper.get(), list));
        std::size_t done = 0;
        const double apply = secondsOf([&] {
            done = must(workspace::applyChanges(place, list.changes, frozen)).applied.size();
        });
        std::printf("apply of %zu: %.2f s, %.1f times the copy\n", done, apply, apply / copy);
        const double undo = secondsOf([&] { done = must(workspace::undoLast(place)).applied.size(); });
        std::printf("undo of %zu: %.2f s, %.1f times the copy\n", done, undo, undo / copy);
    }
    std::filesystem::remove_all(root);
    return 0;
}
