// Build tool: agent.toml -> a header with the BPF program as bytes.
//
//   leadglass-compile-seccomp agent.toml OUT.h
//
// libseccomp compiles the rules; before its program stand a few instructions it cannot express: another
// architecture or x32 ends the process, and numbers above newest_syscall do not exist.
// Every entry needs a reason. Any name that is not known is an error with its line.
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <toml++/toml.h>
#include <vector>

#ifndef TIOCLINUX
#define TIOCLINUX 0x541C
#endif

namespace {

const std::map<std::string, std::uint64_t> kConstants = {
    {"CLONE_NEWNS", CLONE_NEWNS},   {"CLONE_NEWCGROUP", CLONE_NEWCGROUP},
    {"CLONE_NEWUTS", CLONE_NEWUTS}, {"CLONE_NEWIPC", CLONE_NEWIPC},
    {"CLONE_NEWUSER", CLONE_NEWUSER}, {"CLONE_NEWPID", CLONE_NEWPID},
    {"CLONE_NEWNET", CLONE_NEWNET}, {"CLONE_NEWTIME", 0x80},
    {"TIOCSTI", TIOCSTI},           {"TIOCLINUX", TIOCLINUX},
    {"TIOCSETD", TIOCSETD},         {"TIOCCONS", TIOCCONS},
    {"FIRST_PROCESS", 1},           {"SPAWNER", 2},
    {"AF_UNIX", AF_UNIX},           {"AF_INET", AF_INET},
    {"AF_INET6", AF_INET6},         {"AF_NETLINK", AF_NETLINK},
    {"NETLINK_ROUTE", NETLINK_ROUTE}};
const std::map<std::string, int> kErrnos = {{"EPERM", EPERM}, {"ENOSYS", ENOSYS}};

[[noreturn]] void fail(const toml::node& node, const std::string& why) {
    throw std::runtime_error("line " + std::to_string(node.source().begin.line) + ": " + why);
}

std::uint64_t constant(const toml::node& node) {
    const auto found = kConstants.find(node.value_or(std::string()));
    if (found == kConstants.end()) {
        fail(node, "unknown constant " + node.value_or(std::string("?")));
    }
    return found->second;
}

const toml::array& list(const toml::table& entry, const char* key) {
    const auto* array = entry[key].as_array();
    if (array == nullptr || array->empty()) {
        fail(entry, std::string("needs a list '") + key + "'");
    }
    return *array;
}

void needReason(const toml::table& entry) {
    if (entry["reason"].value_or(std::string()).empty()) {
        fail(entry, "needs a reason");
    }
}

int action(const toml::table& entry) {
    needReason(entry);
    const auto found = kErrnos.find(entry["errno"].value_or(std::string()));
    if (found == kErrnos.end()) {
        fail(entry, "errno is EPERM or ENOSYS");
    }
    return found->second;
}

// The number of a call by name; calls newer than libseccomp carry their number.
int syscallNumber(const toml::node& node) {
    if (const auto* table = node.as_table()) {
        const auto number = (*table)["number"].value<int>();
        if (!number || *number < 0) {
            fail(node, "needs a number");
        }
        return *number;
    }
    const std::string name = node.value_or(std::string());
    const int number = seccomp_syscall_resolve_name_arch(SCMP_ARCH_X86_64, name.c_str());
    if (number == __NR_SCMP_ERROR) {
        fail(node, "unknown system call " + name);
    }
    return number;
}

class Filter {
public:
    Filter() : m_context(seccomp_init(SCMP_ACT_ALLOW)) {
        if (m_context == nullptr || seccomp_attr_set(m_context, SCMP_FLTATR_CTL_OPTIMIZE, 2) != 0) {
            throw std::runtime_error("libseccomp does not start");
        }
    }
    Filter(const Filter&) = delete;
    Filter& operator=(const Filter&) = delete;
    ~Filter() { seccomp_release(m_context); }

