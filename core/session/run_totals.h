// What all live runs of a person take together.
//
// Each supervisor notes what its run takes in a file `usage` of the run's runtime directory, which is
// the person's alone and which no run can see, and reads those of the others at each look. Over a total,
// the run that takes most of it ends; while one ends, no other does.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/unique_fd.h"

namespace leadglass::session {

struct RunTake {
    std::uint64_t memory = 0; // bytes
    std::uint64_t tasks = 0;
    bool exact = false;       // else `memory` is an upper bound
    bool ending = false;      // it goes, because of a limit
};

class RunTotals {
public:
    // `runsPath`: where the runtime directories of live runs lie. `ownDir`: that of this run, borrowed.
    RunTotals(std::string runsPath, std::string runId, int ownDir);

    void publish(const RunTake& own);

    struct Others {
        std::uint64_t runs = 0;
        std::uint64_t memory = 0;
        std::uint64_t tasks = 0;
        bool exact = true;
        bool ending = false;
        std::uint64_t mostMemory = 0; // of one of them
        std::uint64_t mostTasks = 0;
    };
    [[nodiscard]] Others others() const;

    // For the file; a text that is none of ours counts nothing.
    static std::string toText(const RunTake& take);
    static RunTake fromText(const std::string& text);

private:
    std::string m_runsPath;
    std::string m_runId;
    UniqueFd m_file;
};

} // namespace leadglass::session
