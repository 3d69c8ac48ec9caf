#include "app/widgets/plain_label.h"

#include <QEvent>
#include <QTextDocument>
#include <QTextLayout>
#include <QtMath>

namespace leadglass::app {
namespace {

constexpr int kNarrowest = 12; // characters: below that a line says nothing

} // namespace

PlainLabel::PlainLabel(const QString& text, QWidget* parent) : QTextEdit(parent) {
    setAcceptRichText(false);
    setUndoRedoEnabled(false);
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setFocusPolicy(Qt::ClickFocus);
    setTabChangesFocus(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    viewport()->setAutoFillBackground(false);
    viewport()->setCursor(Qt::ArrowCursor);
    document()->setDocumentMargin(0);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setText(text);
}

void PlainLabel::setText(const QString& text) {
    if (text != toPlainText()) { // what is selected stays so while a countdown ticks beside it
        setPlainText(text);
        updateGeometry();
    }
}

void PlainLabel::setTextAlignment(Qt::Alignment alignment) {
    QTextOption option = document()->defaultTextOption();
    option.setAlignment(alignment);
    document()->setDefaultTextOption(option);
}

void PlainLabel::keepRoomFor(const QStringList& texts) {
    if (texts != m_roomFor) {
        m_roomFor = texts;
        updateGeometry();
    }
}

int PlainLabel::heightForWidth(int width) const {
    int height = heightOf(toPlainText(), width);
    for (const auto& text : m_roomFor) {
        height = qMax(height, heightOf(text, width));
    }
    return height;
}

int PlainLabel::heightOf(const QString& text, int width) const {
    QTextOption option = document()->defaultTextOption();
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    qreal height = 0;
    const QStringList paragraphs = text.split(QLatin1Char('\n'));
    for (const auto& paragraph : paragraphs) {
        QTextLayout layout(paragraph, font());
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(qMax(width, 1));
            height += line.height();
        }
        layout.endLayout();
    }
    return qCeil(qMax(height, static_cast<qreal>(fontMetrics().height())));
}

QSize PlainLabel::sizeHint() const {
    int wide = 0;
    const QStringList paragraphs = (QStringList(toPlainText()) + m_roomFor).join(QLatin1Char('\n')).split(QLatin1Char('\n'));
    for (const auto& paragraph : paragraphs) {
        wide = qMax(wide, fontMetrics().horizontalAdvance(paragraph) + 2);
    }
    wide = qMin(wide, fontMetrics().averageCharWidth() * 60);
    return {wide, heightForWidth(wide)};
}

QSize PlainLabel::minimumSizeHint() const { return {fontMetrics().averageCharWidth() * kNarrowest, fontMetrics().height()}; }

void PlainLabel::changeEvent(QEvent* event) {
    QTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LayoutDirectionChange) {
        updateGeometry();
    }
}

} // namespace leadglass::app
