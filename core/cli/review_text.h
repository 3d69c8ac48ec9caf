// What a run changed, as people read it. Every name and text of the run is escaped here.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/review_service.h"

namespace leadglass::cli {

// The list; a repository that the run made is one line, unless something in it is more than just part of it.
void printReview(const api::Review& review);

// What git keeps of a submodule below .git/modules, held as a whole: one line for each. Hooks, configuration and
// whatever else is not usual there stay lines of their own.
class Submodules {
public:
    explicit Submodules(const std::vector<api::ChangeItem>& changes);
    bool tell(const api::ChangeItem& change); // true: told, with the first of its submodule

private:
    struct Found {
        std::uint64_t files = 0;
        std::uint64_t conflicts = 0;
        bool told = false;
    };
    static std::string_view of(const api::ChangeItem& change);
    std::map<std::string, Found> m_found; // by ".git/modules/NAME/"
};

// One change: its line, and what stands against it.
void printChange(const api::ChangeItem& change);

// What is no file to read: refs, commits, and how much of .git goes with them.
void printTail(const api::Review& review, std::uint64_t history);

// The commits that a ref does not lead to any more, one a line.
std::vector<std::string> droppedLines(const api::RefItem& ref);

// Each line of a diff is hostile text; the sign and the end of the line are ours.
void printDiff(const std::string& text);

// Why what was not applied was left, one line each; many below one .git for one reason are one line.
std::vector<std::string> leftLines(const std::vector<api::LeftItem>& left);
// Only what Python makes again by itself: nobody misses it.
bool isAllByteCode(const std::vector<api::LeftItem>& left);

} // namespace leadglass::cli
