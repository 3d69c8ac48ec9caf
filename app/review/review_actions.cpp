// What the review page asks of the service, and what it does with the answers.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QTreeView>

#include <algorithm>
#include <utility>

#include "app/bridge/off_thread.h"
#include "app/review/change_detail.h"
#include "app/review/change_groups.h"
#include "app/review/change_model.h"
#include "app/review/change_words.h"
#include "app/review/diff_view.h"
#include "app/review/review_outcome.h"
#include "app/review/why_words.h"
#include "app/review/review_page.h"
#include "app/runs/run_words.h"
#include "app/widgets/icons.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr int kStopPoll = 1000; // milliseconds
constexpr int kStopTries = 60;
constexpr int kUnfolded = 400;  // entries: a longer group is opened by hand

bool waits(const api::RunInfo& run) {
    return run.state == "running" || run.state == "ended" || run.state == "torn" || run.state == "partly_applied" || run.state == "undone";
}

QString errorText(const Error& error) { return QString::fromStdString(error.text()); }

} // namespace

void ReviewPage::refresh() {
    ++m_loading;
    offThread(
        this, [makes = m_makes] { return makes()->runs(); },
        [this](Result<std::vector<api::RunInfo>> runs) {
            --m_loading;
            if (!runs) {
                message(errorText(runs.error()));
                return;
            }
            takeRuns(std::move(runs).value());
        });
}

void ReviewPage::takeRuns(std::vector<api::RunInfo> runs) {
    std::erase_if(runs, [](const auto& run) { return run.state == "discarded"; });
    std::ranges::stable_partition(runs, waits); // newest first, as they come
    m_runs = std::move(runs);
    const bool isThere = std::ranges::any_of(m_runs, [this](const auto& run) { return run.id == m_run; });
    if (!isThere) {
        m_run = m_runs.empty() ? std::string() : m_runs.front().id;
    }
    m_choice->clear();
    for (const auto& run : m_runs) {
        const QString title = words::runLine(run);
        m_choice->addItem(icon(words::runIcon(run, 0)), title, QByteArray::fromStdString(run.id));
        m_choice->setItemData(m_choice->count() - 1, QStringLiteral("<qt>%1</qt>").arg(title.toHtmlEscaped()), Qt::ToolTipRole);
        if (m_choice->count() == 1) { // the first became the chosen one before it had its tool tip
            m_choice->setToolTip(m_choice->itemData(0, Qt::ToolTipRole).toString());
        }
        if (run.id == m_run) {
            m_choice->setCurrentIndex(m_choice->count() - 1);
        }
    }
    m_choice->setVisible(!m_runs.empty());
    if (m_run.empty()) {
        m_loaded = false;
        m_model->clear();
        m_summary->setText({});
        m_notes->setText({});
        message(tr("Nothing waits for a review.\nStart an agent with “leadglass run -- COMMAND” in a project: what it changes waits here until you apply or discard it."));
        updateActions();
        return;
    }
    loadReview();
}

void ReviewPage::showRun(const std::string& id) {
    if (id != m_run) {
        m_run = id;
        m_loaded = false;
        m_torn->setChecked(false);
        m_outcomeArea->hide();
        m_model->clear();
        message(tr("Reading what the run changed…"));
    }
    m_choice->setCurrentIndex(m_choice->findData(QByteArray::fromStdString(id)));
    loadReview();
}

void ReviewPage::loadReview() {
    ++m_loading;
    updateActions();
    offThread(
        this, [makes = m_makes, id = m_run] { return makes()->review(id); },
        [this, id = m_run, generation = ++m_generation](Result<api::Review> review) {
            --m_loading;
            if (generation == m_generation && id == m_run) {
                takeReview(id, std::move(review));
            }
            updateActions();
        });
}

