#include "core/session/local_approval_service.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <map>
#include <utility>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/session/answer_preview.h"
#include "core/session/approval_history.h"
#include "core/session/approval_queue.h"
#include "core/session/control_client.h"
#include "core/session/run_arrivals.h"

namespace leadglass::session {
namespace {

using SteadyClock = std::chrono::steady_clock;
using OnChange = std::function<bool(const api::QuestionChange&)>;

// A run's directory is there before its socket answers: after each arrival it is looked for this often, each time after
// twice as many milliseconds. One that does not answer by then is left over.
constexpr int kFirstLook = 25, kLastLook = 6400;

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
    out.method = std::move(q.method);
    out.path = std::move(q.path);
    out.process = std::move(q.process);
    out.why = std::move(q.why);
    out.reason = std::move(q.by.reason);
    out.rule = std::move(q.by.rule);
    for (const auto layer : {policy::Layer::Base, policy::Layer::Profile, policy::Layer::Grant, policy::Layer::Project, policy::Layer::Run, policy::Layer::Bundle}) {
        if (q.by.layer == policy::layerName(layer)) {
            out.origin = policy::Origin{layer, std::move(q.by.file), static_cast<int>(q.by.line), 0};
            break;
        }
    }
    out.members = std::move(q.members);
    for (const auto scope : q.scopes) {
        out.scopes.push_back(static_cast<api::AnswerScope>(scope));
    }
    out.patterns = std::move(q.patterns);
    for (auto& registry : q.registries) {
        out.registries.push_back({std::move(registry.name), std::move(registry.hosts)});
    }
    out.waiting = q.waiting;
    out.attempts = q.attempts;
    out.raised = q.raised;
    out.expires = q.expires;
    out.state = wire::questionStateName(q.state);
    out.outcome = std::move(q.outcome);
    out.group = q.group.empty() ? out.id : std::move(q.group);
    out.quiet = q.quiet;
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
            if (Status read = readAll(*client, out); !read && read.error().code != Code::Closed) {
                return read.error();
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
        request.answer.seconds = answer.seconds;
        request.answer.note = answer.note;
        LG_TRY(client.call(request));
        return {};
    }

    Result<api::QuestionContext> context(const api::PendingQuestion& question) override { return contextsOf({question}, m_places).front(); }

    Result<std::vector<api::QuestionContext>> contexts(const std::vector<api::PendingQuestion>& questions) override {
        return contextsOf(questions, m_places);
    }

    Result<api::AnswerPreview> preview(const api::PendingQuestion& question, api::AnswerScope scope, const std::string& pattern) override {
        return previewOf(question, scope, pattern, m_places);
    }

    Result<api::Missed> missed(std::int64_t after) override { return missedSince(after, m_places); }

    Result<api::Hindsight> hindsight(const std::string& run) override { return hindsightOf(run, m_places); }

    Status keep(const api::ProjectRule& rule) override {
        bool answered = false;
        for (const auto& question : LG_TRY(list())) {
            const bool same = question.profile == forScreen(rule.profile) && question.project == forScreen(rule.project) && question.host == rule.host &&
                              question.port == rule.port && question.protocol == rule.protocol;
            if (same) {
                api::QuestionAnswer yes;
                yes.id = question.id;
                yes.digest = question.digest;
                yes.allow = true;
                yes.scope = api::AnswerScope::Project;
                answered = answer(yes).ok() || answered;
            }
        }
        return answered ? Status() : keepForProject(rule, rfc3339(systemClock().wall()), m_places);
    }

