// The compiled filter, run by an interpreter of classic BPF: what the kernel would answer, call by call.
#include <QtTest/QtTest>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstring>

#include "core/sandbox/seccomp_profile.h"

using namespace leadglass;

namespace {

constexpr std::uint32_t kAllow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t kKill = SECCOMP_RET_KILL_PROCESS;
std::uint32_t answer(int error) { return SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error); }

// The subset of instructions that libseccomp and the prologue use; another one gives 0.
std::uint32_t judge(const seccomp_data& call) {
    const auto bytes = sandbox::seccompProgram();
    std::vector<sock_filter> program(bytes.size() / sizeof(sock_filter));
    std::memcpy(program.data(), bytes.data(), bytes.size());
    std::uint32_t a = 0;
    for (std::size_t pc = 0; pc < program.size(); ++pc) {
        const sock_filter& in = program[pc];
        bool taken = false;
        switch (in.code) {
        case BPF_LD | BPF_W | BPF_ABS:
            std::memcpy(&a, reinterpret_cast<const char*>(&call) + in.k, sizeof a);
            continue;
        case BPF_ALU | BPF_AND | BPF_K: a &= in.k; continue;
        case BPF_RET | BPF_K: return in.k;
        case BPF_JMP | BPF_JA: pc += in.k; continue;
        case BPF_JMP | BPF_JEQ | BPF_K: taken = a == in.k; break;
        case BPF_JMP | BPF_JGT | BPF_K: taken = a > in.k; break;
        case BPF_JMP | BPF_JGE | BPF_K: taken = a >= in.k; break;
        case BPF_JMP | BPF_JSET | BPF_K: taken = (a & in.k) != 0; break;
        default: return 0;
        }
        pc += taken ? in.jt : in.jf;
    }
    return 0;
}

std::uint32_t call(long number, std::uint64_t a0 = 0, std::uint64_t a1 = 0, std::uint64_t a2 = 0,
                   std::uint32_t arch = AUDIT_ARCH_X86_64) {
    seccomp_data data{};
    data.nr = static_cast<int>(number);
    data.arch = arch;
    data.args[0] = a0;
    data.args[1] = a1;
    data.args[2] = a2;
    return judge(data);
}

} // namespace

class SeccompProgramTest : public QObject {
    Q_OBJECT
private slots:
    void answersEachCall_data() {
        QTest::addColumn<qlonglong>("number");
        QTest::addColumn<qulonglong>("a0");
        QTest::addColumn<qulonglong>("a1");
        QTest::addColumn<qulonglong>("a2");
        QTest::addColumn<quint32>("expected");
        const auto row = [](const char* name, long number, std::uint32_t expected, std::uint64_t a0 = 0,
                            std::uint64_t a1 = 0, std::uint64_t a2 = 0) {
            QTest::newRow(name) << qlonglong(number) << qulonglong(a0) << qulonglong(a1) << qulonglong(a2)
                                << expected;
        };
        constexpr std::uint64_t kHigh = 1ULL << 32;
        row("read", SYS_read, kAllow);
        row("execve", SYS_execve, kAllow);
        row("ptrace, for debuggers", SYS_ptrace, kAllow);
        row("seccomp", SYS_seccomp, kAllow);
        row("landlock", 444, kAllow);
        row("fork by clone", SYS_clone, kAllow, 17);
        row("thread by clone", SYS_clone, kAllow, 0x3d0f00);
        row("clone NEWUSER", SYS_clone, answer(EPERM), CLONE_NEWUSER | 17);
        row("clone NEWNET with threads' flags", SYS_clone, answer(EPERM), CLONE_NEWNET | 0x3d0f00);
        row("clone3", SYS_clone3, answer(ENOSYS));
        row("unshare FILES", SYS_unshare, kAllow, CLONE_FILES);
        row("unshare NEWNS", SYS_unshare, answer(EPERM), CLONE_NEWNS | CLONE_FILES);
        row("unshare NEWTIME", SYS_unshare, answer(EPERM), 0x80);
        row("setns", SYS_setns, answer(EPERM));
        row("mount", SYS_mount, answer(EPERM));
        row("fsopen", 430, answer(ENOSYS));
        row("open_tree_attr", 467, answer(ENOSYS));
        row("statmount", 457, answer(ENOSYS));
        row("keyctl", SYS_keyctl, answer(EPERM));
        row("bpf", SYS_bpf, answer(EPERM));
        row("io_uring_setup", 425, answer(ENOSYS));
        row("io_uring_register", 427, answer(ENOSYS));
        row("userfaultfd", SYS_userfaultfd, answer(EPERM));
        row("ioctl TCGETS", SYS_ioctl, kAllow, 0, TCGETS);
        row("ioctl TIOCSTI", SYS_ioctl, answer(EPERM), 0, TIOCSTI);
        row("ioctl TIOCSTI, high bits", SYS_ioctl, answer(EPERM), 0, TIOCSTI | kHigh);
        row("ioctl TIOCLINUX", SYS_ioctl, answer(EPERM), 0, 0x541C);
        row("ioctl TIOCSETD", SYS_ioctl, answer(EPERM), 0, TIOCSETD);
        row("socket unix", SYS_socket, kAllow, AF_UNIX, SOCK_STREAM);
        row("socket inet", SYS_socket, kAllow, AF_INET, SOCK_STREAM);
        row("socket inet6", SYS_socket, kAllow, AF_INET6, SOCK_DGRAM);
        row("socket route", SYS_socket, kAllow, AF_NETLINK, SOCK_RAW, 0);
        row("socket netfilter", SYS_socket, answer(EPERM), AF_NETLINK, SOCK_RAW, 12);
        row("socket route, high bits", SYS_socket, answer(EPERM), AF_NETLINK, SOCK_RAW, kHigh);
        row("socket unspec", SYS_socket, answer(EAFNOSUPPORT), AF_UNSPEC);
        row("socket x25", SYS_socket, answer(EAFNOSUPPORT), AF_X25);
        row("socket packet", SYS_socket, answer(EAFNOSUPPORT), AF_PACKET);
        row("socket alg", SYS_socket, answer(EAFNOSUPPORT), AF_ALG);
        row("socket vsock", SYS_socket, answer(EAFNOSUPPORT), 40);
        row("socket unix, high bits", SYS_socket, answer(EAFNOSUPPORT), AF_UNIX | kHigh);
        row("newest known call", 469, kAllow);
        row("a call nobody knows", 470, answer(ENOSYS));
        row("x32", 0x40000000L + 39, kKill);
        row("a call that a tracer skips", -1, kAllow);
    }
    void answersEachCall() {
        QFETCH(qlonglong, number);
        QFETCH(qulonglong, a0);
        QFETCH(qulonglong, a1);
        QFETCH(qulonglong, a2);
        QFETCH(quint32, expected);
        QCOMPARE(call(static_cast<long>(number), a0, a1, a2), expected);
    }

    void killsOtherArchitectures() {
        QCOMPARE(call(20, 0, 0, 0, AUDIT_ARCH_I386), kKill);
        QCOMPARE(call(20, 0, 0, 0, AUDIT_ARCH_AARCH64), kKill);
    }
};

QTEST_APPLESS_MAIN(SeccompProgramTest)
#include "tst_seccomp_program.moc"
