#include "core/base/escape_once.h"

#include <algorithm>

#include "core/base/escape.h"

namespace leadglass {

std::string onceForScreen(std::string_view sentence, std::size_t maxBytes) {
    std::string bare(sentence);
    std::erase(bare, '\\');
    return sentence.size() <= maxBytes && forScreen(bare, maxBytes) == bare ? std::string(sentence) : forScreen(sentence, maxBytes);
}

} // namespace leadglass
