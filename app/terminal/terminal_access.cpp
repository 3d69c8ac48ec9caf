#include "app/terminal/terminal_access.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include <algorithm>

#include "app/terminal/terminal_view.h"

namespace leadglass::app {
namespace {

class TerminalAccess final : public QAccessibleWidget, public QAccessibleTextInterface {
public:
    explicit TerminalAccess(TerminalView* view) : QAccessibleWidget(view, QAccessible::Terminal), m_view(view) {}

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::TextInterface ? static_cast<QAccessibleTextInterface*>(this) : QAccessibleWidget::interface_cast(type);
    }
    QString text(QAccessible::Text which) const override { return which == QAccessible::Value ? m_view->visibleText() : QAccessibleWidget::text(which); }
    QAccessible::State state() const override {
        auto out = QAccessibleWidget::state();
        out.multiLine = true;
        out.focusable = true;
        out.selectableText = true;
        return out;
    }

    // ---- QAccessibleTextInterface: offsets into visibleText() ----
    void selection(int index, int* from, int* to) const override {
        *from = *to = 0;
        if (index == 0 && selectionCount() == 1) {
            *from = offsetOf(m_view->selection().from());
            *to = offsetOf(m_view->selection().to());
        }
    }
    int selectionCount() const override { return m_view->selection().empty() ? 0 : 1; }
    void addSelection(int, int) override {}
    void removeSelection(int) override {}
    void setSelection(int, int, int) override {}
    int cursorPosition() const override {
        const auto& cursor = m_view->screen().cursor();
        return offsetOf({m_view->screen().top() + cursor.row, cursor.column});
    }
    void setCursorPosition(int) override {} // only the program moves it
    QString text(int from, int to) const override { return m_view->visibleText().mid(from, to - from); }
    int characterCount() const override { return static_cast<int>(m_view->visibleText().size()); }
    QRect characterRect(int offset) const override {
        const QString before = m_view->visibleText().left(offset);
        const int row = static_cast<int>(before.count(QLatin1Char('\n')));
        const int column = static_cast<int>(before.size() - before.lastIndexOf(QLatin1Char('\n')) - 1);
        const QRect at = m_view->cellRect(row, column);
        return {m_view->viewport()->mapToGlobal(at.topLeft()), at.size()};
    }
    int offsetAtPoint(const QPoint& point) const override { return offsetOf(m_view->placeAt(m_view->viewport()->mapFromGlobal(point))); }
    void scrollToSubstring(int, int) override {}
    QString attributes(int offset, int* from, int* to) const override {
        *from = *to = offset;
        return {};
    }

private:
    int offsetOf(Place place) const {
        const auto lines = m_view->visibleText().split(QLatin1Char('\n'));
        const auto row = std::clamp<std::int64_t>(place.line - m_view->firstVisible(), 0, lines.size() - 1);
        qsizetype out = 0;
        for (qsizetype i = 0; i < row; ++i) {
            out += lines[i].size() + 1;
        }
        const QString before = textOf(m_view->screen().line(m_view->firstVisible() + row), 0, place.column);
        return static_cast<int>(out + std::min(before.size(), lines[static_cast<qsizetype>(row)].size()));
    }

    TerminalView* m_view;
};

QAccessibleInterface* make(const QString&, QObject* object) {
    auto* view = qobject_cast<TerminalView*>(object);
    return view != nullptr ? new TerminalAccess(view) : nullptr;
}

} // namespace

void installTerminalAccess() {
    static const bool once = (QAccessible::installFactory(make), true);
    Q_UNUSED(once);
}

TextChange changeOf(const QString& before, const QString& now) {
    const qsizetype least = std::min(now.size(), before.size());
    qsizetype head = 0, tail = 0;
    while (head < least && now[head] == before[head]) {
        ++head;
    }
    while (tail < least - head && now[now.size() - 1 - tail] == before[before.size() - 1 - tail]) {
        ++tail;
    }
    return {static_cast<int>(head), before.mid(head, before.size() - head - tail), now.mid(head, now.size() - head - tail)};
}

void tellTerminalAccess(TerminalView& view, QString& told) {
    const QString now = view.visibleText();
    if (now != told) {
        const auto change = changeOf(told, now);
        told = now;
        QAccessibleTextUpdateEvent changed(&view, change.at, change.removed, change.inserted);
        QAccessible::updateAccessibility(&changed);
    }
    if (auto* face = QAccessible::queryAccessibleInterface(&view); face != nullptr && face->textInterface() != nullptr) {
        QAccessibleTextCursorEvent moved(&view, face->textInterface()->cursorPosition());
        QAccessible::updateAccessibility(&moved);
    }
}

} // namespace leadglass::app
