// A unified diff of texts that an agent wrote, as rows: each is one line that a screen can show, and no text makes a hunk.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/review/diff_text.h"

using namespace leadglass::app;

namespace {

void check(bool right) {
    if (!right) {
        std::abort();
    }
}

void checkRow(const DiffRow& row, const DiffText& all) {
    const auto fits = [](QChar c) { return c == QLatin1Char('\t') || (c.unicode() >= 0x20 && c.unicode() != 0x7f && c.category() != QChar::Other_Control && c.unicode() != 0x2028 && c.unicode() != 0x2029); };
    check(std::all_of(row.text.begin(), row.text.end(), fits));
    check(row.hunk >= -1 && row.hunk < static_cast<int>(all.hunks));
    check(row.markStart >= 0 && row.markLength >= 0 && row.markStart + row.markLength <= row.text.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view in(reinterpret_cast<const char*>(data), size);
    const auto diff = parseDiff(in);
    check(diff.rows.size() <= kMaxDiffRows);
    check(diff.rows.empty() || diff.message.isEmpty());
    check(diff.names.empty() || (diff.names.size() == diff.hunks && !diff.cut));
    check(std::all_of(diff.names.begin(), diff.names.end(), [](const auto& name) { return name.size() == 32; }));
    std::size_t heads = 0;
    for (const auto& row : diff.rows) {
        checkRow(row, diff);
        heads += row.kind == DiffRow::Kind::Hunk ? 1U : 0U;
    }
    check(heads == diff.hunks);
    const auto columns = inColumns(diff.rows);
    check(columns.before.size() == columns.after.size());
    for (const auto& side : {columns.before, columns.after}) {
        for (const auto& row : side) {
            checkRow(row, diff);
        }
    }
    (void)shownLine(in);
    return 0;
}
