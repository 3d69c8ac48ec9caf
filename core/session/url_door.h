// Trust: every program inside a run.
// Privilege: has a page opened in the person's browser, outside of any run; has a port of this machine forwarded into it.
// Input: one line each, an address of kMaxOpenUrl bytes; InsideDoor::kMaxPeers connections; kWaiting questions at a time,
//        kPerMinute a minute.
// Fails: what is no https page, not allowed by a person, or not recorded is answered with a reason, and nothing is opened.
//
// The other end of leadglass-open: each page is asked about, in full, each time; no rule and no earlier answer opens one. Where
// the page is one of a sign-in that comes back to a port of the loopback, the same answer forwards that port, once.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/event_loop.h"
#include "core/session/approval_queue.h"
#include "core/session/attribution.h"
#include "core/session/audit_trail.h"
#include "core/session/host_browser.h"
#include "core/session/inside_door.h"
#include "core/session/open_url.h"
#include "core/session/publisher.h"
#include "core/session/row_budget.h"

namespace leadglass::session {

class UrlDoor {
public:
    static constexpr std::size_t kWaiting = 2;
    static constexpr std::size_t kPerMinute = 6;
    static constexpr Nanos kReading = 10'000'000'000;
    static constexpr Nanos kForwarded = 600'000'000'000;
    struct Parts {
        EventLoop& loop;
        AuditTrail& trail;
        ApprovalQueue& queue;
        Attribution& attribution;
        Publisher& publisher;
        std::string directory; // of the door
        std::function<bool(const OpenUrl& page, const std::string& process)> mustStay{}; // has it something that must not leave? Told by whoever says yes
    };
    static Result<std::unique_ptr<UrlDoor>> open(Parts parts, HostBrowser::Setup browser);
    ~UrlDoor();
    UrlDoor(const UrlDoor&) = delete;
    UrlDoor& operator=(const UrlDoor&) = delete;

    // Of a question whose protocol is kOpenUrlAct.
    Status onResolved(const Resolution& resolution);
    void runEnding(); // nobody is served any more

private:
    // What becomes of the port that the answer of a sign-in comes to.
    enum class Way : std::uint8_t { None, Forward, Published, Taken };
    struct Peer {
        std::uint64_t id = 0; // and the token of its question
        UniqueFd fd;
        Attribution::Client client;
        std::string in;
        std::string out;
        bool asking = false;
        bool answered = false;
        OpenUrl page;
        Way way = Way::None;
        EventLoop::TimerId timer = 0;
    };
    UrlDoor(Parts parts, HostBrowser::Setup browser);
    void came(UniqueFd fd, pid_t process);
    void onEvent(std::uint64_t id, std::uint32_t events);
    void take(Peer& peer);
    [[nodiscard]] bool mayAsk();
    void ask(Peer& peer);
    void refuse(Peer& peer, const std::string& outcome, const std::string& reason, const std::string& words);
    void allow(const std::vector<std::uint64_t>& ids, const std::string& outcome, const std::string& reason);
    void openNow(const std::vector<std::uint64_t>& ids, const OpenUrl& page, Way way);
    void answer(std::uint64_t id, const std::string& line);
    void flush(std::uint64_t id);
    void drop(std::uint64_t id);
    [[nodiscard]] Peer* peerOf(std::uint64_t id);
    [[nodiscard]] Way wayOf(const OpenUrl& page) const;
    static std::string object(const OpenUrl& page, Way way);
    static audit::Event eventOf(const Peer& peer);

    Parts m_parts;
    HostBrowser m_browser;
    std::unique_ptr<InsideDoor> m_door;
    std::map<std::uint64_t, std::unique_ptr<Peer>> m_peers;
    std::deque<Nanos> m_asked;
    RowBudget m_rows;
    std::uint64_t m_next = kFirstOpenUrl;
};

} // namespace leadglass::session
