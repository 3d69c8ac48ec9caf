// Words on their way into a shell: each form is read back as exactly these bytes, on one line that is fit for a screen.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/base/escape.h"
#include "core/cli/shell_words.h"

using namespace leadglass;
using namespace leadglass::cli;

namespace {

void check(bool right) {
    if (!right) {
        std::abort();
    }
}

// Backslashes apart, which it doubles.
bool isFit(std::string text) {
    std::erase(text, '\\');
    return forScreen(text, text.size() + 16) == text;
}

// Nothing that means anything to bash stands there without a backslash.
bool isEscaped(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (std::string_view(" \t\n'\"$`;&|()<>{}[]*?!#~^").find(text[i]) != std::string_view::npos) {
            return false;
        }
    }
    return true;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::string_view kBreaks = "\"'@><=;|&(:";
    const std::string_view in(reinterpret_cast<const char*>(data), size);
    for (const Shell shell : {Shell::Bash, Shell::Zsh, Shell::Fish}) {
        const ShellLine line = readShellLine(in, shell, kBreaks);
        check(line.kept <= line.current.text.size() && line.current.at <= in.size() && line.words.size() <= in.size());
    }
    const std::string word(in.substr(0, 200));
    struct Form {
        Quote open;
        const char* before;
    };
    for (const auto& [open, before] : {Form{Quote::None, ""}, Form{Quote::Single, "'"}, Form{Quote::Double, "\""}, Form{Quote::Ansi, "$'"}}) {
        const auto text = bashWord(word, open);
        check(text.has_value() || open == Quote::Single || open == Quote::Double);
        if (!text || (open == Quote::None && word.empty())) {
            continue;
        }
        check(isFit(*text));
        check(open != Quote::None || isEscaped(*text) || (text->starts_with("$'") && text->find('\'', 2) == text->size() - 1));
        const ShellLine back = readShellLine("x " + std::string(before) + *text, Shell::Bash, kBreaks);
        check(back.words.size() == 1 && back.current.text == word && back.open == open && !back.redirected);
    }
    check(isFit(zshWord(word)));
    if (const auto text = fishWord(word)) {
        check(*text == word && text->find_first_of("\n\t\r\x1b") == std::string::npos);
    }
    return 0;
}
