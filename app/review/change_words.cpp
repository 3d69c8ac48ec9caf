#include "app/review/change_words.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>

#include "app/review/change_groups.h"
#include "app/review/why_words.h"
#include "app/runs/run_words.h"
#include "app/widgets/text.h"

namespace leadglass::app::words {
namespace {

constexpr std::size_t kPath = 4096;

class Words {
    Q_DECLARE_TR_FUNCTIONS(ReviewWords)
};

QString path(const std::string& bytes) { return leftToRight(shown(bytes, kPath)); }

QString mode(std::uint32_t bits) { return QStringLiteral("%1").arg(bits, 4, 8, QLatin1Char('0')); }

QString shortId(const std::string& id) { return id.starts_with("ref: ") ? shown(id.substr(5), 100) : shown(id.substr(0, 12), 40); }

} // namespace

QString runLine(const api::RunInfo& run) {
    const QString state = runState(run, 0);
    if (run.state == "damaged") {
        //: A run in the list. %1: its id; %2: its state
        return Words::tr("%1 (%2)").arg(leftToRight(shown(run.id, 40)), state);
    }
    const auto when = QLocale().toString(QDateTime::fromMSecsSinceEpoch(run.started / 1'000'000), QLocale::ShortFormat);
    std::string command;
    for (const auto& part : run.command) {
        command += (command.empty() ? "" : " ") + part;
    }
    //: A run in the list. %1: folder of the project; %2: date and time; %3: its state; %4: the command that ran
    return Words::tr("%1, %2 (%3): %4").arg(leftToRight(shownPath(run.project, 100)), when, state, leftToRight(shown(command, 80)));
}

QString kind(const std::string& kind) {
    return kind == "added"                          ? Words::tr("new")
           : kind == "deleted" || kind == "removed" ? Words::tr("deleted")
           : kind == "renamed"                      ? Words::tr("renamed")
           : kind == "type_changed"                 ? Words::tr("replaced by another kind")
           : kind == "mode_changed"                 ? Words::tr("permissions")
           : kind == "unmerged"                     ? Words::tr("not merged")
                                                    : Words::tr("changed");
}

QString kindIcon(const api::ChangeItem& c) {
    return c.kind == "added"     ? QStringLiteral("change-added")
           : c.kind == "deleted" ? QStringLiteral("change-deleted")
           : c.kind == "renamed" ? QStringLiteral("change-renamed")
                                 : QStringLiteral("change-changed");
}

QStringList sentences(const api::ChangeItem& c) {
    const bool wasFolder = c.typeBefore == "directory";
    const bool isFolder = c.typeAfter == "directory";
    QStringList out;
    if (c.kind == "deleted") {
        out << (wasFolder ? Words::tr("This folder and all that is in it would be deleted from the project.")
                          : Words::tr("This file would be deleted from the project."));
    } else if (c.kind == "renamed") {
        //: %1: the name that a file had before
        out << Words::tr("It was %1; its content is the same.").arg(path(c.renamedFrom));
    } else if (c.kind == "type_changed") {
        //: %1 and %2: file, directory, symlink or the like
        out << Words::tr("What was a %1 would be a %2.").arg(shown(c.typeBefore), shown(c.typeAfter));
    } else if (c.kind == "added") {
        out << (isFolder ? Words::tr("A new folder.") : Words::tr("A new file (%1).").arg(QLocale().formattedDataSize(static_cast<qint64>(c.size))));
    }
    if (!c.linkTarget.empty()) {
        //: %1: where a symbolic link leads
        out << Words::tr("A link that leads to %1.").arg(path(c.linkTarget));
    }
    const bool sameType = c.typeBefore == c.typeAfter && (c.typeAfter == "file" || isFolder);
    if (sameType && c.modeBefore != c.modeAfter) {
        const bool runs = (c.modeBefore & 0111U) == 0 && (c.modeAfter & 0111U) != 0 && !isFolder;
        //: %1 and %2: permissions as numbers, before and after
        out << (runs ? Words::tr("It becomes a program that can be started: permissions %1, then %2.") : Words::tr("Permissions %1, then %2."))
                   .arg(mode(c.modeBefore), mode(c.modeAfter));
    } else if (c.kind == "added" && c.typeAfter == "file" && (c.modeAfter & 0111U) != 0) {
        out << Words::tr("It is a program that can be started: permissions %1.").arg(mode(c.modeAfter));
    }
    if (!c.runs.empty()) {
        //: %1: when a file is run, as "when you run the tests"
        out << Words::tr("It runs: %1.").arg(why(c.runs));
    }
    return out;
}

QString commit(const api::CommitItem& c) {
    //: A commit. %1: its short id; %2: its subject; %3: its author
    return Words::tr("%1  %2 (%3)").arg(shortId(c.id), shown(c.subject, 200), shown(c.author, 100));
}

QString commitInFull(const api::CommitItem& c) {
    //: %1: id of a commit
    QStringList out{Words::tr("Commit %1").arg(shown(c.id, 80)), shown(c.subject, 400),
                    //: %1: author of a commit; %2: date and time
                    Words::tr("by %1, %2").arg(shown(c.author, 200), QLocale().toString(QDateTime::fromSecsSinceEpoch(c.time), QLocale::ShortFormat)),
                    //: %1: name of a branch or tag
                    Words::tr("on %1").arg(path(c.ref)), QString()};
    for (const auto& file : c.files) {
        //: A file of a commit. %1: what was done to it; %2: its path
        out << Words::tr("%1: %2").arg(kind(file.kind), path(file.path));
        if (!file.risk.empty()) {
            out << QStringLiteral("    ") + Words::tr("risky: %1").arg(why(file.risk));
        }
    }
    if (c.moreFiles > 0) {
        out << Words::tr("and %n more file(s)", nullptr, static_cast<int>(std::min<std::uint64_t>(c.moreFiles, 1'000'000)));
    }
    if (!c.filesKnown) {
        out << Words::tr("Not all of it can be read: there may be more files.");
    }
    return out.join(QLatin1Char('\n'));
}

QString ref(const api::RefItem& r) {
    const QString after = r.after.empty() ? Words::tr("deleted") : shortId(r.after);
    //: A branch or tag that moved. %1: its name; %2: the commit before; %3: the commit after
    QString out = Words::tr("%1: %2, then %3").arg(path(r.name), r.before.empty() ? Words::tr("new") : shortId(r.before), after);
    if (const auto lost = r.dropped.size() + r.moreDropped; lost > 0) {
        out += QStringLiteral(" (") + Words::tr("drops %n commit(s)", nullptr, static_cast<int>(std::min<std::uint64_t>(lost, 1'000'000))) + QLatin1Char(')');
    }
    return out;
}

QString refInFull(const api::RefItem& r) {
    QStringList out{ref(r)};
    if (!r.dropped.empty()) {
        out << QString() << Words::tr("It would not lead to these commits any more:");
    }
    for (const auto& one : r.dropped) {
        out << commit(one);
    }
    if (r.moreDropped > 0) {
        out << Words::tr("and %n more commit(s)", nullptr, static_cast<int>(std::min<std::uint64_t>(r.moreDropped, 1'000'000)));
    }
    return out.join(QLatin1Char('\n'));
}

QString staged(const api::StagedItem& s) {
    //: A file in git's index. %1: what was done to it; %2: its path
    const QString out = Words::tr("%1: %2").arg(kind(s.kind), path(s.path));
    return s.shown ? out : out + QStringLiteral(" ") + Words::tr("(content that is not shown)");
}

QString summary(const api::Review& review) {
    int all = 0, changed = 0, deleted = 0, ofGit = 0, risky = 0, conflicts = 0;
    for (const auto& group : groupsOf(review)) { // what is listed is what is counted, here and on the button
        for (const auto& entry : group.entries) {
            if (entry.kind != ChangeEntry::Kind::Change) {
                continue;
            }
            const auto& c = review.changes[entry.index];
            const auto* half = entry.half == ChangeEntry::kNone ? nullptr : &review.changes[entry.half];
            ++all;
            (group.kind == ChangeGroup::Kind::History ? ofGit : c.kind == "deleted" ? deleted : changed) += 1;
            risky += !c.risks.empty() || (half != nullptr && !half->risks.empty()) ? 1 : 0;
            conflicts += (!c.conflict.empty() && !c.decided) || (half != nullptr && !half->conflict.empty()) ? 1 : 0;
        }
    }
    QStringList parts;
    const auto add = [&](int count, const QString& words) {
        if (count > 0) {
            parts << words;
        }
    };
    add(changed, Words::tr("%n changed", nullptr, changed));
    parts << (deleted > 0 ? Words::tr("%n deleted", nullptr, deleted) : Words::tr("none deleted"));
    add(ofGit, Words::tr("%n of git's own", "files that git keeps", ofGit));
    //: Between the parts of "3 changed, 1 deleted"
    const QString between = Words::tr(", ");
    //: %1: "3 changed, 1 deleted"
    QString out = all > 0 ? Words::tr("%n change(s): %1", nullptr, all).arg(parts.join(between)) : parts.join(between);
    parts.clear();
    add(risky, Words::tr("%n risky", nullptr, risky));
    add(conflicts, Words::tr("%n in conflict", nullptr, conflicts));
    if (!parts.isEmpty()) {
        //: Follows "5 changes: 3 changed, 2 deleted". %1: "2 risky, 1 in conflict"
        out += Words::tr("; among them %1").arg(parts.join(between));
    }
    parts.clear();
    const int commits = static_cast<int>(review.commits.size());
    const int refs = static_cast<int>(review.refs.size());
    const int staged = static_cast<int>(review.staged.size() + review.moreStaged);
    add(commits, Words::tr("%n commit(s)", nullptr, commits));
    add(refs, Words::tr("%n branch(es) or tag(s) moved", nullptr, refs));
    add(staged, Words::tr("%n file(s) staged", nullptr, staged));
    return parts.isEmpty() ? out : out + QStringLiteral(" \u00b7 ") + parts.join(between);
}

} // namespace leadglass::app::words
