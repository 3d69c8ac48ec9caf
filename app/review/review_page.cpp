#include "app/review/review_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include "app/review/change_detail.h"
#include "app/review/change_model.h"
#include "app/review/change_words.h"
#include "app/review/diff_view.h"
#include "app/widgets/flow_row.h"
#include "app/widgets/icons.h"
#include "app/widgets/page_scroll.h"
#include "app/widgets/plain_label.h"

namespace leadglass::app {
namespace {

QPushButton* button(const QString& text, const char* name) {
    auto* out = new QPushButton(text);
    out->setObjectName(QLatin1String(name));
    out->setAutoDefault(false); // Return, with whatever it is pressed together, writes nothing
    return out;
}

} // namespace

ReviewPage::ReviewPage(const Services& services, QWidget* parent)
    : QWidget(parent), m_makes(services.review), m_model(new ChangeModel(this)) {
    m_stack = new QStackedWidget;
    m_messagePage = makeMessage();
    m_content = makeContent();
    m_stack->addWidget(m_messagePage);
    m_stack->addWidget(m_content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeTop());
    layout->addWidget(m_stack, 1);
    layout->addWidget(makeActions());
    connect(m_model, &ChangeModel::ticksChanged, this, &ReviewPage::updateActions);
    connect(m_model, &ChangeModel::ticksChanged, this, [this] {
        showDetail();
        m_diff->setTaken(m_diff->hunkNames().empty() ? std::vector<bool>() : m_model->taken(m_tree->currentIndex()));
    });
    message(tr("Reading…"));
    updateActions();
}

QWidget* ReviewPage::makeTop() {
    auto* top = new QWidget;
    auto* layout = new QVBoxLayout(top);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    m_choice = new QComboBox;
    m_choice->setAccessibleName(tr("Run"));
    m_choice->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_choice->view()->setTextElideMode(Qt::ElideMiddle);
    auto* again = new QPushButton(tr("Look again"));
    again->setAutoDefault(false);
    row->addWidget(m_choice, 1);
    row->addWidget(again, 0, Qt::AlignTrailing); // alone it is no wider
    layout->addLayout(row);
    m_summary = new PlainLabel;
    layout->addWidget(m_summary);
    m_notes = new PlainLabel;
    m_notesArea = new PageScroll(m_notes);
    layout->addWidget(m_notesArea);
    m_outcomeArea = new QWidget;
    auto* outcome = new QHBoxLayout(m_outcomeArea);
    outcome->setContentsMargins(0, 0, 0, 0);
    m_outcome = new QPlainTextEdit;
    m_outcome->setObjectName(QStringLiteral("outcome"));
    m_outcome->setReadOnly(true);
    m_outcome->setTabChangesFocus(true);
    m_outcome->setAccessibleName(tr("What was done"));
    m_outcome->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    auto* close = new QToolButton;
    close->setText(tr("Close"));
    outcome->addWidget(m_outcome, 1);
    outcome->addWidget(close, 0, Qt::AlignTop);
    m_outcomeArea->hide();
    layout->addWidget(m_outcomeArea);
    connect(again, &QPushButton::clicked, this, &ReviewPage::refresh);
    connect(close, &QToolButton::clicked, m_outcomeArea, &QWidget::hide);
    connect(m_choice, &QComboBox::currentIndexChanged, this, [this](int at) { m_choice->setToolTip(m_choice->itemData(at, Qt::ToolTipRole).toString()); });
    connect(m_choice, &QComboBox::activated, this, [this](int at) { showRun(m_choice->itemData(at).toByteArray().toStdString()); });
    return top;
}

QWidget* ReviewPage::makeContent() {
    auto* splitter = new QSplitter;
    splitter->setChildrenCollapsible(false);
    m_tree = new QTreeView;
    m_tree->setModel(m_model);
    m_tree->setUniformRowHeights(true);
    m_tree->setAccessibleName(tr("Changes"));
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setIndentation(fontMetrics().averageCharWidth() * 2);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(ChangeModel::Apply, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(ChangeModel::Reviewed, QHeaderView::Fixed);
    m_tree->header()->resizeSection(ChangeModel::Reviewed, m_tree->header()->sectionSizeHint(ChangeModel::Reviewed));
    m_tree->setMinimumWidth(fontMetrics().averageCharWidth() * 34);
    auto* right = new QWidget;
    auto* layout = new QVBoxLayout(right);
    layout->setContentsMargins(0, 0, 0, 0);
    m_detail = new ChangeDetail;
    m_diff = new DiffView(m_makes);
    layout->addWidget(m_detail);
    layout->addWidget(m_diff, 1);
    splitter->addWidget(m_tree);
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    splitter->setSizes({1000, 1000}); // in proportion
    m_tree->installEventFilter(this);
    for (auto* reader : m_diff->readers()) {
        reader->installEventFilter(this);
    }
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ReviewPage::showCurrent);
    connect(m_diff, &DiffView::ready, this, &ReviewPage::takeHunks);
    connect(m_diff, &DiffView::hunkClicked, this, &ReviewPage::toggleHunk);
    connect(m_detail, &ChangeDetail::chosen, this, [this](api::ConflictChoice choice) { m_model->choose(m_tree->currentIndex(), choice); });
    return splitter;
}

QWidget* ReviewPage::makeMessage() {
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    m_message = new PlainLabel;
    m_message->setTextAlignment(Qt::AlignHCenter);
    m_messageIcon = new QLabel;
    m_messageIcon->setPixmap(icon(QStringLiteral("risk-dangerous")).pixmap(fontMetrics().height() * 3));
    m_showAnyway = button(tr("Show the list all the same"), "anyway");
    layout->addStretch(1);
    layout->addWidget(m_messageIcon, 0, Qt::AlignHCenter);
    layout->addWidget(m_message);
    layout->addWidget(m_showAnyway, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    connect(m_showAnyway, &QPushButton::clicked, this, [this] {
        m_seenAlarms.insert(m_run);
        m_stack->setCurrentWidget(m_content);
        updateActions();
    });
    return page;
}

QWidget* ReviewPage::makeActions() {
    m_actions = new QWidget;
    auto* all = new QVBoxLayout(m_actions);
    all->setContentsMargins(0, 0, 0, 0);
    m_torn = new QCheckBox(tr("Apply although the machine stopped before all files were safe: I looked at what is there"));
    all->addWidget(m_torn);
    auto* ticks = new FlowRow;
    auto* acts = new FlowRow(Qt::AlignTrailing);
    auto* layout = new QHBoxLayout;
    layout->addLayout(ticks, 2);
    layout->addLayout(acts, 3);
    all->addLayout(layout);
    m_all = button(tr("Tick all that is not risky"), "all");
    m_none = button(tr("Tick none"), "none");
    m_state = new QLabel;
    m_state->setTextFormat(Qt::PlainText);
    m_stop = button(tr("Stop the run"), "stop");
    m_discard = button(tr("Discard…"), "discard");
    m_undo = button(tr("Undo the last apply"), "undo");
    m_apply = button({}, "apply");
    for (QWidget* each : std::initializer_list<QWidget*>{m_all, m_none, m_state}) {
        ticks->addWidget(each);
    }
    for (auto* each : {m_stop, m_discard, m_undo, m_apply}) {
        acts->addWidget(each);
    }
    connect(m_all, &QPushButton::clicked, m_model, [this] { m_model->tickAll(true); });
    connect(m_none, &QPushButton::clicked, m_model, [this] { m_model->tickAll(false); });
    connect(m_torn, &QCheckBox::toggled, this, &ReviewPage::updateActions);
    connect(m_stop, &QPushButton::clicked, this, &ReviewPage::stop);
    connect(m_discard, &QPushButton::clicked, this, &ReviewPage::discard);
    connect(m_undo, &QPushButton::clicked, this, &ReviewPage::undo);
    connect(m_apply, &QPushButton::clicked, this, &ReviewPage::apply);
    return m_actions;
}

void ReviewPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!event->spontaneous()) {
        refresh();
    }
}

