#include "app/review/diff_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

#include "app/bridge/off_thread.h"
#include "app/review/diff_pane.h"
#include "app/widgets/page_scroll.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

QString joined(const std::vector<DiffRow>& rows) {
    QString out;
    for (const auto& row : rows) {
        out += row.text;
        out += QLatin1Char('\n');
    }
    out.chop(1);
    return out;
}

QToolButton* tool(Qt::ArrowType arrow, const QString& name) {
    auto* out = new QToolButton;
    out->setArrowType(arrow);
    out->setAutoRaise(true);
    out->setToolTip(name);
    out->setAccessibleName(name);
    return out;
}

} // namespace

DiffView::DiffView(Maker<api::ReviewService> makes, QWidget* parent) : QWidget(parent), m_makes(std::move(makes)) {
    m_bar = makeBar();
    m_message = new PlainLabel;
    m_messagePage = new PageScroll(m_message);
    m_gatePage = makeGate();
    m_unified = new DiffPane(DiffPane::Numbers::Both);
    m_unified->setAccessibleName(tr("Differences"));
    m_columnsPage = makeColumns();
    m_picturesPage = makePictures();
    m_stack = new QStackedWidget;
    for (auto* page : {m_messagePage, m_gatePage, static_cast<QWidget*>(m_unified), m_columnsPage, m_picturesPage}) {
        m_stack->addWidget(page);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_bar);
    layout->addWidget(m_stack, 1);
    say({});
}

QWidget* DiffView::makeBar() {
    auto* bar = new QWidget;
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    m_counts = new QLabel;
    m_counts->setTextFormat(Qt::PlainText);
    auto* previous = tool(Qt::UpArrow, tr("Previous place (P)"));
    auto* next = tool(Qt::DownArrow, tr("Next place (N)"));
    m_both = new QToolButton;
    m_both->setText(tr("Side by side"));
    m_both->setCheckable(true);
    layout->addWidget(m_counts);
    layout->addStretch(1);
    for (auto* button : {previous, next, m_both}) {
        layout->addWidget(button);
    }
    connect(previous, &QToolButton::clicked, this, [this] { stepHunk(-1); });
    connect(next, &QToolButton::clicked, this, [this] { stepHunk(1); });
    connect(m_both, &QToolButton::toggled, this, &DiffView::setSideBySide);
    return bar;
}

QWidget* DiffView::makeGate() {
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    m_gateText = new PlainLabel;
    auto* open = new QPushButton(tr("Show all the same"));
    open->setAutoDefault(false);
    layout->addWidget(m_gateText);
    layout->addWidget(open, 0, Qt::AlignLeft);
    layout->addStretch(1);
    connect(open, &QPushButton::clicked, this, [this] {
        m_opened.insert(m_key);
        present();
    });
    return page;
}

QWidget* DiffView::makeColumns() {
    auto* splitter = new QSplitter;
    splitter->setChildrenCollapsible(false);
    splitter->setLayoutDirection(Qt::LeftToRight);
    const auto column = [&](DiffPane*& pane, DiffPane::Numbers numbers, const QString& title) {
        auto* half = new QWidget;
        auto* layout = new QVBoxLayout(half);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(new QLabel(title));
        pane = new DiffPane(numbers);
        pane->setAccessibleName(title);
        layout->addWidget(pane, 1);
        splitter->addWidget(half);
    };
    column(m_before, DiffPane::Numbers::Before, tr("In the project now"));
    column(m_after, DiffPane::Numbers::After, tr("The run's version"));
    for (const auto& [one, other] : {std::pair(m_before, m_after), std::pair(m_after, m_before)}) {
        connect(one->verticalScrollBar(), &QScrollBar::valueChanged, other->verticalScrollBar(), &QScrollBar::setValue);
        connect(one->horizontalScrollBar(), &QScrollBar::valueChanged, other->horizontalScrollBar(), &QScrollBar::setValue);
    }
    return splitter;
}

QWidget* DiffView::makePictures() {
    auto* page = new QWidget;
    page->setLayoutDirection(Qt::LeftToRight);
    auto* layout = new QHBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    const auto half = [&](PictureView*& view, QLabel*& caption, const QString& title) {
        auto* column = new QVBoxLayout;
        column->addWidget(new QLabel(title));
        view = new PictureView;
        view->setAccessibleName(title);
        caption = new QLabel;
        caption->setTextFormat(Qt::PlainText);
        caption->setWordWrap(true);
        column->addWidget(view, 1);
        column->addWidget(caption);
        layout->addLayout(column, 1);
    };
    half(m_left, m_leftCaption, tr("In the project now"));
    half(m_right, m_rightCaption, tr("The run's version"));
    return page;
}

