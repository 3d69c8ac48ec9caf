// What the tree shows of each group and entry, and what a click on a box does.
#include <QFont>

#include "app/review/change_model.h"
#include "app/review/change_words.h"
#include "app/review/why_words.h"
#include "app/widgets/icons.h"
#include "app/widgets/text.h"

namespace leadglass::app {

using Kind = ChangeGroup::Kind;

QModelIndex ChangeModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
}

QModelIndex ChangeModel::parent(const QModelIndex& index) const {
    return index.isValid() && index.internalId() != 0 ? createIndex(static_cast<int>(index.internalId()) - 1, 0, quintptr{0}) : QModelIndex();
}

int ChangeModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) {
        return static_cast<int>(m_groups.size());
    }
    return parent.internalId() == 0 && parent.column() == 0 ? static_cast<int>(group(parent)->entries.size()) : 0;
}

int ChangeModel::columnCount(const QModelIndex&) const { return Columns; }

Qt::ItemFlags ChangeModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags out = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    const auto* at = entry(index);
    const bool box = index.column() == Apply ? (at == nullptr ? groupCheck(static_cast<std::size_t>(index.row())).isValid() : canTick(index))
                                             : at != nullptr && at->kind == ChangeEntry::Kind::Change;
    return box ? out | Qt::ItemIsUserCheckable : out;
}

QVariant ChangeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    //: Heads of the columns of changed files, short: a tick means "write this to the project", and "I have looked at this".
    return section == Apply ? tr("Apply") : tr("Seen");
}

QString ChangeModel::groupText(const ChangeGroup& g) const {
    const int n = static_cast<int>(g.entries.size());
    switch (g.kind) {
        case Kind::Risky: return tr("Risky: tick one by one (%n)", nullptr, n);
        case Kind::Conflict: return tr("You changed these, too: choose (%n)", nullptr, n);
        case Kind::Deleted: return tr("Deleted (%n)", nullptr, n);
        case Kind::Folder: break;
        case Kind::ByteCode: return tr("Python's byte code (%n)", nullptr, n);
        case Kind::Refused: return tr("Cannot be applied (%n)", nullptr, n);
        case Kind::History: return tr("Git's own files (%n)", nullptr, n);
        case Kind::Commits: return tr("Commits (%n)", nullptr, n);
        case Kind::Refs: return tr("Branches and tags that move (%n)", nullptr, n);
        case Kind::Staged: return tr("Staged for a commit (%n)", nullptr, n);
        case Kind::Decided: return tr("Settled: your version stays (%n)", nullptr, n);
        case Kind::Landed: return tr("In the project already (%n)", nullptr, n);
    }
    if (g.folder.empty()) {
        return tr("In the project's folder (%n)", nullptr, n);
    }
    //: A folder, and how many changes are in it.
    return leftToRight(shown(g.folder, 300)) + QLatin1Char(' ') + tr("(%n)", nullptr, n);
}

QString ChangeModel::groupHelp(const ChangeGroup& g) const {
    switch (g.kind) {
        case Kind::Risky: return tr("Each of these could run something on your machine. They are ticked one by one, and by nothing else.");
        case Kind::Conflict: return tr("You changed these since the run began. Choose a side for each: the run's version, or yours.");
        case Kind::ByteCode: return tr("What Python leaves beside what it runs. It is not needed: Python makes it again.");
        case Kind::History: return tr("What git keeps: commits, branches, the index. Without them the run's commits are not in the project.");
        case Kind::Refused: return tr("These cannot be written as they are; each says why.");
        case Kind::Landed: return tr("The run worked in the project itself. Undo takes this back.");
        case Kind::Deleted:
        case Kind::Folder:
        case Kind::Commits:
        case Kind::Refs:
        case Kind::Staged:
        case Kind::Decided: break;
    }
    return {};
}

QString ChangeModel::entryText(const ChangeGroup& g, const ChangeEntry& e) const {
    if (e.kind != ChangeEntry::Kind::Change && e.kind != ChangeEntry::Kind::Landed) {
        return e.kind == ChangeEntry::Kind::Commit ? words::commit(m_review.commits[e.index])
               : e.kind == ChangeEntry::Kind::Ref  ? words::ref(m_review.refs[e.index])
                                                   : words::staged(m_review.staged[e.index]);
    }
    const auto& c = e.kind == ChangeEntry::Kind::Change ? m_review.changes[e.index] : m_review.landed[e.index];
    const bool below = g.kind == Kind::Folder && !g.folder.empty();
    QString name = leftToRight(shown(below ? c.path.substr(g.folder.size() + 1) : c.path, 400));
    if (c.typeAfter == "directory" || (c.typeAfter == "none" && c.typeBefore == "directory")) {
        name += QLatin1Char('/');
    }
    if (e.kind == ChangeEntry::Kind::Change && g.kind != Kind::Refused && inConflict(e) && !c.decided) {
        const auto choice = m_marks[e.index].choice;
        //: What will become of a file in conflict. %1: its path
        return (choice == api::ConflictChoice::Theirs && m_marks[e.index].part ? tr("%1: the run's version in part")
                : choice == api::ConflictChoice::Theirs ? tr("%1: the run's version") : choice == api::ConflictChoice::Ours ? tr("%1: yours stays") : tr("%1: not decided"))
            .arg(name);
    }
    if (g.kind == Kind::Refused || g.kind == Kind::Risky) {
        const auto& half = e.half == ChangeEntry::kNone ? c : m_review.changes[e.half];
        const auto& why = g.kind == Kind::Refused ? (c.refused.empty() ? half.refused : c.refused) : c.risks.empty() ? half.risks.front() : c.risks.front();
        //: %1: path of a file; %2: why it is risky, or cannot be applied
        return tr("%1: %2").arg(name, words::why(why));
    }
    //: %1: path of a file; %2: "new", "deleted", "renamed" or the like
    return g.kind == Kind::Deleted || c.kind == "changed" ? name : tr("%1 (%2)").arg(name, words::kind(c.kind));
}

