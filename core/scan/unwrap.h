// Finds what is encoded in a stream, undoes it, and gives what comes out to a layer below: runs of
// base64 and hex, percent-encoding, gzip and zlib. Ordinary text costs a look at every twentieth
// byte.
#pragma once

#include <zlib.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/scan/layer.h"

namespace leadglass::scan {

class Unwrap {
public:
    Unwrap(Stream& owner, int depth) : m_owner(owner), m_depth(depth) {}
    ~Unwrap();
    Unwrap(const Unwrap&) = delete;
    Unwrap& operator=(const Unwrap&) = delete;

    void feed(std::span<const std::uint8_t> bytes);
    void finish();
    void restart();

private:
    enum class Kind : std::uint8_t { Letters, Percent, Packed };
    enum class Run : std::uint8_t { None, Base64, Hex, Gap };

    Layer* below(Kind kind); // null: no more layers
    void endBelow(Kind kind);

    void letters(std::span<const std::uint8_t> text);
    std::size_t findRun(std::span<const std::uint8_t> text, std::size_t at, bool& found) const;
    std::size_t takeRun(std::span<const std::uint8_t> text, std::size_t at);
    std::size_t takeGap(std::span<const std::uint8_t> text, std::size_t at);
    void flush();
    void endRun();

    void percent(std::span<const std::uint8_t> text, std::size_t fresh);
    void takePercent(std::uint8_t byte);
    void endPercent();

    void packed(std::span<const std::uint8_t> text, std::size_t fresh);
    std::size_t startInflate(std::span<const std::uint8_t> text);
    std::size_t inflateMore(std::span<const std::uint8_t> bytes);
    void endInflate();

    Stream& m_owner;
    int m_depth;
    std::array<std::unique_ptr<Layer>, 3> m_below;
    std::vector<std::uint8_t> m_tail; // the end of what came before
    std::uint64_t m_seen = 0;

    // letters
    Run m_run = Run::None;
    bool m_gapOfHex = false;
    std::size_t m_next = 0;      // in tail and text: from where runs are looked for
    std::size_t m_runLength = 0; // of this line
    std::size_t m_gapLength = 0;
    std::uint32_t m_bits = 0;
    int m_have = 0;
    static constexpr std::size_t kBlock = 192;
    std::array<std::uint8_t, kBlock> m_block{}; // decoded
    std::size_t m_blockSize = 0;
    bool m_feeding = false;  // the layer below has some of this run
    bool m_wholeRun = false; // packed: not only what looks like text

    // percent
    bool m_inPercent = false;
    int m_percentDigits = -1; // -1: none awaited
    std::uint8_t m_percentValue = 0;
    std::size_t m_plain = 0; // bytes since the last escape
    std::vector<std::uint8_t> m_percentOut;

    // packed
    bool m_inflating = false;
    z_stream m_zip{};
};

} // namespace leadglass::scan
