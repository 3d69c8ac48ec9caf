// Whatever both sides send, in whatever pieces, and whenever a verdict comes: each exchange that
// was opened is finished once, what is held stays within the windows, and a connection whose client
// is gone is done.
//
// Input: records of one byte (what) and two (length), then as many bytes. `what`: 0 client, 1
// upstream, 2 a verdict (even length: allow), 3 the upstream ends, 4 a tick, 5 the output is taken.
#include <set>
#include <string>

#include "core/egress/inspect/h2_relay.h"
#include "core/egress/inspect/redactor.h"

using namespace leadglass;
using namespace leadglass::egress;

namespace {

constexpr std::size_t kMostOfOne = 128 * 1024;

class Owner final : public ExchangeOwner {
public:
    void opened(std::uint64_t exchange, wire::RequestOpen open) override {
        const auto held = [&](std::string_view text) {
            return text.find_first_of(std::string_view("\r\n\0", 3)) == text.npos;
        };
        for (const auto& h : open.headers) {
            if (!held(h.name) || !held(h.value)) __builtin_trap();
        }
        if (open.headers.size() > wire::kMaxHeaders || open.target.size() > wire::kMaxRequestText)
            __builtin_trap();
        if (!authorityHolds(target, open.host) || !now.insert(exchange).second) __builtin_trap();
        waiting.push_back(exchange);
    }
    void finished(std::uint64_t exchange, wire::RequestDone) override {
        if (now.erase(exchange) != 1) __builtin_trap();
    }
    std::unique_ptr<BodyScan> scanRequest(std::uint64_t) override { return nullptr; }
    std::unique_ptr<BodyScan> scanResponse(std::uint64_t exchange,
                                           const wire::RequestVerdict&) override {
        auto redactor = std::make_unique<Redactor>();
        if (!redactor->look("credential") || !redactor->look("aaab")) __builtin_trap();
        return exchange % 2 == 0 ? std::move(redactor) : nullptr;
    }
    Target target{"api.test", std::nullopt, false, 443};
    std::set<std::uint64_t> now;
    std::vector<std::uint64_t> waiting;
};

class Push final : public PushReader {
public:
    Step feed(std::span<const std::uint8_t> bytes) override {
        m_seen += bytes.size();
        return m_seen > 20 ? Step::Ready : bytes[0] == '!' ? Step::Bad : Step::More;
    }
    std::vector<wire::RefUpdate> takeRefs() override { return {}; }

private:
    std::size_t m_seen = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Owner owner;
    H2Relay relay(owner, {owner.target, [] { return std::make_unique<Push>(); }});
    std::span<const std::uint8_t> left(data, size);
    auto now = std::chrono::steady_clock::now();
    while (left.size() >= 3) {
        const std::uint8_t what = left[0] % 6;
        const std::size_t length = std::min<std::size_t>(left[1] + 256U * left[2], left.size() - 3);
        const auto part = left.subspan(3, length);
        left = left.subspan(3 + length);
        switch (what) {
        case 0: relay.fromClient(part); break;
        case 1: relay.fromUpstream(part); break;
        case 2:
            if (!owner.waiting.empty()) {
                wire::RequestVerdict verdict;
                verdict.allow = length % 2 == 0;
                verdict.edits = {{"authorization", "credential", false, length % 4 == 0},
                                 {"x", {}, true, false}};
                const auto exchange = owner.waiting.back();
                owner.waiting.pop_back();
                relay.verdict(exchange, verdict);
            }
            break;
        case 3: relay.upstreamEnded(); break;
        case 4: relay.tick(now += std::chrono::minutes(7)); break;
        case 5:
            relay.sentToClient(relay.toClient().size());
            relay.sentToUpstream(relay.toUpstream().size());
            break;
        }
        if (relay.buffered() > 100 * (kMostOfOne * 2) || relay.exchanges() < owner.now.size())
            __builtin_trap();
    }
    relay.clientEnded();
    if (!owner.now.empty() || !relay.done() || relay.exchanges() != 0 || relay.buffered() != 0)
        __builtin_trap();
    return 0;
}