void ReviewPage::showCurrent() {
    const auto index = m_tree->currentIndex();
    const auto* entry = m_model->entry(index);
    const auto* change = m_model->change(index);
    showDetail();
    if (change != nullptr) {
        m_diff->showChange(m_run, *change);
        return;
    }
    const auto& review = m_model->review();
    const QString help = entry == nullptr ? index.siblingAtColumn(ChangeModel::Apply).data(ChangeModel::HelpRole).toString() : QString();
    m_diff->showText(entry == nullptr                                ? (help.isEmpty() ? help : help + QLatin1String("\n\n")) + tr("Choose a file on the left: J and K go through all of them, Space ticks; in the text N and P go from place to place, and Space takes or leaves one.")
                     : entry->kind == ChangeEntry::Kind::Commit ? words::commitInFull(review.commits[entry->index])
                     : entry->kind == ChangeEntry::Kind::Ref    ? words::refInFull(review.refs[entry->index])
                                                                : words::staged(review.staged[entry->index]));
}

void ReviewPage::showDetail() {
    const auto index = m_tree->currentIndex();
    const auto* entry = m_model->entry(index);
    if (const auto* change = m_model->change(index)) {
        const auto* half = entry->half == ChangeEntry::kNone ? nullptr : &m_model->review().changes[entry->half];
        m_detail->showChange(*change, m_model->risks(index), half, m_model->needsChoice(index), m_model->choice(index));
    } else {
        m_detail->clear();
    }
}

