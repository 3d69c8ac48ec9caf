#include "tests/support/temp_tree.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/base/sys.h"

namespace leadglass::test {
namespace {

[[noreturn]] void die(const std::string& what) {
    std::fprintf(stderr, "test: %s: %s\n", what.c_str(), std::strerror(errno));
    std::abort();
}

} // namespace

TempTree::TempTree(const std::string& name) {
    const char* base = std::getenv("TMPDIR");
    m_path = std::string(base != nullptr ? base : "/tmp") + "/lg-" + name + "-XXXXXX";
    if (mkdtemp(m_path.data()) == nullptr) {
        die("mkdtemp " + m_path);
    }
    m_path = std::filesystem::canonical(m_path).string();
}

TempTree::~TempTree() {
    auto dir = sys::open(std::filesystem::path(m_path).parent_path().string(), O_PATH | O_DIRECTORY);
    if (dir.ok()) {
        (void)sys::removeTree(dir->get(), std::filesystem::path(m_path).filename().string());
    }
}

std::string TempTree::file(const std::string& name, const std::string& content, mode_t mode) const {
    const std::filesystem::path path = std::filesystem::path(m_path) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << content;
    if (chmod(path.c_str(), mode) != 0) {
        die("chmod " + path.string());
    }
    return path.string();
}

std::string TempTree::directory(const std::string& name, mode_t mode) const {
    const std::filesystem::path path = std::filesystem::path(m_path) / name;
    std::filesystem::create_directories(path);
    if (chmod(path.c_str(), mode) != 0) {
        die("chmod " + path.string());
    }
    return path.string();
}

} // namespace leadglass::test
