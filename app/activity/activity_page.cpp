#include "app/activity/activity_page.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

#include <array>

#include "app/activity/event_details.h"
#include "app/activity/history_jobs.h"
#include "app/activity/saved_menu.h"
#include "app/activity/search_words.h"
#include "app/activity/timeline_bar.h"
#include "app/widgets/plain_label.h"

namespace leadglass::app {
namespace {

constexpr std::chrono::milliseconds kFollowEvery{250};
constexpr std::chrono::milliseconds kTypingEnds{200};
constexpr std::array kWidths{25, 16, 18, 18, 34, 36, 16}; // of the columns, in characters

} // namespace

ActivityPage::ActivityPage(const Services& services, QWidget* parent)
    : QWidget(parent), m_loader(services.activity), m_model(m_loader), m_line(new QLineEdit), m_trouble(new PlainLabel), m_stack(new QStackedWidget),
      m_table(new QTableView), m_empty(new PlainLabel), m_count(new QLabel), m_new(new QPushButton), m_details(new EventDetails(services)),
      m_jobs(new HistoryJobs(services)), m_verify(new QPushButton(tr("Verify"))), m_export(new QPushButton(tr("Export…"))), m_thisRun(nullptr), m_allTimes(new QPushButton(tr("All times"))),
      m_timeline(new TimelineBar), m_saved(services.searches.empty() ? nullptr : new SavedMenu(QString::fromStdString(services.searches))) {
    auto* layout = new QVBoxLayout(this);
    auto* split = new QSplitter(Qt::Vertical);
    auto* empty = new QWidget;
    auto* emptyLayout = new QVBoxLayout(empty);
    emptyLayout->addStretch(1);
    emptyLayout->addWidget(m_empty);
    emptyLayout->addStretch(2);
    m_empty->setTextAlignment(Qt::AlignHCenter);
    setUpTable();
    m_stack->addWidget(m_table);
    m_stack->addWidget(empty);
    split->addWidget(m_stack);
    split->addWidget(m_details);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    split->setSizes({3 * height(), height()});
    split->setChildrenCollapsible(false);
    m_trouble->hide();
    m_count->setTextFormat(Qt::PlainText);
    layout->addWidget(top());
    layout->addWidget(m_trouble);
    layout->addWidget(filters());
    layout->addWidget(m_timeline);
    layout->addWidget(m_jobs);
    layout->addWidget(split, 1);
    m_verify->setVisible(static_cast<bool>(services.audit));

    m_follow.setInterval(kFollowEvery);
    connect(&m_follow, &QTimer::timeout, &m_loader, &RowLoader::look);
    setUpTools();
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingEnds);
    connect(&m_typing, &QTimer::timeout, this, &ActivityPage::searchNow);
    connect(m_line, &QLineEdit::textChanged, this, [this] {
        tellFilters();
        m_typing.start();
    });
    connect(m_line, &QLineEdit::returnPressed, this, &ActivityPage::searchNow);
    connect(m_verify, &QPushButton::clicked, m_jobs, &HistoryJobs::verify);
    connect(m_export, &QPushButton::clicked, this, &ActivityPage::chooseFile);
    connect(m_details, &EventDetails::runWanted, this, [this](const QString& run) { search(searchWord(QStringLiteral("run"), run)); });
    connect(m_new, &QPushButton::clicked, this, [this] {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
        m_table->scrollToTop();
        hold();
    });
    connect(&m_model, &EventModel::stateChanged, this, [this] {
        tellState();
        goWanted();
    });
    connect(&m_model, &EventModel::waitingChanged, this, [this](int rows) {
        m_new->setVisible(rows > 0);
        m_new->setText(tr("%n new event(s)", "a button: shows them", rows));
    });
    connect(&m_model, &QAbstractItemModel::modelReset, this, [this] { m_details->setEvent(0); });
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, this, [this] {
        m_line->setFocus(Qt::ShortcutFocusReason);
        m_line->selectAll();
    });
    tellState();
    tellFilters();
}

QWidget* ActivityPage::top() {
    auto* out = new QWidget;
    auto* layout = new QHBoxLayout(out);
    layout->setContentsMargins(0, 0, 0, 0);
    //: In the empty search line. Keep the words before the colons: they are what one writes.
    m_line->setPlaceholderText(tr("Search: words, host:example.org, verdict:deny, run:, agent:, kind:, after:today, before:"));
    m_line->setAccessibleName(tr("Search the history"));
    m_line->setClearButtonEnabled(true);
    m_line->installEventFilter(this);
    layout->addWidget(m_line, 1);
    layout->addWidget(m_verify);
    layout->addWidget(m_export);
    return out;
}

