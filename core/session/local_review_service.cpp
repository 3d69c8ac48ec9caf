#include "core/session/local_review_service.h"

#include <algorithm>
#include <chrono>
#include <ranges>
#include <thread>

#include "core/audit/writer.h"
#include "core/base/escape.h"
#include "core/session/apply_asked.h"
#include "core/session/change_rows.h"
#include "core/session/control_client.h"
#include "core/session/file_scan.h"
#include "core/session/landed_changes.h"
#include "core/session/last_run.h"
#include "core/session/protected_by.h"
#include "core/session/review_items.h"
#include "core/session/review_sides.h"
#include "core/session/tree_loss.h"
#include "core/workspace/apply.h"
#include "core/workspace/collect_direct.h"
#include "core/workspace/decisions.h"
#include "core/workspace/diff.h"
#include "core/workspace/finish_run.h"
#include "core/workspace/freeze.h"
#include "core/workspace/git_commit_risk.h"
#include "core/workspace/git_view.h"
#include "core/workspace/hunks.h"
#include "core/workspace/select.h"

namespace leadglass::session {
namespace {

using namespace workspace;

constexpr std::size_t kRowsAtOnce = 500;

struct Opened {
    RunDir dir;
    RunManifest manifest;
};

class LocalReviewService final : public api::ReviewService {
public:
    LocalReviewService(Places places, audit::Writer* audit)
        : m_places(std::move(places)), m_audit(audit) {}

    Result<std::vector<api::RunInfo>> runs() override {
        std::vector<api::RunInfo> out;
        dropUnchanged(m_places);
        const auto ids = LG_TRY(listRunIds(m_places));
        for (const auto& id : ids) {
            if (auto info = run(id)) {
                out.push_back(std::move(info).value());
            } else if (info.error().code != Code::NotFound) {
                api::RunInfo damaged;
                damaged.id = id;
                damaged.state = "damaged";
                damaged.damage = info.error().text();
                out.push_back(std::move(damaged));
            }
        }
        return out;
    }

    Result<api::RunInfo> run(const std::string& name) override {
        const auto dir = LG_TRY(find(name, LastFor::Look, "leadglass runs show"));
        return infoOf(dir, LG_TRY(readManifest(dir)));
    }

    Result<api::Review> review(const std::string& name) override {
        auto opened = LG_TRY(open(name, LastFor::Look, "leadglass review"));
        const auto trees = LG_TRY(openTrees(opened.dir, opened.manifest));
        GitFindings found;
        const auto list = LG_TRY(reviewChanges(opened.dir, opened.manifest, trees.view(),
                                               protectedBy(opened.manifest), &found, secretsOf(m_places, opened.manifest)));
        auto frozen = LG_TRY(freeze(trees.view().upper, list));
        keepEarlier(opened.dir.fd.get(), list, frozen);
        LG_TRY(writeFrozen(opened.dir.fd.get(), frozen));
        api::Review out;
        out.run = infoOf(opened.dir, opened.manifest);
        out.notes = list.notes;
        const bool direct = opened.manifest.mode == "direct";
        if (direct) {
            out.landed = LG_TRY(landedChanges(opened.dir, trees.project.get()));
        }
        const Decisions decisions = Decisions::read(opened.dir.fd.get());
        out.canUndo = isTouched(opened.dir, decisions);
        for (const auto& change : list.changes) {
            out.changes.push_back(itemOf(change, decisions.covers(change)));
            if (const auto seen = frozen.find(change.path); seen != frozen.end()) {
                out.changes.back().version = versionOf(seen->second);
            }
        }
        out.mostDeleted = LG_TRY(losesMost(trees.view().project, list));
        const History history = direct ? LG_TRY(landedHistory(opened.dir, trees.view().project))
                                       : readHistory(trees.view(), list);
        if (!history.whole) {
            out.notes.push_back(Why("note_commits_cut", {}, kMaxCommitsShown));
        }
        for (const auto& c : history.commits) {
            out.commits.push_back(commitOf(c, found.held));
        }
        for (const auto& ref : history.refs) {
            out.refs.push_back(refOf(ref));
        }
        out.packs = history.packs;
        for (const auto& one : found.staged.entries) {
            out.staged.push_back({one.path, one.kind, one.shown});
        }
        out.moreStaged = found.staged.more;
        return out;
    }

