#include "core/session/url_door.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/session/ask_words.h"
#include "core/session/door_place.h"
#include "core/session/ssh_agent_proxy.h"
#include "core/session/words.h"

namespace leadglass::session {
namespace {

constexpr Nanos kMinute = 60'000'000'000;
constexpr std::size_t kMaxReply = 1000; // helper/open takes 1024
constexpr std::size_t kShownAddress = 200;

std::string dumped(const nlohmann::json& json) { return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); }

// For whoever asked inside, before "open it by hand".
std::string whyNot(const std::string& outcome, const std::string& reason) {
    if (outcome == "no_approver") {
        return reason == "ask_deny" ? "this run asks nobody, so no page is opened" : "nobody is there who could allow it";
    }
    if (reason == "question_flood") {
        return "too many pages were asked for at once";
    }
    return reason == "not_recorded" ? "it could not be recorded" : outcome == "denied_by_user" ? "the person did not allow it" : outcomeWords(outcome);
}

} // namespace

Result<std::unique_ptr<UrlDoor>> UrlDoor::open(Parts parts, HostBrowser::Setup browser) {
    std::unique_ptr<UrlDoor> made(new UrlDoor(std::move(parts), std::move(browser)));
    UrlDoor* self = made.get();
    made->m_door = LG_TRY(InsideDoor::open(self->m_parts.loop, self->m_parts.directory, kOpenUrlDoor, [self] { return self->m_peers.size(); },
                                           [self](UniqueFd fd, pid_t process) { self->came(std::move(fd), process); }));
    return made;
}

UrlDoor::UrlDoor(Parts parts, HostBrowser::Setup browser) : m_parts(std::move(parts)), m_browser(m_parts.loop, std::move(browser)) {}

UrlDoor::~UrlDoor() { runEnding(); }

void UrlDoor::runEnding() {
    m_door.reset();
    while (!m_peers.empty()) {
        drop(m_peers.begin()->first);
    }
}

UrlDoor::Peer* UrlDoor::peerOf(std::uint64_t id) {
    const auto found = m_peers.find(id);
    return found == m_peers.end() ? nullptr : found->second.get();
}

void UrlDoor::came(UniqueFd fd, pid_t process) {
    auto peer = std::make_unique<Peer>();
    const std::uint64_t id = m_next++;
    peer->id = id;
    peer->client = m_parts.attribution.ofProcess(process);
    const int raw = fd.get();
    peer->fd = std::move(fd);
    if (m_parts.loop.add(raw, EPOLLIN | EPOLLRDHUP, [this, id](std::uint32_t events) { onEvent(id, events); })) {
        peer->timer = m_parts.loop.after(kReading, [this, id] { drop(id); });
        m_peers.emplace(id, std::move(peer));
    }
}

void UrlDoor::onEvent(std::uint64_t id, std::uint32_t events) {
    Peer* peer = peerOf(id);
    if (peer == nullptr) {
        return;
    }
    if (peer->answered) {
        flush(id);
        return;
    }
    std::array<char, kMaxOpenUrl + 2> buffer{};
    const ssize_t got = (events & EPOLLIN) != 0 && peer->timer != 0 ? ::recv(peer->fd.get(), buffer.data(), buffer.size() - peer->in.size(), MSG_DONTWAIT) : -1;
    if (got > 0) {
        peer->in.append(buffer.data(), static_cast<std::size_t>(got));
        if (peer->in.find('\n') != std::string::npos || peer->in.size() > kMaxOpenUrl) {
            m_parts.loop.cancel(std::exchange(peer->timer, 0));
            (void)m_parts.loop.modify(peer->fd.get(), EPOLLRDHUP); // nothing more is read
            take(*peer);
        }
        return;
    }
    if (got == 0 || (events & (EPOLLHUP | EPOLLERR | EPOLLRDHUP)) != 0) { // also while a person is asked: nobody is there to be told
        drop(id);
    }
}

