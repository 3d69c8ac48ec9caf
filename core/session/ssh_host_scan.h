// Trust: whoever answers at that address; a program inside a run has it asked, but only about hosts that the policy names.
// Privilege: starts ssh-keyscan(1) outside any run.
// Input: what that prints, kMaxScan bytes within kScanTime.
// Fails: a host that does not answer so has shown nothing.
//
// Which host keys a host shows to this machine, while the run goes on. One process a host; what it said is used again for
// kFresh, so that a run cannot have a host asked as often as it likes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/event_loop.h"
#include "core/session/child.h"
#include "core/session/known_hosts_trust.h"

namespace leadglass::session {

class SshHostScan {
public:
    static constexpr Nanos kFresh = 10'000'000'000;
    using Done = std::function<void(const Result<std::vector<HostKey>>& keys)>; // as judgeScan() says it

    // `home`: of the person whose known_hosts the keys are compared with, as it is when `done` is called.
    SshHostScan(EventLoop& loop, std::string home) : m_loop(loop), m_home(std::move(home)) {}
    ~SshHostScan();
    SshHostScan(const SshHostScan&) = delete;
    SshHostScan& operator=(const SshHostScan&) = delete;

    // `done` comes later, once; not after forget(). One at a time for a token.
    void ask(std::uint64_t token, const SshHost& host, Done done);
    void forget(std::uint64_t token);

private:
    struct One {
        SshHost host;
        std::unique_ptr<Child> child; // none: it has ended
        UniqueFd reading;
        std::string text;
        Nanos ended = 0;
        EventLoop::TimerId limit = 0;
        std::map<std::uint64_t, Done> waiting;
    };
    Status start(const std::string& name, One& one);
    void read(const std::string& name);
    void finish(const std::string& name);
    void tell(const std::string& name);
    EventLoop& m_loop;
    std::string m_home;
    std::map<std::string, One> m_hosts; // by knownHostsName(): as many as the policy names
};

} // namespace leadglass::session
