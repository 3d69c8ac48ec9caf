#include "app/review/diff_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLocale>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "app/bridge/off_thread.h"
#include "app/review/diff_pane.h"
#include "app/review/why_words.h"
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
    for (auto* pane : {m_unified, m_before, m_after}) {
        connect(pane, &DiffPane::hunkClicked, this, &DiffView::hunkClicked);
        connect(pane, &DiffPane::cursorPositionChanged, this, &DiffView::updateBar);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_bar);
    layout->addWidget(m_stack, 1);
    say({});
}

std::shared_ptr<DiffView::Content> DiffView::read(api::ReviewService& service, const std::string& run, const api::ChangeItem& change) {
    auto out = std::make_shared<Content>();
    const auto diff = service.diff(run, change);
    if (!diff) {
        out->compared[HostAndRun].diff.message = QString::fromStdString(diff.error().text());
        return out;
    }
    auto& main = out->compared[HostAndRun];
    main = comparedOf(*diff);
    if (!change.conflict.empty() && main.diff.message.isEmpty()) {
        out->conflict = true;
        const auto base = service.baseDiff(run, change);
        const Why why = base ? base->why : Why(base.error());
        for (const auto sides : {BaseAndHost, BaseAndRun}) {
            auto& one = out->compared[sides];
            one = why.empty() ? comparedOf(sides == BaseAndHost ? base->host : base->run) : Compared();
            if (!why.empty()) {
                //: %1: why what a file held when the run began cannot be shown
                one.diff.message = tr("Only your version and the run's can be compared: %1.").arg(words::why(why));
            } else if (one.diff.rows.empty() && one.diff.message.isEmpty()) {
                one.diff.message = tr("It is as it was when the run began.");
            }
        }
    }
    if (!main.diff.message.isEmpty()) { // no text: perhaps there is something to see
        if (const auto sides = service.sides(run, change, kMaxPictureBytes)) {
            out->left = decodePicture(sides->before);
            out->right = decodePicture(sides->after);
            out->pictures = !out->left.image.isNull() || !out->right.image.isNull();
            //: Of a file that is no text. %1: why there is no diff; %2 and %3: "PNG, 640 x 480, 12 kB" or a size
            main.diff.message = tr("%1\nIn the project now: %2\nThe run's version: %3").arg(main.diff.message, out->left.caption, out->right.caption);
        }
    }
    return out;
}

DiffView::Compared DiffView::comparedOf(const std::string& diff) {
    Compared out;
    out.bytes = diff.size();
    out.diff = parseDiff(diff);
    if (!out.diff.message.isEmpty()) {
        out.diff.message = words::noDifference(diff);
    }
    out.columns = inColumns(out.diff.rows);
    out.text = joined(out.diff.rows);
    out.before = joined(out.columns.before);
    out.after = joined(out.columns.after);
    return out;
}

void DiffView::showChange(const std::string& run, const api::ChangeItem& change) {
    ++m_generation;
    m_ready = false;
    m_key = run + '/' + change.path;
    m_content.reset();
    m_taken.clear();
    m_sides = HostAndRun;
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
    m_taken.clear();
    m_ready = true;
    say(text);
    emit ready();
}

void DiffView::take(const std::shared_ptr<Content>& content, const api::ChangeItem& change) {
    m_ready = true;
    m_content = content;
    auto& diff = content->compared[HostAndRun].diff;
    if (diff.rows.empty() && diff.message.isEmpty()) {
        diff.message = change.kind == "mode_changed" ? tr("The content is the same; only permissions change.")
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
    const auto& diff = now().diff;
    m_compare->setVisible(m_content->conflict);
    m_compare->setCurrentIndex(m_sides);
    m_beforeTitle->setText(m_sides == HostAndRun ? tr("In the project now") : tr("When the run began"));
    m_afterTitle->setText(m_sides == BaseAndHost ? tr("In the project now") : tr("The run's version"));
    m_before->setAccessibleName(m_beforeTitle->text());
    m_after->setAccessibleName(m_afterTitle->text());
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
        m_bar->setVisible(m_content->conflict); // the way back
        updateBar();
        return;
    }
    m_bar->show();
    const QLocale locale;
    if ((diff.rows.size() > kGateRows || now().bytes > kGateBytes) && !m_opened.contains(gateKey())) {
        //: %1: size of the text
        m_gateText->setText(tr("A long change: %Ln line(s), %1. Long changes can hide something: read it all, or do not apply it.", nullptr,
                               static_cast<int>(diff.rows.size()))
                                .arg(locale.formattedDataSize(static_cast<qint64>(now().bytes))));
        m_stack->setCurrentWidget(m_gatePage);
        updateBar();
        return;
    }
    if (m_sideBySide) {
        m_before->setRows(now().columns.before, now().before);
        m_after->setRows(now().columns.after, now().after);
        m_stack->setCurrentWidget(m_columnsPage);
    } else {
        m_unified->setRows(diff.rows, now().text);
        m_stack->setCurrentWidget(m_unified);
    }
    setTaken(std::move(m_taken));
}

std::vector<std::string> DiffView::hunkNames() const { return m_content ? m_content->compared[HostAndRun].diff.names : std::vector<std::string>(); }

void DiffView::setTaken(std::vector<bool> taken) {
    m_taken = std::move(taken);
    for (auto* pane : {m_unified, m_before, m_after}) {
        pane->setTaken(m_sides == HostAndRun ? m_taken : std::vector<bool>());
    }
    updateBar();
}

int DiffView::currentHunk() const {
    const auto* page = m_stack->currentWidget();
    const int at = page == m_unified      ? m_unified->currentHunk()
                   : page == m_columnsPage ? (m_before->hasFocus() ? m_before : m_after)->currentHunk()
                                           : -1;
    return m_sides == HostAndRun && at < static_cast<int>(m_taken.size()) ? at : -1;
}

void DiffView::updateBar() {
    if (!m_content || m_bar->isHidden()) {
        return;
    }
    const QLocale locale;
    const auto& diff = now().diff;
    const bool chooses = m_sides == HostAndRun && !m_taken.empty();
    m_counts->setVisible(diff.message.isEmpty());
    //: Lines of a diff. %1: how many were added; %2: how many were taken out
    QString counts = tr("Lines: +%1  −%2").arg(locale.toString(static_cast<qulonglong>(diff.added)), locale.toString(static_cast<qulonglong>(diff.dropped)));
    if (diff.cut) {
        counts += QLatin1Char(' ') + tr("(only the beginning is shown)");
    }
    m_counts->setText(counts);
    const auto count = std::ranges::count(m_taken, true);
    //: %1: how many places of a file will be written to the project; %n: how many there are
    m_takenCount->setText(tr("%1 of %Ln place(s) taken", nullptr, static_cast<int>(m_taken.size())).arg(locale.toString(static_cast<qlonglong>(count))));
    const int at = currentHunk();
    m_takeRow->setVisible(chooses);
    m_take->setEnabled(at >= 0);
    m_take->setChecked(at >= 0 && m_taken[static_cast<std::size_t>(at)]);
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
