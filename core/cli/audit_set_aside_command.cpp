#include "core/cli/audit_set_aside_command.h"

#include "core/base/escape.h"
#include "core/cli/format.h"
#include "core/session/local_audit_service.h"

namespace leadglass::cli {

void setHistoryAside(Context& context, bool asJson) {
    const auto done = session::LocalAuditService(context.places).setAside();
    if (!done) {
        fail(context, done.error());
        return;
    }
    if (asJson) {
        nlohmann::json files = nlohmann::json::array();
        for (const auto& file : done->files) {
            files.push_back({{"path", lossless(file.path).text}, {"bytes", file.bytes}, {"sha256", file.sha256}});
        }
        printJson({{"files", files}, {"row", done->row}, {"notes", done->notes}});
        return;
    }
    for (const auto& note : done->notes) {
        say(note);
    }
    for (const auto& file : done->files) {
        say("kept: " + forScreen(file.path) + ", SHA-256 " + file.sha256);
    }
    say("a new history begins; its row " + std::to_string(done->row) + " names the old one");
}

} // namespace leadglass::cli
