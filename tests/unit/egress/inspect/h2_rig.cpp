#include "tests/unit/egress/inspect/h2_rig.h"

#include <algorithm>

#include "core/egress/inspect/redactor.h"

namespace h2test {
namespace {

using leadglass::egress::BodyScan;
using leadglass::egress::PushReader;
using leadglass::egress::Redactor;
using leadglass::wire::RefUpdate;
using leadglass::wire::RequestVerdict;

// Stops at a word, which it does not look for over cuts.
class Blocker final : public BodyScan {
public:
    explicit Blocker(std::string word) : m_word(std::move(word)) {}
    bool field(std::string_view, std::string& value) override { return value.find(m_word) == std::string::npos; }
    bool feed(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& out) override {
        out.insert(out.end(), bytes.begin(), bytes.end());
        return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()).find(m_word) == std::string_view::npos;
    }
    bool finish(std::vector<std::uint8_t>&) override { return true; }

private:
    std::string m_word;
};

// "REF\n" lines up to "0000"; a line with '!' is bad.
class LineReader final : public PushReader {
public:
    Step feed(std::span<const std::uint8_t> bytes) override {
        for (std::uint8_t b : bytes) {
            m_text.push_back(static_cast<char>(b));
            if (b == '!') return Step::Bad;
            if (m_text.ends_with("0000")) return Step::Ready;
        }
        return Step::More;
    }
    std::vector<RefUpdate> takeRefs() override { return {{m_text.substr(0, m_text.find('\n')), false, false}}; }

private:
    std::string m_text;
};

} // namespace

Rig::Rig(std::uint16_t port, std::string host)
    : relay(*this, {{std::move(host), std::nullopt, false, port}, [] { return std::make_unique<LineReader>(); }}) {
    answer.allow = true;
}

void Rig::opened(std::uint64_t exchange, leadglass::wire::RequestOpen open) {
    doubles += opens.contains(exchange) ? 1 : 0;
    opens[exchange] = std::move(open);
    if (judgesAtOnce) {
        answer.request = exchange;
        relay.verdict(exchange, answer);
    }
}

void Rig::finished(std::uint64_t exchange, leadglass::wire::RequestDone done) {
    doubles += dones.contains(exchange) || !opens.contains(exchange) ? 1 : 0;
    dones[exchange] = std::move(done);
}

void Rig::refused(leadglass::wire::RequestOpen, std::uint16_t status, std::string_view failure) {
    refusals.push_back(std::to_string(status) + " " + std::string(failure));
}

std::unique_ptr<BodyScan> Rig::scanRequest(std::uint64_t) {
    return blocked.empty() ? nullptr : std::make_unique<Blocker>(blocked);
}

std::unique_ptr<BodyScan> Rig::scanResponse(std::uint64_t, const RequestVerdict& verdict) {
    if (!redacts) return nullptr;
    auto redactor = std::make_unique<Redactor>();
    for (const auto& e : verdict.edits) {
        if (e.secret && !redactor->look(e.value)) return nullptr;
    }
    return redactor;
}

void Rig::allow(std::uint64_t exchange) {
    RequestVerdict v = answer;
    v.request = exchange;
    v.allow = true;
    relay.verdict(exchange, v);
}

void Rig::deny(std::uint64_t exchange) {
    RequestVerdict v;
    v.request = exchange;
    v.refusal = 1;
    v.decisionId = "d-17";
    relay.verdict(exchange, v);
}

bool Rig::move(Peer& from, bool isClient) {
    bool moved = false;
    if (isClient ? relay.wantsClient() : relay.wantsUpstream()) {
        const std::string bytes = from.output();
        for (std::size_t at = 0; at < bytes.size();) {
            const std::size_t n = cuts == nullptr ? bytes.size() : std::min<std::size_t>(bytes.size() - at, 1 + (*cuts)() % ((*cuts)() % 4 == 0 ? 20000 : 50));
            const std::span part(reinterpret_cast<const std::uint8_t*>(bytes.data()) + at, n);
            isClient ? relay.fromClient(part) : relay.fromUpstream(part);
            mostBuffered = std::max(mostBuffered, relay.buffered());
            at += n;
            moved = true;
        }
    }
    if (isClient ? clientReads : upstreamReads) {
        const auto out = isClient ? relay.toClient() : relay.toUpstream();
        const std::size_t n = cuts == nullptr || out.empty() ? out.size() : 1 + (*cuts)() % out.size();
        if (n > 0) {
            from.input({reinterpret_cast<const char*>(out.data()), n});
            isClient ? relay.sentToClient(n) : relay.sentToUpstream(n);
            moved = true;
        }
    }
    return moved;
}

bool Rig::pump() {
    bool any = false;
    for (int round = 0; round < 200'000; ++round) {
        const bool moved = move(client, true);
        if (!move(server, false) && !moved) return any;
        any = true;
    }
    return any;
}

Fields get(const std::string& path, const std::string& authority) {
    return {{":method", "GET"}, {":scheme", "https"}, {":authority", authority}, {":path", path}};
}

Fields post(const std::string& path) {
    return {{":method", "POST"}, {":scheme", "https"}, {":authority", "api.test"}, {":path", path}};
}

std::string frame(std::uint8_t type, std::uint8_t flags, std::uint32_t id, std::string_view payload) {
    std::string out;
    const std::size_t n = payload.size();
    for (std::size_t part : {n >> 16, n >> 8, n}) out.push_back(static_cast<char>(part & 0xff));
    out.push_back(static_cast<char>(type));
    out.push_back(static_cast<char>(flags));
    for (int shift : {24, 16, 8, 0}) out.push_back(static_cast<char>((id >> shift) & 0xff));
    return out.append(payload);
}

} // namespace h2test
