// What a person without a mouse, or without the screen, meets in a window.
#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QGroupBox>
#include <QHeaderView>
#include <QKeySequence>
#include <QLabel>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QScrollArea>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTextEdit>
#include <QToolButton>
#include <QTreeView>

namespace leadglass::app::real {

class Walk {
public:
    explicit Walk(QWidget& window) : m_window(window) {}

    // Empty: everything is as it should be.
    QStringList problems() {
        m_problems.clear();
        for (auto* each : shownWidgets()) {
            name(*each);
            table(*each);
            gone(*each);
        }
        mnemonics();
        tabs();
        return m_problems;
    }
    [[nodiscard]] int controls() const { return m_controls; }

private:
    static bool isReached(const QWidget& widget) { return widget.isEnabled() && (widget.focusPolicy() & Qt::TabFocus) != 0; }
    [[nodiscard]] QList<QWidget*> shownWidgets() const {
        QList<QWidget*> out;
        const auto all = m_window.findChildren<QWidget*>();
        for (auto* each : all) {
            if (each->isVisibleTo(&m_window) && each->window() == &m_window && each->focusProxy() == nullptr && !isInner(*each)) {
                out.append(each);
            }
        }
        return out;
    }
    // Of Qt's own making, inside of a control that stands for it.
    static bool isInner(const QWidget& widget) {
        const QString name = widget.objectName(), parent = QLatin1String(widget.parentWidget()->metaObject()->className());
        return name.startsWith(QLatin1String("qt_")) || parent == QLatin1String("QComboBox") || parent == QLatin1String("QKeySequenceEdit") ||
               QLatin1String(widget.metaObject()->className()) == QLatin1String("QTableCornerButton");
    }
    void say(const QString& what, const QWidget& where) {
        QString path;
        for (const QWidget* each = &where; each != nullptr; each = each->parentWidget()) {
            path.prepend(QLatin1String(each->metaObject()->className()).mid(0) + QLatin1Char('/'));
        }
        m_problems << what + QStringLiteral(": ") + path + QLatin1Char(' ') + where.property("text").toString().left(60);
    }
    void name(QWidget& widget) {
        const auto* button = qobject_cast<QAbstractButton*>(&widget);
        if (!isReached(widget) && button == nullptr) {
            return;
        }
        ++m_controls;
        auto* face = QAccessible::queryAccessibleInterface(&widget);
        if (face == nullptr || face->text(QAccessible::Name).trimmed().isEmpty()) {
            say("has no name", widget);
        } else if (face->role() == QAccessible::NoRole || face->role() == QAccessible::Window || face->role() == QAccessible::Client) {
            say("has no role of its own", widget);
        }
        const auto* tool = qobject_cast<const QToolButton*>(&widget);
        const bool isPicture = button != nullptr && (button->text().isEmpty() || (tool != nullptr && !tool->icon().isNull() && tool->toolButtonStyle() == Qt::ToolButtonIconOnly));
        if (isPicture && (button->accessibleName().isEmpty() || button->toolTip().isEmpty())) {
            say("a picture alone, without name and tool tip", widget);
        }
    }
    // A screen reader asks for a child by the number that it had a moment ago: nothing may crash of that, whatever it is answered.
    void gone(QWidget& widget) {
        if (auto* face = QAccessible::queryAccessibleInterface(&widget)) {
            for (const int past : {face->childCount(), face->childCount() + 7}) {
                if (face->child(past) != nullptr && qobject_cast<QScrollArea*>(&widget) != nullptr) {
                    say("has children that it does not have", widget);
                }
            }
        }
    }
    void table(QWidget& widget) {
        const QHeaderView* head = nullptr;
        if (const auto* it = qobject_cast<const QTableView*>(&widget)) {
            head = it->horizontalHeader();
        } else if (const auto* tree = qobject_cast<const QTreeView*>(&widget); tree != nullptr && tree->header()->count() > 1) {
            head = tree->header();
        }
        if (head == nullptr) {
            return;
        }
        if (head->isHidden()) {
            say("a table without a head", widget);
        }
        for (int i = 0; i < head->count(); ++i) {
            if (!head->isSectionHidden(i) && head->model()->headerData(i, Qt::Horizontal).toString().isEmpty()) {
                say(QStringLiteral("a column without a name (%1)").arg(i), widget);
            }
        }
    }
    void mnemonics() {
        QHash<QString, QString> seen;
        const auto take = [&](const QString& text, const QWidget& widget) {
            const QString key = QKeySequence::mnemonic(text).toString();
            if (!key.isEmpty() && seen.contains(key)) {
                say(QStringLiteral("%1 is there twice, in “%2” and").arg(key, seen[key]), widget);
            }
            if (!key.isEmpty()) {
                seen[key] = text;
            }
        };
        for (auto* each : shownWidgets()) {
            if (const auto* button = qobject_cast<QAbstractButton*>(each)) {
                take(button->text(), *each);
            } else if (const auto* label = qobject_cast<QLabel*>(each); label != nullptr && label->buddy() != nullptr) {
                take(label->text(), *each);
            } else if (const auto* group = qobject_cast<QGroupBox*>(each)) {
                take(group->title(), *each);
            } else if (const auto* bar = qobject_cast<QTabBar*>(each)) {
                for (int i = 0; i < bar->count(); ++i) {
                    take(bar->tabText(i), *each);
                }
            }
        }
    }
    void tabs() {
        QSet<QWidget*> wanted, reached;
        for (auto* each : shownWidgets()) {
            if (isReached(*each)) {
                wanted.insert(each);
            }
        }
        if (wanted.size() < 2) {
            return;
        }
        QApplication::setActiveWindow(&m_window);
        (*wanted.begin())->setFocus(Qt::TabFocusReason);
        for (qsizetype i = 0; i < wanted.size() * 3 + 20; ++i) {
            auto* now = m_window.focusWidget();
            if (now == nullptr) {
                break;
            }
            for (auto* each = now; each != nullptr; each = each->parentWidget()) { // what stands for an inner one
                reached.insert(each);
            }
            QTest::keyClick(now, Qt::Key_Tab);
            if (m_window.focusWidget() == now) {
                say("Tab does not leave it", *now);
                break;
            }
        }
        for (auto* each : wanted - reached) {
            const auto* radio = qobject_cast<const QRadioButton*>(each);
            const auto others = each->parentWidget()->findChildren<QRadioButton*>();
            if (radio != nullptr && std::any_of(others.begin(), others.end(), [&](auto* other) { return reached.contains(other); })) {
                continue; // by the arrow keys, from the one that is chosen
            }
            say("Tab does not reach it", *each);
        }
    }

    QWidget& m_window;
    QStringList m_problems;
    int m_controls = 0;
};

} // namespace leadglass::app::real
