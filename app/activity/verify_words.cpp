#include "app/activity/verify_words.h"

#include <QCoreApplication>
#include <QStringList>

#include "app/activity/event_words.h"

namespace leadglass::app::words {
namespace {

struct Verify {
    Q_DECLARE_TR_FUNCTIONS(Verify)
};

QString anchors(const api::AuditReport& report) {
    const auto all = static_cast<int>(report.anchors + report.anchorsMissing);
    if (report.anchorsNotCompared > 0) {
        return Verify::tr("%n anchor(s) could not be compared.", "what the end of each run noted of the history", static_cast<int>(report.anchorsNotCompared));
    }
    if (all == 0) {
        return Verify::tr("No anchors to compare with: the end of each run notes one.");
    }
    if (report.anchorsMissing == 0) {
        return Verify::tr("%n anchor(s) compared: all fit.", "what the end of each run noted of the history", all);
    }
    //: %1: how many of them
    return Verify::tr("%n anchor(s) compared: %1 of them do not fit.", "what the end of each run noted of the history", all).arg(report.anchorsMissing);
}

} // namespace

QString verdict(const api::AuditReport& report) {
    if (report.intact() && report.rows == 0) {
        return Verify::tr("Nothing was recorded yet, and no anchor says otherwise.");
    }
    if (report.intact()) {
        return report.prunedRows > 0 ? Verify::tr("Intact: every row follows the one before it, nothing was changed or taken out but by pruning.")
                                     : Verify::tr("Intact: every row follows the one before it, nothing was changed or taken out.");
    }
    if (report.findings.empty()) {
        return Verify::tr("A history is missing: it was removed or replaced. If that was you, take its lines out of the anchor file and discard its runs.");
    }
    const auto count = static_cast<int>(report.findings.size() + static_cast<std::size_t>(report.moreFindings));
    if (report.firstBadRow > 0) {
        //: %1: number of a row
        return Verify::tr("Damaged: %n finding(s), the first at row %1.", nullptr, count).arg(report.firstBadRow);
    }
    return Verify::tr("Damaged: %n finding(s), about the file as a whole.", nullptr, count);
}

QString whole(const api::AuditReport& report) {
    QStringList out{verdict(report)};
    //: %1: path of the history's file
    out.append(Verify::tr("File: %1").arg(stored(report.path)));
    if (report.rows > 0) {
        //: %1: number of rows; %2, %3: times
        out.append(Verify::tr("Rows: %1, from %2 to %3").arg(QString::number(report.rows), time(report.firstTime), time(report.lastTime)));
        //: %1: a hash
        out.append(Verify::tr("Head: %1").arg(stored(report.head)));
    }
    if (report.prunedRows > 0) {
        //: %1: number of a row; %2: a time; %3: name of a person
        out.append(Verify::tr("Rows 1 to %1 were pruned on %2 by %3: the chain goes on from the hash that was recorded then.")
                       .arg(QString::number(report.prunedRows), time(report.prunedTime), stored(report.prunedBy)));
    }
    out.append(anchors(report));
    for (const auto& finding : report.findings) {
        out.append(stored(finding.what));
    }
    if (report.moreFindings > 0) {
        out.append(Verify::tr("and %n more finding(s)", nullptr, static_cast<int>(report.moreFindings)));
    }
    for (const auto& other : report.others) {
        if (other.gone) {
            //: %1: name of a history
            out.append(Verify::tr("Not here any more: history %1, which was kept in this file.").arg(stored(other.id)));
        }
    }
    for (const auto& note : report.notes) {
        out.append(stored(note));
    }
    return out.join(QLatin1Char('\n'));
}

} // namespace leadglass::app::words
