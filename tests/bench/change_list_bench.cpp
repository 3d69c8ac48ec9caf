// How long a list of 5,202 changes takes (first argument: another number), and `diff -rq` of the same two trees, in
// turns. Not a test: it prints.
#include <fcntl.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/base/clock.h"
#include "core/base/sys.h"
#include "core/workspace/change_list.h"
#include "core/workspace/risk.h"

int main(int argc, char** argv) {
    using namespace leadglass;
    const int count = argc > 1 ? std::atoi(argv[1]) : 5202;
    std::string root = (std::filesystem::temp_directory_path() / "lg-bench-XXXXXX").string();
    if (::mkdtemp(root.data()) == nullptr) {
        return 1;
    }
    for (int i = 0; i < count; ++i) {
        const std::string below = "/d" + std::to_string(i / 100) + "/f" + std::to_string(i);
        for (const char* side : {"/lower", "/upper"}) {
            const std::filesystem::path path = root + side + below;
            std::filesystem::create_directories(path.parent_path());
            std::ofstream out(path);
            for (int line = 0; line < 60; ++line) { // as long on both sides: each is read to the end
                out << "line " << line << " of " << i << (line == 59 ? side : " is a text like many") << '\n';
            }
        }
    }
    workspace::RunManifest manifest;
    manifest.bootId = bootId();
    manifest.startMarkSec = systemClock().wall() / 1'000'000'000 + 1;
    ::sleep(2);
    auto upper = sys::open(root + "/upper", O_RDONLY | O_DIRECTORY);
    auto lower = sys::open(root + "/lower", O_RDONLY | O_DIRECTORY);
    if (!upper || !lower) {
        return 1;
    }
    const workspace::Trees trees{upper->get(), lower->get(), {}};
    for (int round = 0; round < 5; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        auto list = workspace::listChanges(trees, manifest);
        const auto listed = std::chrono::steady_clock::now();
        if (!list) {
            std::fprintf(stderr, "%s\n", list.error().text().c_str());
            return 1;
        }
        workspace::markRisks(trees, *list, {});
        const auto marked = std::chrono::steady_clock::now();
        const auto ms = [](auto d) { return std::chrono::duration<double, std::milli>(d).count(); };
        const std::string diff = "diff -rq '" + root + "/lower' '" + root + "/upper' >" + root + "/differences";
        const bool compared = std::system(diff.c_str()) != -1;
        std::printf("%zu changes: list %.1f ms, marks %.1f ms, diff -rq %.1f ms\n", list->changes.size(), ms(listed - begin),
                    ms(marked - listed), compared ? ms(std::chrono::steady_clock::now() - marked) : 0.0);
    }
    std::filesystem::remove_all(root);
    return 0;
}