QWidget* ActivityPage::filters() {
    auto* out = new QWidget;
    auto* layout = new QHBoxLayout(out);
    layout->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](const QString& name, const QString& line) {
        auto* button = new QPushButton(name);
        button->setCheckable(true);
        button->setAutoDefault(false);
        layout->addWidget(button);
        m_filters.append({button, line});
        return button;
    };
    add(tr("All", "a filter: all events"), QString());
    add(tr("Blocked", "a filter"), QStringLiteral("verdict:deny"));
    add(tr("Answers", "a filter"), QStringLiteral("kind:answer"));
    add(tr("Files", "a filter: files that a run changed"), QStringLiteral("kind:change"));
    for (const auto& [button, line] : m_filters) {
        connect(button, &QPushButton::clicked, this, [this, line = line] { search(line); });
    }
    m_thisRun = add(tr("This run", "a filter: the run of the selected event, or the last one"), QString());
    connect(m_thisRun, &QPushButton::clicked, this, [this] { search(searchWord(QStringLiteral("run"), selectedRun())); });
    m_filters.removeLast();
    layout->addWidget(m_allTimes);
    if (m_saved != nullptr) {
        layout->addWidget(m_saved);
    }
    layout->addStretch(1);
    layout->addWidget(m_new);
    layout->addWidget(m_count);
    m_new->hide();
    return out;
}

void ActivityPage::setUpTable() {
    m_table->setModel(&m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideRight);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setAccessibleName(tr("Events"));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeading | Qt::AlignVCenter);
    m_table->installEventFilter(this);
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &ActivityPage::hold);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        m_details->setEvent(now.isValid() ? m_model.idAt(now.row()) : 0);
        hold();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ActivityPage::hold);
    measure();
}

// Each row as high as the next: a height of its own for each of a million is what makes such tables slow.
void ActivityPage::measure() {
    const int height = m_table->fontMetrics().height() + m_table->fontMetrics().height() / 3;
    m_table->verticalHeader()->setMinimumSectionSize(height);
    m_table->verticalHeader()->setDefaultSectionSize(height);
    for (int i = 0; i < kColumns; ++i) {
        m_table->setColumnWidth(i, m_table->fontMetrics().averageCharWidth() * kWidths[static_cast<std::size_t>(i)]);
    }
}

void ActivityPage::search(const QString& line) {
    m_line->setText(line);
    tellFilters();
    searchNow();
}

void ActivityPage::showRow(const QString& line, qint64 id) {
    search(line);
    m_goTo = id;
    m_details->setEvent(id); // at once, and also where it lies further down than is found at first
    goWanted();
}

// More is found until it is there: rows come newest first.
void ActivityPage::goWanted() {
    if (m_goTo == 0 || m_model.sought().isAnything()) {
        return;
    }
    const int row = m_model.rowOf(m_goTo);
    const int last = m_model.rowCount() - 1;
    if (row >= 0) {
        m_goTo = 0;
        go(row);
    } else if (m_model.isSearching()) {
        return;
    } else if (last >= 0 && m_model.idAt(last) > m_goTo && m_model.canFetchMore({})) {
        m_model.fetchMore({});
    } else if (last >= 0) {
        m_goTo = 0; // not among them
    }
}

void ActivityPage::searchNow() {
    m_typing.stop();
    m_goTo = 0;
    const auto words = searchWords(m_line->text(), QDateTime::currentDateTime());
    m_wrong = words.error;
    if (m_wrong.isEmpty()) {
        m_table->setCurrentIndex({});
        m_model.setHolding(false);
        m_model.setSought(words.sought);
        countByTime();
    }
    tellState();
}

void ActivityPage::hold() {
    const bool reads = m_table->verticalScrollBar()->value() > 0 || m_table->selectionModel()->hasSelection(); // the focus alone makes a row current
    m_model.setHolding(reads);
    if (!reads && m_model.waiting() > 0) {
        m_model.takeIn();
    }
}

QString ActivityPage::selectedRun() const {
    const auto* line = m_table->currentIndex().isValid() ? m_model.lineAt(m_table->currentIndex().row()) : nullptr;
    return line != nullptr && !line->run.isEmpty() ? line->run : QStringLiteral("last");
}

void ActivityPage::go(int row) {
    const QModelIndex to = m_model.index(row, 0);
    if (to.isValid()) {
        m_table->setCurrentIndex(to);
        m_table->scrollTo(to);
    }
}

bool ActivityPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::WindowStateChange && watched == window()) {
        follow();
    }
    if (event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool plain = key->modifiers() == Qt::NoModifier || key->modifiers() == Qt::KeypadModifier;
    if (watched == m_table && plain && (key->key() == Qt::Key_Home || key->key() == Qt::Key_End)) {
        go(key->key() == Qt::Key_Home ? 0 : m_model.rowCount() - 1);
        return true;
    }
    if (watched == m_table && plain && key->key() == Qt::Key_Escape && m_table->currentIndex().isValid()) {
        m_table->setCurrentIndex({});
        return true;
    }
    if (watched == m_line && plain && key->key() == Qt::Key_Escape) {
        m_line->text().isEmpty() ? m_table->setFocus() : search({});
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void ActivityPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    window()->installEventFilter(this);
    follow();
}

void ActivityPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    follow();
}

void ActivityPage::follow() {
    const bool seen = isVisible() && !window()->isMinimized();
    if (seen == m_follow.isActive()) {
        return;
    }
    m_model.setActive(seen);
    if (seen) {
        m_loader.look();
        m_follow.start();
        countByTime();
    } else {
        m_follow.stop();
        m_loader.dropTimeline();
        m_counting = false;
    }
}

void ActivityPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        measure();
    }
}

} // namespace leadglass::app
