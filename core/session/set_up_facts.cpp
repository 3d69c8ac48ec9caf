#include "core/session/set_up_facts.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/base/sys.h"
#include "core/sandbox/capability_probe.h"

namespace leadglass::session {
namespace {

constexpr const char* kNote = "nft-works";
constexpr std::size_t kMaxNote = 128;

} // namespace

bool nftWorksHere(const Places& places) {
    const std::string boot = bootId();
    if (!boot.empty()) {
        auto note = sys::readFile(places.runtime + "/" + kNote, kMaxNote);
        if (note && *note == boot) {
            return true;
        }
    }
    if (!sandbox::nftWorks()) {
        return false;
    }
    if (auto runtime = openOwnDirectory(places.runtime); runtime && !boot.empty()) {
        (void)sys::replaceFileAt(runtime->get(), kNote, boot, 0600, sys::Sync::Left); // else it is asked again
    }
    return true;
}

Error explainSetUpFailure(const Places& places, const std::string& bwrap, Error error) {
    if (auto runtime = openOwnDirectory(places.runtime)) {
        (void)::unlinkat(runtime->get(), kNote, 0);
    }
    if (Status version = sandbox::checkBwrapVersion(bwrap); !version) {
        return version.error();
    }
    return error;
}

} // namespace leadglass::session