    void deny(int error, int number, std::vector<scmp_arg_cmp> when = {}) {
        if (number < 0) {
            return; // a call this architecture does not have
        }
        const int rc = seccomp_rule_add_array(
            m_context, SCMP_ACT_ERRNO(static_cast<std::uint16_t>(error)), number,
            static_cast<unsigned>(when.size()), when.data());
        if (rc != 0) {
            throw std::runtime_error("libseccomp refuses call " + std::to_string(number) + ": " +
                                     std::strerror(-rc));
        }
    }
    std::vector<sock_filter> program() const {
        const int fd = memfd_create("bpf", MFD_CLOEXEC);
        if (fd < 0 || seccomp_export_bpf(m_context, fd) != 0) {
            throw std::runtime_error("libseccomp exports no program");
        }
        const auto size = static_cast<std::size_t>(lseek(fd, 0, SEEK_END));
        std::vector<sock_filter> out(size / sizeof(sock_filter));
        const bool whole = pread(fd, out.data(), size, 0) == static_cast<ssize_t>(size);
        close(fd);
        if (!whole || out.empty()) {
            throw std::runtime_error("cannot read the program back");
        }
        return out;
    }

private:
    scmp_filter_ctx m_context;
};

constexpr std::uint64_t kLow32 = 0xFFFFFFFFU;

scmp_arg_cmp compare(unsigned argument, scmp_compare op, std::uint64_t a, std::uint64_t b = 0) {
    return scmp_arg_cmp{argument, op, a, b};
}

void addDenied(Filter& filter, const toml::table& entry) {
    const int error = action(entry);
    for (const auto& call : list(entry, "syscalls")) {
        filter.deny(error, syscallNumber(call));
    }
}

void addArgument(Filter& filter, const toml::table& entry) {
    const int error = action(entry);
    const auto argument = entry["argument"].value<unsigned>();
    if (!argument || *argument > 5) {
        fail(entry, "argument is 0 to 5");
    }
    for (const auto& call : list(entry, "syscalls")) {
        const int number = syscallNumber(call);
        if (entry.contains("any_bit")) {
            for (const auto& bit : list(entry, "any_bit")) {
                const std::uint64_t mask = constant(bit);
                filter.deny(error, number, {compare(*argument, SCMP_CMP_MASKED_EQ, mask, mask)});
            }
        } else {
            for (const auto& value : list(entry, "any_value")) {
                filter.deny(error, number,
                            {compare(*argument, SCMP_CMP_MASKED_EQ, kLow32, constant(value))});
            }
        }
    }
}

// The kernel reads the family as an int; a family with high bits set is above every listed one in
// the 64-bit comparison, and refused.
void addSockets(Filter& filter, const toml::table& sockets) {
    needReason(sockets);
    std::map<std::uint64_t, bool> allowed;
    for (const auto& family : list(sockets, "families")) {
        allowed[constant(family)] = true;
    }
    const std::uint64_t highest = allowed.rbegin()->first;
    const int call = seccomp_syscall_resolve_name_arch(SCMP_ARCH_X86_64, "socket");
    for (std::uint64_t family = 0; family < highest; ++family) {
        if (!allowed.contains(family)) {
            filter.deny(EAFNOSUPPORT, call, {compare(0, SCMP_CMP_EQ, family)});
        }
    }
    filter.deny(EAFNOSUPPORT, call, {compare(0, SCMP_CMP_GT, highest)});
    const auto& protocols = list(sockets, "netlink_protocols");
    if (protocols.size() != 1) {
        fail(sockets, "exactly one netlink protocol can be allowed");
    }
    filter.deny(EPERM, call,
                {compare(0, SCMP_CMP_EQ, AF_NETLINK),
                 compare(2, SCMP_CMP_NE, constant(protocols[0]))});
}

// Before libseccomp's program; falls through to it.
std::vector<sock_filter> prologue(std::uint32_t newest) {
    constexpr std::uint32_t kX32 = 0x40000000U;
    constexpr std::uint32_t kSkipped = 0xFFFFFFFFU; // a tracer skips a call: none is made
    return {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kSkipped, 0, 1),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
            BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kX32, 0, 1),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
            BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, newest, 0, 1),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)};
}

std::vector<sock_filter> compile(const char* path) {
    const auto file = toml::parse_file(path);
    if (file["architecture"].value_or(std::string()) != "x86_64") {
        throw std::runtime_error("architecture must be x86_64");
    }
    Filter filter;
    for (const auto& entry : list(file, "deny")) {
        addDenied(filter, *entry.as_table());
    }
    for (const auto& entry : list(file, "deny_argument")) {
        addArgument(filter, *entry.as_table());
    }
    addSockets(filter, *file["sockets"].as_table());
    auto program = prologue(file["newest_syscall"].value<std::uint32_t>().value());
    const auto rules = filter.program();
    program.insert(program.end(), rules.begin(), rules.end());
    return program;
}

void write(const std::vector<sock_filter>& program, const char* path) {
    std::ofstream out(path, std::ios::trunc);
    out << "// Generated from policies/seccomp/agent.toml: " << program.size() << " instructions.\n"
        << "#pragma once\n\n#include <cstdint>\n\nnamespace leadglass::sandbox {\n\n"
        << "alignas(8) constexpr std::uint8_t kSeccompAgent[] = {";
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(program.data());
    for (std::size_t i = 0; i < program.size() * sizeof(sock_filter); ++i) {
        out << (i % 16 == 0 ? "\n    " : " ") << static_cast<unsigned>(bytes[i]) << ",";
    }
    out << "\n};\n\n} // namespace leadglass::sandbox\n";
    out.flush();
    if (!out) {
        throw std::runtime_error(std::string("cannot write ") + path);
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s agent.toml OUT.h\n", argv[0]);
        return 2;
    }
    try {
        write(compile(argv[1]), argv[2]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[1], error.what());
        return 1;
    }
    return 0;
}
