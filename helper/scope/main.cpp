// Trust: speaks to the service manager (org.freedesktop.systemd1) of the person, or of the system for root.
// Privilege: the person's; asks for one scope around one process, and ends.
// Input: arguments of the supervisor; answers from the bus, parsed by libsystemd.
// Fails: says why in one line and ends with 1; the supervisor ends it when it takes too long, and the
// run does not start.
//
// leadglass-scope UNIT PID [PROPERTY=NUMBER]...   PROPERTY: MemoryMax, MemorySwapMax, TasksMax,
// CPUQuotaPerSecUSec (org.freedesktop.systemd1(5)). Says "done" once the process is in the scope.
#include <sys/prctl.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace {

constexpr const char* kService = "org.freedesktop.systemd1";
constexpr const char* kPath = "/org/freedesktop/systemd1";
constexpr const char* kManager = "org.freedesktop.systemd1.Manager";
constexpr std::uint64_t kCallLimit = 5'000'000; // microseconds

constexpr std::array<std::string_view, 4> kProperties{"MemoryMax", "MemorySwapMax", "TasksMax", "CPUQuotaPerSecUSec"};

struct Unref {
    void operator()(sd_bus* bus) const { sd_bus_flush_close_unref(bus); }
    void operator()(sd_bus_message* message) const { sd_bus_message_unref(message); }
};
using Bus = std::unique_ptr<sd_bus, Unref>;
using Message = std::unique_ptr<sd_bus_message, Unref>;

[[noreturn]] void fail(const char* what, const char* why) {
    std::printf("%s: %s\n", what, why);
    (void)std::fflush(stdout);
    ::_exit(1);
}
void check(int result, const char* what) {
    if (result < 0) {
        fail(what, std::strerror(-result));
    }
}

// A number without a sign, whole.
bool readNumber(const char* text, std::uint64_t& value) {
    char* end = nullptr;
    errno = 0;
    value = std::strtoull(text, &end, 10);
    return errno == 0 && *text >= '0' && *text <= '9' && *end == '\0';
}

struct Job {
    std::string path;   // ours, once it is known
    std::string result; // empty: not yet
};

int onJobRemoved(sd_bus_message* message, void* user, sd_bus_error* /*error*/) {
    auto& job = *static_cast<Job*>(user);
    std::uint32_t id = 0;
    const char* path = nullptr;
    const char* unit = nullptr;
    const char* result = nullptr;
    if (sd_bus_message_read(message, "uoss", &id, &path, &unit, &result) >= 0 && job.path == path) {
        job.result = result;
    }
    return 0;
}

void appendProperty(sd_bus_message* call, const char* word) {
    const char* equal = std::strchr(word, '=');
    const std::string name(word, equal == nullptr ? std::strlen(word) : static_cast<std::size_t>(equal - word));
    std::uint64_t value = 0;
    bool known = false;
    for (const auto one : kProperties) {
        known = known || one == name;
    }
    if (!known || equal == nullptr || !readNumber(equal + 1, value)) {
        fail("arguments", word);
    }
    check(sd_bus_message_append(call, "(sv)", name.c_str(), "t", value), "request");
}

Message startScope(const char* unit, std::uint32_t pid, char** properties, sd_bus* bus) {
    sd_bus_message* raw = nullptr;
    check(sd_bus_message_new_method_call(bus, &raw, kService, kPath, kManager, "StartTransientUnit"), "request");
    Message call(raw);
    check(sd_bus_message_append(raw, "ss", unit, "fail"), "request");
    check(sd_bus_message_open_container(raw, 'a', "(sv)"), "request");
    check(sd_bus_message_append(raw, "(sv)", "Description", "s", "A run of Leadglass"), "request");
    check(sd_bus_message_append(raw, "(sv)", "PIDs", "au", 1, pid), "request");
    check(sd_bus_message_append(raw, "(sv)", "CollectMode", "s", "inactive-or-failed"), "request");
    for (; *properties != nullptr; ++properties) {
        appendProperty(raw, *properties);
    }
    check(sd_bus_message_close_container(raw), "request");
    check(sd_bus_message_append(raw, "a(sa(sv))", 0), "request");
    return call;
}

} // namespace

int main(int argc, char** argv) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    std::uint64_t pid = 0;
    if (argc < 3 || !readNumber(argv[2], pid) || pid == 0 || pid > INT32_MAX) {
        fail("arguments", "UNIT PID [PROPERTY=NUMBER]...");
    }
    sd_bus* raw = nullptr;
    check(::getuid() == 0 ? sd_bus_open_system(&raw) : sd_bus_open_user(&raw), "no bus");
    const Bus bus(raw);
    check(sd_bus_set_method_call_timeout(raw, kCallLimit), "bus");
    Job job;
    // Before the call: the job may be over before its answer is read.
    check(sd_bus_match_signal(raw, nullptr, kService, kPath, kManager, "JobRemoved", onJobRemoved, &job), "bus");
    const Message call = startScope(argv[1], static_cast<std::uint32_t>(pid), argv + 3, raw);
    sd_bus_error error = SD_BUS_ERROR_NULL;
    sd_bus_message* answer = nullptr;
    if (const int done = sd_bus_call(raw, call.get(), 0, &error, &answer); done < 0) {
        fail("the service manager refuses the scope", error.message != nullptr ? error.message : std::strerror(-done));
    }
    const Message reply(answer);
    const char* path = nullptr;
    check(sd_bus_message_read(answer, "o", &path), "answer");
    job.path = path;
    while (job.result.empty()) {
        const int done = sd_bus_process(raw, nullptr);
        check(done, "bus");
        if (done == 0) {
            check(sd_bus_wait(raw, UINT64_MAX), "bus");
        }
    }
    if (job.result != "done") {
        fail("the service manager could not make the scope", job.result.c_str());
    }
    std::puts("done");
    return 0;
}