void UrlDoor::take(Peer& peer) {
    auto page = parseOpenUrl(peer.in.substr(0, peer.in.find('\n')));
    if (!page) {
        peer.page.url = forScreen(peer.in.substr(0, peer.in.find('\n')), kShownAddress);
        refuse(peer, "denied_by_policy", "bad_address", page.error().what);
        return;
    }
    peer.page = std::move(*page);
    if (m_parts.mustStay && m_parts.mustStay(peer.page, peer.client.text)) {
        peer.page.url = "(not shown: it has something in it that must not leave)";
        peer.page.host.clear();
        refuse(peer, "denied_by_policy", "canary", "it has something in it that must not leave");
        return;
    }
    peer.way = wayOf(peer.page);
    ask(peer);
}

UrlDoor::Way UrlDoor::wayOf(const OpenUrl& page) const {
    if (page.callback == 0) {
        return Way::None;
    }
    if (m_parts.publisher.publishes(page.callback)) {
        return Way::Published;
    }
    // Offered already: of the try before, which still waits for its answer.
    return m_parts.publisher.offersOnce(page.callback) || Publisher::isFree(page.callback) ? Way::Forward : Way::Taken;
}

// What a person reads and answers: the address is whole, and what stands beside it has spaces, which no address has.
std::string UrlDoor::object(const OpenUrl& page, Way way) {
    const std::string port = std::to_string(page.callback);
    std::string text = "open a page of " + page.host + " in your browser";
    switch (way) {
    case Way::None: break;
    case Way::Forward: text += ", and forward port " + port + " of this machine into the run, for one answer within 10 minutes"; break;
    case Way::Published: text += ", whose answer comes to the published port " + port; break;
    case Way::Taken: text += " (its answer to port " + port + " will not reach the run: that port is taken on this machine)"; break;
    }
    return text + ": " + page.url;
}

bool UrlDoor::mayAsk() {
    const Nanos now = systemClock().awake();
    while (!m_asked.empty() && m_asked.front() + kMinute <= now) {
        m_asked.pop_front();
    }
    const auto asking = std::count_if(m_peers.begin(), m_peers.end(), [](const auto& item) { return item.second->asking; });
    return m_asked.size() < kPerMinute && static_cast<std::size_t>(asking) < kWaiting;
}

void UrlDoor::ask(Peer& peer) {
    if (!mayAsk()) {
        refuse(peer, "denied_by_policy", "question_flood", whyNot({}, "question_flood"));
        return;
    }
    m_asked.push_back(systemClock().awake());
    AskRequest question;
    question.flow = peer.id;
    question.host = peer.page.host;
    question.port = peer.page.port;
    question.protocol = kOpenUrlAct;
    question.request = object(peer.page, peer.way);
    question.method = "open";
    question.process = peer.client.text;
    question.program = programOf(peer.client.text);
    question.processTree = peer.client.tree;
    question.why = "a page is opened only when you allow it";
    question.scopes = {Scope::Once};
    audit::Event event = eventOf(peer);
    event.kind = audit::Kind::Question;
    event.verdict = "ask";
    event.reason = "rule";
    peer.asking = true;
    const std::uint64_t id = peer.id;
    const auto now = m_parts.queue.ask(question);
    if (!now) {
        m_parts.trail.record(std::move(event));
        return;
    }
    peer.asking = false;
    if (now->allow) {
        allow({id}, outcomeName(now->outcome), now->reason);
    } else {
        refuse(peer, outcomeName(now->outcome), now->reason, whyNot(outcomeName(now->outcome), now->reason));
    }
}

Status UrlDoor::onResolved(const Resolution& resolution) {
    m_parts.trail.record(answerRow(resolution));
    const bool byUser = resolution.outcome == Outcome::AllowedByUser || resolution.outcome == Outcome::DeniedByUser;
    Status committed = resolution.allow || byUser ? m_parts.trail.flush() : Status();
    const std::string outcome = committed ? outcomeName(resolution.outcome) : "denied_by_policy";
    const std::string reason = committed ? resolution.reason : "not_recorded";
    std::vector<std::uint64_t> allowed;
    for (const std::uint64_t id : resolution.flows) {
        Peer* peer = peerOf(id);
        if (peer == nullptr || !peer->asking) {
            continue;
        }
        peer->asking = false;
        if (resolution.allow && committed) {
            allowed.push_back(id);
        } else {
            refuse(*peer, outcome, reason, whyNot(outcome, reason));
        }
    }
    if (!allowed.empty()) {
        allow(allowed, outcome, reason);
    }
    return committed;
}

