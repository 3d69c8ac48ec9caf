// How this folder starts programs: by whoever owns the process table (core/session/secret_process.h).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace leadglass::secrets {

struct ProcessSpec {
    std::string program; // absolute path
    std::vector<std::string> arguments;   // without argv[0]; never a credential
    std::vector<std::string> environment; // NAME=VALUE, all of it; never a credential
    std::vector<int> descriptors;         // become 0, 1, 2 ...; borrowed
    // It works in "/", never in a project: what lies there may be an agent's.
};

// One program that was started. Ending it ends all that it started and that stayed in its session.
class Process {
public:
    virtual ~Process() = default; // kills and reaps what still runs
    [[nodiscard]] virtual int pidFd() const = 0; // readable once it has ended
    virtual void kill() = 0;                     // SIGKILL, to its whole process group
    virtual std::optional<int> poll() = 0;       // the wait status, once it has ended
};

using StartProcess = std::function<Result<std::unique_ptr<Process>>(const ProcessSpec&)>;

} // namespace leadglass::secrets