std::shared_ptr<DiffView::Content> DiffView::read(api::ReviewService& service, const std::string& run, const api::ChangeItem& change) {
    auto out = std::make_shared<Content>();
    const auto diff = service.diff(run, change.path);
    if (!diff) {
        out->diff.message = QString::fromStdString(diff.error().text());
        return out;
    }
    out->bytes = diff->size();
    out->diff = parseDiff(*diff);
    if (!out->diff.message.isEmpty()) { // no text: perhaps there is something to see
        if (const auto sides = service.sides(run, change.path, kMaxPictureBytes)) {
            out->left = decodePicture(sides->before);
            out->right = decodePicture(sides->after);
            out->pictures = !out->left.image.isNull() || !out->right.image.isNull();
            //: Of a file that is no text. %1: why there is no diff; %2 and %3: "PNG, 640 x 480, 12 kB" or a size
            out->diff.message = tr("%1\nIn the project now: %2\nThe run's version: %3").arg(out->diff.message, out->left.caption, out->right.caption);
        }
        return out;
    }
    out->columns = inColumns(out->diff.rows);
    out->text = joined(out->diff.rows);
    out->before = joined(out->columns.before);
    out->after = joined(out->columns.after);
    return out;
}

void DiffView::showChange(const std::string& run, const api::ChangeItem& change) {
    ++m_generation;
    m_ready = false;
    m_key = run + '/' + change.path;
    m_content.reset();
    say(tr("Reading…"));
    m_next = std::pair(run, change);
    readNext();
}

// One at a time: who goes quickly through a list does not queue up a hundred of them.
void DiffView::readNext() {
    if (m_reading || !m_next) {
        return;
    }
    m_reading = true;
    const auto [run, change] = *std::exchange(m_next, std::nullopt);
    offThread(
        this, [makes = m_makes, run = run, change = change] { return read(*makes(), run, change); },
        [this, generation = m_generation, change = change](const std::shared_ptr<Content>& content) {
            m_reading = false;
            if (generation == m_generation) {
                take(content, change);
            }
            readNext();
        });
}

void DiffView::showText(const QString& text) {
    ++m_generation;
    m_next.reset();
    m_content.reset();
    m_ready = true;
    say(text);
    emit ready();
}

void DiffView::take(const std::shared_ptr<Content>& content, const api::ChangeItem& change) {
    m_ready = true;
    m_content = content;
    if (content->diff.rows.empty() && content->diff.message.isEmpty()) {
        content->diff.message = change.kind == "mode_changed" ? tr("The content is the same; only permissions change.")
                                : change.typeAfter == "directory" || change.typeBefore == "directory"
                                    ? tr("A folder has no text to show.")
                                    : tr("There is no difference in the text: both are empty, or the same.");
    }
    present();
    emit ready();
}

void DiffView::present() {
    if (!m_content) {
        return;
    }
    const auto& diff = m_content->diff;
    if (m_content->pictures) {
        m_left->setImage(m_content->left.image);
        m_right->setImage(m_content->right.image);
        m_leftCaption->setText(m_content->left.caption);
        m_rightCaption->setText(m_content->right.caption);
        m_bar->hide();
        m_stack->setCurrentWidget(m_picturesPage);
        return;
    }
    if (!diff.message.isEmpty()) {
        say(diff.message);
        return;
    }
    m_bar->show();
    const QLocale locale;
    //: Lines of a diff. %1: how many were added; %2: how many were taken out
    QString counts = tr("+%1  −%2 lines").arg(locale.toString(static_cast<qulonglong>(diff.added)), locale.toString(static_cast<qulonglong>(diff.dropped)));
    if (diff.cut) {
        counts += QLatin1Char(' ') + tr("(only the beginning is shown)");
    }
    m_counts->setText(counts);
    if ((diff.rows.size() > kGateRows || m_content->bytes > kGateBytes) && !m_opened.contains(m_key)) {
        //: %1: number of lines; %2: size of the text
        m_gateText->setText(tr("A long change: %1 lines, %2. Long changes can hide something: read it all, or do not apply it.")
                                .arg(locale.toString(static_cast<qulonglong>(diff.rows.size())), locale.formattedDataSize(static_cast<qint64>(m_content->bytes))));
        m_stack->setCurrentWidget(m_gatePage);
        return;
    }
    if (m_sideBySide) {
        m_before->setRows(m_content->columns.before, m_content->before);
        m_after->setRows(m_content->columns.after, m_content->after);
        m_stack->setCurrentWidget(m_columnsPage);
    } else {
        m_unified->setRows(diff.rows, m_content->text);
        m_stack->setCurrentWidget(m_unified);
    }
}

void DiffView::say(const QString& text) {
    m_bar->hide();
    m_message->setText(text);
    m_stack->setCurrentWidget(m_messagePage);
}

bool DiffView::stepHunk(int by) {
    return m_stack->currentWidget() == m_unified      ? m_unified->stepHunk(by)
           : m_stack->currentWidget() == m_columnsPage ? m_after->stepHunk(by)
                                                       : false;
}

void DiffView::setSideBySide(bool on) {
    m_sideBySide = on;
    m_both->setChecked(on);
    present();
}

QString DiffView::shownText() const {
    const auto* page = m_stack->currentWidget();
    return page == m_unified      ? m_unified->toPlainText()
           : page == m_columnsPage ? m_before->toPlainText() + QLatin1Char('\n') + m_after->toPlainText()
           : page == m_gatePage    ? m_gateText->text()
           : page == m_picturesPage ? m_leftCaption->text() + QLatin1Char('\n') + m_rightCaption->text()
                                    : m_message->text();
}

std::vector<QWidget*> DiffView::readers() const { return {m_unified, m_before, m_after}; }

} // namespace leadglass::app
