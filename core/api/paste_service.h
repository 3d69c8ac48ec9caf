// Putting the host's clipboard into a live run: what `leadglass paste` and the app ask for.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace leadglass::api {

struct PasteRequest {
    std::string run;    // an id, a unique beginning, or "last": the newest live run of this project
    bool image = false; // the image, where the clipboard offers text as well
};

struct Pasted {
    std::string run;
    std::string path; // as seen inside
    std::uint64_t bytes = 0;
};

class PasteService {
public:
    virtual ~PasteService() = default;
    // Unsupported: no program here reads the clipboard. NotFound: nothing in it that can be pasted, or
    // no such live run. Nothing inside can ask for it: it goes by the run's control socket.
    virtual Result<Pasted> paste(const PasteRequest& request) = 0;
};

} // namespace leadglass::api
