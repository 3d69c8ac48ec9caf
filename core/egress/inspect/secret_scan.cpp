#include "core/egress/inspect/secret_scan.h"

#include <algorithm>

#include "core/scan/compiled_formats.h"

namespace leadglass::egress {
namespace {

constexpr std::uint32_t kMaxTold = 16; // of one exchange
constexpr std::uint8_t kTarget = 0;
constexpr std::uint8_t kHeader = 1;
constexpr std::uint8_t kBody = 2;
constexpr std::uint8_t kRef = 4;

std::span<const std::uint8_t> bytesOf(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

bool isCanary(const scan::Finding& finding) {
    return finding.id.starts_with("canary:");
}

enum class What : std::uint8_t { All, Canaries };

std::vector<scan::Finding> look(const ScanKit& kit, std::string_view text, What what) {
    if (text.empty() || !kit.scanner) {
        return {};
    }
    scan::Stream stream(kit.scanner);
    stream.feed(bytesOf(text));
    stream.finish();
    auto findings = stream.takeFindings();
    if (what == What::Canaries) {
        std::erase_if(findings, [](const scan::Finding& f) { return !isCanary(f); });
    }
    return findings;
}

bool blocks(const ScanKit& kit, const scan::Finding& finding) { // where it cannot be replaced
    return isCanary(finding) || kit.action == wire::ScanAction::Block || kit.action == wire::ScanAction::Redact;
}

wire::Sighting sightingOf(const scan::Finding& finding, std::uint8_t where, bool blocked) {
    wire::Sighting out;
    out.what = finding.id;
    out.where = where;
    out.offset = finding.offset;
    out.blocked = blocked;
    return out;
}

} // namespace

Status ScanKit::prepare() {
    if (scanner || !looks()) {
        return {};
    }
    std::shared_ptr<const scan::Database> words;
    if (!canaries.empty()) {
        words = LG_TRY(scan::Database::words(canaries));
    }
    std::shared_ptr<const scan::Database> formats;
    if (action != wire::ScanAction::Off) {
        formats = LG_TRY(scan::Database::formats(scan::compiledFormats()));
    }
    scanner = LG_TRY(scan::Scanner::make(std::move(formats), std::move(words)));
    return {};
}

SecretScan::SecretScan(const ScanKit& kit, Tell tell) : m_kit(kit), m_tell(std::move(tell)) {
    if (kit.scanner) {
        m_stream.emplace(kit.scanner);
    }
}

bool SecretScan::headPasses(const ScanKit& kit, const wire::RequestOpen& open, const Tell& tell) {
    bool passes = true;
    std::uint32_t told = 0;
    const auto see = [&](const std::vector<scan::Finding>& findings, std::uint8_t where) {
        for (const auto& finding : findings) {
            const bool block = blocks(kit, finding);
            passes = passes && !block;
            if (told++ < kMaxTold) {
                tell(sightingOf(finding, where, block));
            }
        }
    };
    // As it stands, and each part of it by itself: what is encoded begins behind a slash or a mark that is a letter of base64, too.
    std::string parts = open.target;
    std::replace_if(parts.begin(), parts.end(), [](char c) { return c == '/' || c == '-' || c == '_' || c == '.'; }, '\n');
    auto inTarget = look(kit, open.target, What::All);
    for (auto& finding : look(kit, parts, What::All)) {
        const bool fresh = finding.depth > 0 && std::none_of(inTarget.begin(), inTarget.end(), [&](const scan::Finding& one) { return one.id == finding.id; });
        if (fresh) {
            inTarget.push_back(std::move(finding));
        }
    }
    see(inTarget, kTarget);
    std::string refs;
    for (const auto& ref : open.refs) {
        refs.append(ref.ref).append("\n");
    }
    see(look(kit, refs, What::All), kRef);
    if (!kit.canaries.empty()) { // a head has credentials that belong there
        std::string all = open.method + "\n";
        for (const auto& header : open.headers) {
            all.append(header.name).append("\n").append(header.value).append("\n");
        }
        see(look(kit, all, What::Canaries), kHeader);
    }
    return passes;
}

bool SecretScan::field(std::string_view name, std::string& value) {
    bool passes = true;
    for (const auto& finding : look(m_kit, std::string(name) + "\n" + value, What::All)) {
        const bool block = blocks(m_kit, finding);
        passes = passes && !block;
        if (m_told++ < kMaxTold) {
            m_tell(sightingOf(finding, kHeader, block));
        }
    }
    return passes;
}

bool SecretScan::decide() {
    bool passes = true;
    for (const auto& finding : m_stream->takeFindings()) {
        const bool redact = !isCanary(finding) && m_kit.action == wire::ScanAction::Redact && finding.depth == 0;
        const bool block = !redact && blocks(m_kit, finding);
        passes = passes && !block;
        if (m_told++ < kMaxTold) {
            m_tell(sightingOf(finding, kBody, block));
        }
        if (redact) {
            ++m_redacted;
            const std::uint64_t end = std::min(finding.offset + finding.length, m_base + m_held.size());
            for (std::uint64_t at = std::max(finding.offset, m_base); at < end; ++at) {
                m_held[static_cast<std::size_t>(at - m_base)] = '*';
            }
        }
    }
    return passes;
}

void SecretScan::release(std::vector<std::uint8_t>& out, std::size_t keep) {
    const std::size_t size = m_held.size() - std::min(keep, m_held.size());
    const auto end = m_held.begin() + static_cast<std::ptrdiff_t>(size);
    out.insert(out.end(), m_held.begin(), end);
    m_held.erase(m_held.begin(), end);
    m_base += size;
}

bool SecretScan::feed(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& out) {
    m_size += bytes.size();
    if (m_kit.maxBody != 0 && m_size > m_kit.maxBody) {
        m_tooLarge = true;
        return false;
    }
    if (!m_stream) {
        out.insert(out.end(), bytes.begin(), bytes.end());
        return true;
    }
    m_stream->feed(bytes);
    m_held.insert(m_held.end(), bytes.begin(), bytes.end());
    if (!decide()) {
        return false;
    }
    const bool holds = !m_kit.canaries.empty() || m_kit.action != wire::ScanAction::Flag;
    release(out, holds ? m_stream->undecided() : 0);
    return true;
}

bool SecretScan::finish(std::vector<std::uint8_t>& out) {
    if (!m_stream) {
        return true;
    }
    m_stream->finish();
    if (!decide()) {
        return false;
    }
    release(out, 0);
    return true;
}

} // namespace leadglass::egress
