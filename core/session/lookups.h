// Trust: replies of leadglass-resolve, which reads what hostile name servers answer.
// Privilege: starts and ends that process; opens nothing else.
// Input: canonical names that policy allows; core/wire/resolve.h.
// Fails: a look-up that cannot be made or is not answered has a problem, in words, and no address.
//
// Names to addresses. One look-up for all who want the same name at the same time. Slow name servers
// must not keep others waiting: those below one registrable domain hold at most kPerOwner of the
// kMaxAtOnce places; what waits for a place longer than kQueueLimit fails, and so does, at once, a
// name that was not answered within the last kRest.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/event_loop.h"
#include "core/policy/types.h"
#include "core/session/child.h"
#include "core/wire/resolve.h"

namespace leadglass::session {

class Lookups {
public:
    struct Answer {
        std::vector<policy::Address> addresses;
        std::string problem; // empty: there is at least one address
    };
    using Done = std::function<void(Answer)>;

    static constexpr std::size_t kMaxAtOnce = 64; // as leadglass-resolve has it
    static constexpr std::size_t kPerOwner = 8;
    static constexpr Nanos kLimit = 15'000'000'000;
    static constexpr Nanos kQueueLimit = 5'000'000'000;
    static constexpr Nanos kRest = 5'000'000'000;
    // Not answered for so long, and somebody waits for a place: the process is ended.
    static constexpr Nanos kHung = 30'000'000'000;

    // `program`: path of leadglass-resolve; started at the first name, again if it died.
    Lookups(EventLoop& loop, std::string program);
    ~Lookups();
    Lookups(const Lookups&) = delete;
    Lookups& operator=(const Lookups&) = delete;

    // Calls `done` once, later, unless it is cancelled.
    std::uint64_t lookUp(const std::string& name, Done done);
    void cancel(std::uint64_t number);

private:
    struct Query {
        std::string name;
        std::string owner;
        std::map<std::uint64_t, Done> waiting; // nobody: its place is still taken
        Nanos sent = 0;                        // 0: it waits for a place
        EventLoop::TimerId limit = 0;
    };
    Status start();
    void stop();
    void restart(const std::string& why);
    void send(std::uint64_t id, Query& query);
    void pump();
    void onReply();
    void replied(const wire::ResolveReply& reply);
    void settle(Query& query, const Answer& answer);
    void timedOut(std::uint64_t id);

    EventLoop& m_loop;
    std::string m_program;
    std::unique_ptr<Child> m_child;
    UniqueFd m_socket;
    std::map<std::uint64_t, Query> m_queries;               // oldest first
    std::unordered_map<std::string, std::uint64_t> m_byName; // those that can be joined
    std::unordered_map<std::string, Nanos> m_resting;       // names that were not answered, until when
    std::uint64_t m_next = 1;
    bool m_pumping = false;
};

} // namespace leadglass::session
