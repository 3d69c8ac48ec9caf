// Changes as operations, in the order that is safe to carry out, and backwards to take back: what makes
// room, directories, contents (git's objects before what names them), what is only removed, modes.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "core/workspace/journal.h"

namespace leadglass::workspace {

struct OrderedOp {
    Op op;
    bool onlyRemoves = false; // a file that makes room for nothing: its content may go on under a new name
};

class OpOrder {
public:
    explicit OpOrder(const std::vector<Change>& all); // those that add() will be called with

    // `digest`: contentDigest() of what the change makes.
    void add(const Change& change, const std::string& digest);
    std::vector<OrderedOp> steps(); // once, after the last add()

private:
    struct Step {
        Op op;
        int phase = 0;
    };
    static bool earlier(const Step& first, const Step& second);

    std::unordered_set<std::string> m_retyped;
    std::vector<Step> m_steps;
};

} // namespace leadglass::workspace
