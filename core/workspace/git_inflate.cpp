#include "core/workspace/git_inflate.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>

#include "core/workspace/content_hash.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kBlock = 65536;
constexpr std::size_t kMaxBlocks = 512; // held of one file

} // namespace

void GitHash::update(std::string_view bytes) {
    if (m_long) {
        m_sha256.update(bytes);
    } else {
        sha1_update(&m_short, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
    }
}

std::string GitHash::finish() {
    if (m_long) {
        const Sha256Hash hash = m_sha256.finish();
        return {reinterpret_cast<const char*>(hash.data()), hash.size()};
    }
    std::array<std::uint8_t, SHA1_DIGEST_SIZE> hash{};
    sha1_digest(&m_short, hash.size(), hash.data());
    return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

std::string readFileAt(int fd, std::uint64_t offset, std::size_t size) {
    std::string text(size, '\0');
    std::size_t got = 0;
    while (got < size && offset + got < (1ULL << 62)) {
        const ssize_t part = ::pread(fd, text.data() + got, size - got, static_cast<off_t>(offset + got));
        if (part <= 0) {
            break;
        }
        got += static_cast<std::size_t>(part);
    }
    text.resize(got);
    return text;
}

bool SteadyFile::open(int fd, std::size_t tail, const std::function<void(std::string_view)>& each) {
    struct stat about {};
    if (::fstat(fd, &about) != 0 || about.st_size <= static_cast<off_t>(tail)) {
        return false;
    }
    m_fd = fd;
    m_size = static_cast<std::uint64_t>(about.st_size);
    ContentHash all(m_size);
    for (std::uint64_t at = 0; at < m_size; at += kBlock) {
        const std::string bytes = readFileAt(fd, at, std::min<std::uint64_t>(kBlock, m_size - at));
        if (bytes.size() != std::min<std::uint64_t>(kBlock, m_size - at)) {
            return false;
        }
        all.update(at, bytes);
        Sha256 one;
        one.update(bytes);
        m_hashes.push_back(one.finish());
        each(std::string_view(bytes).substr(0, m_size - tail > at ? m_size - tail - at : 0));
    }
    m_digest = all.finish();
    return true;
}

const std::string* SteadyFile::block(std::uint64_t number) {
    if (const auto held = m_blocks.find(number); held != m_blocks.end()) {
        return &held->second;
    }
    std::string bytes = readFileAt(m_fd, number * kBlock, std::min<std::uint64_t>(kBlock, m_size - number * kBlock));
    m_readAnew += bytes.size();
    Sha256 hash;
    hash.update(bytes);
    if (hash.finish() != m_hashes[number]) {
        return nullptr;
    }
    if (m_blocks.size() == kMaxBlocks) {
        m_blocks.erase(m_oldest.front());
        m_oldest.pop_front();
    }
    m_oldest.push_back(number);
    return &m_blocks.emplace(number, std::move(bytes)).first->second;
}

std::string SteadyFile::read(std::uint64_t offset, std::size_t size) {
    std::string out;
    while (out.size() < size && offset < m_size) {
        const std::string* bytes = block(offset / kBlock);
        if (bytes == nullptr) {
            return {};
        }
        const std::size_t at = offset % kBlock;
        const std::size_t part = std::min(size - out.size(), bytes->size() - at);
        out.append(*bytes, at, part);
        offset += part;
    }
    return out;
}

std::optional<std::uint64_t> inflateGitStream(const ReadAt& read, std::uint64_t offset, std::uint64_t max, const GitSink& sink) {
    constexpr std::size_t kFirst = 4096; // most are small
    constexpr std::size_t kStep = 65536;
    std::array<char, kStep> out;
    z_stream stream{};
    if (::inflateInit(&stream) != Z_OK) {
        return std::nullopt;
    }
    std::uint64_t packed = 0;
    std::uint64_t unpacked = 0;
    std::string block;
    int result = Z_OK;
    bool good = true;
    while (good && result == Z_OK) {
        if (stream.avail_in == 0) {
            block = read(offset + packed, packed == 0 ? kFirst : kStep);
            packed += block.size();
            stream.next_in = reinterpret_cast<Bytef*>(block.data());
            stream.avail_in = static_cast<uInt>(block.size());
            good = !block.empty();
        }
        while (good && result == Z_OK && (stream.avail_in > 0 || stream.avail_out == 0)) {
            stream.next_out = reinterpret_cast<Bytef*>(out.data());
            stream.avail_out = static_cast<uInt>(out.size());
            result = ::inflate(&stream, Z_NO_FLUSH);
            const std::size_t got = out.size() - stream.avail_out;
            unpacked += got;
            good = unpacked <= max && sink(std::string_view(out.data(), got));
            if (result == Z_BUF_ERROR) { // it wants more, and there may be
                result = Z_OK;
                break;
            }
        }
    }
    packed -= stream.avail_in;
    ::inflateEnd(&stream);
    return good && result == Z_STREAM_END ? std::optional(packed) : std::nullopt;
}

} // namespace leadglass::workspace
