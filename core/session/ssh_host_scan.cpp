#include "core/session/ssh_host_scan.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "core/base/log.h"
#include "core/base/sys.h"
#include "core/session/known_hosts.h"

namespace leadglass::session {

SshHostScan::~SshHostScan() {
    for (auto& [name, one] : m_hosts) {
        m_loop.cancel(one.limit);
        if (one.reading) {
            m_loop.remove(one.reading.get());
        }
    }
}

void SshHostScan::ask(std::uint64_t token, const SshHost& host, Done done) {
    const std::string name = knownHostsName(host.host, host.port);
    One& one = m_hosts[name];
    one.host = host;
    one.waiting[token] = std::move(done);
    if (one.child) {
        return;
    }
    if (one.ended != 0 && systemClock().awake() - one.ended < kFresh) {
        m_loop.cancel(one.limit);
        one.limit = m_loop.after(0, [this, name] { tell(name); });
        return;
    }
    if (const Status started = start(name, one); !started) {
        log::warning(started.error().text());
        one.limit = m_loop.after(0, [this, name] { finish(name); });
    }
}

void SshHostScan::forget(std::uint64_t token) {
    for (auto& [name, one] : m_hosts) {
        one.waiting.erase(token);
    }
}

Status SshHostScan::start(const std::string& name, One& one) {
    one.text.clear();
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return ioError("cannot ask for the host key", errno);
    }
    UniqueFd reading(ends[0]);
    const UniqueFd writing(ends[1]);
    const auto null = LG_TRY(sys::open("/dev/null", O_RDWR));
    ChildSpec spec;
    spec.program = kKeyScan;
    spec.arguments = keyScanWords(one.host.host, one.host.port);
    spec.descriptors = {null.get(), writing.get(), null.get()};
    auto child = std::make_unique<Child>(LG_TRY(Child::start(spec)));
    LG_TRY(m_loop.add(reading.get(), EPOLLIN, [this, name](std::uint32_t) { read(name); }));
    one.child = std::move(child);
    one.reading = std::move(reading);
    one.limit = m_loop.after(std::chrono::nanoseconds(kScanTime).count(), [this, name] { finish(name); });
    return {};
}

void SshHostScan::read(const std::string& name) {
    One& one = m_hosts.at(name);
    std::array<char, 4096> buffer{};
    const ssize_t got = ::read(one.reading.get(), buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
        return;
    }
    if (got > 0) {
        one.text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    if (got <= 0 || one.text.size() >= kMaxScan) {
        finish(name);
    }
}

void SshHostScan::finish(const std::string& name) {
    One& one = m_hosts.at(name);
    m_loop.cancel(one.limit);
    if (one.reading) {
        m_loop.remove(one.reading.get());
        one.reading.reset();
    }
    one.child.reset(); // ends it
    one.ended = systemClock().awake();
    tell(name);
}

void SshHostScan::tell(const std::string& name) {
    One& one = m_hosts.at(name);
    if (one.child || one.waiting.empty()) { // asked anew since
        return;
    }
    const auto keys = judgeScan(m_home, one.host.host, one.host.port, one.text);
    for (const auto& [token, done] : std::exchange(one.waiting, {})) {
        done(keys);
    }
}

} // namespace leadglass::session
