#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include <cerrno>
#include <initializer_list>

#include "helper/scan/filter.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LEADGLASS_ASAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define LEADGLASS_ASAN 1
#endif

namespace leadglass::scan_helper {

bool closeIn() {
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        return false;
    }
    const scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == nullptr) {
        return false;
    }
    bool ok = ::seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0;
    for (const int call : {SCMP_SYS(recvmsg), SCMP_SYS(sendmsg), SCMP_SYS(pread64), SCMP_SYS(fcntl), SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
                           SCMP_SYS(futex), SCMP_SYS(getrandom), SCMP_SYS(getpid), SCMP_SYS(clock_gettime), SCMP_SYS(rt_sigreturn),
                           SCMP_SYS(rt_sigprocmask), SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(close)}) {
        ok = ok && ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0) == 0;
    }
    const scmp_arg_cmp noExec = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    ok = ok && ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, noExec, SCMP_A4(SCMP_CMP_MASKED_EQ, 0xffffffffU, 0xffffffffU)) == 0;
    ok = ok && ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, noExec) == 0;
    for (const int call : {SCMP_SYS(socket), SCMP_SYS(connect), SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(open), SCMP_SYS(openat),
                           SCMP_SYS(openat2), SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(clone), SCMP_SYS(clone3), SCMP_SYS(ptrace)}) {
#if defined(LEADGLASS_ASAN)
        ok = ok && ::seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), call, 0) == 0;
#else
        ok = ok && ::seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, call, 0) == 0;
#endif
    }
#if defined(LEADGLASS_ASAN)
    for (const int call : {SCMP_SYS(sigaltstack), SCMP_SYS(sched_yield), SCMP_SYS(tgkill), SCMP_SYS(gettid)}) {
        ok = ok && ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0) == 0;
    }
#endif
    ok = ok && ::seccomp_load(filter) == 0;
    ::seccomp_release(filter);
    return ok;
}

} // namespace leadglass::scan_helper
