#include "core/session/run_anchor.h"

#include <cstdio>

#include "core/audit/anchor_file.h"
#include "core/audit/journal_anchor.h"
#include "core/base/clock.h"
#include "core/base/log.h"

namespace leadglass::session {

void anchorRun(PreparedRun& run) {
    auto anchor = run.writer->anchor();
    if (!anchor) {
        std::fprintf(stderr, "leadglass: the history has no anchor for this run: %s\n",
                     anchor.error().text().c_str());
        return;
    }
    run.manifest.auditCount = anchor->count;
    run.manifest.auditHead = anchor->head;
    run.manifest.auditHistory = anchor->history;
    if (Status kept = audit::appendAnchor(run.places.state, *anchor, systemClock().wall()); !kept) {
        log::warning("anchor not kept: " + kept.error().text());
    }
    if (Status sent = audit::sendJournalAnchor(*anchor, run.dir.id); !sent) {
        log::debug("anchor not in the journal: " + sent.error().text());
    }
}

void anchorAfterApply(PreparedRun& run) {
    anchorRun(run);
    auto dir = workspace::findRun(run.places, run.dir.id);
    auto manifest = dir ? workspace::readManifest(*dir)
                        : Result<workspace::RunManifest>(dir.error());
    if (!manifest) {
        return; // everything was applied: the run is no more
    }
    manifest->auditCount = run.manifest.auditCount;
    manifest->auditHead = run.manifest.auditHead;
    manifest->auditHistory = run.manifest.auditHistory;
    if (Status written = workspace::writeManifest(*dir, *manifest); !written) {
        log::warning("anchor not in the manifest: " + written.error().text());
    }
}

} // namespace leadglass::session
