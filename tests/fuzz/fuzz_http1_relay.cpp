// The HTTP/1 relay between a hostile client and a hostile server, in any order of pieces: whatever they say, the server
// gets nothing before a verdict, a request for another host never reaches it, and each question ends once.
#include <cstdlib>
#include <set>
#include <string>

#include "core/egress/inspect/git_push_reader.h"
#include "core/egress/inspect/http1_relay.h"
#include "core/egress/inspect/redactor.h"

using namespace leadglass;
using namespace leadglass::egress;

namespace {

const std::string kSecret = "SECRETVALUE";

class Owner final : public ExchangeOwner {
public:
    Relay* relay = nullptr;
    Target target;
    std::set<std::uint64_t> open;
    bool allowed = false; // something was
    bool late = false;    // verdicts come when the fuzzer says so
    std::uint64_t waiting = 0;

    void opened(std::uint64_t exchange, wire::RequestOpen request) override {
        if (!open.insert(exchange).second || !authorityHolds(target, request.host)) {
            std::abort();
        }
        waiting = exchange;
        if (!late) {
            answer();
        }
    }
    void answer() {
        if (waiting == 0) {
            return;
        }
        wire::RequestVerdict verdict;
        verdict.allow = waiting % 4 != 0;
        verdict.edits = {{"authorization", kSecret, false, true}};
        const std::uint64_t exchange = waiting;
        waiting = 0;
        allowed = allowed || verdict.allow;
        relay->verdict(exchange, verdict);
    }
    void finished(std::uint64_t exchange, wire::RequestDone) override {
        if (open.erase(exchange) != 1) {
            std::abort();
        }
    }
    std::unique_ptr<BodyScan> scanRequest(std::uint64_t) override { return nullptr; }
    std::unique_ptr<BodyScan> scanResponse(std::uint64_t, const wire::RequestVerdict&) override {
        auto redactor = std::make_unique<Redactor>();
        (void)redactor->look(kSecret);
        return redactor;
    }
};

} // namespace

// Pieces: a byte that says whose they are and how, a length, bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Owner owner;
    Http1Relay::Setup setup;
    setup.target.host = "api.test";
    setup.target.port = 443;
    setup.tls = true;
    setup.pushReader = GitPushReader::make;
    owner.target = setup.target;
    Http1Relay relay(owner, std::move(setup));
    owner.relay = &relay;
    std::string toClient;
    bool opaque = false;
    while (size >= 2 && relay.state() != Relay::State::Done && relay.state() != Relay::State::Broken) {
        const std::uint8_t what = data[0];
        const std::size_t length = std::min<std::size_t>(data[1], size - 2);
        const std::span<const std::uint8_t> bytes(data + 2, length);
        owner.late = (what & 0x10U) != 0;
        switch (what & 7U) {
        case 0:
        case 1:
            if (relay.wantsClient()) {
                relay.fromClient(bytes);
            }
            break;
        case 2:
        case 3:
            if (relay.wantsUpstream()) {
                relay.fromUpstream(bytes);
            }
            break;
        case 4: relay.clientEnded(); break;
        case 5: relay.upstreamEnded((what & 8U) != 0); break;
        case 6: owner.answer(); break;
        default: relay.upstreamRefuses(); break;
        }
        data += 2 + length;
        size -= 2 + length;
        if (!owner.allowed && !relay.toUpstream().empty()) {
            std::abort();
        }
        relay.sentToUpstream(relay.toUpstream().size());
        opaque = opaque || relay.state() == Relay::State::Opaque;
        const auto out = relay.toClient();
        if (!opaque) { // another protocol is not looked through
            toClient.append(out.begin(), out.end());
        }
        relay.sentToClient(out.size());
    }
    if (toClient.find(kSecret) != std::string::npos) {
        std::abort();
    }
    relay.runEnded();
    if (!owner.open.empty()) {
        std::abort();
    }
    return 0;
}
