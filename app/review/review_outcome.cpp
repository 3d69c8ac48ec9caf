#include "app/review/review_outcome.h"

#include <QCoreApplication>
#include <QStringList>

#include <map>

#include "app/review/change_words.h"
#include "app/review/why_words.h"
#include "app/widgets/text.h"

namespace leadglass::app::words {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ReviewOutcome)
};

// Every one of them, those with the same reason together.
void addLeft(QStringList& out, const std::vector<api::LeftItem>& left) {
    if (left.empty()) {
        return;
    }
    out << Words::tr("%n left as they are in the project:", nullptr, static_cast<int>(left.size()));
    std::map<QString, std::vector<const std::string*>> byReason;
    for (const auto& each : left) {
        byReason[why(each.why)].push_back(&each.path);
    }
    for (const auto& [reason, paths] : byReason) {
        out << reason;
        for (const auto* path : paths) {
            out << QStringLiteral("    ") + leftToRight(shown(*path, 4096));
        }
    }
}

} // namespace

QString applied(const api::ApplyResult& result, int count) {
    QStringList out;
    //: %1: the project's folder
    out << (result.applied.empty() ? Words::tr("Nothing was written to %1.").arg(shownPath(result.project))
                       : Words::tr("%n written to %1.", nullptr, count).arg(shownPath(result.project)));
    if (!result.partly.empty()) {
        out << Words::tr("%n of them in part; the rest waits here.", nullptr, static_cast<int>(result.partly.size()));
    }
    if (result.finishedFirst > 0) {
        out << Words::tr("Before that, an apply that had been interrupted was finished: %n.", nullptr, static_cast<int>(result.finishedFirst));
    }
    if (result.decided > 0) {
        out << Words::tr("%n settled: your version stays.", nullptr, static_cast<int>(result.decided));
    }
    for (const auto& moved : result.moved) {
        out << refInFull(moved);
    }
    if (result.running) {
        out << Words::tr("The run goes on: it sees what you have now only in files that it did not change itself.");
    }
    addLeft(out, result.left);
    return out.join(QLatin1Char('\n'));
}

QString undone(const api::ApplyResult& result, int count) {
    QStringList out;
    //: %1: the project's folder
    out << (result.applied.empty() ? Words::tr("Nothing was taken back in %1.").arg(shownPath(result.project))
                       : Words::tr("%n taken back in %1; they wait here again.", nullptr, count).arg(shownPath(result.project)));
    if (result.reopened > 0) {
        out << Words::tr("%n conflict(s) are open again.", nullptr, static_cast<int>(result.reopened));
    }
    addLeft(out, result.left);
    return out.join(QLatin1Char('\n'));
}

} // namespace leadglass::app::words
