#include "core/base/crash_report.h"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>

#include "core/base/places.h"

namespace leadglass::crash {
namespace {

constexpr std::size_t kMaxPath = 1024;
constexpr std::size_t kMaxFrames = 64;
constexpr std::size_t kStackBytes = 64 * 1024;
constexpr std::array<int, 6> kFatal{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS};

// Everything the handler needs, laid down before.
struct Prepared {
    std::array<char, kMaxPath> path{};
    std::array<char, 128> head{};
    std::uintptr_t base = 0; // where the program was loaded
};
Prepared g_prepared;
std::atomic<void (*)(void*)> g_act{nullptr};
std::atomic<void*> g_what{nullptr};
std::atomic<bool> g_dying{false};

class Page {
public:
    void text(const char* s) {
        while (*s != '\0' && m_size < m_bytes.size()) {
            m_bytes[m_size++] = *s++;
        }
    }
    void hex(std::uintptr_t v) {
        text("0x");
        constexpr int kTop = 60;
        bool started = false;
        for (int shift = kTop; shift >= 0; shift -= 4) {
            const auto digit = static_cast<unsigned>(v >> shift & 0xfU);
            started = started || digit != 0 || shift == 0;
            if (started && m_size < m_bytes.size()) {
                m_bytes[m_size++] = "0123456789abcdef"[digit];
            }
        }
    }
    void number(long v) {
        std::array<char, 24> digits{};
        std::size_t at = digits.size() - 1;
        do {
            digits[--at] = static_cast<char>('0' + v % 10);
            v /= 10;
        } while (v > 0 && at > 0);
        text(digits.data() + at);
    }
    void writeTo(int fd) const { (void)!::write(fd, m_bytes.data(), m_size); }

private:
    std::array<char, 8192> m_bytes{};
    std::size_t m_size = 0;
};

struct Frames {
    std::array<std::uintptr_t, kMaxFrames> at{};
    std::size_t count = 0;
};

_Unwind_Reason_Code noteFrame(_Unwind_Context* context, void* out) {
    auto& frames = *static_cast<Frames*>(out);
    if (frames.count == frames.at.size()) {
        return _URC_END_OF_STACK;
    }
    frames.at[frames.count++] = _Unwind_GetIP(context);
    return _URC_NO_REASON;
}

void report(int signal, const siginfo_t* info) {
    const int fd = ::open(g_prepared.path.data(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) {
        return;
    }
    Page page;
    page.text(g_prepared.head.data());
    page.text("signal ");
    page.number(signal);
    page.text("\ncode ");
    page.number(info->si_code < 0 ? 0 : info->si_code);
    page.text("\nfault address ");
    page.hex(reinterpret_cast<std::uintptr_t>(info->si_addr));
    page.text("\ntime ");
    page.number(static_cast<long>(::time(nullptr)));
    page.text("\naddresses, relative to the program:\n");
    // Not backtrace(3), which loads a library at its first call.
    Frames frames;
    _Unwind_Backtrace(noteFrame, &frames);
    for (std::size_t i = 0; i < frames.count; ++i) {
        page.text("  ");
        page.hex(frames.at[i] - g_prepared.base);
        page.text("\n");
    }
    page.writeTo(fd);
    ::close(fd);
}

void onFatal(int signal, siginfo_t* info, void*) {
    if (!g_dying.exchange(true)) {
        if (auto act = g_act.load()) {
            act(g_what.load());
        }
        report(signal, info);
    }
    // SA_RESETHAND put the default back: the process ends by the signal it got.
    ::raise(signal);
}

} // namespace

Status install(const std::string& directory, const char* program, const char* version) {
    LG_TRY(openOwnDirectory(directory));
    const std::string path =
        directory + "/crash-" + program + "-" + std::to_string(::getpid()) + ".txt";
    const std::string head = std::string(program) + " " + version + "\n";
    if (path.size() >= g_prepared.path.size() || head.size() >= g_prepared.head.size()) {
        return makeError(Code::Invalid, "the path of crash reports is too long");
    }
    std::memcpy(g_prepared.path.data(), path.c_str(), path.size() + 1);
    std::memcpy(g_prepared.head.data(), head.c_str(), head.size() + 1);
    ::dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void*) {
            g_prepared.base = object->dlpi_addr;
            return 1; // the first one is the program itself
        },
        nullptr);
    void* stack = ::mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) {
        return ioError("no memory for the crash handler's stack", errno);
    }
    const stack_t alternate{stack, 0, kStackBytes};
    ::sigaltstack(&alternate, nullptr);
    struct sigaction action {};
    action.sa_sigaction = onFatal;
    action.sa_flags = SA_SIGINFO | SA_RESETHAND | SA_NODEFER | SA_ONSTACK;
    for (const int signal : kFatal) {
        if (::sigaction(signal, &action, nullptr) != 0) {
            return ioError("cannot install the crash handler", errno);
        }
    }
    return {};
}

void setLastAct(void (*act)(void*), void* what) {
    g_act.store(nullptr);
    g_what.store(what);
    g_act.store(act);
}

} // namespace leadglass::crash
