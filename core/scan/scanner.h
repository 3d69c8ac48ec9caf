// Trust: the bytes of a body from inside the run, or of a file the run has changed.
// Privilege: none; pure. Knows the run's canaries.
// Input: bytes of any kind, in pieces of any size. Encodings inside them are undone to a depth, a
// volume and a ratio that have
//        bounds.
// Fails: what lies beyond the bounds is not looked at, and limited() says so; it never costs more
// than the bounds.
//
// Looks for secrets in a stream, without keeping it: formats (core/scan/patterns.h) and canaries,
// in the bytes as they are and inside base64, hex, percent-encoding, gzip and zlib. A finding does
// not depend on where the stream was cut.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/scan/database.h"

struct hs_scratch;

namespace leadglass::scan {

struct Finding {
    std::string id;           // of the format, or "canary:N" (from 0)
    std::uint64_t offset = 0; // of the secret itself: in the stream, or in what was decoded
    std::uint32_t length = 0;
    std::uint8_t depth = 0; // 0: in the stream itself; else how many encodings were undone
};

// What all streams of one thread share. The database may be shared between threads, this may not.
class Scanner {
public:
    // Either may be null. Words alone may be given in the place of the formats.
    static Result<std::shared_ptr<Scanner>> make(std::shared_ptr<const Database> formats,
                                                 std::shared_ptr<const Database> canaries = {});
    ~Scanner();
    Scanner(const Scanner&) = delete;
    Scanner& operator=(const Scanner&) = delete;

    [[nodiscard]] const Database* formats() const { return m_formats.get(); }
    [[nodiscard]] const Database* canaries() const { return m_canaries.get(); }
    [[nodiscard]] hs_scratch* scratch() const { return m_scratch; }

private:
    Scanner() = default;
    std::shared_ptr<const Database> m_formats;
    std::shared_ptr<const Database> m_canaries;
    hs_scratch* m_scratch = nullptr;
};

class Layer;

class Stream {
public:
    static constexpr int kMaxDepth = 3;
    static constexpr std::size_t kMaxLayers = 12; // of one stream, at once
    static constexpr std::uint64_t kFreeVolume =
        4 * 1024 * 1024; // decoded bytes, besides kVolumeRatio for each that came
    static constexpr std::uint64_t kVolumeRatio = 8;
    static constexpr std::size_t kMaxFindings = 1000; // more are only counted

    explicit Stream(std::shared_ptr<Scanner> scanner);
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    void feed(std::span<const std::uint8_t> bytes);
    void finish(); // the stream has ended: what was open is decided

    // Since the last call.
    std::vector<Finding> takeFindings() { return std::move(m_findings); }
    // So many bytes at the end of what came may be part of a secret that is not whole yet: who must
    // not let one out keeps them back. At most kMaxHeld; never a beginning of less than kFreeStart
    // bytes.
    [[nodiscard]] std::size_t undecided();
    static constexpr std::size_t kMaxHeld = 4096;
    static constexpr std::size_t kFreeStart = 8;
    // Something was not looked at: the bounds were reached.
    [[nodiscard]] bool limited() const { return m_limited; }

    // For layers.
    [[nodiscard]] Scanner& scanner() { return *m_scanner; }
    void found(Finding finding);
    void foundWord(std::size_t word, std::uint64_t offset, std::size_t length, int depth); // the first of each
    bool mayDecode(std::size_t bytes); // takes them from the volume
    bool mayOpenLayer();
    void layerClosed() { --m_layers; }
    void setLimited() { m_limited = true; }

private:
    std::shared_ptr<Scanner> m_scanner;
    std::unique_ptr<Layer> m_raw;
    std::vector<Finding> m_findings;
    std::vector<bool> m_wordsFound; // a word is spelled in one layer and stands in the next: it is told once
    std::uint64_t m_volume = kFreeVolume;
    std::size_t m_layers = 0;
    std::size_t m_count = 0;
    bool m_limited = false;
};

} // namespace leadglass::scan
