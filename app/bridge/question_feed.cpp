#include "app/bridge/question_feed.h"

#include <algorithm>
#include <utility>

namespace leadglass::app {
namespace {

constexpr int kCounts = 250; // milliseconds

// What is decided about is the same, and where it is listed, too.
bool onlyCounts(const api::PendingQuestion& before, const api::QuestionChange& change) {
    const auto& now = change.question;
    return change.kind == api::QuestionChange::Kind::Changed && before.digest == now.digest && before.state == now.state && before.outcome == now.outcome &&
           before.group == now.group && before.quiet == now.quiet;
}

} // namespace

QuestionFeed::QuestionFeed(Maker<api::ApprovalService> makes, QObject* parent) : QObject(parent), m_makes(std::move(makes)) {
    m_counts.setSingleShot(true);
    m_counts.setInterval(kCounts);
    connect(&m_counts, &QTimer::timeout, this, &QuestionFeed::tellCounts);
}

QuestionFeed::~QuestionFeed() = default;

void QuestionFeed::start() {
    m_thread = std::jthread([this](std::stop_token stop) {
        const auto service = m_makes();
        const auto onChange = [&](const api::QuestionChange& change) {
            QMetaObject::invokeMethod(this, [this, change] { take(change); }, Qt::QueuedConnection);
            return !stop.stop_requested();
        };
        const Status followed = service->watch(true, onChange, stop);
        if (!followed) {
            QMetaObject::invokeMethod(
                this, [this, why = QString::fromStdString(followed.error().text())] { emit failed(why); }, Qt::QueuedConnection);
        }
    });
}

const api::PendingQuestion* QuestionFeed::find(const std::string& id) const {
    const auto at = std::find_if(m_questions.begin(), m_questions.end(), [&](const auto& q) { return q.id == id; });
    return at == m_questions.end() ? nullptr : &*at;
}

void QuestionFeed::take(const api::QuestionChange& change) {
    const auto& question = change.question;
    const auto at = std::find_if(m_questions.begin(), m_questions.end(), [&](const auto& q) { return q.id == question.id; });
    // The hold is over, and yet an answer counts for the next try: it is no longer waited for, but not gone.
    const bool stays = change.kind != api::QuestionChange::Kind::Closed || question.state == "expired";
    if (!stays) {
        if (at != m_questions.end()) {
            m_questions.erase(at);
        }
        emit closed(question);
    } else if (at != m_questions.end() && onlyCounts(*at, change)) {
        *at = question;
        m_counted[question.run] = question.id;
        if (!m_counts.isActive()) {
            m_counts.start();
        }
    } else if (at != m_questions.end()) {
        *at = question;
        emit changed(question);
    } else {
        m_questions.push_back(question);
        emit raised(question);
    }
}

void QuestionFeed::tellCounts() {
    for (const auto& [run, id] : std::exchange(m_counted, {})) {
        if (const auto* question = find(id)) {
            emit changed(api::PendingQuestion(*question));
        }
    }
}

} // namespace leadglass::app
