#include "app/widgets/flow_row.h"

#include <QStyle>
#include <QWidget>

namespace leadglass::app {

FlowRow::FlowRow(Qt::Alignment side) : m_trailing((side & Qt::AlignTrailing) != 0) { setContentsMargins(0, 0, 0, 0); }

FlowRow::~FlowRow() {
    for (auto* item : m_items) {
        delete item;
    }
}

void FlowRow::addItem(QLayoutItem* item) {
    m_items.push_back(item);
    invalidate();
}

QLayoutItem* FlowRow::itemAt(int index) const { return index < 0 || index >= count() ? nullptr : m_items[static_cast<std::size_t>(index)]; }

QLayoutItem* FlowRow::takeAt(int index) {
    auto* item = itemAt(index);
    if (item != nullptr) {
        m_items.erase(m_items.begin() + index);
    }
    return item;
}

int FlowRow::gap() const {
    const auto* in = parentWidget();
    const int by = in == nullptr ? -1 : in->style()->layoutSpacing(QSizePolicy::PushButton, QSizePolicy::PushButton, Qt::Horizontal, nullptr, in);
    return by >= 0 ? by : in == nullptr ? 6 : in->fontMetrics().height() / 2;
}

int FlowRow::place(const QRect& rect, bool move) const {
    const int between = gap();
    int y = rect.top();
    for (std::size_t at = 0; at < m_items.size();) {
        int wide = 0, high = 0;
        std::vector<QLayoutItem*> row;
        for (; at < m_items.size(); ++at) {
            auto* item = m_items[at];
            if (item->isEmpty()) {
                continue;
            }
            const QSize size = item->sizeHint();
            if (!row.empty() && wide + between + size.width() > rect.width()) {
                break;
            }
            wide += (row.empty() ? 0 : between) + size.width();
            high = qMax(high, size.height());
            row.push_back(item);
        }
        if (row.empty()) {
            break;
        }
        int x = m_trailing ? qMax(0, rect.width() - wide) : 0;
        for (auto* item : row) {
            const int width = qMin(item->sizeHint().width(), rect.width());
            if (move) {
                const QRect there(rect.left() + x, y, width, high);
                item->setGeometry(QStyle::visualRect(parentWidget() == nullptr ? Qt::LeftToRight : parentWidget()->layoutDirection(), rect, there));
            }
            x += width + between;
        }
        y += high + between;
    }
    return qMax(0, y - rect.top() - between);
}

int FlowRow::heightForWidth(int width) const { return place(QRect(0, 0, width, 0), false); }

QSize FlowRow::sizeHint() const {
    QSize out(0, 0);
    for (auto* item : m_items) {
        if (!item->isEmpty()) {
            out = QSize(out.width() + (out.width() == 0 ? 0 : gap()) + item->sizeHint().width(), qMax(out.height(), item->sizeHint().height()));
        }
    }
    return out;
}

QSize FlowRow::minimumSize() const {
    QSize out(0, 0);
    for (auto* item : m_items) {
        if (!item->isEmpty()) {
            out = out.expandedTo(item->minimumSize());
        }
    }
    return out;
}

void FlowRow::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    place(rect, true);
}

} // namespace leadglass::app