audit::Event UrlDoor::eventOf(const Peer& peer) {
    audit::Event event;
    event.kind = audit::Kind::Open;
    event.subject = peer.page.host.empty() ? peer.page.url : object(peer.page, peer.way);
    event.process = peer.client.text;
    if (!peer.page.host.empty()) {
        nlohmann::json detail{{"host", peer.page.host}, {"port", peer.page.port}};
        if (peer.page.callback != 0) {
            detail["callback"] = peer.page.callback;
            detail["forwarded"] = peer.way == Way::Forward;
        }
        event.detail = dumped(detail);
    }
    return event;
}

void UrlDoor::refuse(Peer& peer, const std::string& outcome, const std::string& reason, const std::string& words) {
    audit::Event event = eventOf(peer);
    event.verdict = "deny";
    event.outcome = outcome;
    event.reason = reason;
    if (m_rows.take()) {
        m_parts.trail.record(std::move(event));
    }
    answer(peer.id, "no " + words + "; not opened");
}

// All of `ids` asked for the same; it is opened once. The row comes first.
void UrlDoor::allow(const std::vector<std::uint64_t>& ids, const std::string& outcome, const std::string& reason) {
    const Peer& first = *peerOf(ids.front());
    audit::Event event = eventOf(first);
    event.verdict = "allow";
    event.outcome = outcome;
    event.reason = reason;
    m_parts.trail.record(std::move(event), [this, ids, page = first.page, way = first.way](const Result<std::int64_t>& row) {
        if (row) {
            openNow(ids, page, way);
            return;
        }
        for (const std::uint64_t id : ids) {
            answer(id, "no " + whyNot({}, "not_recorded") + "; not opened");
        }
    });
}

void UrlDoor::openNow(const std::vector<std::uint64_t>& ids, const OpenUrl& page, Way way) {
    if (std::none_of(ids.begin(), ids.end(), [this](std::uint64_t id) { return peerOf(id) != nullptr; })) {
        return; // whoever asked is gone, and so is its server
    }
    if (way == Way::Forward) {
        const Status offered = m_parts.publisher.offersOnce(page.callback) ? Status() : m_parts.publisher.offerOnce(page.callback, kForwarded);
        if (!offered) { // the person has allowed both; half of it would look like the whole
            for (const std::uint64_t id : ids) {
                answer(id, "no " + offered.error().what + "; not opened");
            }
            return;
        }
    }
    m_browser.open(page.url, [this, ids](const Status& opened) {
        for (const std::uint64_t id : ids) {
            answer(id, opened ? "ok" : "no " + opened.error().what + "; open the page by hand");
        }
    });
}

void UrlDoor::answer(std::uint64_t id, const std::string& line) {
    Peer* peer = peerOf(id);
    if (peer == nullptr || peer->answered) {
        return;
    }
    peer->answered = true;
    peer->out = forScreen(line, kMaxReply) + "\n";
    // Later: whoever called is in the middle of this peer.
    m_parts.loop.defer([this, id] { flush(id); });
}

// Not sent at once means not sent: a line fits any socket that is read.
void UrlDoor::flush(std::uint64_t id) {
    if (const Peer* peer = peerOf(id)) {
        (void)::send(peer->fd.get(), peer->out.data(), peer->out.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        drop(id);
    }
}

void UrlDoor::drop(std::uint64_t id) {
    const auto found = m_peers.find(id);
    if (found == m_peers.end()) {
        return;
    }
    const auto peer = std::move(found->second);
    m_peers.erase(found);
    m_parts.loop.cancel(peer->timer);
    if (peer->asking) {
        m_parts.queue.withdraw(id);
    }
    m_parts.loop.remove(peer->fd.get());
}

} // namespace leadglass::session
