#include "core/cli/run_now_text.h"

#include <array>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/cli/context.h"
#include "core/cli/format.h"

namespace leadglass::cli {
namespace {

using nlohmann::json;
using State = api::ProcessNow::State;

constexpr double kSecond = 1e9;
constexpr std::size_t kShownCommand = 300;
constexpr std::size_t kShownHosts = 10;
constexpr unsigned kDeepestShown = 20; // levels that are indented

const char* stateName(State state) {
    switch (state) {
        case State::Running: return "running";
        case State::Sleeping: return "sleeping";
        case State::Waiting: return "waiting";
        case State::Stopped: return "stopped";
        case State::Ended: break;
    }
    return "ended";
}

std::string withUnit(double value, const char* unit) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), value < 10 ? "%.1f %s" : "%.0f %s", value, unit);
    return text.data();
}

std::string size(std::uint64_t bytes) {
    static constexpr std::array kUnits{"KiB", "MiB", "GiB", "TiB"};
    if (bytes == 0) {
        return "0";
    }
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (value >= 1024 && unit + 1 < kUnits.size()) {
        value /= 1024;
        ++unit;
    }
    return withUnit(value, kUnits[unit]);
}

// "1 s", "24 h", "1 h 30 min": the two largest units.
std::string duration(std::uint64_t seconds) {
    constexpr std::array<std::pair<std::uint64_t, const char*>, 3> kUnits{{{3600, " h"}, {60, " min"}, {1, " s"}}};
    std::string out;
    for (std::size_t i = 0; i < kUnits.size(); ++i) {
        const std::uint64_t count = seconds / kUnits[i].first;
        if (count > 0) {
            out += (out.empty() ? "" : " ") + std::to_string(count) + kUnits[i].second;
            seconds %= kUnits[i].first;
            const bool more = out.find(' ', out.find(' ') + 1) != std::string::npos;
            if (more) {
                break;
            }
        } else if (!out.empty()) {
            break;
        }
    }
    return out.empty() ? "0 s" : out;
}

std::string amount(const std::string& unit, std::uint64_t value) {
    if (unit == "bytes") {
        return size(value);
    }
    return unit == "percent" ? withUnit(static_cast<double>(value) / 100, "processors") : unit == "seconds" ? duration(value) : std::to_string(value) + " " + unit;
}

std::string useOf(const api::LimitNow& limit) {
    // What is counted is named once: "4 of 2048 tasks".
    const bool counted = limit.limit && limit.unit != "bytes" && limit.unit != "percent" && limit.unit != "seconds";
    const auto use = [&](std::uint64_t value) { return counted ? std::to_string(value) : amount(limit.unit, value); };
    const std::string used = limit.used ? (limit.atMost ? "at most " : "") + use(*limit.used) : "";
    const std::string most = limit.limit ? amount(limit.unit, *limit.limit) : "no limit";
    return used.empty() ? most : used + (limit.limit ? " of " : ", ") + most;
}

std::string seconds(std::uint64_t nanoseconds) { return withUnit(static_cast<double>(nanoseconds) / kSecond, "s"); }

std::string processes(const api::RunNow& now) {
    Table table;
    table.add({"  PID", "STATE", "CPU", "MEMORY", "COMMAND"});
    std::map<std::uint32_t, std::vector<const api::ProcessNow*>> below;
    for (const auto& process : now.processes) {
        below[process.parent].push_back(&process);
    }
    // Told level by level, shown as a tree.
    std::vector<std::pair<const api::ProcessNow*, unsigned>> left;
    const auto push = [&](std::uint32_t parent, unsigned depth) {
        const auto children = below.find(parent);
        if (children != below.end()) {
            for (auto child = children->second.rbegin(); child != children->second.rend(); ++child) {
                left.emplace_back(*child, depth);
            }
        }
    };
    push(0, 0);
    while (!left.empty()) {
        const auto [process, depth] = left.back();
        left.pop_back();
        const std::string command = process->command.empty() ? "(" + process->name + ")" : process->command;
        table.add({"  " + std::to_string(process->pid), stateName(process->state), seconds(process->cpu), size(process->memory),
                   std::string(std::size_t{2} * std::min(depth, kDeepestShown), ' ') + forScreen(command, kShownCommand)});
        push(process->pid, depth + 1);
    }
    return table.text(false, 0);
}

