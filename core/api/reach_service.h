// How far a run under a policy reaches on this machine: what it could write, read and connect to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/policy_service.h"
#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::api {

// What one line of a reach is. Its words are the front end's.
enum class ReachKind {
    // writes
    ProjectLayer,    // on a layer above it
    ProjectCopy,     // on a copy of it
    ProjectItself,   // at once
    ProjectScratch,  // in an empty directory in its place
    State,           // the agent's own files: a private copy that is kept between runs
    PrivateHome,     // and /tmp: gone at the end
    Protected,       // held back in review, or refused where it writes at once
    // reads
    ProjectFiles,
    System,
    Tool,            // the person's own tools below HOME
    Named,           // files.read
    Copied,          // files.seed, files.config: copies of the person's own
    Hidden,          // of the project, absent inside
    Variable,        // of the environment
    Credential,      // a variable with a key in it
    Placeholder,     // of a credential that it uses and never has
    Device,
    // connects
    Host,
    HostsBelow,      // every name below it
    Address,
    Loopback,        // a port of this machine
    AskedHost,
    AskedRest,       // everything else is asked
    DeniedRest,      // everything else is refused
};

struct ReachLine {
    ReachKind kind = ReachKind::System;
    std::string what; // fit for a screen; empty where the kind says it all
    std::optional<policy::Origin> origin;
    bool here = true; // it is there on this machine now
};

struct Reach {
    std::string profile;
    policy::WorkspaceMode mode = policy::WorkspaceMode::Overlay;
    std::vector<ReachLine> writes;
    std::vector<ReachLine> reads;
    std::vector<ReachLine> connects;
    std::optional<std::uint64_t> disk; // bytes it may write at most
};

class ReachService {
public:
    virtual ~ReachService() = default;
    // With the tools that PATH of this process shows.
    virtual Result<Reach> reach(const PolicyQuery& query) = 0;
};

} // namespace leadglass::api
