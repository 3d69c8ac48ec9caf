// Rows a second into the audit history, and through verify. Not a test: run it on a quiet machine.
//   audit_bench DIRECTORY [ROWS]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/audit/reader.h"
#include "core/audit/verify.h"
#include "core/audit/writer.h"

using namespace leadglass;
using namespace leadglass::audit;

namespace {

double seconds(std::chrono::steady_clock::time_point from) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
}

std::vector<Event> batch(int size) {
    std::vector<Event> events(static_cast<std::size_t>(size));
    for (int i = 0; i < size; ++i) {
        Event& e = events[static_cast<std::size_t>(i)];
        e.kind = Kind::Egress;
        e.run = "01jdv8m3k2q9x7c5n1ab";
        e.time = 1'800'000'000'000'000'000 + i;
        e.verdict = i % 8 == 0 ? "deny" : "allow";
        e.outcome = i % 8 == 0 ? "denied_by_policy" : "allowed_by_policy";
        e.reason = "host_rule";
        e.subject = "host" + std::to_string(i) + ".example:443";
        e.rule = "codex:12";
        e.origin = "codex.toml:12";
        e.policy = "codex@1+sha256:0123456789ab";
        e.inputs = "0123456789abcdef0123456789abcdef";
        e.process = "4711 /usr/bin/node node < 4700 /usr/bin/sh sh < 1 init";
        e.detail = R"({"protocol":"tls","sni":"host.example","bytes":12345})";
    }
    return events;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: audit_bench DIRECTORY [ROWS]\n");
        return 2;
    }
    const std::string directory = argv[1];
    const int rows = argc > 2 ? std::atoi(argv[2]) : 200'000;
    for (const int size : {1, 8, 64, 512}) {
        const std::string path = directory + "/bench-" + std::to_string(size) + "/audit.db";
        auto writer = Writer::open(path, std::chrono::seconds(5));
        if (!writer) {
            std::fprintf(stderr, "%s\n", writer.error().text().c_str());
            return 1;
        }
        const auto events = batch(size);
        const int rounds = rows / size / (size == 1 ? 8 : 1);
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < rounds; ++i) {
            if (auto ids = (*writer)->append(events); !ids) {
                std::fprintf(stderr, "%s\n", ids.error().text().c_str());
                return 1;
            }
        }
        const double took = seconds(start);
        const auto check = std::chrono::steady_clock::now();
        const auto report = verify(path, {}, std::chrono::seconds(5));
        std::printf("batch %3d: %8.0f rows/s, %7.1f us a batch; verify %8.0f rows/s%s\n", size,
                    rounds * size / took, took / rounds * 1e6,
                    report ? static_cast<double>(report->rows) / seconds(check) : 0,
                    report && report->intact() ? "" : "  NOT INTACT");
    }
    return 0;
}
