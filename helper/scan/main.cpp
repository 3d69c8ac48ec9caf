// Trust: descriptor 3 leads to who reviews; the files that it hands over were written by an agent.
// Privilege: none that matters: no file, socket or program is reached once it reads (filter.cpp).
// Input: core/wire/file_scan.h on descriptor 3.
// Fails: it ends, and what was asked for last counts as not looked through.
//
// leadglass-scan: is there a credential, or a canary, in this file? Keeps Vectorscan, and what undoes encodings for it,
// out of the processes that apply changes.
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "core/base/sys.h"
#include "core/scan/compiled_formats.h"
#include "core/scan/scanner.h"
#include "core/wire/file_scan.h"
#include "helper/scan/filter.h"

namespace {

using namespace leadglass;

constexpr int kControl = 3;

Result<std::shared_ptr<scan::Scanner>> scannerFor(const wire::ScanBegin& begin) {
    std::shared_ptr<const scan::Database> formats;
    std::shared_ptr<const scan::Database> words;
    if (begin.formats) {
        formats = LG_TRY(scan::Database::formats(scan::compiledFormats()));
    }
    if (!begin.canaries.empty()) {
        words = LG_TRY(scan::Database::words(begin.canaries));
    }
    return scan::Scanner::make(std::move(formats), std::move(words));
}

wire::ScanFound look(const std::shared_ptr<scan::Scanner>& scanner, int file, std::uint64_t most) {
    wire::ScanFound out;
    scan::Stream stream(scanner);
    std::array<std::uint8_t, 64 * 1024> bytes; // NOLINT: filled by pread()
    std::uint64_t at = 0;
    while (at < most) {
        const ssize_t size = ::pread(file, bytes.data(), std::min<std::uint64_t>(bytes.size(), most - at), static_cast<off_t>(at));
        if (size <= 0) {
            out.whole = size == 0;
            break;
        }
        at += static_cast<std::uint64_t>(size);
        stream.feed(std::span(bytes).first(static_cast<std::size_t>(size)));
    }
    stream.finish();
    for (const auto& finding : stream.takeFindings()) {
        const bool known = std::any_of(out.found.begin(), out.found.end(), [&](const wire::Found& one) { return one.id == finding.id; });
        if (!known && out.found.size() < wire::kMaxFound) {
            out.found.push_back({finding.id, finding.offset, finding.depth});
        }
    }
    out.whole = out.whole && !stream.limited();
    return out;
}

} // namespace

int main() {
    constexpr int kBroken = 2;
    const rlimit none{0, 0};
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    ::setrlimit(RLIMIT_CORE, &none);
#if !defined(__SANITIZE_ADDRESS__) // which maps terabytes
    const rlimit memory{1ULL << 30, 1ULL << 30};
    ::setrlimit(RLIMIT_DATA, &memory);
#endif
    auto first = sys::receiveMessage(kControl);
    const auto begin = first ? wire::decodeScanBegin(first->bytes) : Result<wire::ScanBegin>(first.error());
    const auto scanner = begin ? scannerFor(*begin) : Result<std::shared_ptr<scan::Scanner>>(begin.error());
    if (!scanner || !scan_helper::closeIn()) {
        return kBroken;
    }
    for (;;) {
        const auto message = sys::receiveMessage(kControl);
        if (!message) {
            return message.error().code == Code::Closed ? 0 : kBroken;
        }
        const auto file = wire::decodeScanFile(message->bytes);
        if (!file || message->fds.size() != 1) {
            return kBroken;
        }
        if (!sys::sendMessage(kControl, wire::encode(look(*scanner, message->fds.front().get(), file->most)))) {
            return kBroken;
        }
    }
}
