#include "app/bridge/question_feed.h"

#include <algorithm>

namespace leadglass::app {

QuestionFeed::QuestionFeed(Maker<api::ApprovalService> makes, QObject* parent) : QObject(parent), m_makes(std::move(makes)) {}

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
    } else if (at != m_questions.end()) {
        *at = question;
        emit changed(question);
    } else {
        m_questions.push_back(question);
        emit raised(question);
    }
}

} // namespace leadglass::app
