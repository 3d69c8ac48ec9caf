// Small files of the person that another program may have changed: saved answers and the anchors of the history. The
// first byte chooses which. Whatever is read is fit, what is not is an error that names the file.
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/audit/anchor_file.h"
#include "core/base/places.h"
#include "core/base/sys.h"
#include "core/policy/grants.h"

using namespace leadglass;

namespace {

const std::string& place() { // one directory a process; removed at its end
    static const std::string directory = [] {
        static char pattern[] = "/tmp/leadglass-fuzz-XXXXXX";
        if (::mkdtemp(pattern) == nullptr) {
            std::abort();
        }
        std::atexit([] {
            for (const char* name : {"/grants.toml", "/anchors"}) {
                ::unlink((std::string(pattern) + name).c_str());
            }
            ::rmdir(pattern);
        });
        return std::string(pattern);
    }();
    return directory;
}

void put(const char* name, const std::uint8_t* data, std::size_t size) {
    auto file = sys::open(place() + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (!file || !sys::writeAll(file->get(), {reinterpret_cast<const char*>(data), size})) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    if (data[0] == 'a') {
        put("anchors", data + 1, size - 1);
        const auto known = audit::readAnchors(place());
        for (std::size_t i = 0; known && i < known->anchors.size(); ++i) {
            const audit::Anchor& anchor = known->anchors[i];
            if (anchor.count <= 0 || anchor.head.size() != 64) {
                std::abort();
            }
        }
        return 0;
    }
    put("grants.toml", data + 1, size - 1);
    Places places;
    places.config = place();
    const auto grants = policy::loadGrants(places, "default", "/home/u/p");
    if (!grants && grants.error().what.find("grants.toml") == std::string::npos) {
        std::abort();
    }
    for (std::size_t i = 0; grants && i < grants->size(); ++i) {
        const policy::Grant& grant = (*grants)[i];
        const bool fits = grant.profile == "default" && (grant.project.empty() || grant.project == "/home/u/p");
        if (!fits || grant.verdict == policy::Verdict::Ask || !policy::coversGrant(grant, grant)) {
            std::abort();
        }
    }
    return 0;
}
