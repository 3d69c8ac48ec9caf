// ActivityPage: the time line above the table, and searches that were saved.
#include <QLineEdit>
#include <QPushButton>

#include "app/activity/activity_page.h"
#include "app/activity/saved_menu.h"
#include "app/activity/search_words.h"
#include "app/activity/timeline_bar.h"

namespace leadglass::app {
namespace {

constexpr qint64 kRenewEvery = 1000; // milliseconds, while events come in

} // namespace

void ActivityPage::setUpTools() {
    m_timeline->hide();
    connect(m_timeline, &TimelineBar::chosen, this, [this](qint64 after, qint64 before) { search(withTimes(m_line->text(), after, before)); });
    connect(m_timeline, &TimelineBar::allWanted, this, [this] { search(withTimes(m_line->text(), 0, 0)); });
    connect(m_allTimes, &QPushButton::clicked, this, [this] { search(withTimes(m_line->text(), 0, 0)); });
    m_allTimes->setAutoDefault(false);
    m_allTimes->hide();
    connect(&m_loader, &RowLoader::timeline, this, [this](const api::ActivitySought& sought, const api::ActivityTimeline& timeline) {
        if (sought == m_model.sought()) {
            m_counting = !timeline.whole && !timeline.waits;
            m_timelineWaits = timeline.waits;
            m_timeline->setTimeline(timeline);
            m_timeline->setVisible(timeline.width > 0);
        }
    });
    connect(&m_loader, &RowLoader::looked, this, [this](const api::ActivityBounds& bounds) {
        if (!m_counting && bounds.newest != m_timelineNewest && bounds.newest > 0 && m_timelineAsked.hasExpired(kRenewEvery)) {
            m_timelineNewest = bounds.newest;
            countByTime();
        }
    });
    connect(&m_loader, &RowLoader::covered, this, [this] {
        if (m_timelineWaits && m_timelineAsked.hasExpired(kRenewEvery)) {
            countByTime();
        }
    });
    if (m_saved == nullptr) {
        return;
    }
    connect(m_saved, &SavedMenu::wanted, this, &ActivityPage::search);
    connect(m_saved, &SavedMenu::changed, this, &ActivityPage::tellState);
}

void ActivityPage::countByTime() {
    if (m_follow.isActive()) {
        m_counting = true;
        m_timelineAsked.start();
        m_loader.wantTimeline(m_model.sought());
    }
}

QString ActivityPage::savedError() const { return m_saved == nullptr ? QString() : m_saved->error(); }

} // namespace leadglass::app