    Result<std::string> diff(const std::string& name, const api::ChangeItem& change) override {
        const std::string& path = change.path;
        auto opened = LG_TRY(open(name, LastFor::Look, "leadglass review"));
        const auto trees = LG_TRY(openTrees(opened.dir, opened.manifest));
        auto before = side(trees.view().project, path);
        auto after = side(trees.view().upper, path);
        if (after && *after && !isVersion(change, **after)) {
            return std::string(api::kCannotBeShown) + kOtherVersion + "\n";
        }
        const auto names = hasHunks(trees.view(), path) ? Names::Shown : Names::Left;
        if (opened.manifest.mode == "direct" && LG_TRY(lookAt(trees.view().upper, path)).type == NodeType::None) {
            if (const auto kept = LG_TRY(keptVersion(opened.dir, path))) {
                after = std::move(before);
                before = sideOf(*kept);
            }
        }
        if (!before || !after) { // no reason to show nothing of the other paths
            return std::string(api::kCannotBeShown) + (before ? after : before).error().text() + "\n";
        }
        if (!*before || !*after) {
            return std::string(api::kTooLargeToShow);
        }
        if (isBinary(**before) || isBinary(**after)) {
            return std::string(api::kBinaryDiffers);
        }
        return diffText(hunksOf(**before, **after), names);
    }

    Result<std::vector<api::HunkItem>> split(const std::string& name, const api::ChangeItem& change, const std::string& hunk) override {
        auto opened = LG_TRY(open(name, LastFor::Look, "leadglass review"));
        const auto trees = LG_TRY(openTrees(opened.dir, opened.manifest));
        return splitHunk(trees.view(), change, hunk);
    }

    Result<api::BaseDiff> baseDiff(const std::string& name, const api::ChangeItem& change) override {
        auto opened = LG_TRY(open(name, LastFor::Look, "leadglass review"));
        const auto trees = LG_TRY(openTrees(opened.dir, opened.manifest));
        return baseDiffOf(opened.dir, trees.view(), change);
    }

    Result<api::FileSides> sides(const std::string& name, const api::ChangeItem& change, std::uint64_t maxBytes) override {
        auto opened = LG_TRY(open(name, LastFor::Look, "leadglass review"));
        const auto trees = LG_TRY(openTrees(opened.dir, opened.manifest));
        api::FileSides out{LG_TRY(fileSide(trees.view().project, change.path, maxBytes)),
                           LG_TRY(fileSide(trees.view().upper, change.path, maxBytes))};
        if (!isSide(change, out.after, maxBytes)) {
            return makeError(Code::Conflict, kOtherVersion);
        }
        return out;
    }

