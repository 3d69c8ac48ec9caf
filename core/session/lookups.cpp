#include "core/session/lookups.h"

#include <fcntl.h>
#include <netdb.h>
#include <sys/epoll.h>

#include <algorithm>

#include "core/base/log.h"
#include "core/base/sys.h"
#include "core/policy/host_name.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kMaxResting = 4096;
constexpr const char* kSilent = "its name servers do not answer";

std::string ownerOf(const std::string& name) {
    std::string owner = policy::registrableDomain(name);
    return owner.empty() ? name : owner;
}

std::string problemOf(int error) {
    switch (error) {
    case 0:
    case EAI_NODATA: return "the name has no address";
    case EAI_NONAME: return "there is no such name";
    case EAI_AGAIN: return kSilent;
    default: return std::string("it cannot be looked up: ") + ::gai_strerror(error);
    }
}

policy::Address toAddress(const wire::ResolvedAddress& from) {
    policy::Address to;
    to.v6 = from.v6;
    to.bytes = from.bytes;
    if (!to.v6) {
        std::fill(to.bytes.begin() + 4, to.bytes.end(), std::uint8_t{0});
    }
    return to;
}

} // namespace

Lookups::Lookups(EventLoop& loop, std::string program)
    : m_loop(loop), m_program(std::move(program)) {}

Lookups::~Lookups() {
    for (auto& [id, query] : m_queries) {
        m_loop.cancel(query.limit);
    }
    stop();
}

Status Lookups::start() {
    if (m_child && !m_child->poll()) {
        return {};
    }
    stop();
    auto pair = LG_TRY(sys::seqpacketPair());
    auto null = LG_TRY(sys::open("/dev/null", O_RDWR));
    ChildSpec spec;
    spec.program = m_program;
    spec.descriptors = {null.get(), null.get(), null.get(), pair.theirs.get()};
    auto child = LG_TRY(Child::start(spec));
    LG_TRY(sys::setNonBlocking(pair.ours.get(), true));
    LG_TRY(m_loop.add(pair.ours.get(), EPOLLIN, [this](std::uint32_t) { onReply(); }));
    m_child = std::make_unique<Child>(std::move(child));
    m_socket = std::move(pair.ours);
    return {};
}

void Lookups::stop() {
    if (m_socket) {
        m_loop.remove(m_socket.get());
    }
    m_socket.reset();
    m_child.reset();
}

std::uint64_t Lookups::lookUp(const std::string& name, Done done) {
    const std::uint64_t number = m_next++;
    const auto rests = m_resting.find(name);
    if (rests != m_resting.end() && rests->second > systemClock().awake()) {
        m_loop.defer([done = std::move(done)] { done({{}, kSilent}); });
        return number;
    }
    const auto known = m_byName.find(name);
    if (known != m_byName.end()) {
        m_queries.at(known->second).waiting.emplace(number, std::move(done));
        return number;
    }
    Query& query = m_queries[number];
    query.name = name;
    query.owner = ownerOf(name);
    query.waiting.emplace(number, std::move(done));
    query.limit = m_loop.after(kQueueLimit, [this, number] { timedOut(number); });
    m_byName.emplace(name, number);
    pump();
    return number;
}

void Lookups::cancel(std::uint64_t number) {
    for (auto it = m_queries.begin(); it != m_queries.end() && it->first <= number; ++it) {
        Query& query = it->second;
        if (query.waiting.erase(number) == 0) {
            continue;
        }
        if (query.waiting.empty() && query.sent == 0) {
            m_loop.cancel(query.limit);
            m_byName.erase(query.name);
            m_queries.erase(it);
        }
        return;
    }
}

