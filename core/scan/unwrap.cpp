#include "core/scan/unwrap.h"

#include <algorithm>
#include <cstring>

#include "core/scan/base64.h"

namespace leadglass::scan {
namespace {

constexpr std::size_t kTail = 160;
constexpr std::size_t kMinRun = 24; // of base64: 18 bytes, and no format is shorter
constexpr std::size_t kMinHex = 40;
constexpr std::size_t kMinLine = 40; // of a run that may go on in the next line
constexpr std::size_t kMaxGap = 24;
constexpr std::size_t kPercentBack = 128;
constexpr std::size_t kPercentPlain = 512;

constexpr std::array<std::int8_t, 256> kHexValues = [] {
    std::array<std::int8_t, 256> values{};
    values.fill(-1);
    for (std::int8_t v = 0; v < 16; ++v) {
        values[static_cast<unsigned char>("0123456789abcdef"[v])] = v;
        values[static_cast<unsigned char>("0123456789ABCDEF"[v])] = v;
    }
    return values;
}();

int hexValue(std::uint8_t c) {
    return kHexValues[c];
}

bool isLetter(std::uint8_t c) {
    return kBase64Values[c] >= 0;
}

// Where a percent-encoded word ends.
bool endsWord(std::uint8_t c) {
    return c <= ' ' || c == '"' || c == '\'' || c == '<' || c == '>' || c >= 0x7f;
}

bool looksLikeText(std::span<const std::uint8_t> bytes) {
    std::size_t other = 0;
    for (std::uint8_t b : bytes) {
        other += (b >= 0x20 && b < 0x7f) || b == '\n' || b == '\r' || b == '\t' ? 0 : 1;
        if (other * 10 > bytes.size() * 3) {
            return false;
        }
    }
    return true;
}

bool looksPacked(std::span<const std::uint8_t> bytes) {
    const bool gzip = bytes.size() > 2 && bytes[0] == 0x1f && bytes[1] == 0x8b && bytes[2] == 8;
    const bool zlib = bytes.size() > 1 && bytes[0] == 0x78 && (bytes[0] * 256 + bytes[1]) % 31 == 0;
    return gzip || zlib;
}

} // namespace

Unwrap::~Unwrap() {
    if (m_inflating) {
        inflateEnd(&m_zip);
    }
    for (const auto& layer : m_below) {
        if (layer != nullptr) {
            m_owner.layerClosed();
        }
    }
}

Layer* Unwrap::below(Kind kind) {
    auto& layer = m_below[static_cast<std::size_t>(kind)];
    if (layer == nullptr && m_owner.mayOpenLayer()) {
        layer = std::make_unique<Layer>(m_owner, m_depth + 1);
    }
    return layer.get();
}

void Unwrap::endBelow(Kind kind) {
    if (const auto& layer = m_below[static_cast<std::size_t>(kind)]) {
        layer->finish();
        layer->restart();
    }
}

void Unwrap::feed(std::span<const std::uint8_t> bytes) {
    const std::size_t fresh = m_tail.size();
    m_tail.insert(m_tail.end(), bytes.begin(), bytes.end());
    const std::span<const std::uint8_t> text(m_tail);
    letters(text);
    percent(text, fresh);
    packed(text, fresh);
    m_seen += bytes.size();
    // Of a run that may be one some is looked at again.
    const std::size_t drop = m_tail.size() - std::min(m_tail.size(), kTail);
    m_next = m_next > drop ? m_next - drop : 0;
    m_tail.erase(m_tail.begin(), m_tail.begin() + static_cast<std::ptrdiff_t>(drop));
}

void Unwrap::finish() {
    endRun();
    endPercent();
    endInflate();
}

void Unwrap::restart() {
    m_tail.clear();
    m_seen = 0;
    m_next = 0;
}

// ---- base64 and hex

void Unwrap::letters(std::span<const std::uint8_t> text) {
    while (m_next < text.size()) {
        if (m_run == Run::Gap) {
            m_next = takeGap(text, m_next);
        } else if (m_run != Run::None) {
            m_next = takeRun(text, m_next);
        } else {
            bool found = false;
            m_next = findRun(text, m_next, found);
            if (!found) {
                return;
            }
            constexpr std::size_t kMark = 2;
            if (text[m_next] == '0' && (text[m_next + 1] | 0x20) == 'x') {
                m_next += kMark; // a number in hex says so
                continue;
            }
            const auto run = text.subspan(m_next);
            const auto notHex = std::find_if(run.begin(), run.end(),
                                             [](std::uint8_t c) { return hexValue(c) < 0; });
            const auto digits = static_cast<std::size_t>(notHex - run.begin());
            if (digits < kMinHex && digits == run.size()) {
                return; // hex or base64: more of it will tell
            }
            m_run = digits >= kMinHex ? Run::Hex : Run::Base64;
            m_bits = 0;
            m_have = 0;
            m_runLength = 0;
        }
    }
}

// A run has no end within kMinRun bytes: looked for from behind, so that most bytes are never read.
std::size_t Unwrap::findRun(std::span<const std::uint8_t> text, std::size_t at, bool& found) const {
    while (at + kMinRun <= text.size()) {
        std::size_t i = at + kMinRun;
        while (i > at && isLetter(text[i - 1])) {
            --i;
        }
        if (i == at) {
            found = true;
            return at;
        }
        at = i;
    }
    return at;
}

std::size_t Unwrap::takeRun(std::span<const std::uint8_t> text, std::size_t at) {
    const bool hex = m_run == Run::Hex;
    const auto& values = hex ? kHexValues : kBase64Values;
    const int width = hex ? 4 : 6;
    const std::size_t begin = at;
    std::uint32_t bits = m_bits;
    int have = m_have;
    for (; at < text.size(); ++at) {
        const int value = values[text[at]];
        if (value < 0) {
            m_gapOfHex = hex;
            m_gapLength = 0;
            m_run = Run::Gap;
            break;
        }
        bits = bits << width | static_cast<std::uint32_t>(value);
        have += width;
        if (have >= 8) {
            have -= 8;
            m_block[m_blockSize++] = static_cast<std::uint8_t>(bits >> have & 0xff);
            if (m_blockSize == kBlock) {
                flush();
            }
        }
    }
    m_bits = bits;
    m_have = have;
    m_runLength += at - begin;
    return at;
}

// Between two lines of the same: line ends, also written out, and blanks.
std::size_t Unwrap::takeGap(std::span<const std::uint8_t> text, std::size_t at) {
    const std::uint8_t c = text[at];
    const bool blank = c == '\n' || c == '\r' || c == ' ' || c == '\t' || c == '\\';
    const bool escaped =
        m_gapLength > 0 && at > 0 && text[at - 1] == '\\' && (c == 'n' || c == 'r');
    if (m_runLength >= kMinLine && (blank || escaped) && m_gapLength < kMaxGap) {
        ++m_gapLength;
        return at + 1;
    }
    const bool goesOn = m_gapLength > 0 && (m_gapOfHex ? hexValue(c) >= 0 : isLetter(c));
    if (goesOn) {
        m_run = m_gapOfHex ? Run::Hex : Run::Base64;
        m_runLength = 0;
        return at;
    }
    endRun();
    return at;
}

void Unwrap::flush() {
    const auto block = std::span<const std::uint8_t>(m_block).first(m_blockSize);
    const bool packed = !m_feeding && looksPacked(block);
    m_wholeRun = m_wholeRun || packed;
    if (block.empty()) {
        return;
    }
    if ((m_wholeRun || looksLikeText(block)) && m_owner.mayDecode(block.size())) {
        if (Layer* layer = below(Kind::Letters)) {
            m_feeding = true;
            layer->feed(block);
        }
    } else if (m_feeding) {
        endBelow(Kind::Letters);
        m_feeding = false;
    }
    m_blockSize = 0;
}

void Unwrap::endRun() {
    if (m_run != Run::None) {
        flush();
        if (m_feeding) {
            endBelow(Kind::Letters);
        }
    }
    m_run = Run::None;
    m_feeding = false;
    m_wholeRun = false;
    m_blockSize = 0;
}

// ---- percent-encoding

void Unwrap::percent(std::span<const std::uint8_t> text, std::size_t fresh) {
    // An escape may have begun in what came before.
    std::size_t at = m_inPercent ? fresh : fresh - std::min<std::size_t>(fresh, 2);
    while (at < text.size()) {
        if (m_inPercent) {
            takePercent(text[at++]);
            continue;
        }
        const void* hit = std::memchr(text.data() + at, '%', text.size() - at);
        if (hit == nullptr) {
            return;
        }
        const auto escape =
            static_cast<std::size_t>(static_cast<const std::uint8_t*>(hit) - text.data());
        if (escape + 2 >= text.size()) {
            return;
        }
        at = escape + 1;
        if (hexValue(text[escape + 1]) < 0 || hexValue(text[escape + 2]) < 0 ||
            escape + 2 < fresh) {
            continue;
        }
        std::size_t word = escape;
        while (word > 0 && escape - word < kPercentBack && !endsWord(text[word - 1])) {
            --word;
        }
        m_inPercent = true;
        m_plain = 0;
        for (std::size_t i = word; i < escape + 3; ++i) {
            takePercent(text[i]);
        }
        at = escape + 3;
    }
}

void Unwrap::takePercent(std::uint8_t byte) {
    const int digit = hexValue(byte);
    if (m_percentDigits >= 0 && digit >= 0) {
        m_percentValue = static_cast<std::uint8_t>(m_percentValue << 4 | digit);
        if (++m_percentDigits == 2) {
            m_percentOut.push_back(m_percentValue);
            m_percentDigits = -1;
            m_plain = 0;
        }
    } else if (byte == '%') {
        m_percentDigits = 0;
        m_percentValue = 0;
    } else if (endsWord(byte) || ++m_plain > kPercentPlain) {
        endPercent();
        return;
    } else {
        m_percentDigits = -1;
        m_percentOut.push_back(byte);
    }
    if (m_percentOut.size() >= kBlock) {
        if (Layer* layer =
                m_owner.mayDecode(m_percentOut.size()) ? below(Kind::Percent) : nullptr) {
            layer->feed(m_percentOut);
        }
        m_percentOut.clear();
    }
}

void Unwrap::endPercent() {
    if (!m_inPercent) {
        return;
    }
    if (!m_percentOut.empty() && m_owner.mayDecode(m_percentOut.size())) {
        if (Layer* layer = below(Kind::Percent)) {
            layer->feed(m_percentOut);
        }
    }
    endBelow(Kind::Percent);
    m_percentOut.clear();
    m_percentDigits = -1;
    m_inPercent = false;
}

// ---- gzip and zlib

void Unwrap::packed(std::span<const std::uint8_t> text, std::size_t fresh) {
    std::size_t at = fresh - std::min<std::size_t>(fresh, 2);
    if (m_inflating) {
        at = fresh + inflateMore(text.subspan(fresh));
    } else if (m_seen < 2 && text.size() >= 2 && text[0] == 0x78 && looksPacked(text)) {
        at = startInflate(text); // zlib has no mark to look for: only at the beginning of all
    }
    // Behind the end of one the next may begin: so are files of gzip put together.
    while (!m_inflating && at + 2 < text.size()) {
        const void* hit = std::memchr(text.data() + at, 0x1f, text.size() - at - 2);
        if (hit == nullptr) {
            return;
        }
        at = static_cast<std::size_t>(static_cast<const std::uint8_t*>(hit) - text.data());
        at += looksPacked(text.subspan(at)) ? std::max<std::size_t>(1, startInflate(text.subspan(at))) : 1;
    }
}

std::size_t Unwrap::startInflate(std::span<const std::uint8_t> text) {
    m_zip = {};
    constexpr int kEither = 32 + 15; // gzip or zlib, by the first bytes
    if (inflateInit2(&m_zip, kEither) != Z_OK) {
        return 0;
    }
    m_inflating = true;
    return inflateMore(text);
}

// How much of `bytes` it was; 0: it is none after all, and anything may be in them.
std::size_t Unwrap::inflateMore(std::span<const std::uint8_t> bytes) {
    std::array<std::uint8_t, 16 * 1024> out;
    m_zip.next_in = const_cast<std::uint8_t*>(bytes.data());
    m_zip.avail_in = static_cast<uInt>(bytes.size());
    for (;;) {
        m_zip.next_out = out.data();
        m_zip.avail_out = out.size();
        const int rc = inflate(&m_zip, Z_NO_FLUSH);
        const std::size_t size = out.size() - m_zip.avail_out;
        Layer* layer = size > 0 && m_owner.mayDecode(size) ? below(Kind::Packed) : nullptr;
        if (layer != nullptr) {
            layer->feed(std::span(out).first(size));
        }
        if (rc == Z_BUF_ERROR && size == 0) {
            return bytes.size(); // waits for more
        }
        if (rc != Z_OK || (size > 0 && layer == nullptr)) {
            const std::size_t used = rc == Z_STREAM_END ? bytes.size() - m_zip.avail_in : 0;
            endInflate();
            return used;
        }
        if (m_zip.avail_in == 0 && m_zip.avail_out > 0) {
            return bytes.size();
        }
    }
}

void Unwrap::endInflate() {
    if (m_inflating) {
        inflateEnd(&m_zip);
        m_inflating = false;
        endBelow(Kind::Packed);
    }
}

} // namespace leadglass::scan
