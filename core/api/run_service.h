// Starting a run: what `leadglass run` and the app ask for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"

namespace leadglass::api {

enum class AskBy { Auto, App, Terminal, Nobody }; // --ask app|terminal|deny
enum class ApplyAtEnd { Never, Clean, Ask };      // --apply

struct RunRequest {
    std::string profile;   // name or file; empty: by the command's name
    std::string otherwiseProfile; // where the command's name chooses none; empty: "default"
    std::string project;   // directory; empty: the working directory
    std::string workspace; // mode name; empty: as the policy says
    std::string tier;      // "namespace"; empty: as the policy says
    std::vector<std::string> command; // empty: the person's shell
    std::string login;     // an agent's command: it signs in, in an empty folder and with no credential of ours; `command` and `workspace` are empty
    std::vector<std::string> allow;   // --allow, in order
    std::vector<std::string> deny;
    std::vector<std::string> pass;
    std::vector<std::string> secrets; // --secret: credentials of the policy without which the run does not start
    std::vector<std::uint16_t> publish; // --publish
    std::map<std::string, std::string> limits;
    AskBy ask = AskBy::Auto;
    ApplyAtEnd apply = ApplyAtEnd::Never;
    bool keep = false;       // keep the run's directory even without changes
    bool dryRun = false;     // print the plan, start nothing
    bool json = false;       // with dryRun
    bool unsafeRoot = false; // as real root: the agent stays root
    unsigned fileMask = 022; // umask(2) of the command: the person's own
    std::string events;      // FILE or fd:N; empty: none
};

struct ExecRequest {
    std::string run;                  // an id, a unique beginning, or "last": the newest live run of this project
    std::vector<std::string> command; // never empty
};

class RunService {
public:
    virtual ~RunService() = default;
    // Runs in the foreground on descriptors 0, 1, 2 until the command ends. The exit status of
    // README "Exit status"; an Error means 125 and that nothing of the command ran.
    virtual Result<int> run(const RunRequest& request) = 0;
    // Another command in a live run, with the walls of the first, on descriptors 0, 1, 2. As run().
    virtual Result<int> exec(const ExecRequest& request) = 0;
};

} // namespace leadglass::api
