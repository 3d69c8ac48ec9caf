// Questions from nowhere, for what a real run cannot be made to do at will: 500 at once, and each moment chosen.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "app/bridge/services.h"

namespace leadglass::app::made {

inline api::PendingQuestion question(int number, const std::string& group = {}) {
    api::PendingQuestion q;
    q.run = "madeuprun";
    q.id = q.run + "." + std::to_string(number);
    q.group = group.empty() ? q.run + ".1" : group;
    q.digest = "digest" + std::to_string(number);
    q.project = "/home/anna/shop";
    q.profile = "claude";
    q.host = "h" + std::to_string(number) + ".example.org";
    q.port = 443;
    q.protocol = "tls";
    q.object = q.host + ":443:tls";
    q.members = {"node"};
    q.why = "no rule allows it";
    q.scopes = {api::AnswerScope::Once, api::AnswerScope::Minutes, api::AnswerScope::Run, api::AnswerScope::Project, api::AnswerScope::Always};
    q.patterns = {"*.example.org"};
    q.waiting = 1;
    q.attempts = 1;
    q.state = "pending";
    q.expires = 4'000'000'000'000'000'000;
    return q;
}

// What was answered, by whichever of the services of one test.
struct Answers {
    std::mutex mutex;
    std::vector<api::QuestionAnswer> all;
};

class Questions : public api::ApprovalService {
public:
    Questions(std::vector<api::PendingQuestion> questions, std::chrono::microseconds between, std::shared_ptr<Answers> answers,
              api::Risk risk = api::Risk::Routine)
        : m_questions(std::move(questions)), m_between(between), m_answers(std::move(answers)), m_risk(risk) {}
    Result<std::vector<api::PendingQuestion>> list() override { return m_questions; }
    Status answer(const api::QuestionAnswer& answer) override {
        const std::lock_guard lock(m_answers->mutex);
        m_answers->all.push_back(answer);
        return {};
    }
    Result<api::QuestionContext> context(const api::PendingQuestion&) override { return api::QuestionContext{"example.org", m_risk, {}}; }
    Result<std::vector<api::QuestionContext>> contexts(const std::vector<api::PendingQuestion>& questions) override {
        return std::vector<api::QuestionContext>(questions.size(), {"example.org", m_risk, {}});
    }
    Result<api::Missed> missed(std::int64_t) override { return api::Missed{}; }
    Result<api::Hindsight> hindsight(const std::string&) override { return api::Hindsight{}; }
    Status keep(const api::ProjectRule&) override { return makeError(Code::Refused, "nothing is kept here"); }
    Result<api::AnswerPreview> preview(const api::PendingQuestion& q, api::AnswerScope, const std::string&) override {
        return api::AnswerPreview{"host = \"" + q.host + "\"", 10, 1, 0};
    }
    Status watch(bool, const std::function<bool(const api::QuestionChange&)>& onChange, std::stop_token stop) override {
        for (const auto& question : m_questions) {
            if (stop.stop_requested() || !onChange({api::QuestionChange::Kind::Raised, question})) {
                return {};
            }
            std::this_thread::sleep_for(m_between);
        }
        std::mutex mutex;
        std::condition_variable_any changed;
        std::unique_lock lock(mutex);
        changed.wait(lock, stop, [] { return false; });
        return {};
    }

private:
    std::vector<api::PendingQuestion> m_questions;
    std::chrono::microseconds m_between;
    std::shared_ptr<Answers> m_answers;
    api::Risk m_risk;
};

inline Services services(const std::vector<api::PendingQuestion>& questions, std::chrono::microseconds between, std::shared_ptr<Answers> answers,
                         api::Risk risk = api::Risk::Routine) {
    Services out;
    out.approvals = [=] { return std::make_unique<Questions>(questions, between, answers, risk); };
    return out;
}

} // namespace leadglass::app::made
