// Any bytes, cut anywhere, into a terminal of changing size: same result of the guard, places stay inside, bounds hold.
//
// The first byte says after how many bytes the size changes, each time to what the last two of them say.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "app/terminal/screen.h"

using namespace leadglass::app;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) {
        return 0;
    }
    const std::size_t step = data[0] % 64U + 3;
    const std::string_view in(reinterpret_cast<const char*>(data) + 1, size - 1);
    std::string whole, pieces;
    StreamGuard guard, bytewise;
    guard.feed(in, whole);
    for (const char c : in) {
        bytewise.feed({&c, 1}, pieces);
    }
    if (whole != pieces) {
        std::abort();
    }
    Screen screen(24, 80);
    for (std::size_t at = 0; at < in.size(); at += step) {
        const auto piece = in.substr(at, step);
        screen.feed(piece);
        if (piece.size() == step) {
            screen.resize(static_cast<unsigned char>(piece[step - 1]) % 60, static_cast<unsigned char>(piece[step - 2]) % 120);
        }
        const auto& cursor = screen.cursor();
        if (cursor.row < 0 || cursor.row >= screen.rows() || cursor.column < 0 || cursor.column >= screen.columns()) {
            std::abort();
        }
        for (auto line = screen.top(); line < screen.end(); ++line) {
            const Row row = screen.line(line);
            if (row.size() != static_cast<std::size_t>(screen.columns())) {
                std::abort();
            }
        }
    }
    const std::string output = screen.takeOutput();
    if (output.size() > Screen::kMostAnswers || screen.historyBytes() > Screen::kMostHistory ||
        std::any_of(output.begin(), output.end(), [](char c) { return c != '\x1b' && (c < ' ' || c > '~'); })) {
        std::abort();
    }
    return 0;
}
