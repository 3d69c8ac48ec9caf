#include "core/session/local_audit_service.h"

#include <unistd.h>

#include "core/audit/anchor_file.h"
#include "core/audit/verify.h"
#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/session/history_words.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::session {
namespace {

constexpr std::chrono::milliseconds kLockTimeout{2000};

Result<audit::Query> toQuery(audit::Reader& reader, const api::AuditQuery& q) {
    audit::Query query;
    if (!q.run.empty()) {
        query.run = LG_TRY(resolveRun(reader, q.run));
    }
    query.verdict = q.verdict;
    query.since = q.since;
    query.text = q.text;
    query.before = q.before;
    query.limit = q.limit;
    if (!q.kind.empty()) {
        query.kind = kindFromWord(q.kind);
    }
    return query;
}

// Wrong words are told even where there is no history to ask.
Status checkWords(const api::AuditQuery& q) {
    if (!q.kind.empty() && !kindFromWord(q.kind)) {
        std::string known;
        for (int i = 0; i <= static_cast<int>(audit::Kind::Fault); ++i) {
            known += std::string(i == 0 ? "" : ", ") + audit::kindName(static_cast<audit::Kind>(i));
        }
        return makeError(Code::Invalid, "unknown kind '" + forScreen(q.kind, 60) + "'",
                         "one of " + known);
    }
    if (!q.verdict.empty() && q.verdict != "allow" && q.verdict != "deny" && q.verdict != "ask") {
        return makeError(Code::Invalid, "unknown verdict '" + forScreen(q.verdict, 60) + "'",
                         "one of allow, deny, ask");
    }
    return {};
}

}  // namespace

// As the writer names the file in anchors.
std::string LocalAuditService::shownPath() const {
    const auto real = sys::realPath(m_places.data);
    return forScreen((real ? *real : m_places.data) + "/audit.db");
}

Result<std::vector<audit::Row>> LocalAuditService::list(const api::AuditQuery& query) {
    LG_TRY(checkWords(query));
    auto reader = audit::Reader::open(path(), kLockTimeout);
    if (!reader && reader.error().code == Code::NotFound && query.run.empty()) {
        return std::vector<audit::Row>{};
    }
    if (!reader) {
        return std::move(reader).error();
    }
    const audit::Query sought = LG_TRY(toQuery(**reader, query));
    return (*reader)->query(sought);
}

Result<audit::Row> LocalAuditService::show(std::int64_t id) {
    auto reader = LG_TRY(audit::Reader::open(path(), kLockTimeout));
    return reader->get(id);
}

Result<api::AuditReport> LocalAuditService::verify(const std::function<bool(std::int64_t done, std::int64_t total)>& progress) {
    std::vector<std::string> notes;
    std::vector<audit::Anchor> anchors;
    if (auto known = audit::readAnchors(m_places.state)) {
        anchors = std::move(known->anchors);
        if (known->badLines > 0) {
            notes.push_back("the anchor file '" + forScreen(m_places.state) + "/anchors' has " + std::to_string(known->badLines) +
                            " lines that are not anchors");
        }
    } else {
        notes.push_back("the anchor file cannot be used: " + known.error().text());
    }
    // A damaged run is `leadglass runs`' to tell; here it is one anchor fewer.
    const bool anyRuns = ::access((m_places.data + "/runs").c_str(), F_OK) == 0;
    if (auto ids = workspace::listRunIds(m_places); anyRuns && ids) {
        for (const std::string& id : *ids) {
            auto dir = workspace::findRun(m_places, id);
            auto manifest =
                dir ? workspace::readManifest(*dir) : Result<workspace::RunManifest>(dir.error());
            if (!manifest) {
                notes.push_back("the anchor of run " + forScreen(id, 40) +
                                " cannot be read: " + manifest.error().text());
            } else if (manifest->auditCount > 0) {
                // The manifests lie beside the history that they speak of.
                anchors.push_back({manifest->auditCount, manifest->auditHead,
                                   manifest->auditHistory, shownPath(),
                                   manifest->endWall > 0 ? rfc3339(manifest->endWall) : ""});
            }
        }
    }
    const auto found = LG_TRY(audit::verify(path(), std::move(anchors), kLockTimeout, progress));
    api::AuditReport report;
    report.rows = found.rows;
    report.head = found.head.head;
    report.path = shownPath();
    report.history = found.history;
    report.began = found.began;
    report.firstTime = found.firstTime;
    report.lastTime = found.lastTime;
    report.anchors = found.anchorsMatched;
    report.anchorsMissing = found.anchorsMissing;
    report.anchorsUnnamed = found.anchorsUnnamed;
    report.anchorsNotCompared = found.anchorsNotCompared;
    report.isGone = found.isGone();
    report.anchorsPruned = found.anchorsPruned;
    if (found.pruned) {
        report.prunedRows = found.pruned->upto;
        report.prunedTime = found.pruned->when;
        report.prunedBy = found.pruned->who;
    }
    for (const auto& other : found.others) {
        report.others.push_back({other.id, other.place, other.when, other.keptAt, other.anchors,
                                 other.rows, other.gone});
    }
    if (report.isGone) {
        findSetAside(report);
    }
    report.moreFindings = found.moreFindings;
    report.firstBadRow = found.firstBadRow();
    report.notes = std::move(notes);
    for (const auto& finding : found.findings) {
        report.findings.push_back({finding.row, finding.what});
    }
    return report;
}

}  // namespace leadglass::session
