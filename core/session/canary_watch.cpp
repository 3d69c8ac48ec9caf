// Canaries in what the gatekeeper is asked: names that are looked up, and hosts that are connected to.
#include "core/session/gatekeeper.h"

namespace leadglass::session {

void Gatekeeper::setCanaries(const Canaries& canaries) {
    m_canaries = std::make_unique<CanaryNames>(canaries.values());
    m_requests.setCanaryPlaces(canaries.places());
}

// The name itself is never told: it is what must not leave, and the history is a place too.
bool Gatekeeper::holdsCanary(const wire::DnsQuery& query) {
    const int found = m_canaries->in(query.name);
    if (found == CanaryNames::kNone) {
        return false;
    }
    const std::string shown = m_canaries->shown(query.name);
    // Who asked is looked for while the answer is awaited, so the socket is still there; a client that did not wait is not told.
    m_requests.canarySeen(found, shown, m_parts.attribution.askerOf(query.client).text);
    noteRefused(shown, "canary", {}, {});
    return true;
}

bool Gatekeeper::canaryInAddress(const std::string& address, const std::string& host, const std::string& process) {
    const int found = m_canaries ? m_canaries->inText(address) : CanaryNames::kNone;
    if (found != CanaryNames::kNone) {
        m_requests.canarySeen(found, m_canaries->shown(host), process, "address of a page of");
    }
    return found != CanaryNames::kNone;
}

bool Gatekeeper::holdsCanary(Flow& flow, const std::string& asked) {
    const std::string& name = asked.empty() ? flow.meaning.request.host : asked;
    const int found = m_canaries->in(name);
    if (found == CanaryNames::kNone) {
        return false;
    }
    const std::string shown = m_canaries->shown(name) + ":" + std::to_string(flow.meaning.request.port);
    flow.meaning = {};
    flow.meaning.object = shown;
    m_requests.canarySeen(found, shown, flow.client.text);
    return true;
}

} // namespace leadglass::session
