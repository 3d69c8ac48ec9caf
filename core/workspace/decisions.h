// Trust: decided.json is ours; what it speaks of is the agent's and the host's.
// Privilege: the person's.
// Input: JSON, at most 64 MiB.
// Fails: towards asking: what cannot be read is not decided.
//
// Conflicts that the person decided for the host's version. A decision is of one version on both
// sides: when the host or a run that goes on changes the path later, the question is open again.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/workspace/change_list.h"

namespace leadglass::workspace {

class Decisions {
public:
    static Decisions read(int runFd); // runs/ID/decided.json
    [[nodiscard]] Status write(int runFd) const;

    static Decisions fromJson(std::string_view text);
    [[nodiscard]] std::string toJson() const;

    [[nodiscard]] bool empty() const { return m_byPath.empty(); }
    // Is `change` a conflict that was decided, and the same as then?
    [[nodiscard]] bool covers(const Change& change) const;
    // Nothing in the list that is neither decided nor a directory with nothing else new in it.
    [[nodiscard]] bool coverAll(const ChangeList& list) const;
    // `session`: the journal's newest that is not undone, which an undo takes back; may be empty.
    void add(const Change& change, const std::string& session);
    // An undo of `session` opens what was decided with it and after it. How many.
    std::size_t reopen(const std::string& session);

    bool operator==(const Decisions&) const = default;

private:
    struct Entry {
        std::string host; // identities
        std::string run;
        std::string session;
        bool operator==(const Entry&) const = default;
    };
    std::map<std::string, Entry> m_byPath;
};

} // namespace leadglass::workspace
