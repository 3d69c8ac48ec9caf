#include "core/session/live_places.h"

#include <fcntl.h>

#include "core/base/escape.h"
#include "core/base/owner.h"
#include "core/base/sys.h"
#include "core/workspace/finish_run.h"

namespace leadglass::session {
namespace {

using namespace workspace;

constexpr const char* kNote = "runtime";
constexpr std::size_t kMaxNote = 4096; // PATH_MAX

std::string noteOf(const RunDir& dir) {
    auto fd = sys::openBeneath(dir.fd.get(), kNote, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    auto text = fd ? sys::readAll(fd->get(), kMaxNote) : Result<std::string>(fd.error());
    return text && text->starts_with('/') && text->find('\0') == std::string::npos ? std::move(text).value() : std::string();
}

bool lives(const RunDir& dir) {
    const auto manifest = readManifest(dir);
    return manifest && shownState(*manifest) == ShownState::Running;
}

} // namespace

Result<UniqueFd> openRuns(const std::string& runtime) {
    auto fd = LG_TRY(sys::open(runtime, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
    const auto s = LG_TRY(sys::stat(fd.get()));
    if (const auto fault = notAlone(s, 077, runtime)) {
        return makeError(Code::Refused, "directory '" + forScreen(runtime) + "' is not yours alone: " + fault->why, fault->fix);
    }
    return sys::openBeneath(fd.get(), "runs", O_RDONLY | O_DIRECTORY);
}

Status noteRuntime(int runFd, const std::string& runtime) { return sys::replaceFileAt(runFd, kNote, runtime, 0600, sys::Sync::Left); }

std::vector<LivePlace> notedLive(const Places& places, Which which) {
    std::vector<LivePlace> out;
    const auto ids = listRunIds(places);
    for (std::size_t i = 0; ids && i < ids->size(); ++i) {
        const auto dir = findRun(places, (*ids)[i]);
        if (!dir) {
            continue;
        }
        LivePlace live{dir->id, noteOf(*dir)}; // first: a manifest takes longer to read
        const bool wanted = which == Which::All || (!live.runtime.empty() && live.runtime != places.runtime);
        if (wanted && lives(*dir)) {
            out.push_back(std::move(live));
        }
    }
    return out;
}

std::optional<LivePlace> notedLive(const Places& places, const std::string& run) {
    const auto dir = findRun(places, run);
    return dir && dir->id == run && lives(*dir) ? std::optional(LivePlace{run, noteOf(*dir)}) : std::nullopt;
}

Error notHeard(const Places& places, const LivePlace& live) {
    const std::string here = "'" + forScreen(places.runtime) + "'";
    const bool other = !live.runtime.empty() && live.runtime != places.runtime;
    const std::string base = live.runtime.substr(0, live.runtime.rfind('/'));
    return makeError(Code::NotFound,
                     "run " + live.run + " is live, and its control socket is found neither in " + here + ", where this shell looks, nor " +
                         (other ? "in '" + forScreen(live.runtime) + "', which the run notes" : "anywhere else"),
                     other ? "set XDG_RUNTIME_DIR to '" + forScreen(base) + "', as where the run was started, if that is there; else end it in its own terminal"
                           : "it may be starting or ending: try again; else set XDG_RUNTIME_DIR as where the run was started");
}

} // namespace leadglass::session
