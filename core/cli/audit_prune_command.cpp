#include "core/cli/audit_prune_command.h"

#include "core/base/clock.h"
#include "core/cli/format.h"
#include "core/session/local_audit_service.h"

namespace leadglass::cli {
namespace {

using nlohmann::json;

constexpr std::uint64_t kKiB = 1024;

std::string sizeText(std::uint64_t bytes) {
    return bytes >= 10 * kKiB * kKiB ? std::to_string(bytes / kKiB / kKiB) + " MiB"
                                     : std::to_string((bytes + kKiB - 1) / kKiB) + " KiB";
}

} // namespace

void pruneHistory(Context& context, const api::PruneRequest& request, bool asJson) {
    const auto done = session::LocalAuditService(context.places).prune(request);
    if (!done) {
        fail(context, done.error());
        return;
    }
    const auto time = [](std::int64_t wall) { return wall > 0 ? json(rfc3339(wall)) : json(nullptr); };
    if (asJson) {
        printJson({{"dry_run", request.dryRun},
                   {"rows", done->rows},
                   {"rows_left", done->left},
                   {"first_time", time(done->firstTime)},
                   {"last_time", time(done->lastTime)},
                   {"bytes_before", done->bytesBefore},
                   {"bytes_after", done->bytesAfter},
                   {"runs", done->runs},
                   {"notes", done->notes}});
        return;
    }
    for (const auto& note : done->notes) {
        say(note);
    }
    const char* verb = request.dryRun ? " would go" : " went";
    if (done->rows == 0 && done->runs.empty()) {
        say("nothing is to be pruned: " + counted(static_cast<std::uint64_t>(done->left), "row") + ", " + sizeText(done->bytesBefore));
        return;
    }
    if (done->rows > 0) {
        say(counted(static_cast<std::uint64_t>(done->rows), "row") + verb + ", from " + localTime(done->firstTime) + " to " +
            localTime(done->lastTime) + "; " + counted(static_cast<std::uint64_t>(done->left), "row") +
            (done->left == 1 ? " stays" : " stay"));
    }
    if (!done->runs.empty()) {
        say(counted(done->runs.size(), "run") + " that were applied or discarded" + verb + ": what they changed cannot be undone any more");
    }
    if (!request.dryRun) {
        say("the file with the log beside it: " + sizeText(done->bytesBefore) + " before, " + sizeText(done->bytesAfter) + " now");
    }
}

} // namespace leadglass::cli
