// What the person has looked at, from one start of the app to the next: a small file of the app's own in the state directory.
//
// A file that cannot be read counts as nothing seen, and is never written over: what stands in it may be worth something.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace leadglass::app {

struct Seen {
    std::int64_t missed = 0; // id of the history row up to which refused requests were looked at
    std::string hindsight;   // the newest run whose end was looked at
};

class SeenMark {
public:
    // `folder`: $XDG_STATE_HOME/leadglass; empty: nothing is kept.
    explicit SeenMark(const std::string& folder);

    // No file: nothing seen. Invalid: it is there, and is none of ours; which, and what to do.
    [[nodiscard]] Result<Seen> read() const;
    // Makes the folder where it is missing. Refused where read() fails.
    Status write(const Seen& seen) const;

private:
    std::string m_folder;
};

} // namespace leadglass::app