void ReviewPage::takeReview(const std::string& id, Result<api::Review> review) {
    m_loaded = review.ok();
    if (!review) {
        m_model->clear();
        m_summary->setText({});
        m_notes->setText({});
        message(errorText(review.error()));
        return;
    }
    const auto* current = m_model->change(m_tree->currentIndex());
    const std::string path = current == nullptr ? std::string() : current->path;
    m_model->setReview(std::move(review).value());
    const auto& now = m_model->review();
    m_summary->setText(words::summary(now));
    QStringList notes;
    for (const auto& note : now.notes) {
        notes << words::why(note);
    }
    m_notes->setText(notes.join(QLatin1Char('\n')));
    m_notesArea->setFixedHeight(qMin(m_notes->heightForWidth(m_stack->width()) + fontMetrics().descent() * 2, fontMetrics().lineSpacing() * 4));
    int rows = 0;
    for (int group = 0; group < m_model->rowCount(); ++group) {
        const auto at = m_model->index(group, 0);
        const auto kind = m_model->group(at)->kind;
        rows += m_model->rowCount(at);
        m_tree->setFirstColumnSpanned(group, {}, true);
        m_tree->setExpanded(at, kind != ChangeGroup::Kind::History && kind != ChangeGroup::Kind::ByteCode &&
                                    m_model->rowCount(at) <= kUnfolded);
    }
    if (rows == 0) {
        message(now.canUndo ? tr("Nothing is left to apply. What was applied can still be taken back.") : tr("This run changed nothing that could be applied."));
        return;
    }
    if (now.mostDeleted && !m_seenAlarms.contains(id)) {
        message(tr("This run deleted most of the project.\nNo deletion is ticked. If you did not ask for that, discard the run."), true);
    } else {
        m_stack->setCurrentWidget(m_content);
    }
    auto at = m_model->indexOf(path);
    if (!at.isValid()) {
        at = m_model->step({}, 1);
    }
    m_tree->setCurrentIndex(at); // shows it: after a reset there is no current one
}

void ReviewPage::updateActions() {
    const auto at = std::ranges::find_if(m_runs, [this](const auto& run) { return run.id == m_run; });
    const bool is = at != m_runs.end();
    const std::string state = is ? (m_loaded ? m_model->review().run.state : at->state) : std::string();
    const bool idle = m_doing.isEmpty();
    const bool list = m_stack->currentWidget() == m_content;
    const int ticked = m_model->ticked();
    m_apply->setText(tr("Apply %n change(s)", nullptr, ticked));
    m_torn->setVisible(state == "torn");
    m_stop->setVisible(state == "running");
    m_apply->setEnabled(idle && m_loaded && list && ticked > 0 && m_loading == 0 && (state != "torn" || m_torn->isChecked()));
    const bool isRead = m_loaded && m_loading == 0;
    m_undo->setEnabled(idle && isRead && m_model->review().canUndo);
    m_undo->setToolTip(isRead && !m_model->review().canUndo ? tr("Nothing that this run changed was applied, or all of it was taken back.") : QString());
    m_discard->setEnabled(idle && is && state != "running");
    m_stop->setEnabled(idle);
    m_all->setEnabled(idle && list);
    m_none->setEnabled(idle && list);
    m_choice->setEnabled(idle);
    m_tree->setEnabled(idle);
    m_detail->setEnabled(idle);
    m_summary->setVisible(!m_summary->text().isEmpty());
    m_notesArea->setVisible(!m_notes->text().isEmpty());
    m_actions->setVisible(is || !idle || m_loading > 0); // nothing waits: there is nothing to press
    m_state->setText(!idle ? m_doing : m_loading > 0 ? tr("Reading…") : QString());
}

void ReviewPage::begin(const QString& doing) {
    m_doing = doing;
    m_outcomeArea->hide();
    updateActions();
}

void ReviewPage::end(const QString& text) {
    m_doing.clear();
    outcome(text);
    refresh();
    updateActions();
    emit done();
}

void ReviewPage::outcome(const QString& text) {
    m_outcome->setPlainText(text);
    const int lines = std::clamp(static_cast<int>(text.count(QLatin1Char('\n'))) + 1, 2, 8);
    m_outcome->setFixedHeight(m_outcome->fontMetrics().lineSpacing() * lines + 2 * m_outcome->frameWidth() + static_cast<int>(2 * m_outcome->document()->documentMargin()));
    m_outcomeArea->setVisible(!text.isEmpty());
}