    Result<api::ApplyResult> apply(const api::ApplyRequest& request) override {
        auto opened = LG_TRY(open(request.run, LastFor::Change, "leadglass apply"));
        RunManifest& manifest = opened.manifest;
        const auto lock = LG_TRY(lockRun(opened.dir.fd.get()));
        if (shownState(manifest) == ShownState::Torn && !request.acceptTorn) {
            return makeError(Code::Refused,
                             "run " + manifest.id + " is torn: the machine stopped before its "
                             "files were safe on the disk, so parts of them may be missing",
                             "review it, then apply with --accept-torn");
        }
        const auto trees = LG_TRY(openTrees(opened.dir, manifest));
        const ApplyPlace place{opened.dir, trees.view()};
        const std::size_t finishedFirst = LG_TRY(resume(place, manifest)).second;
        const auto secrets = secretsOf(m_places, manifest);
        const auto list = LG_TRY(reviewChanges(opened.dir, manifest, trees.view(),
                                               protectedBy(manifest), nullptr, secrets));
        auto reviewed = LG_TRY(readFrozen(opened.dir.fd.get()));
        const bool unseen = !reviewed;
        if (unseen) {
            reviewed = LG_TRY(freeze(trees.view().upper, list));
        }
        Selection selection;
        selection.paths = pathsOf(request);
        selection.inPart = [&](const std::string& path) { return isAskedInPart(request, trees.view(), path); };
        selection.exactly = request.exactly;
        selection.includeRisky = request.includeRisky;
        selection.whyNot = [&](const Change& change) { return whyNotAsked(request, *reviewed, change); };
        Decisions decisions = Decisions::read(opened.dir.fd.get());
        selection.isDecided = [&](const Change& change) { return decisions.covers(change); };
        selection.onConflict = [&](const Change& change) {
            const auto choice = request.onConflict ? request.onConflict(itemOf(change))
                                                   : api::ConflictChoice::Skip;
            return choice == api::ConflictChoice::Theirs ? OnConflict::Theirs
                   : choice == api::ConflictChoice::Ours ? OnConflict::Ours
                                                         : OnConflict::Skip;
        };
        auto selected = LG_TRY(selectChanges(trees.view(), list, selection));
        LG_TRY(record({changeRow(audit::Kind::Apply, manifest, "", "apply_started")}));
        const auto refs = changedRefs(trees.view(), {selected.chosen, {}});
        const auto report = LG_TRY(applyChanges(place, selected.chosen, *reviewed, request.hunks));
        if (unseen && !report.applied.empty()) {
            LG_TRY(noteApplied(opened.dir.fd.get(), *reviewed, report.applied));
        }
        for (const auto& change : selected.decided) {
            if (!decisions.covers(change)) {
                decisions.add(change, lastApplied(opened.dir));
            }
        }
        if (!selected.decided.empty()) {
            LG_TRY(decisions.write(opened.dir.fd.get()));
        }
        api::ApplyResult out = resultOf(manifest, report);
        out.finishedFirst = finishedFirst;
        const auto partly = std::views::keys(report.partly);
        out.partly.assign(partly.begin(), partly.end());
        out.decided = selected.decided.size();
        out.moved = movedRefs(refs, out.applied);
        for (auto& left : selected.left) {
            out.left.push_back({std::move(left.path), std::move(left.why)});
        }
        out.running = shownState(manifest) == ShownState::Running;
        if (!out.running) {
            const auto open = LG_TRY(reviewChanges(opened.dir, manifest, trees.view(),
                                                   protectedBy(manifest)));
            manifest.state = decisions.coverAll(open)             ? RunState::Applied
                             : isTouched(opened.dir, decisions) ? RunState::PartlyApplied
                                                                  : RunState::Ended;
            LG_TRY(writeManifest(opened.dir, manifest));
        }
        LG_TRY(record(changeRows(audit::Kind::Apply, manifest, out, "apply_finished", report.partly)));
        return out;
    }

    Result<api::ApplyResult> undo(const std::string& name) override {
        auto opened = LG_TRY(open(name, LastFor::Undo, "leadglass undo"));
        const auto lock = LG_TRY(lockRun(opened.dir.fd.get()));
        const auto trees = LG_TRY(openTrees(opened.dir, opened.manifest));
        const ApplyPlace place{opened.dir, trees.view()};
        LG_TRY(record({changeRow(audit::Kind::Undo, opened.manifest, "", "undo_started")}));
        const auto [finished, finishedFirst] = LG_TRY(resume(place, opened.manifest));
        Decisions decisions = Decisions::read(opened.dir.fd.get());
        ApplyReport report;
        if (finished) {
            report = *finished;
        } else if (hasApplied(opened.dir) || decisions.empty()) {
            report = LG_TRY(undoLast(place));
        }
        auto out = resultOf(opened.manifest, report);
        out.finishedFirst = finishedFirst;
        out.reopened = decisions.reopen(report.journal);
        if (out.reopened > 0) {
            LG_TRY(decisions.write(opened.dir.fd.get()));
        }
        if (shownState(opened.manifest) != ShownState::Running) {
            opened.manifest.keep = true; // also where its supervisor was killed and nothing of it waits
            opened.manifest.state =
                isTouched(opened.dir, decisions) ? RunState::PartlyApplied : RunState::Ended;
            LG_TRY(writeManifest(opened.dir, opened.manifest));
        }
        LG_TRY(record(changeRows(audit::Kind::Undo, opened.manifest, out, "undo_finished", {})));
        return out;
    }

    Result<std::string> discard(const std::string& name) override {
        const auto dir = LG_TRY(find(name, LastFor::Change, "leadglass discard"));
        const auto lock = LG_TRY(lockRun(dir.fd.get()));
        RunManifest manifest;
        manifest.id = dir.id;
        if (auto read = readManifest(dir)) { // a damaged run can be thrown away, too
            manifest = std::move(read).value();
            if (shownState(manifest) == ShownState::Running) {
                return makeError(Code::Busy, "run " + dir.id + " is still running",
                                 "end it first: leadglass runs stop " + dir.id);
            }
            manifest.state = RunState::Discarded;
            LG_TRY(writeManifest(dir, manifest));
        }
        LG_TRY(record({changeRow(audit::Kind::Discard, manifest, manifest.project, "discarded")}));
        LG_TRY(removeRun(dir));
        return dir.id;
    }

