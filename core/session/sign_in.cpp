#include "core/session/sign_in.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "core/base/escape.h"
#include "core/policy/needs.h"

namespace leadglass::session {

Status beginSignIn(PreparedRun& run) {
    auto& request = run.request;
    if (request.login.empty()) {
        return {};
    }
    request.command = {request.login};
    request.workspace = "scratch";
    if (!request.project.empty()) {
        return {};
    }
    const char* place = std::getenv("TMPDIR");
    std::string folder = (place != nullptr && *place == '/' ? std::string(place) : "/tmp") + "/leadglass-sign-in-XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr) {
        return ioError("cannot make a folder to sign in from in '" + forScreen(folder.substr(0, folder.rfind('/'))) + "'", errno, "name one with --project");
    }
    // Nothing is ever written to it: inside, an empty one lies in its place.
    run.signInFolder = std::shared_ptr<const std::string>(new std::string(folder), [](const std::string* made) {
        ::rmdir(made->c_str());
        delete made;
    });
    request.project = folder;
    return {};
}

Status settleSignIns(PreparedRun& run, const std::string& project) {
    for (const auto& secret : run.policy.merged.secrets) {
        for (const auto& source : secret.sources) {
            if (source.ofState) {
                run.signIns.push_back({source.text, source.pointer});
            }
        }
    }
    return run.request.dryRun ? Status() : StateStore::settle(StateStore::homeOf(run.places, run.policy.merged, project), run.signIns, run.policy.notices);
}

Status prepareSignIn(PreparedRun& run) {
    if (run.request.login.empty()) {
        return {};
    }
    const auto& profile = run.policy.merged;
    if (!profile.agent.login) {
        return makeError(Code::Invalid, "--login " + forScreen(run.request.login, 80) + ": profile " + forScreen(profile.name, 80) + " does not say how it signs in",
                         "[agent] login = [ARGUMENT...] in a profile says it; 'leadglass agents' lists profiles");
    }
    if (run.signInFolder && profile.files.stateScope == policy::StateScope::Project) {
        return makeError(Code::Invalid, "--login: profile " + forScreen(profile.name, 80) + " keeps the agent's state for each project", "name the project with --project");
    }
    run.request.command.insert(run.request.command.end(), profile.agent.login->begin(), profile.agent.login->end());
    const auto secrets = profile.secrets; // an agent that is given a key signs in with that
    for (const auto& secret : secrets) {
        policy::dropSecret(run.policy, secret.name);
    }
    return {};
}

} // namespace leadglass::session
