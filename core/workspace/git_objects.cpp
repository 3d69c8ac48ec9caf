#include "core/workspace/git_objects.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/digest.h"
#include "core/base/sys.h"
#include "core/workspace/git_inflate.h"
#include "core/workspace/git_paths.h"
#include "core/workspace/tree_io.h"

namespace leadglass::workspace {
namespace {

constexpr std::array<std::pair<std::string_view, GitType>, 4> kTypes{
    {{"commit ", GitType::Commit}, {"tree ", GitType::Tree}, {"blob ", GitType::Blob}, {"tag ", GitType::Tag}}};

constexpr std::size_t kLook = 8192; // what it counts as to look for an object in one place

std::string rawOf(std::string_view id) {
    std::string raw;
    for (std::size_t i = 0; i + 1 < id.size(); i += 2) {
        unsigned value = 0;
        (void)std::from_chars(id.data() + i, id.data() + i + 2, value, 16);
        raw += static_cast<char>(value);
    }
    return raw;
}

// Exactly `size` bytes unpacked.
std::optional<std::string> inflateAt(int fd, std::uint64_t offset, std::size_t size) {
    std::string out;
    const ReadAt read = [fd](std::uint64_t at, std::size_t count) { return readFileAt(fd, at, count); };
    const auto packed = inflateGitStream(read, offset, size, [&out](std::string_view part) {
        out += part;
        return true;
    });
    return packed && out.size() == size ? std::optional(std::move(out)) : std::nullopt;
}

} // namespace

std::string gitHead(GitType type, std::uint64_t size) {
    for (const auto& [name, one] : kTypes) {
        if (one == type) {
            return std::string(name) + std::to_string(size) + '\0';
        }
    }
    return {}; // a delta is no object
}

std::string gitId(GitType type, std::string_view content, std::size_t idSize) {
    GitHash hash(idSize);
    hash.update(gitHead(type, content.size()));
    hash.update(content);
    return hash.finish();
}

bool isGitId(std::string_view text) {
    return (text.size() == 40 || text.size() == 64) && std::ranges::all_of(text, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    });
}

std::string hexOfId(std::string_view raw) {
    return hexDigits(reinterpret_cast<const std::uint8_t*>(raw.data()), raw.size());
}

std::optional<std::string> inflateGit(std::string_view packed, std::size_t max) {
    constexpr std::size_t kFirst = 16384; // most objects are small
    std::string out(std::min(max, kFirst), '\0');
    z_stream stream{};
    if (::inflateInit(&stream) != Z_OK) {
        return std::nullopt;
    }
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    std::size_t got = 0;
    int result = Z_OK;
    for (;;) {
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + got);
        stream.avail_out = static_cast<uInt>(out.size() - got);
        result = ::inflate(&stream, Z_NO_FLUSH);
        got = out.size() - stream.avail_out;
        if (result != Z_OK || got < out.size() || out.size() == max) {
            break; // at the end of either, or damaged
        }
        out.resize(std::min(max, out.size() * 4));
    }
    ::inflateEnd(&stream);
    out.resize(got);
    return result == Z_STREAM_END ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<GitObject> parseLooseObject(std::string_view unpacked) {
    for (const auto& [name, type] : kTypes) {
        if (!unpacked.starts_with(name)) {
            continue;
        }
        const std::size_t end = unpacked.find('\0');
        if (end == std::string_view::npos || end > 32) {
            return std::nullopt;
        }
        std::size_t size = 0;
        const auto parsed = std::from_chars(unpacked.data() + name.size(), unpacked.data() + end, size);
        if (parsed.ec != std::errc() || parsed.ptr != unpacked.data() + end || size != unpacked.size() - end - 1) {
            return std::nullopt;
        }
        return GitObject{type, std::string(unpacked.substr(end + 1))};
    }
    return std::nullopt;
}

bool GitObjects::takes(std::size_t bytes) {
    m_work -= std::min(m_work, bytes);
    return m_work > 0;
}

std::optional<GitObject> GitObjects::read(const std::string& id, std::size_t max) {
    if (!isGitId(id)) {
        return std::nullopt;
    }
    auto object = fromLoose(id, max);
    if (!object) {
        object = fromPacks(rawOf(id), max);
    }
    return object && hexOfId(gitId(object->type, object->data, id.size() / 2)) == id ? std::move(object) : std::nullopt;
}

