#include "core/audit/anchor_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string_view>

#include "core/audit/hash_chain.h"
#include "core/audit/identity.h"
#include "core/base/escape.h"
#include "core/base/owner.h"
#include "core/base/places.h"
#include "core/base/sys.h"

namespace leadglass::audit {
namespace {

constexpr const char* kName = "anchors";
constexpr std::size_t kMaxWhen = 40;

Result<UniqueFd> openAnchors(const std::string& directory, int flags) {
    const UniqueFd dir = LG_TRY(openOwnDirectory(directory));
    auto fd = LG_TRY(sys::openBeneath(dir.get(), kName, flags | O_NOFOLLOW | O_NONBLOCK, 0600));
    const auto s = LG_TRY(sys::stat(fd.get()));
    const std::string path = directory + "/" + kName;
    if (!S_ISREG(s.st_mode)) {
        return makeError(Code::Refused, "anchor file '" + forScreen(path) + "' is not a regular file", "move it away");
    }
    if (const auto fault = notAlone(s, 077, path)) {
        return makeError(Code::Refused, "anchor file '" + forScreen(path) + "' is not yours alone: " + fault->why, fault->fix);
    }
    return fd;
}

// Up to the next blank, or all that is left.
std::string_view takeWord(std::string_view& rest) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return word;
}

bool parseLine(std::string_view line, Anchor& out) {
    out.when = forScreen(takeWord(line), kMaxWhen);
    const std::string_view count = takeWord(line);
    const std::string_view head = takeWord(line);
    out.history = takeWord(line);
    out.place = line;
    if (!out.history.empty() && !isHistoryId(out.history)) {
        return false;
    }
    const auto [end, problem] =
        std::from_chars(count.data(), count.data() + count.size(), out.count);
    out.head = head;
    return problem == std::errc() && end == count.data() + count.size() && out.count > 0 &&
           fromHex(head).has_value();
}

} // namespace

Status appendAnchor(const std::string& stateDirectory, const Anchor& anchor, Nanos wall) {
    const UniqueFd fd = LG_TRY(openAnchors(stateDirectory, O_RDWR | O_CREAT | O_APPEND));
    std::string line = rfc3339(wall) + " " + std::to_string(anchor.count) + " " + anchor.head;
    if (!anchor.history.empty()) {
        line += " " + anchor.history + " " + anchor.place;
    }
    if (line.find('\n') != std::string::npos) {
        return makeError(Code::Invalid, "an anchor is one line");
    }
    // A line that a full disk cut must not swallow this one.
    const auto s = LG_TRY(sys::stat(fd.get()));
    char end = '\n';
    if (s.st_size > 0 && ::pread(fd.get(), &end, 1, s.st_size - 1) == 1 && end != '\n') {
        line = "\n" + line;
    }
    // One write with O_APPEND, so that runs which end together do not mix their lines.
    // Not synced: an anchor that a crash of the machine takes leaves one fewer to hold rows against,
    // never one that says more than there is.
    return sys::writeAll(fd.get(), line + "\n");
}

Result<KnownAnchors> readAnchors(const std::string& stateDirectory) {
    if (::access(stateDirectory.c_str(), F_OK) != 0) {
        return KnownAnchors{};
    }
    auto fd = openAnchors(stateDirectory, O_RDONLY);
    if (!fd && fd.error().sysErrno == ENOENT) {
        return KnownAnchors{};
    }
    if (!fd) {
        return std::move(fd).error();
    }
    const auto s = LG_TRY(sys::stat(fd->get()));
    const auto limit = static_cast<off_t>(kMaxAnchorBytes);
    const bool cut = s.st_size > limit;
    if (cut && ::lseek(fd->get(), s.st_size - limit, SEEK_SET) < 0) {
        return ioError("cannot read the anchor file", errno);
    }
    // Some room for a run that ends between the stat and the read.
    const std::string text = LG_TRY(sys::readAll(fd->get(), kMaxAnchorBytes + 64 * 1024));
    std::string_view rest = text;
    if (cut) {
        rest.remove_prefix(std::min(rest.find('\n'), rest.size()));
    }
    KnownAnchors known;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        Anchor anchor;
        if (line.empty()) {
            continue;
        }
        if (parseLine(line, anchor)) {
            known.anchors.push_back(std::move(anchor));
        } else {
            ++known.badLines;
        }
    }
    return known;
}

} // namespace leadglass::audit