    Result<std::string> stop(const std::string& name) override {
        const auto dir = LG_TRY(find(name, LastFor::Live, "leadglass runs stop"));
        const auto manifest = LG_TRY(readManifest(dir));
        if (shownState(manifest) != ShownState::Running) {
            return makeError(Code::NotFound, "run " + dir.id + " is not running", "'leadglass runs list' tells which are");
        }
        auto client = LG_TRY(connectToStop(dir));
        wire::Request request;
        request.method = wire::Method::Stop;
        (void)LG_TRY(client.call(request));
        return dir.id;
    }

private:
    // A run is one from the first file that it keeps, and hears a moment later: who stops it meanwhile is not told that there is none.
    Result<ControlClient> connectToStop(const RunDir& dir) {
        constexpr auto kHears = std::chrono::seconds(10);
        constexpr auto kBetween = std::chrono::milliseconds(50);
        const auto end = std::chrono::steady_clock::now() + kHears;
        for (;;) {
            auto client = ControlClient::connect(m_places, dir.id);
            if (client || client.error().code != Code::NotFound || std::chrono::steady_clock::now() >= end) {
                return client;
            }
            if (const auto manifest = readManifest(dir); !manifest || shownState(*manifest) != ShownState::Running) {
                return makeError(Code::NotFound, "run " + dir.id + " is not running", "'leadglass runs list' tells which are");
            }
            std::this_thread::sleep_for(kBetween);
        }
    }

    Result<RunDir> find(const std::string& name, LastFor why, const char* command) {
        return findRun(m_places, LG_TRY(resolveLast(m_places, name, why, command)));
    }

    Result<Opened> open(const std::string& name, LastFor why, const char* command) {
        Opened opened{LG_TRY(find(name, why, command)), {}};
        opened.manifest = LG_TRY(readManifest(opened.dir));
        if (opened.manifest.state == RunState::Discarded) {
            return makeError(Code::NotFound, "run " + opened.dir.id + " is discarded",
                             "leadglass discard " + opened.dir.id + " removes what is left of it");
        }
        const auto lock = snapshotWaits(opened.dir) && !supervisorAlive(opened.manifest)
                              ? lockRun(opened.dir.fd.get())
                              : Result<UniqueFd>(UniqueFd());
        if (!lock) {
            return lock.error();
        }
        LG_TRY(settleRun(opened.dir, opened.manifest, protectedBy(opened.manifest)));
        return opened;
    }

    static api::ApplyResult resultOf(const RunManifest& manifest, const ApplyReport& report) {
        api::ApplyResult out;
        out.project = manifest.project;
        out.run = manifest.id;
        out.applied = report.applied;
        for (const auto& left : report.left) {
            out.left.push_back({left.path, left.why});
        }
        return out;
    }

    // What a crash interrupted is finished first. Its start is recorded; so are now its paths.
    Result<std::pair<std::optional<ApplyReport>, std::size_t>> resume(const ApplyPlace& place,
                                                                      const RunManifest& manifest) {
        ApplyReport finished;
        auto undone = LG_TRY(resumeJournal(place, &finished));
        if (!finished.applied.empty()) {
            api::ApplyResult result;
            result.applied = finished.applied;
            LG_TRY(record(changeRows(audit::Kind::Apply, manifest, result, "apply_resumed", finished.partly)));
        }
        return std::pair(std::move(undone), finished.applied.size());
    }

    Status record(std::vector<audit::Event> rows) {
        if (m_audit == nullptr) {
            m_own = LG_TRY(audit::Writer::open(m_places.data + "/audit.db",
                                               std::chrono::milliseconds(5000)));
            m_audit = m_own.get();
        }
        for (std::size_t at = 0; at < rows.size(); at += kRowsAtOnce) {
            const std::size_t count = std::min(kRowsAtOnce, rows.size() - at);
            (void)LG_TRY(m_audit->append(std::span(rows).subspan(at, count)));
        }
        return {};
    }

    Places m_places;
    audit::Writer* m_audit;
    std::unique_ptr<audit::Writer> m_own;
};

} // namespace

std::unique_ptr<api::ReviewService> makeLocalReviewService(const Places& places,
                                                           audit::Writer* audit) {
    return std::make_unique<LocalReviewService>(places, audit);
}

} // namespace leadglass::session
