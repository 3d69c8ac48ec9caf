#include "app/terminal/colours.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace leadglass::app {
namespace {

constexpr double kReadable = 4.5;

constexpr std::array<QRgb, 16> kOnDark{0xff3b4045, 0xffe06c6c, 0xff7fc46b, 0xffd6b24a, 0xff6fa8f0, 0xffc98ae0, 0xff54bfc4, 0xffc8ccd0,
                                       0xff7d858c, 0xffff8f8f, 0xffa3e08f, 0xfff2d06b, 0xff9cc6ff, 0xffe3b0f5, 0xff84e0e3, 0xffffffff};
constexpr std::array<QRgb, 16> kOnLight{0xff1f2326, 0xffb3261e, 0xff2b6e1f, 0xff7a5900, 0xff1f56b0, 0xff86359c, 0xff0f6a70, 0xffb6bbc0,
                                        0xff63696f, 0xffc9302a, 0xff2f7a20, 0xff876200, 0xff2763c9, 0xff953fae, 0xff0f757b, 0xffe4e6e8};

double luminance(const QColor& colour) {
    const auto part = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * part(colour.redF()) + 0.7152 * part(colour.greenF()) + 0.0722 * part(colour.blueF());
}

QColor mixed(const QColor& a, const QColor& b, double share) {
    return QColor::fromRgbF(static_cast<float>(a.redF() + (b.redF() - a.redF()) * share), static_cast<float>(a.greenF() + (b.greenF() - a.greenF()) * share),
                            static_cast<float>(a.blueF() + (b.blueF() - a.blueF()) * share));
}

// As much nearer to black or white as it takes, and no more: a red stays red.
QColor readable(const QColor& ink, const QColor& ground) {
    const QColor towards = TerminalColours::contrast(Qt::white, ground) > TerminalColours::contrast(Qt::black, ground) ? Qt::white : Qt::black;
    for (int step = 0; step < 10; ++step) {
        if (const QColor now = mixed(ink, towards, step / 10.0); TerminalColours::contrast(now, ground) >= kReadable) {
            return now;
        }
    }
    return towards;
}

bool isOurs(const CellColour& colour) {
    return colour.kind == CellColour::Kind::Default || (colour.kind == CellColour::Kind::Indexed && colour.red < 16);
}

} // namespace

TerminalColours::TerminalColours(const QPalette& palette) : m_ink(palette.color(QPalette::Text)), m_ground(palette.color(QPalette::Base)) {
    m_ink = readable(m_ink, m_ground);
    const auto& from = luminance(m_ground) < 0.4 ? kOnDark : kOnLight;
    std::transform(from.begin(), from.end(), m_named.begin(), [](QRgb rgb) { return QColor(rgb); });
}

double TerminalColours::contrast(const QColor& a, const QColor& b) {
    const double one = luminance(a), other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

QColor TerminalColours::indexed(int index) const {
    if (index < 16) {
        return m_named[static_cast<std::size_t>(index)];
    }
    if (index >= 232) {
        const int grey = 8 + 10 * (index - 232);
        return {grey, grey, grey};
    }
    const auto part = [](int step) { return step == 0 ? 0 : 55 + 40 * step; };
    const int cube = index - 16;
    return {part(cube / 36), part(cube / 6 % 6), part(cube % 6)};
}

TerminalColours::Pair TerminalColours::of(const Cell& cell) const {
    const auto colour = [this](const CellColour& from, const QColor& otherwise) {
        switch (from.kind) {
            case CellColour::Kind::Indexed: return indexed(from.red);
            case CellColour::Kind::Rgb: return QColor(from.red, from.green, from.blue);
            case CellColour::Kind::Default: break;
        }
        return otherwise;
    };
    Pair out{colour(cell.ink, m_ink), colour(cell.ground, m_ground)};
    if (cell.reverse) {
        std::swap(out.ink, out.ground);
    }
    if (cell.faint) {
        out.ink = mixed(out.ink, out.ground, 0.4);
    }
    if (isOurs(cell.ink) && isOurs(cell.ground)) {
        out.ink = readable(out.ink, out.ground);
    }
    return out;
}

} // namespace leadglass::app
