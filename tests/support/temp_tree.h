// A folder of a test's own.
#pragma once

#include <sys/types.h>

#include <string>

namespace leadglass::test {

// A folder below the test's temporary folder, removed at the end.
class TempTree {
public:
    explicit TempTree(const std::string& name);
    ~TempTree();
    TempTree(const TempTree&) = delete;
    TempTree& operator=(const TempTree&) = delete;
    [[nodiscard]] const std::string& path() const { return m_path; }
    // Makes parents; returns the absolute path.
    std::string file(const std::string& name, const std::string& content, mode_t mode = 0644) const;
    std::string directory(const std::string& name, mode_t mode = 0755) const;

private:
    std::string m_path;
};

} // namespace leadglass::test
