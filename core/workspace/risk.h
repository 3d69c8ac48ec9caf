// Marks on what could run on the person's machine later, or says something it should not.
//
// A marked change is off by default: it is applied only when the person asks for it. Names are
// compared as the most careless file system would read them (folded_name.h), against the table of
// risk_rules.h.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/workspace/change_list.h"
#include "core/workspace/risk_rules.h"

namespace leadglass::workspace {

constexpr std::size_t kMaxParsed = 16 << 20; // of a lock file, package.json and its like

using ProtectMatcher = std::function<bool(std::string_view projectRelativePath)>;

// Looks through a regular file from its beginning for what must not come out. What it found; empty: nothing.
using SecretLook = std::function<std::vector<Why>(int file, std::uint64_t size)>;

struct NameRisk {
    Grade grade = Grade::None;
    std::optional<WhyCode> why; // of the table; none: Grade::None
};

// By name alone. A directory is judged by its place only: what it holds is judged by itself.
NameRisk riskOfName(std::string_view path, bool isDirectory = false);
// What looks like a credential in `content`, by a few well-known forms: its kind; empty: none.
Why secretIn(std::string_view content);
// For one list of changes, or one of commits: to parse is far slower than to read.
class ContentBudget {
public:
    bool takes(std::string_view path, std::uint64_t bytes); // false: it is used up

private:
    std::uint64_t m_left = 512UL << 20;
};
// Of what is judged by its whole content: package.json and its like, lock files.
bool isJudgedByContent(std::string_view path);
// `before`: nullptr where there was none.
std::vector<Why> riskOfContent(std::string_view path, const std::string* before, const std::string& after);
// May a link at `path` with this target lead out of the project? One that goes up again behind a name is taken for one that does.
bool leavesProject(std::string_view path, std::string_view target);

// Fills `risks`, `runs` and `history`, and drops what git makes again by itself (locks, caches, an
// index whose stat data alone was refreshed). `secrets`: empty: by secretIn() alone.
void markRisks(const Trees& trees, ChangeList& list, const ProtectMatcher& isProtected, const SecretLook& secrets = {});

} // namespace leadglass::workspace
