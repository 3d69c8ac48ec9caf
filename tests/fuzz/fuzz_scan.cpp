// However a stream is cut, the same is found in it; findings lie in the stream; what is undecided
// is bounded. Input: a byte that says how to cut, then the stream.
#include <algorithm>
#include <memory>
#include <string>
#include <tuple>

#include "core/scan/scanner.h"

using namespace leadglass::scan;

namespace {

std::shared_ptr<Scanner> scanner() {
    static const std::shared_ptr<Scanner> one = [] {
        const std::vector<std::string> words{"canary-0d5e2c", "xyzzy"};
        auto formats = Database::formats();
        auto canaries = Database::words(words);
        if (!formats || !canaries) __builtin_trap();
        return *Scanner::make(*formats, *canaries);
    }();
    return one;
}

std::vector<Finding> run(std::span<const std::uint8_t> bytes, std::size_t piece, bool& limited) {
    Stream stream(scanner());
    std::vector<Finding> all;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        const auto part = bytes.subspan(at, std::min(piece, bytes.size() - at));
        stream.feed(part);
        if (stream.undecided() > std::min(at + part.size(), Stream::kMaxHeld)) __builtin_trap();
        for (Finding& f : stream.takeFindings())
            all.push_back(std::move(f));
    }
    stream.finish();
    for (Finding& f : stream.takeFindings())
        all.push_back(std::move(f));
    for (const Finding& f : all) {
        if (f.length == 0 || f.depth > Stream::kMaxDepth ||
            (f.depth == 0 && f.offset + f.length > bytes.size()))
            __builtin_trap();
    }
    std::sort(all.begin(), all.end(), [](const Finding& a, const Finding& b) {
        return std::tie(a.depth, a.offset, a.length, a.id) <
               std::tie(b.depth, b.offset, b.length, b.id);
    });
    limited = stream.limited();
    return all;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::span<const std::uint8_t> bytes(data + 1, size - 1);
    bool limitedWhole = false;
    bool limitedCut = false;
    const auto whole = run(bytes, bytes.size() + 1, limitedWhole);
    const auto cut = run(bytes, 1U + data[0], limitedCut);
    if (limitedWhole || limitedCut) {
        return 0; // where the volume ends depends on what came together
    }
    const auto words = [](const Finding& f) { return f.id.starts_with("canary:"); };
    const auto same = [](const Finding& a, const Finding& b) {
        return a.id == b.id && a.offset == b.offset && a.depth == b.depth;
    };
    std::vector<Finding> a, b;
    std::copy_if(whole.begin(), whole.end(), std::back_inserter(a), words);
    std::copy_if(cut.begin(), cut.end(), std::back_inserter(b), words);
    if (a.size() != b.size() || !std::equal(a.begin(), a.end(), b.begin(), same)) __builtin_trap();
    return 0;
}