QVariant ChangeModel::groupCheck(std::size_t at) const {
    const auto& g = m_groups[at];
    const bool all = g.kind == Kind::Deleted || g.kind == Kind::Folder || g.kind == Kind::History;
    if (!all) {
        return {};
    }
    return m_groupTicked[at] == 0                                                          ? Qt::Unchecked
           : m_groupTicked[at] == static_cast<int>(g.entries.size()) && !m_groupInPart[at] ? Qt::Checked
                                                                                           : Qt::PartiallyChecked;
}

QVariant ChangeModel::groupData(std::size_t at, int column, int role) const {
    const auto& g = m_groups[at];
    if (column != Apply) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole: return groupText(g);
        case Qt::AccessibleTextRole: return (groupText(g) + QLatin1Char(' ') + groupHelp(g)).trimmed();
        case Qt::ToolTipRole: return QStringLiteral("<qt>%1</qt>").arg((groupText(g) + QLatin1String(". ") + groupHelp(g)).toHtmlEscaped()); // also where it is cut
        case HelpRole: return groupHelp(g);
        case Qt::CheckStateRole: return groupCheck(at);
        case Qt::FontRole: {
            QFont font;
            font.setBold(true);
            return font;
        }
        case Qt::DecorationRole:
            return g.kind == Kind::Risky      ? icon(QStringLiteral("risk-dangerous"))
                   : g.kind == Kind::Conflict ? icon(QStringLiteral("conflict"))
                   : g.kind == Kind::Refused  ? icon(QStringLiteral("denied"))
                   : g.kind == Kind::Deleted  ? icon(QStringLiteral("change-deleted"))
                                              : QVariant();
        default: return {};
    }
}

QVariant ChangeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto* e = entry(index);
    if (e == nullptr) {
        return groupData(static_cast<std::size_t>(index.row()), index.column(), role);
    }
    const auto& g = *group(index);
    const bool isChange = e->kind == ChangeEntry::Kind::Change;
    if (index.column() == Reviewed) {
        if (role == Qt::AccessibleTextRole) {
            return tr("Reviewed");
        }
        return role == Qt::CheckStateRole && isChange ? QVariant(m_marks[e->index].reviewed ? Qt::Checked : Qt::Unchecked) : QVariant();
    }
    switch (role) {
        case Qt::DisplayRole:
        //: %1: path of a file, of which only some places will be written to the project
        case Qt::AccessibleTextRole: return isInPart(index) && !needsChoice(index) ? tr("%1 (in part)").arg(entryText(g, *e)) : entryText(g, *e);
        case Qt::ToolTipRole: return QStringLiteral("<qt>%1</qt>").arg(entryText(g, *e).toHtmlEscaped()); // tool tips guess whether they are markup
        case Qt::CheckStateRole:
            return !ticks(g, *e)        ? QVariant()
                   : isInPart(index)      ? Qt::PartiallyChecked
                   : m_marks[e->index].ticked ? Qt::Checked
                                              : Qt::Unchecked;
        case Qt::DecorationRole: {
            const auto* c = change(index);
            return c == nullptr ? QVariant() : isInPart(index) ? icon(QStringLiteral("partly")) : needsChoice(index) ? icon(QStringLiteral("conflict")) : icon(words::kindIcon(*c));
        }
        default: return {};
    }
}

bool ChangeModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !index.isValid() || !(flags(index) & Qt::ItemIsUserCheckable)) {
        return false;
    }
    const bool on = value.toInt() == Qt::Checked;
    const auto* e = entry(index);
    if (e == nullptr) {
        tickGroup(static_cast<std::size_t>(index.row()), on);
    } else if (index.column() == Reviewed) {
        m_marks[e->index].reviewed = on;
    } else {
        m_marks[e->index].ticked = on;
        m_marks[e->index].part.reset();
    }
    count();
    emit dataChanged(index, index);
    if (const auto up = parent(index); up.isValid()) {
        emit dataChanged(up, up);
    }
    emit ticksChanged();
    return true;
}

} // namespace leadglass::app