    Status watch(bool approver, const OnChange& onChange, std::stop_token stop) override {
        const UniqueFd wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
        if (!wake) {
            return ioError("cannot watch for questions", errno);
        }
        const std::stop_callback onStop(stop, [fd = wake.get()] { ::eventfd_write(fd, 1); });
        auto arrivals = LG_TRY(RunArrivals::open(m_places));
        Runs runs;
        LG_TRY(arrivals.drain());
        int wait = kFirstLook;
        while (!stop.stop_requested()) {
            for (const auto& id : LG_TRY(liveRunIds(m_places))) {
                if (!runs.contains(id) && !join(runs, id, approver, onChange)) {
                    return {};
                }
            }
            Next next = Next::Events;
            while (next == Next::Events && !stop.stop_requested()) {
                next = LG_TRY(follow(runs, wake.get(), arrivals.fd(), wait, onChange));
            }
            if (next == Next::Enough) {
                return {};
            }
            if (next == Next::Arrivals) {
                LG_TRY(arrivals.drain());
                wait = kFirstLook;
            } else {
                wait = wait >= kLastLook ? -1 : wait * 2;
            }
        }
        return {};
    }

private:
    enum class Next { Events, Nothing, Arrivals, Enough };
    struct Joined {
        ControlClient client;
        std::map<std::string, api::PendingQuestion> told; // and not closed for good
    };
    using Runs = std::map<std::string, Joined>;

    static Status readAll(ControlClient& client, std::vector<api::PendingQuestion>& out) {
        wire::Request request;
        request.method = wire::Method::ApprovalsList;
        for (bool more = true; more;) {
            auto reply = LG_TRY(client.call(request));
            more = reply.more && !reply.questions.empty();
            for (auto& question : reply.questions) {
                request.after = std::max(request.after, questionNumber(question.id));
                if (question.state != wire::QuestionState::Answered) {
                    out.push_back(toApi(std::move(question)));
                }
            }
        }
        return {};
    }

    static bool tell(Joined& run, api::QuestionChange change, const OnChange& onChange) {
        if (change.question.state == "answered") {
            run.told.erase(change.question.id);
        } else {
            run.told.insert_or_assign(change.question.id, change.question);
        }
        return onChange(change);
    }

    // False: the caller has had enough.
    bool join(Runs& runs, const std::string& id, bool approver,
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
        Joined& run = runs.emplace(id, Joined{std::move(*client), {}}).first->second;
        for (auto& question : reply->questions) {
            if (question.state != wire::QuestionState::Answered &&
                !tell(run, {api::QuestionChange::Kind::Raised, toApi(std::move(question))}, onChange)) {
                return false;
            }
        }
        return true;
    }

    static Result<Next> follow(Runs& runs, int wake, int arrivals, int timeout,
                               const OnChange& onChange) {
        std::vector<pollfd> fds{{wake, POLLIN, 0}, {arrivals, POLLIN, 0}};
        for (const auto& [id, run] : runs) {
            fds.push_back({run.client.fd(), POLLIN, 0});
            timeout = run.client.hasEvent() ? 0 : timeout;
        }
        const int ready = ::poll(fds.data(), fds.size(), timeout);
        if (ready < 0 && errno != EINTR) {
            return ioError("cannot wait for questions", errno);
        }
        bool lost = false;
        for (auto it = runs.begin(); it != runs.end();) {
            bool ended = false;
            for (;;) {
                auto event = it->second.client.nextEvent(std::chrono::milliseconds(0));
                if (!event) {
                    ended = event.error().code != Code::Busy;
                    break;
                }
                if (!tell(it->second, {static_cast<api::QuestionChange::Kind>(event->kind), toApi(std::move(event->question))}, onChange)) {
                    return Next::Enough;
                }
            }
            for (auto& [id, question] : ended ? std::exchange(it->second.told, {}) : decltype(it->second.told){}) {
                question.state = "answered";
                question.outcome = "run_ended";
                if (!onChange({api::QuestionChange::Kind::Closed, question})) {
                    return Next::Enough;
                }
            }
            lost = lost || ended;
            it = ended ? runs.erase(it) : std::next(it);
        }
        // One that is lost has ended as a rule; where it only did not hear us in time, it is joined anew.
        if (lost || (ready > 0 && (fds[1].revents & POLLIN) != 0)) {
            return Next::Arrivals;
        }
        return ready == 0 ? Next::Nothing : Next::Events;
    }

    Places m_places;
};

} // namespace

std::unique_ptr<api::ApprovalService> makeLocalApprovalService(const Places& places) {
    return std::make_unique<LocalApprovalService>(places);
}

} // namespace leadglass::session