std::optional<GitObject> GitObjects::fromLoose(const std::string& id, std::size_t max) {
    constexpr std::size_t kHead = 64;
    const std::string path = ".git/objects/" + id.substr(0, 2) + "/" + id.substr(2);
    if (m_unseen.contains(path)) {
        return std::nullopt;
    }
    for (const Root& root : m_roots) {
        if (!takes(kLook)) {
            return std::nullopt;
        }
        auto fd = openFileBeneath(root, path);
        const auto packed = fd ? sys::readAll(fd->get(), max + kHead + 1024) : Result<std::string>(fd.error());
        const auto unpacked = packed ? inflateGit(*packed, max + kHead) : std::nullopt;
        (void)takes(packed ? packed->size() + (unpacked ? unpacked->size() : max) : 0);
        if (auto object = unpacked ? parseLooseObject(*unpacked) : std::nullopt) {
            return object;
        }
    }
    return std::nullopt;
}

void GitObjects::openPacks() {
    m_packsOpen = true;
    for (const Root& root : m_roots) {
        auto dir = openDirBeneath(root, ".git/objects/pack");
        const auto entries = dir ? listDirectory(dir->get()) : Result<std::vector<DirEntry>>(dir.error());
        if (!entries) {
            continue;
        }
        std::size_t count = 0;
        for (const auto& entry : *entries) {
            const std::string path = ".git/objects/pack/" + entry.name;
            if (!path.ends_with(".idx") || gitPart(path) != GitPart::Object || m_unseen.contains(path) || ++count > kMaxPacks) {
                continue;
            }
            auto index = openFileBeneath(root, path);
            auto pack = openFileBeneath(root, path.substr(0, path.size() - 4) + ".pack");
            if (index && pack) {
                m_packs.push_back({std::move(*index), std::move(*pack)});
            }
        }
    }
}

std::optional<GitObject> GitObjects::fromPacks(const std::string& rawId, std::size_t max) {
    if (!m_packsOpen) {
        openPacks();
    }
    for (const auto& pack : m_packs) {
        if (!takes(kLook)) {
            return std::nullopt;
        }
        const auto offset = findInPackIndex(
            [&](std::uint64_t at, std::size_t size) { return readFileAt(pack.index.get(), at, size); }, rawId);
        if (offset) {
            if (auto object = fromPack(pack, *offset, rawId.size(), max)) {
                return object;
            }
        }
    }
    return std::nullopt;
}

std::optional<GitObject> GitObjects::fromPack(const Pack& pack, std::uint64_t offset, std::size_t idSize,
                                              std::size_t max) {
    constexpr std::size_t kLongestHead = 64;
    std::vector<std::string> deltas;
    std::size_t held = 0;
    while (deltas.size() <= kMaxDeltas) {
        const auto head = parsePackEntryHead(readFileAt(pack.pack.get(), offset, kLongestHead), idSize);
        if (!head || head->size > max) {
            return std::nullopt;
        }
        auto data = inflateAt(pack.pack.get(), offset + head->length, head->size);
        held += head->size;
        if (!takes(head->size + kLook) || !data || held > 4 * max) {
            return std::nullopt;
        }
        if (head->type != GitType::OffsetDelta && head->type != GitType::ReferenceDelta) {
            for (auto delta = deltas.rbegin(); data && delta != deltas.rend(); ++delta) {
                data = applyGitDelta(*data, *delta, max);
                if (!takes(data ? data->size() : max)) {
                    return std::nullopt;
                }
            }
            return data ? std::optional(GitObject{head->type, std::move(*data)}) : std::nullopt;
        }
        deltas.push_back(std::move(*data));
        if (head->type == GitType::OffsetDelta) {
            if (head->baseBefore == 0 || head->baseBefore > offset) {
                return std::nullopt;
            }
            offset -= head->baseBefore;
            continue;
        }
        // Its base may lie elsewhere only while a pack is sent; on the disk it is in the same one.
        const auto base = findInPackIndex(
            [&](std::uint64_t at, std::size_t size) { return readFileAt(pack.index.get(), at, size); }, head->baseId);
        if (!base) {
            return std::nullopt;
        }
        offset = *base;
    }
    return std::nullopt;
}

} // namespace leadglass::workspace