void ReviewPage::takeHunks() {
    const auto index = m_tree->currentIndex();
    if (auto names = m_diff->hunkNames(); !names.empty() && m_model->hasHunks(index)) {
        m_model->setHunks(index, std::move(names));
        m_diff->setTaken(m_model->taken(index));
    }
}

void ReviewPage::toggleHunk(int hunk) {
    const auto index = m_tree->currentIndex();
    const auto taken = m_model->taken(index);
    if (m_doing.isEmpty() && hunk >= 0 && hunk < static_cast<int>(taken.size())) {
        m_model->takeHunk(index, static_cast<std::size_t>(hunk), !taken[static_cast<std::size_t>(hunk)]);
    }
}

void ReviewPage::step(int by) {
    if (const auto next = m_model->step(m_tree->currentIndex(), by); next.isValid()) {
        m_tree->expand(next.parent());
        m_tree->setCurrentIndex(next);
        m_tree->scrollTo(next);
    }
}

bool ReviewPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    const auto index = m_tree->currentIndex().siblingAtColumn(ChangeModel::Apply);
    const auto toggle = [&](const QModelIndex& at) {
        m_model->setData(at, at.data(Qt::CheckStateRole).toInt() == Qt::Checked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    };
    if (key->modifiers() != Qt::NoModifier) {
        return QWidget::eventFilter(watched, event);
    }
    switch (key->key()) {
        case Qt::Key_J: step(1); return true;
        case Qt::Key_K: step(-1); return true;
        case Qt::Key_N: m_diff->stepHunk(1); return true;
        case Qt::Key_P: m_diff->stepHunk(-1); return true;
        case Qt::Key_R: toggle(index.siblingAtColumn(ChangeModel::Reviewed)); return true;
        case Qt::Key_Space:
            if (key->isAutoRepeat()) {
                return true;
            }
            if (const int hunk = watched == m_tree ? -1 : m_diff->currentHunk(); hunk >= 0) {
                toggleHunk(hunk);
            } else {
                toggle(index);
            }
            return true;
        default: return QWidget::eventFilter(watched, event);
    }
}

void ReviewPage::message(const QString& text, bool alarm) {
    m_message->setText(text);
    m_messageIcon->setVisible(alarm);
    m_showAnyway->setVisible(alarm);
    m_stack->setCurrentWidget(m_messagePage);
}

} // namespace leadglass::app
