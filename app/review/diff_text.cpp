#include "app/review/diff_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/escape.h"

namespace leadglass::app {
namespace {

constexpr std::size_t kMaxLine = 4000;
constexpr std::size_t kMarkFits = 8; // forScreen() cuts without one where there is less room
constexpr int kMaxNumber = 1'000'000'000; // of a line: counting on from there fits, too

bool number(std::string_view& text, int& out) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc() || out < 0 || out > kMaxNumber) {
        return false;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

// "-12,3" or "-12".
bool range(std::string_view& text, char sign, int& start) {
    int count = 0;
    if (!text.starts_with(sign)) {
        return false;
    }
    text.remove_prefix(1);
    if (!number(text, start)) {
        return false;
    }
    if (text.starts_with(',')) {
        text.remove_prefix(1);
        return number(text, count);
    }
    return true;
}

// "@@ -1,2 +1,3 @@ NAME": 32 hexadecimal digits, as core/api/review_service.h says. Empty: it has none.
std::string_view nameOf(std::string_view line) {
    const std::size_t at = line.find(" @@ ");
    const std::string_view name = at == std::string_view::npos ? std::string_view() : line.substr(at + 4);
    return name.size() == 32 && name.find_first_not_of("0123456789abcdef") == std::string_view::npos ? name : std::string_view();
}

bool hunk(std::string_view line, int& before, int& after) {
    if (!line.starts_with("@@ ")) {
        return false;
    }
    line.remove_prefix(3);
    if (!range(line, '-', before) || !line.starts_with(' ')) {
        return false;
    }
    line.remove_prefix(1);
    return range(line, '+', after) && line.starts_with(" @@");
}

// What differs between two lines: beyond what they begin and end with alike. All of it is no help.
void mark(DiffRow& dropped, DiffRow& added) {
    const auto& a = dropped.text;
    const auto& b = added.text;
    const auto least = std::min(a.size(), b.size());
    qsizetype head = 0;
    while (head < least && a[head] == b[head]) {
        ++head;
    }
    qsizetype tail = 0;
    while (tail < least - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
        ++tail;
    }
    if ((head + tail) * 3 < least) {
        return;
    }
    dropped.markStart = added.markStart = static_cast<int>(head);
    dropped.markLength = static_cast<int>(a.size() - head - tail);
    added.markLength = static_cast<int>(b.size() - head - tail);
}

template <class Row> void eachBlock(std::vector<Row>& rows, const auto& use) {
    using Kind = DiffRow::Kind;
    for (std::size_t at = 0; at < rows.size();) {
        const std::size_t start = at;
        while (at < rows.size() && (rows[at].kind == Kind::Drop || (at > start && rows[at].kind == Kind::Note))) {
            ++at;
        }
        const std::size_t middle = at;
        while (at < rows.size() && (rows[at].kind == Kind::Add || (at > middle && rows[at].kind == Kind::Note))) {
            ++at;
        }
        use(start, middle, at);
        at += at == start ? 1 : 0;
    }
}

} // namespace

QString shownLine(std::string_view line) {
    std::string out;
    for (std::size_t at = 0; at <= line.size();) {
        if (out.size() + kMarkFits > kMaxLine) { // what was cut before here has its mark
            out += at < line.size() ? "\u2026" : "";
            break;
        }
        const std::size_t end = std::min(line.find_first_of("\t\\", at), line.size());
        out += forScreen(line.substr(at, end - at), kMaxLine - out.size());
        out += line.substr(end, end < line.size() ? 1 : 0);
        at = end + 1;
    }
    return QString::fromStdString(out);
}

DiffText parseDiff(std::string_view diff) {
    using Kind = DiffRow::Kind;
    DiffText out;
    int before = 0;
    int after = 0;
    if (!diff.empty() && !hunk(diff.substr(0, diff.find('\n')), before, after)) {
        out.message = shownLine(diff.substr(0, diff.find('\n')));
        return out;
    }
    for (std::size_t at = 0; at < diff.size();) {
        const std::size_t end = std::min(diff.find('\n', at), diff.size());
        const std::string_view line = diff.substr(at, end - at);
        at = end + 1;
        if (out.rows.size() >= kMaxDiffRows) {
            out.cut = true;
            break;
        }
        DiffRow row;
        const char sign = line.empty() ? ' ' : line.front();
        if (sign == '@' && hunk(line, before, after)) {
            row.kind = Kind::Hunk;
            const std::string_view name = nameOf(line);
            row.text = shownLine(line.substr(0, line.size() - name.size()));
            out.names.emplace_back(name);
            before += line.find("-0,0 ") == std::string_view::npos ? 0 : 1;
            after += line.find("+0,0 ") == std::string_view::npos ? 0 : 1;
            ++out.hunks;
        } else if (sign == '-' || sign == '+' || sign == ' ') {
            row.kind = sign == '-' ? Kind::Drop : sign == '+' ? Kind::Add : Kind::Same;
            row.before = row.kind == Kind::Add ? 0 : before++;
            row.after = row.kind == Kind::Drop ? 0 : after++;
            out.added += row.kind == Kind::Add ? 1U : 0U;
            out.dropped += row.kind == Kind::Drop ? 1U : 0U;
            row.text = shownLine(line.substr(line.empty() ? 0 : 1));
        } else {
            row.kind = Kind::Note;
            row.text = QCoreApplication::translate("DiffText", "(no new line at the end of the file)");
        }
        row.hunk = static_cast<int>(out.hunks) - 1;
        out.rows.push_back(std::move(row));
    }
    if (out.cut || std::ranges::any_of(out.names, &std::string::empty)) { // what is not shown is not taken apart
        out.names.clear();
    }
    eachBlock(out.rows, [&](std::size_t start, std::size_t middle, std::size_t end) {
        for (std::size_t i = 0; middle - start == end - middle && i < middle - start; ++i) {
            mark(out.rows[start + i], out.rows[middle + i]);
        }
    });
    return out;
}

DiffColumns inColumns(const std::vector<DiffRow>& rows) {
    DiffColumns out;
    auto all = rows;
    eachBlock(all, [&](std::size_t start, std::size_t middle, std::size_t end) {
        if (start == end) {
            out.before.push_back(all[start]);
            out.after.push_back(all[start]);
            return;
        }
        for (std::size_t i = 0; i < std::max(middle - start, end - middle); ++i) {
            DiffRow filler;
            filler.hunk = all[start].hunk;
            out.before.push_back(i < middle - start ? all[start + i] : filler);
            out.after.push_back(i < end - middle ? all[middle + i] : filler);
        }
    });
    return out;
}

} // namespace leadglass::app