std::string hosts(const api::RunNow& now) {
    Table table;
    std::uint64_t left = now.moreHosts;
    for (const auto& host : now.hosts) {
        if (&host - now.hosts.data() >= static_cast<std::ptrdiff_t>(kShownHosts)) {
            ++left;
            continue;
        }
        table.add({"  " + forScreen(host.object, 200), std::to_string(host.allowed) + " allowed", std::to_string(host.refused) + " refused",
                   std::to_string(host.open) + " open"});
    }
    return table.text(false, 0) + (left > 0 ? "  and more: --json has up to " + std::to_string(api::kMostHosts) + "\n" : "");
}

} // namespace

std::string runNowText(const api::RunNow& now) {
    if (!now.live) {
        return {};
    }
    std::string out = "decisions  " + std::to_string(now.allowed) + " allowed, " + std::to_string(now.refused) + " refused, " + std::to_string(now.asked) +
                      " asked" + (now.counted ? "" : ", and more") + "\n";
    if (now.changesAre == api::RunNow::Changes::Told) {
        out += "changed    " + std::string(now.changesWhole ? "" : "more than ") + counted(now.changed, "file") + " so far\n";
    }
    if (!now.processes.empty()) {
        out += "\nprocesses  " + std::to_string(now.processes.size() + now.moreProcesses) + ", " + seconds(now.cpu) + " of CPU\n" + processes(now);
        out += now.moreProcesses > 0 ? "  and " + std::to_string(now.moreProcesses) + " more\n" : "";
    }
    if (!now.hosts.empty()) {
        out += "\nhosts\n" + hosts(now);
    }
    if (!now.limitsMissing.empty()) {
        return out + "\nlimits     " + now.limitsMissing + "\n";
    }
    Table limits;
    for (const auto& limit : now.limits) {
        limits.add({"  " + forScreen(limit.name, 40), useOf(limit), limit.limit ? forScreen(limit.by, 200) : std::string()});
    }
    return out + "\nlimits\n" + limits.text(false, 0);
}

void addRunNow(json& out, const api::RunNow& now) {
    json all = json::array();
    for (const auto& p : now.processes) {
        all.push_back({{"pid", p.pid}, {"parent", p.parent}, {"name", jsonName(p.name)}, {"command", jsonName(p.command)}, {"state", stateName(p.state)},
                       {"tasks", p.tasks}, {"memory", p.memory}, {"cpu_seconds", static_cast<double>(p.cpu) / kSecond}});
    }
    out["processes"] = std::move(all);
    out["more_processes"] = now.moreProcesses;
    all = json::array();
    for (const auto& limit : now.limits) {
        all.push_back({{"name", limit.name}, {"unit", limit.unit}, {"limit", limit.limit ? json(*limit.limit) : json()},
                       {"used", limit.used ? json(*limit.used) : json()}, {"at_most", limit.atMost}, {"by", limit.by}});
    }
    out["limits"] = std::move(all);
    all = json::array();
    for (const auto& host : now.hosts) {
        all.push_back({{"host", jsonName(host.object)}, {"allowed", host.allowed}, {"refused", host.refused}, {"asked", host.asked}, {"open", host.open},
                       {"not_reached", host.unreached}, {"bytes_out", host.bytesOut}, {"bytes_in", host.bytesIn}});
    }
    out["hosts"] = std::move(all);
    out["decisions"] = {{"allowed", now.allowed}, {"refused", now.refused}, {"asked", now.asked}, {"all_counted", now.counted}};
    if (now.live && now.changesAre == api::RunNow::Changes::Told) {
        out["changed_so_far"] = now.changed;
    }
}

} // namespace leadglass::cli
