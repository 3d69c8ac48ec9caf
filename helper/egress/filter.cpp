// The system call filter of leadglass-egress; contract in self_sandbox.h.
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <cerrno>
#include <initializer_list>

#include "helper/egress/self_sandbox.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LEADGLASS_ASAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define LEADGLASS_ASAN 1
#endif

namespace leadglass::egress_helper {
namespace {

class Filter {
public:
    Filter() : m_context(::seccomp_init(SCMP_ACT_ERRNO(EPERM))) {
        m_error = m_context == nullptr ? ENOMEM : 0;
    }
    ~Filter() {
        if (m_context != nullptr) {
            ::seccomp_release(m_context);
        }
    }
    Filter(const Filter&) = delete;
    Filter& operator=(const Filter&) = delete;

    void rule(std::uint32_t action, int call, std::initializer_list<scmp_arg_cmp> arguments = {}) {
        if (m_error == 0 && call != __NR_SCMP_ERROR) {
            m_error = -::seccomp_rule_add_array(m_context, action, call,
                                                static_cast<unsigned>(arguments.size()),
                                                arguments.begin());
        }
    }
    void allow(int call, std::initializer_list<scmp_arg_cmp> arguments = {}) {
        rule(SCMP_ACT_ALLOW, call, arguments);
    }
    int load() {
        if (m_error == 0) {
            m_error =
                -::seccomp_attr_set(m_context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
        }
        return m_error != 0 ? m_error : -::seccomp_load(m_context);
    }

private:
    scmp_filter_ctx m_context;
    int m_error;
};

void allowMemoryAndTime(Filter& f) {
    const scmp_arg_cmp noExec = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    f.allow(SCMP_SYS(mmap),
            {noExec, SCMP_A4(SCMP_CMP_MASKED_EQ, 0xffffffffU, 0xffffffffU)}); // no file
    f.allow(SCMP_SYS(mprotect), {noExec});
    for (int call :
         {SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(brk), SCMP_SYS(madvise),
          SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(getrandom), SCMP_SYS(futex),
          SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigaction),
          SCMP_SYS(restart_syscall), SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(getpid),
          SCMP_SYS(gettid), SCMP_SYS(getppid), SCMP_SYS(getrlimit)}) {
        f.allow(call);
    }
    // getrlimit(3) is prlimit64: own process, no new value.
    f.allow(SCMP_SYS(prlimit64), {SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0)});
}

void allowDescriptors(Filter& f) {
    for (int call : {SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(recvmsg), SCMP_SYS(recvfrom),
                     SCMP_SYS(accept4), SCMP_SYS(shutdown), SCMP_SYS(close), SCMP_SYS(getsockname),
                     SCMP_SYS(getpeername), SCMP_SYS(epoll_ctl), SCMP_SYS(epoll_wait),
                     SCMP_SYS(epoll_pwait), SCMP_SYS(splice), SCMP_SYS(pipe2)}) {
        f.allow(call);
    }
    // MSG_FASTOPEN would make sendmsg(2) a connect(2); sendto(2) has no address to send to.
    f.allow(SCMP_SYS(sendmsg), {SCMP_A2(SCMP_CMP_MASKED_EQ, MSG_FASTOPEN, 0)});
    f.allow(SCMP_SYS(sendto),
            {SCMP_A3(SCMP_CMP_MASKED_EQ, MSG_FASTOPEN, 0), SCMP_A4(SCMP_CMP_EQ, 0)});
    for (int command : {F_GETFL, F_SETFL, F_SETPIPE_SZ, F_GETPIPE_SZ}) {
        f.allow(SCMP_SYS(fcntl), {SCMP_A1(SCMP_CMP_EQ, static_cast<scmp_datum_t>(command))});
    }
    const auto option = [&](int call, int level, int name) {
        f.allow(call, {SCMP_A1(SCMP_CMP_EQ, static_cast<scmp_datum_t>(level)),
                       SCMP_A2(SCMP_CMP_EQ, static_cast<scmp_datum_t>(name))});
    };
    constexpr int kOriginalDst = 80; // SO_ORIGINAL_DST and IP6T_SO_ORIGINAL_DST
    option(SCMP_SYS(getsockopt), SOL_SOCKET, SO_ERROR);
    option(SCMP_SYS(getsockopt), IPPROTO_IP, kOriginalDst);
    option(SCMP_SYS(getsockopt), IPPROTO_IPV6, kOriginalDst);
    option(SCMP_SYS(setsockopt), SOL_SOCKET, SO_LINGER);
    option(SCMP_SYS(setsockopt), IPPROTO_TCP, TCP_NODELAY);
}

// Named so that an attempt ends the process, not only the call: a hijacked parser shows itself.
void killAttempts(Filter& f) {
    for (int call : {SCMP_SYS(socket),
                     SCMP_SYS(socketpair),
                     SCMP_SYS(connect),
                     SCMP_SYS(bind),
                     SCMP_SYS(listen),
                     SCMP_SYS(execve),
                     SCMP_SYS(execveat),
                     SCMP_SYS(fork),
                     SCMP_SYS(vfork),
                     SCMP_SYS(clone),
                     SCMP_SYS(clone3),
                     SCMP_SYS(ptrace),
                     SCMP_SYS(process_vm_readv),
                     SCMP_SYS(process_vm_writev),
                     SCMP_SYS(unshare),
                     SCMP_SYS(setns),
                     SCMP_SYS(bpf),
                     SCMP_SYS(io_uring_setup),
                     SCMP_SYS(io_uring_enter),
                     SCMP_SYS(io_uring_register),
                     SCMP_SYS(pidfd_getfd),
                     SCMP_SYS(mount)}) {
        f.rule(SCMP_ACT_KILL_PROCESS, call);
    }
}

} // namespace

Outcome loadFilter() {
    Filter filter;
    allowMemoryAndTime(filter);
    allowDescriptors(filter);
    killAttempts(filter);
#if defined(LEADGLASS_ASAN)
    // What the sanitizer's runtime needs to report and to end.
    for (int call : {SCMP_SYS(sigaltstack), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity),
                     SCMP_SYS(prctl), SCMP_SYS(tgkill), SCMP_SYS(lseek), SCMP_SYS(readlink)}) {
        filter.allow(call);
    }
    filter.allow(SCMP_SYS(mmap), {SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)});
#endif
    const int error = filter.load();
    return error == 0 ? Outcome{} : Outcome{Step::Filter, error};
}

} // namespace leadglass::egress_helper
