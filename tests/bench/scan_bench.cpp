// How fast a stream is scanned for secrets, and what the formats cost to compile and to hold.
// scan_bench FILE...: the files' bytes, again and again to 20 MB or once, in pieces of 64 KiB; then with what a record of TLS and
//                     a small frame of HTTP/2 carry. As Leadglass ships the formats: for any processor.
// scan_bench --formats: one a line, for other programs to look for
#include <hs/hs.h>
#include <sys/resource.h>

#include <algorithm>
#include <ctime>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "core/scan/compiled_formats.h"
#include "core/scan/scanner.h"

using namespace leadglass::scan;

namespace {

// Of this thread's processor time, so that others on the machine do not count.
double now() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}
double seconds(double from) {
    return now() - from;
}
long resident() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

// What Vectorscan alone does with the same formats: nothing is decided, decoded or held back.
void scanWithEngine(const Database& formats, const Scanner& scanner, std::span<const std::uint8_t> bytes, std::size_t total) {
    constexpr std::size_t kPiece = 64 * 1024;
    double best = 0;
    for (int round = 0; round < 2; ++round) {
        hs_stream* stream = nullptr;
        if (hs_open_stream(formats.compiled(), 0, &stream) != HS_SUCCESS) {
            return;
        }
        const auto start = now();
        std::size_t done = 0;
        while (done < total) {
            for (std::size_t at = 0; at < bytes.size() && done < total; at += kPiece) {
                const auto part = bytes.subspan(at, std::min(kPiece, bytes.size() - at));
                hs_scan_stream(stream, reinterpret_cast<const char*>(part.data()), static_cast<unsigned>(part.size()), 0, scanner.scratch(),
                               [](unsigned, unsigned long long, unsigned long long, unsigned, void*) { return 0; }, nullptr);
                done += part.size();
            }
        }
        best = std::max(best, static_cast<double>(done) / 1e6 / seconds(start));
        hs_close_stream(stream, nullptr, nullptr, nullptr);
    }
    std::printf("Vectorscan alone: %.0f MB/s\n", best);
}

} // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    std::string text;
    if (argc == 2 && std::string_view(argv[1]) == "--formats") {
        const auto formats = Database::formats(compiledFormats());
        for (const Format& format : formats ? (*formats)->all() : std::vector<Format>()) {
            std::printf("%s\n", format.shape.expression().c_str());
        }
        return formats ? 0 : 1;
    }
    for (int i = 1; i < argc; ++i) {
        std::ifstream in(argv[i], std::ios::binary);
        text.append(std::istreambuf_iterator<char>(in), {});
    }
    if (text.empty()) {
        std::fprintf(stderr, "usage: scan_bench FILE...\n");
        return 2;
    }
    const long before = resident();
    auto start = now();
    const auto formats = Database::formats();
    if (!formats) {
        std::fprintf(stderr, "%s\n", formats.error().text().c_str());
        return 1;
    }
    std::printf("compile: %.0f ms, %zu KiB, %ld KiB at most resident\n", seconds(start) * 1000, (*formats)->bytes() / 1024, resident() - before);
    start = now();
    const auto read = Database::formats(compiledFormats());
    std::printf("as compiled at build: %.1f ms%s\n", seconds(start) * 1000, read && !(*read)->wasCompiledHere() ? "" : ", which does not fit here");
    const std::vector<std::string> words{"canary-0d5e2c", "canary-81ab90"};
    const auto canaries = Database::words(words);
    const auto scanner = Scanner::make(read ? *read : nullptr, *canaries);
    if (!read || !scanner) {
        return 1;
    }
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    const std::size_t kTotal = text.size() * std::max<std::size_t>(1, 20'000'000 / text.size());
    scanWithEngine(**read, **scanner, bytes, kTotal);
    for (const std::size_t piece : {std::size_t(64 * 1024), std::size_t(16 * 1024), std::size_t(1024)}) {
        for (const bool hold : {false, true}) {
            double best = 0;
            std::size_t findings = 0;
            for (int round = 0; round < 2; ++round) {
                Stream stream(*scanner);
                start = now();
                std::size_t done = 0;
                std::size_t held = 0;
                while (done < kTotal) {
                    for (std::size_t at = 0; at < bytes.size() && done < kTotal; at += piece) {
                        const auto part = bytes.subspan(at, std::min(piece, bytes.size() - at));
                        stream.feed(part);
                        held += hold ? stream.undecided() : 0;
                        done += part.size();
                    }
                }
                stream.finish();
                findings = stream.takeFindings().size();
                best = std::max(best, static_cast<double>(done) / 1e6 / seconds(start));
            }
            std::printf("pieces of %5zu%s: %.0f MB/s, %zu findings\n", piece, hold ? ", held back" : "", best, findings);
        }
    }
    std::printf("%ld KiB at most resident, of it %zu KiB text\n", resident(), text.size() / 1024);
    return 0;
}
