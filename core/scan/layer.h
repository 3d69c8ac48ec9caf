// One stream of bytes, raw or decoded: Vectorscan says where something may end, and the shape and
// its check decide.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/scan/scanner.h"

struct hs_stream;

namespace leadglass::scan {

class Unwrap;

class Layer {
public:
    Layer(Stream& owner, int depth);
    ~Layer();
    Layer(const Layer&) = delete;
    Layer& operator=(const Layer&) = delete;

    void feed(std::span<const std::uint8_t> bytes);
    void finish();
    void restart(); // from an empty stream, as new
    [[nodiscard]] std::size_t undecided();

private:
    struct Candidate {
        std::uint32_t format = 0;
        std::uint64_t end = 0; // where Vectorscan saw it
    };
    struct Accepted {
        std::uint32_t format = 0;
        std::uint64_t start = 0;
        std::uint64_t end = 0;
    };
    enum class Decision : std::uint8_t { No, Open, Yes };

    static int onFormat(unsigned id, unsigned long long from, unsigned long long to, unsigned flags,
                        void* self);
    static int onWord(unsigned id, unsigned long long from, unsigned long long to, unsigned flags,
                      void* self);
    void slice(std::span<const std::uint8_t> bytes);
    void decide(bool atEnd);
    Decision decide(const Candidate& c, bool atEnd, Accepted& out, std::uint64_t& from);
    void report();
    void forget();
    [[nodiscard]] std::uint64_t beginOfWord(std::uint64_t stop) const;
    [[nodiscard]] bool borderBefore(std::uint64_t at) const;
    [[nodiscard]] std::uint64_t end() const { return m_base + m_window.size(); }
    [[nodiscard]] std::span<const std::uint8_t> view(std::uint64_t from) const {
        return std::span(m_window).subspan(static_cast<std::size_t>(from - m_base));
    }

    Stream& m_owner;
    int m_depth;
    hs_stream* m_formats = nullptr;
    hs_stream* m_words = nullptr;
    std::vector<std::uint8_t> m_window; // the end of what came
    std::uint64_t m_base = 0;           // of it, in the stream
    std::vector<Candidate> m_candidates;
    std::uint64_t m_openFrom =
        UINT64_MAX; // of candidates that are not decided: where the first secret begins
    std::vector<Accepted> m_accepted; // of this slice
    std::vector<Accepted> m_recent;   // reported; nothing else is, of the same bytes
    std::unique_ptr<Unwrap> m_unwrap; // null: deep enough
};

} // namespace leadglass::scan
