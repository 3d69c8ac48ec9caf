// The published escape techniques, tried on this machine from inside a real run.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"

namespace leadglass::api {

struct AttackResult {
    enum class Verdict { Contained, Open, NotTried }; // only the first is as it should be
    // The same outside of the sandbox. Worked: the refusal inside means something.
    enum class Control { Worked, RefusedToo, None };
    std::string id;
    std::string source; // where it was published
    std::string title;
    std::string wall;   // what contains it
    Verdict verdict = Verdict::NotTried;
    Control control = Control::None;
    std::string inside; // the answer from inside; fit for a screen
    std::string host;   // what was seen from outside
};

class AttackService {
public:
    virtual ~AttackService() = default;
    // Every technique, in order. Touches only a throwaway directory, which is gone at the end, and
    // sends nothing to a network. An Error: the run could not be set up, or broke off.
    // `workspace`: how the project is written, as for a run; empty: as a run without it.
    virtual Result<std::vector<AttackResult>> attack(const std::string& workspace) = 0;
};

} // namespace leadglass::api
