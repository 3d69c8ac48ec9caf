#include "core/session/ssh_agent_host_key.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/wait.h>

#include "core/base/bytes.h"
#include "core/base/log.h"
#include "core/base/sys.h"

namespace leadglass::session {

HostKeyCheck::~HostKeyCheck() {
    while (!m_running.empty()) {
        forget(m_running.begin()->first);
    }
}

Result<std::unique_ptr<Child>> HostKeyCheck::start(const wire::AgentBind& bind) {
    ByteWriter w;
    w.str(bind.hostKey);
    w.str(bind.session);
    w.str(bind.signature);
    const auto input = LG_TRY(sys::sealedMemfd("leadglass-hostkey", w.bytes()));
    const auto null = LG_TRY(sys::open("/dev/null", O_RDWR));
    ChildSpec spec;
    spec.program = m_program;
    spec.descriptors = {input.get(), null.get(), null.get()};
    return std::make_unique<Child>(LG_TRY(Child::start(spec)));
}

std::uint64_t HostKeyCheck::check(const wire::AgentBind& bind, std::function<void(bool)> done) {
    const std::uint64_t number = m_next++;
    One& one = m_running[number];
    one.done = std::move(done);
    auto child = start(bind);
    Status watched = child ? m_loop.add((*child)->pidFd(), EPOLLIN, [this, number](std::uint32_t) {
        const auto found = m_running.find(number);
        const auto status = found != m_running.end() ? found->second.child->poll() : std::nullopt;
        if (status) {
            finish(number, WIFEXITED(*status) && WEXITSTATUS(*status) == 0);
        }
    }) : Status(child.error());
    if (!watched) {
        log::warning("a host key cannot be verified: " + watched.error().text());
        m_loop.defer([this, number] { finish(number, false); });
        return number;
    }
    one.child = std::move(*child);
    one.limit = m_loop.after(kLimit, [this, number] { finish(number, false); });
    return number;
}

void HostKeyCheck::forget(std::uint64_t number) {
    const auto found = m_running.find(number);
    if (found == m_running.end()) {
        return;
    }
    if (found->second.child) {
        m_loop.remove(found->second.child->pidFd());
    }
    m_loop.cancel(found->second.limit);
    m_running.erase(found);
}

void HostKeyCheck::finish(std::uint64_t number, bool proven) {
    const auto found = m_running.find(number);
    if (found != m_running.end()) {
        const auto done = std::move(found->second.done);
        forget(number);
        done(proven);
    }
}

} // namespace leadglass::session
