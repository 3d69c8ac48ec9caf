#include "core/base/why.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "core/base/escape.h"

namespace leadglass {
namespace {

// Of phrases without places alone: no name can stand for another.
const WhyPhrase* phraseOf(std::string_view words) {
    const auto found = std::ranges::find(kWhyPhrases, words, &WhyPhrase::words);
    return found == kWhyPhrases.end() || words.find('%') != std::string_view::npos ? nullptr : &*found;
}

} // namespace

Why::Why(WhyCode code, std::vector<std::string> names, std::uint64_t count) { m_parts.push_back({code, std::move(names), count}); }

Why::Why(WhyCode code, std::vector<std::string> names, const Why& about, std::uint64_t count) : Why(code, std::move(names), count) {
    m_parts.insert(m_parts.end(), about.m_parts.begin(), about.m_parts.end());
}

Why::Why(const Error& error) {
    std::string text = error.text();
    if (const WhyPhrase* phrase = phraseOf(text)) {
        m_parts.push_back({WhyCode(*phrase), {}, 0});
    } else {
        m_parts.push_back({kWhyError, {std::move(text)}, 0});
    }
}

std::string Why::text() const {
    std::string out;
    for (const auto& part : std::views::reverse(m_parts)) {
        if (part.code == kWhyError && part.names.size() == 1) {
            out = part.names.front();
            continue;
        }
        std::vector<std::string> shown;
        for (const auto& name : part.names) {
            shown.push_back(forScreen(name));
        }
        const WhyPhrase& phrase = part.code.phrase();
        out = filled(part.count == 1 || phrase.many.empty() ? phrase.words : phrase.many, shown, out, part.count);
    }
    return out;
}

std::string filled(std::string_view words, const std::vector<std::string>& names, const std::string& about, std::uint64_t count) {
    std::string out;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const char next = words[at] == '%' && at + 1 < words.size() ? words[at + 1] : '\0';
        if (next == 'n') {
            out += std::to_string(count);
        } else if (next >= '1' && next <= '9') {
            const auto place = static_cast<std::size_t>(next - '1');
            out += place < names.size() ? names[place] : about;
        } else {
            out += words[at];
            continue;
        }
        ++at;
    }
    return out;
}

} // namespace leadglass
