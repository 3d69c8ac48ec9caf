#include "core/scan/layer.h"

#include <hs/hs.h>

#include <algorithm>
#include <cstring>

#include "core/scan/base64.h"
#include "core/scan/unwrap.h"

namespace leadglass::scan {
namespace {

constexpr std::size_t kSlice = 32 * 1024; // at once, so that the window stays small
constexpr std::size_t kCandidates = 256;  // not decided; more are hostile
constexpr std::size_t kTail = 400;        // looked at for beginnings
constexpr std::size_t kBack = Shape::kMaxLength + 64;

bool isWord(std::uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
bool isHexDigit(std::uint8_t c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

} // namespace

Layer::Layer(Stream& owner, int depth) : m_owner(owner), m_depth(depth) {
    const auto open = [&](const Database* db, hs_stream** stream) {
        if (db != nullptr && hs_open_stream(db->compiled(), 0, stream) != HS_SUCCESS) {
            owner.setLimited();
        }
    };
    open(owner.scanner().formats(), &m_formats);
    open(owner.scanner().canaries(), &m_words);
    if (depth < Stream::kMaxDepth) {
        m_unwrap = std::make_unique<Unwrap>(owner, depth);
    }
}

Layer::~Layer() {
    if (m_formats != nullptr) {
        hs_close_stream(m_formats, nullptr, nullptr, nullptr);
    }
    if (m_words != nullptr) {
        hs_close_stream(m_words, nullptr, nullptr, nullptr);
    }
}

int Layer::onFormat(unsigned id, unsigned long long, unsigned long long to, unsigned, void* self) {
    auto& candidates = static_cast<Layer*>(self)->m_candidates;
    // One that was not decided and ends in every byte of a long run is the same.
    if (candidates.size() < kCandidates) {
        candidates.push_back({id, to});
    } else {
        static_cast<Layer*>(self)->m_owner.setLimited();
    }
    return 0;
}

int Layer::onWord(unsigned id, unsigned long long, unsigned long long to, unsigned, void* self) {
    auto& layer = *static_cast<Layer*>(self);
    const Database::Word& word = layer.m_owner.scanner().canaries()->spellings()[id];
    const std::size_t size = word.spelled.text.size();
    layer.m_owner.foundWord(word.of, to - size, size, layer.m_depth);
    return 0;
}

void Layer::feed(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const auto part = bytes.first(std::min(bytes.size(), kSlice));
        slice(part);
        bytes = bytes.subspan(part.size());
    }
}

void Layer::slice(std::span<const std::uint8_t> bytes) {
    m_window.insert(m_window.end(), bytes.begin(), bytes.end());
    const auto* text = reinterpret_cast<const char*>(bytes.data());
    const auto size = static_cast<unsigned>(bytes.size());
    if (m_formats != nullptr) {
        hs_scan_stream(m_formats, text, size, 0, m_owner.scanner().scratch(), onFormat, this);
    }
    if (m_words != nullptr) {
        hs_scan_stream(m_words, text, size, 0, m_owner.scanner().scratch(), onWord, this);
    }
    decide(false);
    if (m_unwrap != nullptr) {
        m_unwrap->feed(bytes);
    }
    forget();
}

void Layer::finish() {
    decide(true);
    if (m_unwrap != nullptr) {
        m_unwrap->finish();
    }
}

void Layer::restart() {
    if (m_formats != nullptr) {
        hs_reset_stream(m_formats, 0, nullptr, nullptr, nullptr);
    }
    if (m_words != nullptr) {
        hs_reset_stream(m_words, 0, nullptr, nullptr, nullptr);
    }
    m_window.clear();
    m_base = 0;
    m_candidates.clear();
    m_openFrom = UINT64_MAX;
    m_recent.clear();
    if (m_unwrap != nullptr) {
        m_unwrap->restart();
    }
}

// A letter right before it belongs to something longer; one that ends an escape does not ("\n",
// "%3D", "\u003d").
bool Layer::borderBefore(std::uint64_t at) const {
    if (at == 0 || at <= m_base) {
        return at == 0;
    }
    const auto back = [&](std::size_t n) -> std::uint8_t {
        return at - m_base >= n ? m_window[static_cast<std::size_t>(at - m_base) - n] : 0;
    };
    if (!isWord(back(1)) && back(1) != '+') {
        return true;
    }
    const bool escape =
        back(2) == '\\' &&
        std::string_view("nrtbf").find(static_cast<char>(back(1))) != std::string_view::npos;
    const bool percent = back(3) == '%' && isHexDigit(back(1)) && isHexDigit(back(2));
    return escape || percent || (back(6) == '\\' && back(5) == 'u');
}

Layer::Decision Layer::decide(const Candidate& c, bool atEnd, Accepted& out, std::uint64_t& from) {
    const Format& format = m_owner.scanner().formats()->all()[c.format];
    const std::uint64_t longest = std::min<std::uint64_t>(format.shape.longestToFirstEnd(), c.end);
    const std::uint64_t first = std::max(c.end - longest, m_base);
    for (std::uint64_t at = first; at + format.shape.shortest() <= c.end; ++at) {
        const auto text = view(at);
        const Shape::Match match =
            format.shape.match(text.first(std::min(text.size(), Shape::kMaxLength + 1)));
        const std::size_t known = text.size();
        const bool more = !atEnd && known <= Shape::kMaxLength; // may come, and would count
        if (match.size == 0 && match.open && more) {
            from = at + match.openSecret; // seen by its name; the rest is awaited
            return Decision::Open;
        }
        if (match.size == 0 || at + match.size < c.end ||
            (match.secret == 0 && format.pattern->borders && !borderBefore(at))) {
            continue;
        }
        // With what comes next it may be longer, or be part of something else.
        if (more && (match.open || match.size == known)) {
            from = at + match.secret;
            return Decision::Open;
        }
        if (format.pattern->borders && match.size < known &&
            (isWord(text[match.size]) || text[match.size] == '+')) {
            continue;
        }
        const auto* letters = reinterpret_cast<const char*>(text.data());
        if (passes(format.pattern->check, format.pattern->entropyTenths,
                   std::string_view(letters, match.size).substr(match.secret))) {
            out = {c.format, at + match.secret, at + match.size};
            return Decision::Yes;
        }
    }
    return Decision::No;
}

void Layer::decide(bool atEnd) {
    m_openFrom = UINT64_MAX;
    std::vector<Candidate> open;
    std::uint32_t lastFormat = UINT32_MAX;
    std::uint64_t lastEnd = 0;
    for (const Candidate& c : m_candidates) {
        if (c.format == lastFormat && c.end <= lastEnd) {
            continue; // inside of what was just taken
        }
        Accepted accepted;
        std::uint64_t from = 0;
        switch (decide(c, atEnd, accepted, from)) {
        case Decision::No: break;
        case Decision::Open:
            m_openFrom = std::min(m_openFrom, from);
            // Vectorscan told of the same one before, a byte shorter.
            if (open.empty() || open.back().format != c.format || open.back().end + 1 != c.end) {
                open.push_back(c);
            }
            break;
        case Decision::Yes:
            m_accepted.push_back(accepted);
            lastFormat = c.format;
            lastEnd = accepted.end;
            break;
        }
    }
    m_candidates = std::move(open);
    report();
}

void Layer::report() {
    // The more exact format stands first in the tables.
    std::sort(m_accepted.begin(), m_accepted.end(), [](const Accepted& a, const Accepted& b) {
        return a.format < b.format || (a.format == b.format && a.start < b.start);
    });
    for (const Accepted& a : m_accepted) {
        const bool known = std::any_of(m_recent.begin(), m_recent.end(), [&](const Accepted& r) {
            return a.start < r.end && r.start < a.end;
        });
        if (known) {
            continue;
        }
        m_recent.push_back(a);
        m_owner.found({m_owner.scanner().formats()->all()[a.format].pattern->id, a.start,
                       static_cast<std::uint32_t>(a.end - a.start),
                       static_cast<std::uint8_t>(m_depth)});
    }
    m_accepted.clear();
}

void Layer::forget() {
    if (m_window.size() > kBack + kSlice / 2) {
        const std::size_t drop = m_window.size() - kBack;
        m_window.erase(m_window.begin(), m_window.begin() + static_cast<std::ptrdiff_t>(drop));
        m_base += drop;
        std::erase_if(m_recent, [&](const Accepted& r) { return r.end < m_base; });
    }
}

// Where the longest beginning of a word begins that the stream ends in; its end: none.
std::uint64_t Layer::beginOfWord(std::uint64_t stop) const {
    const Database* db = m_owner.scanner().canaries();
    const std::size_t back = db == nullptr ? 0 : std::min(db->longestWord(), m_window.size());
    for (std::size_t size = back; size >= Stream::kFreeStart; --size) {
        const auto at = m_window.end() - static_cast<std::ptrdiff_t>(size);
        if (!db->mayBeginWord(at[0], at[1])) {
            continue;
        }
        for (const auto& [spelled, of] : db->spellings()) {
            const std::string& word = spelled.text;
            if (word.size() > size && std::equal(at, m_window.end(), word.begin(), [](std::uint8_t a, char b) { return lowerCase(a) == lowerCase(static_cast<std::uint8_t>(b)); })) {
                return stop - size;
            }
        }
    }
    return stop;
}

std::size_t Layer::undecided() {
    const std::uint64_t stop = end();
    std::uint64_t from = std::min(m_openFrom, stop);
    const std::uint64_t tail = std::max(m_base, stop - std::min<std::uint64_t>(stop, kTail));
    from = std::min(from, beginOfWord(stop));
    const Database* db = m_owner.scanner().formats();
    if (db == nullptr) {
        return static_cast<std::size_t>(stop - from);
    }
    std::uint64_t word = stop;
    while (word > tail && isWordLetter(view(word - 1).front())) {
        --word;
    }
    for (std::uint64_t at = tail; at + Stream::kFreeStart <= stop && at < from; ++at) {
        const auto text = view(at);
        const auto& possible = db->beginning(text.front(), at < word); // what is seen by its name is a candidate already
        const bool border = !possible.empty() && borderBefore(at);
        for (const std::uint16_t i : possible) {
            const Format& format = db->all()[i];
            if (format.pattern->borders && !border) {
                continue;
            }
            const Shape::Match match = format.shape.match(text);
            if (match.open && match.openSecret < text.size()) {
                from = std::min(from, at + match.openSecret);
            }
        }
    }
    return static_cast<std::size_t>(std::min<std::uint64_t>(stop - from, Stream::kMaxHeld));
}

} // namespace leadglass::scan
