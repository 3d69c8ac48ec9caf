#include "core/session/local_paste_service.h"

#include <cstdlib>
#include <string_view>

#include "core/base/sys.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/project_place.h"
#include "core/session/clipboard.h"
#include "core/session/command_client.h"
#include "core/session/last_run.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::session {
namespace {

// PATH without what a run in that project could have put there.
std::string pathWithout(const std::string& project) {
    const char* path = std::getenv("PATH");
    std::string out;
    for (const auto& entry : sandbox::splitList(path != nullptr ? path : "", ':')) {
        const auto real = sys::realPath(entry);
        if (real && !sandbox::isAtOrBelow(*real, project)) {
            out += (out.empty() ? "" : ":") + entry;
        }
    }
    return out;
}

class LocalPasteService final : public api::PasteService {
public:
    explicit LocalPasteService(Places places) : m_places(std::move(places)) {}

    Result<api::Pasted> paste(const api::PasteRequest& request) override {
        LG_TRY(sandbox::refuseNestedRun());
        api::Pasted done;
        done.run = LG_TRY(findLiveRun(m_places, request.run, "leadglass paste"));
        auto client = LG_TRY(ControlClient::connect(m_places, done.run));
        const auto run = LG_TRY(workspace::findRun(m_places, done.run));
        const std::string path = pathWithout(LG_TRY(workspace::readManifest(run)).project);
        const auto variable = [&path](const char* name) {
            return std::string_view(name) == "PATH" ? path.c_str() : static_cast<const char*>(std::getenv(name));
        };
        const Clip clip = LG_TRY(readClipboard(variable, request.image));
        done.bytes = clip.content.size();
        done.path = LG_TRY(pasteInto(std::move(client), clip.extension, clip.content));
        return done;
    }

private:
    Places m_places;
};

} // namespace

std::unique_ptr<api::PasteService> makeLocalPasteService(const Places& places) {
    return std::make_unique<LocalPasteService>(places);
}

} // namespace leadglass::session
