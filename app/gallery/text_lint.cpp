#include "app/gallery/text_lint.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QStyle>
#include <QStyleOption>
#include <QTabBar>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QWheelEvent>

#include "app/gallery/pseudo.h"
#include "app/widgets/plain_label.h"

namespace leadglass::app::gallery {
namespace {

constexpr int kSlack = 1; // pixels: widths are rounded

struct Seen {
    QString text; // as it stands there
    bool isCut = false;
};

QSize sizeOf(const QWidget& widget, const QString& text) { return widget.fontMetrics().size(Qt::TextShowMnemonic, text); }

Seen label(const QLabel& it) {
    if (it.text().isEmpty()) {
        return {};
    }
    const QSize room = it.contentsRect().size();
    if (sizeOf(it, it.text()).height() > room.height() + kSlack && !it.wordWrap()) {
        return {it.text(), true};
    }
    const bool cut = it.wordWrap() ? it.heightForWidth(room.width()) > room.height() + kSlack
                                   : sizeOf(it, it.text()).width() > room.width() + kSlack;
    return {it.text(), cut};
}

Seen button(const QAbstractButton& it) {
    if (it.text().isEmpty()) {
        return {};
    }
    const QSize text = sizeOf(it, it.text());
    const int iconRoom = it.icon().isNull() ? 0 : it.iconSize().width() + 4;
    QStyleOptionButton option;
    option.initFrom(&it);
    option.text = it.text();
    const auto element = qobject_cast<const QCheckBox*>(&it) != nullptr      ? QStyle::SE_CheckBoxContents
                         : qobject_cast<const QRadioButton*>(&it) != nullptr ? QStyle::SE_RadioButtonContents
                                                                             : QStyle::SE_PushButtonContents;
    if (const auto* tool = qobject_cast<const QToolButton*>(&it)) {
        return {tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !it.icon().isNull() ? QString() : it.text(),
                text.width() > it.width() - 2 || text.height() > it.height()};
    }
    const QRect room = it.style()->subElementRect(element, &option, &it);
    return {it.text(), text.width() + iconRoom > room.width() + kSlack || text.height() > it.height()};
}

Seen choice(const QComboBox& it) {
    QStyleOptionComboBox option;
    option.initFrom(&it);
    option.editable = it.isEditable();
    const QRect room = it.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &it);
    // What is as long as a path is whole in its tool tip, or where the list is open.
    const bool isElsewhere = it.isEditable() || QTextDocumentFragment::fromHtml(it.toolTip()).toPlainText() == it.currentText();
    return {it.currentText(), it.fontMetrics().height() > room.height() + kSlack || (!isElsewhere && sizeOf(it, it.currentText()).width() > room.width() + kSlack)};
}

QList<Seen> look(const QWidget& widget) {
    if (const auto* it = qobject_cast<const QLabel*>(&widget)) {
        return {label(*it)};
    }
    if (const auto* it = qobject_cast<const QAbstractButton*>(&widget)) {
        return {button(*it)};
    }
    if (const auto* it = qobject_cast<const PlainLabel*>(&widget)) {
        return {{it->text(), it->heightForWidth(it->viewport()->width()) > it->viewport()->height() + kSlack}};
    }
    if (const auto* it = qobject_cast<const QComboBox*>(&widget)) {
        return {choice(*it)};
    }
    if (const auto* it = qobject_cast<const QGroupBox*>(&widget)) {
        return {{it->title(), sizeOf(*it, it->title()).width() > it->width()}};
    }
    if (const auto* it = qobject_cast<const QLineEdit*>(&widget)) {
        return {{it->placeholderText(), it->fontMetrics().height() > it->height() + kSlack}}; // sideways it scrolls
    }
    QList<Seen> all;
    if (const auto* bar = qobject_cast<const QTabBar*>(&widget)) {
        for (int i = 0; i < bar->count(); ++i) {
            all.append({bar->tabText(i), sizeOf(*bar, bar->tabText(i)).width() > bar->tabRect(i).width()});
        }
    } else if (const auto* head = qobject_cast<const QHeaderView*>(&widget)) {
        for (int i = 0; head->model() != nullptr && i < head->count(); ++i) { // a head is elided
            all.append({head->model()->headerData(i, head->orientation()).toString(), false});
        }
    }
    return all;
}

// Words of core, which speaks English alone.
const QStringList& ofCore() {
    static const QStringList all{"size of the file system", "watchdog, time awake",
                                 "this run was started by a version of Leadglass that does not tell what it takes (it is told of the next one)"};
    return all;
}

// Names, addresses, paths, numbers and the like are not translated.
bool isForeign(const QString& text) {
    static const QRegularExpression word(QStringLiteral("[A-Za-z]{3,}")), data(QStringLiteral("[./:@~_=\\\\<>*0-9{}]|^sh -c "));
    static const QStringList names{"claude", "codex", "opencode", "gemini", "strict", "default", "English", "Deutsch", "rehearsal"};
    return !isPseudo(text) && text.contains(word) && !text.contains(data) && !names.contains(text) && !ofCore().contains(text);
}

QString nameOf(const QWidget& widget) {
    QStringList path;
    for (const QWidget* each = &widget; each != nullptr; each = each->parentWidget()) {
        const QString name = QLatin1String(each->metaObject()->className());
        if (each == &widget || name.startsWith(QLatin1String("leadglass::"))) {
            path.prepend(name.section(QStringLiteral("::"), -1));
        }
    }
    return path.join(QLatin1Char('/'));
}

} // namespace

TextLint::TextLint(bool untranslated, QObject* parent) : QObject(parent), m_untranslated(untranslated) { qApp->installEventFilter(this); }

QStringList TextLint::problems() const {
    QStringList all = m_gone;
    for (const auto& each : m_now) {
        all += each;
    }
    all.sort();
    all.removeDuplicates();
    return all;
}

bool TextLint::eventFilter(QObject* watched, QEvent* event) {
    auto* window = event->type() == QEvent::Paint ? qobject_cast<QWidget*>(watched) : nullptr;
    if (window == nullptr || !window->isWindow()) {
        return false;
    }
    // Also what has to be scrolled to.
    auto widgets = window->findChildren<QWidget*>();
    widgets.append(window);
    for (auto* each : widgets) {
        if (each == window || (each->isVisibleTo(window) && each->window() == window)) {
            judge(*each);
        }
    }
    return false;
}

void TextLint::judge(QWidget& it) {
    auto* widget = &it;
    QStringList found;
    const auto all = look(*widget);
    for (const auto& each : all) {
        if (each.text.isEmpty()) {
            continue;
        }
        ++m_looked;
        const QString where = nameOf(*widget) + QStringLiteral(": “") + each.text.left(80).simplified() + QStringLiteral("”");
        if (each.isCut) {
            found << QStringLiteral("cut: ") + where;
        }
        if (m_untranslated && isForeign(each.text)) {
            found << QStringLiteral("not translated: ") + where;
        }
    }
    if (!all.isEmpty()) {
        if (!m_now.contains(widget)) {
            connect(widget, &QObject::destroyed, this, [this](QObject* gone) { m_gone += m_now.take(gone); });
        }
        m_now[widget] = found;
    }
}

} // namespace leadglass::app::gallery
