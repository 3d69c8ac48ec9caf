// A column of wrapped text whose rows are as high as the text is in the width of the column: nothing of it is cut off.
#pragma once

#include <QStyledItemDelegate>
#include <QTreeWidget>

namespace leadglass::app {

class WholeText : public QStyledItemDelegate {
    Q_OBJECT
public:
    // Of this column; the rows are laid out anew when its width changes. The tree wraps words.
    static void set(QTreeWidget* tree, int column);

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    WholeText(QTreeWidget* tree, int column);

    QTreeWidget* m_tree;
    int m_column;
};

} // namespace leadglass::app