void ReviewPage::apply() {
    if (!m_apply->isEnabled()) {
        return;
    }
    auto request = m_model->request();
    request.acceptTorn = m_torn->isVisible() && m_torn->isChecked();
    begin(tr("Applying…"));
    offThread(
        this, [makes = m_makes, request] { return makes()->apply(request); },
        [this](const Result<api::ApplyResult>& result) {
            int count = 0;
            if (result) {
                count = entriesOf(m_model->review(), result->applied);
                m_model->noteWritten(result->applied);
            }
            end(result ? words::applied(*result, count) : errorText(result.error()));
        });
}

void ReviewPage::undo() {
    if (!m_undo->isEnabled()) {
        return;
    }
    begin(tr("Taking back…"));
    offThread(
        this,
        [makes = m_makes, id = m_run] {
            const auto service = makes();
            auto result = service->undo(id);
            int count = 0;
            if (auto review = result && !result->applied.empty() ? service->review(id) : Result<api::Review>(makeError(Code::NotFound, ""))) {
                count = entriesOf(*review, result->applied); // as they are listed again
            }
            return std::pair(std::move(result), count);
        },
        [this](const std::pair<Result<api::ApplyResult>, int>& done) {
            int count = done.second;
            if (done.first) { // what had landed in the project is listed no more
                count = std::max(count, entriesOf(m_model->review(), done.first->applied));
                count = count == 0 ? static_cast<int>(done.first->applied.size()) : count;
            }
            end(done.first ? words::undone(*done.first, count) : errorText(done.first.error()));
        });
}

QString ReviewPage::lost() const {
    if (!m_loaded) {
        return tr("What it changed cannot be read; all of it is lost.");
    }
    const auto& review = m_model->review();
    QStringList out;
    if (const int open = m_model->open(); open > 0) {
        out << tr("Lost for good: %n change(s) that you did not apply.", nullptr, open);
    }
    if (!review.commits.empty()) {
        out << tr("Among them %n commit(s).", nullptr, static_cast<int>(review.commits.size()));
    }
    if (review.canUndo) {
        out << tr("What was applied stays in the project, and cannot be taken back any more.");
    }
    return out.isEmpty() ? tr("Nothing of it waits.") : out.join(QLatin1Char('\n'));
}

void ReviewPage::discard() {
    if (!m_discard->isEnabled()) {
        return;
    }
    auto* box = new QMessageBox(this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Warning);
    box->setTextFormat(Qt::PlainText);
    box->setWindowTitle(tr("Discard a run"));
    box->setText(tr("Discard this run?") + QLatin1Char('\n') + m_choice->currentText());
    box->setInformativeText(lost());
    auto* yes = box->addButton(tr("Discard it"), QMessageBox::DestructiveRole);
    box->setDefaultButton(box->addButton(QMessageBox::Cancel));
    connect(box, &QMessageBox::buttonClicked, this, [this, yes, id = m_run](QAbstractButton* clicked) {
        if (clicked == yes && id == m_run) {
            discardNow();
        }
    });
    box->open();
}

void ReviewPage::discardNow() {
    begin(tr("Discarding…"));
    offThread(
        this, [makes = m_makes, id = m_run] { return makes()->discard(id); },
        [this](const Result<std::string>& result) { end(result ? tr("The run is discarded.") : errorText(result.error())); });
}

void ReviewPage::stop() {
    begin(tr("Stopping…"));
    offThread(
        this, [makes = m_makes, id = m_run] { return makes()->stop(id); },
        [this](const Result<std::string>& result) {
            if (result) {
                waitForEnd(kStopTries);
            } else {
                end(errorText(result.error()));
            }
        },
        urgentThreads());
}

void ReviewPage::waitForEnd(int tries) {
    offThread(
        this, [makes = m_makes, id = m_run] { return makes()->run(id); },
        [this, tries](const Result<api::RunInfo>& run) {
            if (run && run->state == "running" && tries > 0) {
                QTimer::singleShot(kStopPoll, this, [this, tries] { waitForEnd(tries - 1); });
                return;
            }
            end(run && run->state == "running" ? tr("The run was told to stop, and has not ended yet.") : tr("The run is stopped."));
        });
}

} // namespace leadglass::app
