// A stand-in of the service manager for tests, on a bus of their own: takes StartTransientUnit, says on
// standard output what was asked for, and answers as its mode says.
//
// fake_systemd MODE [GROUPS]   MODE: done | early (the end of the job comes before the answer) | failed |
// refuse | mute (no answer) | never (no end of the job) | lies (limits are not set).
// GROUPS: a cgroup2 directory; the process is really moved there, below a tmpfs with the limits in files.
#include <sys/mount.h>
#include <sys/stat.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <string>

namespace {

std::string g_mode;
std::string g_groups;
std::string g_unit;

void removed(sd_bus* bus) {
    sd_bus_emit_signal(bus, "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", "JobRemoved", "uoss", 7U,
                       "/org/freedesktop/systemd1/job/7", g_unit.c_str(), g_mode == "failed" ? "failed" : "done");
}

void put(const std::string& path, const std::string& text) { std::ofstream(path) << text << "\n"; }

bool makeGroup(std::uint32_t pid, const std::map<std::string, std::uint64_t>& limits) {
    const std::string group = g_groups + "/" + g_unit;
    if (::mkdir(group.c_str(), 0755) != 0) {
        return false;
    }
    put(group + "/cgroup.procs", std::to_string(pid));
    if (::mount("limits", group.c_str(), "tmpfs", 0, "size=1m,mode=755") != 0) {
        return false;
    }
    const auto said = [&](const char* name) {
        return g_mode == "lies" || !limits.contains(name) ? std::string("max") : std::to_string(limits.at(name));
    };
    put(group + "/memory.max", said("MemoryMax"));
    put(group + "/pids.max", said("TasksMax"));
    put(group + "/cpu.max", limits.contains("CPUQuotaPerSecUSec") ? std::to_string(limits.at("CPUQuotaPerSecUSec") / 10) + " 100000" : "max 100000");
    put(group + "/memory.events", "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0");
    put(group + "/memory.current", "4096");
    return true;
}

int startTransientUnit(sd_bus_message* call, void*, sd_bus_error* error) {
    const char* unit = nullptr;
    const char* mode = nullptr;
    if (sd_bus_message_read(call, "ss", &unit, &mode) < 0 || sd_bus_message_enter_container(call, 'a', "(sv)") < 0) {
        return sd_bus_error_set(error, SD_BUS_ERROR_INVALID_ARGS, "not as it is called");
    }
    g_unit = unit;
    std::map<std::string, std::uint64_t> limits;
    std::uint32_t pid = 0;
    const char* name = nullptr;
    while (sd_bus_message_enter_container(call, 'r', "sv") > 0 && sd_bus_message_read(call, "s", &name) > 0) {
        const char* contents = nullptr;
        char type = 0;
        sd_bus_message_peek_type(call, &type, &contents);
        if (std::strcmp(name, "PIDs") == 0) {
            sd_bus_message_enter_container(call, 'v', "au");
            sd_bus_message_enter_container(call, 'a', "u");
            sd_bus_message_read(call, "u", &pid);
            sd_bus_message_exit_container(call);
            sd_bus_message_exit_container(call);
        } else if (std::strcmp(contents, "t") == 0) {
            sd_bus_message_read(call, "v", "t", &limits[name]);
        } else {
            sd_bus_message_skip(call, "v");
        }
        sd_bus_message_exit_container(call);
    }
    std::printf("unit %s %s pid %u", unit, mode, pid);
    for (const auto& [key, value] : limits) {
        std::printf(" %s=%llu", key.c_str(), static_cast<unsigned long long>(value));
    }
    std::puts("");
    std::fflush(stdout);
    if (g_mode == "mute") {
        return 1;
    }
    if (g_mode == "refuse") {
        return sd_bus_error_set(error, "org.freedesktop.systemd1.NoSuchProcess", "Unit was refused\x1b[31m by the stand-in");
    }
    if (!g_groups.empty() && !makeGroup(pid, limits)) {
        return sd_bus_error_set(error, SD_BUS_ERROR_FAILED, std::strerror(errno));
    }
    sd_bus* bus = sd_bus_message_get_bus(call);
    if (g_mode == "early") {
        removed(bus);
    }
    const int sent = sd_bus_reply_method_return(call, "o", "/org/freedesktop/systemd1/job/7");
    if (g_mode != "early" && g_mode != "never") {
        removed(bus);
    }
    return sent;
}

const sd_bus_vtable kManager[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("StartTransientUnit", "ssa(sv)a(sa(sv))", "o", startTransientUnit, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_SIGNAL("JobRemoved", "uoss", 0),
    SD_BUS_VTABLE_END,
};

} // namespace

int main(int argc, char** argv) {
    g_mode = argc > 1 ? argv[1] : "done";
    g_groups = argc > 2 ? argv[2] : "";
    sd_bus* bus = nullptr;
    if ((::getuid() == 0 ? sd_bus_open_system(&bus) : sd_bus_open_user(&bus)) < 0 ||
        sd_bus_add_object_vtable(bus, nullptr, "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", kManager, nullptr) < 0 ||
        sd_bus_request_name(bus, "org.freedesktop.systemd1", 0) < 0) {
        return 1;
    }
    std::puts("ready");
    std::fflush(stdout);
    for (;;) {
        const int done = sd_bus_process(bus, nullptr);
        if (done < 0 || (done == 0 && sd_bus_wait(bus, UINT64_MAX) < 0)) {
            return 0; // the bus is gone
        }
    }
}
