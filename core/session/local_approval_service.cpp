#include "core/session/local_approval_service.h"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>

#include "core/session/control_client.h"

namespace leadglass::session {
namespace {

constexpr auto kLook = std::chrono::milliseconds(500); // how often new runs are looked for

api::PendingQuestion toApi(wire::Question q) {
    api::PendingQuestion out;
    out.id = std::move(q.id);
    out.digest = std::move(q.digest);
    out.run = std::move(q.run);
    out.project = std::move(q.project);
    out.profile = std::move(q.profile);
    out.object = std::move(q.object);
    out.host = std::move(q.host);
    out.port = q.port;
    out.protocol = std::move(q.protocol);
    out.process = std::move(q.process);
    out.why = std::move(q.why);
    out.members = std::move(q.members);
    for (const auto scope : q.scopes) {
        out.scopes.push_back(static_cast<api::AnswerScope>(scope));
    }
    out.patterns = std::move(q.patterns);
    out.waiting = q.waiting;
    out.attempts = q.attempts;
    out.raised = q.raised;
    out.expires = q.expires;
    out.state = wire::questionStateName(q.state);
    out.outcome = std::move(q.outcome);
    return out;
}

class LocalApprovalService final : public api::ApprovalService {
public:
    explicit LocalApprovalService(const Places& places) : m_places(places) {}

    Result<std::vector<api::PendingQuestion>> list() override {
        std::vector<api::PendingQuestion> out;
        for (const auto& run : LG_TRY(liveRunIds(m_places))) {
            auto client = ControlClient::connect(m_places, run);
            if (!client) {
                if (client.error().code == Code::NotFound) {
                    continue; // it ended in between
                }
                return client.error();
            }
            wire::Request request;
            request.method = wire::Method::ApprovalsList;
            auto reply = client->call(request);
            if (!reply) {
                if (reply.error().code == Code::Closed) {
                    continue;
                }
                return reply.error();
            }
            for (auto& question : reply->questions) {
                if (question.state != wire::QuestionState::Answered) {
                    out.push_back(toApi(std::move(question)));
                }
            }
        }
        std::stable_sort(out.begin(), out.end(),
                         [](const auto& a, const auto& b) { return a.raised < b.raised; });
        return out;
    }

    Status answer(const api::QuestionAnswer& answer) override {
        const std::size_t dot = answer.id.rfind('.');
        if (dot == std::string::npos || dot == 0) {
            return makeError(Code::NotFound, "no such question: an id is RUN.NUMBER",
                             "'leadglass approvals' prints the whole line to copy: leadglass answer ID DIGEST allow");
        }
        auto client = LG_TRY(ControlClient::connect(m_places, answer.id.substr(0, dot)));
        wire::Request request;
        request.method = wire::Method::Answer;
        request.answer.question = answer.id;
        request.answer.digest = answer.digest;
        request.answer.allow = answer.allow;
        request.answer.scope = static_cast<wire::Scope>(answer.scope);
        request.answer.pattern = answer.pattern;
        LG_TRY(client.call(request));
        return {};
    }

    Status watch(bool approver, const std::function<bool(const api::QuestionChange&)>& onChange,
                 const std::function<bool()>& goOn) override {
        std::map<std::string, ControlClient> runs;
        while (goOn()) {
            for (const auto& id : LG_TRY(liveRunIds(m_places))) {
                if (!runs.contains(id) && !join(runs, id, approver, onChange)) {
                    return {};
                }
            }
            if (!follow(runs, onChange)) {
                return {};
            }
        }
        return {};
    }

private:
    using OnChange = std::function<bool(const api::QuestionChange&)>;

    // False: the caller has had enough.
    bool join(std::map<std::string, ControlClient>& runs, const std::string& id, bool approver,
              const OnChange& onChange) {
        auto client = ControlClient::connect(m_places, id);
        if (!client) {
            return true; // ended, or not ours to see: the others still count
        }
        wire::Request request;
        request.method = wire::Method::ApprovalsWatch;
        request.approver = approver;
        auto reply = client->call(request);
        if (!reply) {
            return true;
        }
        for (auto& question : reply->questions) {
            if (question.state == wire::QuestionState::Pending &&
                !onChange({api::QuestionChange::Kind::Raised, toApi(std::move(question))})) {
                return false;
            }
        }
        runs.emplace(id, std::move(*client));
        return true;
    }

    static bool follow(std::map<std::string, ControlClient>& runs, const OnChange& onChange) {
        std::vector<pollfd> fds;
        bool kept = false;
        for (const auto& [id, client] : runs) {
            fds.push_back({client.fd(), POLLIN, 0});
            kept = kept || client.hasEvent();
        }
        ::poll(fds.data(), fds.size(), kept ? 0 : static_cast<int>(kLook.count()));
        for (auto it = runs.begin(); it != runs.end();) {
            bool ended = false;
            for (;;) {
                auto event = it->second.nextEvent(std::chrono::milliseconds(0));
                if (!event) {
                    ended = event.error().code != Code::Busy;
                    break;
                }
                if (!onChange({static_cast<api::QuestionChange::Kind>(event->kind),
                               toApi(std::move(event->question))})) {
                    return false;
                }
            }
            it = ended ? runs.erase(it) : std::next(it);
        }
        return true;
    }

    Places m_places;
};

} // namespace

std::unique_ptr<api::ApprovalService> makeLocalApprovalService(const Places& places) {
    return std::make_unique<LocalApprovalService>(places);
}

} // namespace leadglass::session
