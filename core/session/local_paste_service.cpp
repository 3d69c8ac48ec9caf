#include "core/session/local_paste_service.h"

#include <cstdlib>

#include "core/sandbox/project_place.h"
#include "core/session/clipboard.h"
#include "core/session/command_client.h"
#include "core/session/last_run.h"

namespace leadglass::session {
namespace {

class LocalPasteService final : public api::PasteService {
public:
    explicit LocalPasteService(Places places) : m_places(std::move(places)) {}

    Result<api::Pasted> paste(const api::PasteRequest& request) override {
        LG_TRY(sandbox::refuseNestedRun());
        api::Pasted done;
        done.run = LG_TRY(findLiveRun(m_places, request.run, "leadglass paste"));
        auto client = LG_TRY(ControlClient::connect(m_places, done.run));
        const Clip clip = LG_TRY(readClipboard([](const char* name) { return std::getenv(name); }, request.image));
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