// Deferred: callers are in the middle of their own lists.
void Lookups::pump() {
    if (std::exchange(m_pumping, true)) {
        return;
    }
    m_loop.defer([this] {
        m_pumping = false;
        std::size_t taken = 0;
        std::unordered_map<std::string, std::size_t> ofOwner;
        Nanos oldest = 0;
        for (const auto& [id, query] : m_queries) {
            if (query.sent != 0) {
                oldest = oldest == 0 ? query.sent : std::min(oldest, query.sent);
                ++ofOwner[query.owner];
                ++taken;
            }
        }
        if (taken >= kMaxAtOnce && systemClock().awake() - oldest > kHung) {
            restart("its look-ups do not end");
            ofOwner.clear();
            taken = 0;
        }
        for (auto& [id, query] : m_queries) {
            if (taken >= kMaxAtOnce) {
                break;
            }
            if (query.sent == 0 && ofOwner[query.owner] < kPerOwner) {
                send(id, query);
                ++ofOwner[query.owner];
                ++taken;
            }
        }
        std::erase_if(m_queries, [](const auto& item) { return item.second.name.empty(); });
    });
}

void Lookups::send(std::uint64_t id, Query& query) {
    Status sent = start();
    if (sent) {
        sent = sys::sendMessage(m_socket.get(), wire::encode(wire::ResolveRequest{id, query.name}));
    }
    m_loop.cancel(query.limit);
    if (!sent) {
        settle(query, {{}, sent.error().text()});
        query.name.clear(); // the caller takes it away
        return;
    }
    query.sent = systemClock().awake();
    query.limit = m_loop.after(kLimit, [this, id] { timedOut(id); });
}

// Everybody who waited is told, later; nobody joins any more.
void Lookups::settle(Query& query, const Answer& answer) {
    m_byName.erase(query.name);
    for (auto& [number, done] : std::exchange(query.waiting, {})) {
        m_loop.defer([done = std::move(done), answer] { done(answer); });
    }
}

void Lookups::timedOut(std::uint64_t id) {
    const auto found = m_queries.find(id);
    if (found == m_queries.end()) {
        return;
    }
    Query& query = found->second;
    const bool queued = query.sent == 0;
    if (!queued && m_resting.size() < kMaxResting) {
        m_resting[query.name] = systemClock().awake() + kRest;
    }
    settle(query, {{}, queued ? "too many look-ups below " + query.owner + " wait already" : kSilent});
    if (queued) {
        m_queries.erase(found); // sent: its place is taken until the reply
    }
    pump();
}

void Lookups::restart(const std::string& why) {
    log::warning("the resolver ended: " + why);
    stop();
    for (auto it = m_queries.begin(); it != m_queries.end();) {
        if (it->second.sent == 0) {
            ++it;
            continue;
        }
        m_loop.cancel(it->second.limit);
        settle(it->second, {{}, "the resolver ended"});
        it = m_queries.erase(it);
    }
}

void Lookups::onReply() {
    while (m_socket) {
        auto message = sys::receiveMessage(m_socket.get());
        if (!message && message.error().code == Code::Busy) {
            return;
        }
        auto reply = message ? wire::decodeResolveReply(message->bytes)
                             : Result<wire::ResolveReply>(std::move(message).error());
        if (!reply) {
            // It died or speaks nonsense: the look-ups in flight fail, the next starts a new one.
            restart(reply.error().text());
            pump();
            return;
        }
        replied(*reply);
    }
}

void Lookups::replied(const wire::ResolveReply& reply) {
    const auto found = m_queries.find(reply.id);
    if (found == m_queries.end() || found->second.sent == 0) {
        return;
    }
    Query& query = found->second;
    Answer answer;
    for (const auto& address : reply.answers) {
        answer.addresses.push_back(toAddress(address));
    }
    if (answer.addresses.empty()) {
        answer.problem = problemOf(reply.error);
        std::erase_if(m_resting, [now = systemClock().awake()](const auto& r) { return r.second < now; });
        if (reply.error == EAI_AGAIN && m_resting.size() < kMaxResting) {
            m_resting[query.name] = systemClock().awake() + kRest;
        }
    }
    m_loop.cancel(query.limit);
    settle(query, answer);
    m_queries.erase(found);
    pump();
}

} // namespace leadglass::session
