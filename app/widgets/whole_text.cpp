#include "app/widgets/whole_text.h"

#include <QHeaderView>
#include <QStyle>
#include <QTextLayout>
#include <QtMath>

namespace leadglass::app {

WholeText::WholeText(QTreeWidget* tree, int column) : QStyledItemDelegate(tree), m_tree(tree), m_column(column) {}

void WholeText::set(QTreeWidget* tree, int column) {
    tree->setWordWrap(true);
    tree->setItemDelegateForColumn(column, new WholeText(tree, column));
    connect(tree->header(), &QHeaderView::sectionResized, tree, [tree, column](int resized) {
        if (resized == column) {
            tree->doItemsLayout();
        }
    });
}

QSize WholeText::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem full = option;
    initStyleOption(&full, index);
    const int margin = m_tree->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, &full, m_tree) + 1;
    const int beside = full.features.testFlag(QStyleOptionViewItem::HasDecoration) ? full.decorationSize.width() + 2 * margin : 0;
    QTextOption wrap;
    wrap.setWrapMode(QTextOption::WordWrap); // as styles draw it
    QString text = full.text;
    QTextLayout layout(text.replace(QLatin1Char('\n'), QChar::LineSeparator), full.font);
    layout.setTextOption(wrap);
    qreal height = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(qMax(1, m_tree->columnWidth(m_column) - 2 * margin - beside));
        height += line.height();
    }
    layout.endLayout();
    return {QStyledItemDelegate::sizeHint(option, index).width(), qCeil(height) + full.fontMetrics.height() / 2};
}

} // namespace leadglass::app
