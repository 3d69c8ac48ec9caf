// How flows end: closed, cut off with their egress process, or with the run.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/session/gatekeeper.h"

namespace leadglass::session {

void Gatekeeper::recordEnd(const Flow& flow, const char* reason, const wire::FlowClosed* closed) {
    audit::Event event = eventOf(flow, audit::Kind::EgressEnd);
    event.reason = reason;
    constexpr Nanos kMilli = 1'000'000;
    nlohmann::json detail{{"decision", flow.row},
                          {"address", flow.address},
                          {"millis", (systemClock().awake() - flow.opened) / kMilli}};
    if (closed != nullptr) {
        detail["bytes_out"] = closed->bytesOut;
        detail["bytes_in"] = closed->bytesIn;
    }
    event.detail = detail.dump();
    m_parts.trail.record(std::move(event));
}

void Gatekeeper::onClosed(const wire::FlowClosed& closed) {
    Flow* found = flowByWireId(closed.flow);
    if (found == nullptr) {
        return;
    }
    Flow& flow = *found;
    if (flow.stage == Flow::Stage::Asking && m_queue != nullptr) {
        m_queue->withdraw(flow.token);
    }
    if (flow.stage == Flow::Stage::Dialling) {
        m_parts.dialler.cancel(flow.dial);
        recordEnd(flow, "client_left", nullptr);
    }
    if (flow.stage == Flow::Stage::Open) {
        m_requests.flowEnded(flow.id);
        recordEnd(flow, m_ending ? "run_ended" : "", &closed);
    }
    erase(flow);
}

const OpenedFlow* Gatekeeper::openedFlow(std::uint64_t flow) {
    const Flow* found = flowByWireId(flow);
    const bool inspected = found != nullptr && found->stage == Flow::Stage::Open && found->decision.inspect;
    return inspected ? &found->inspected : nullptr;
}

void Gatekeeper::tell(const std::string& line) {
    if (m_tell) {
        m_tell(line);
    }
}

void Gatekeeper::egressEnded(const std::string& why) {
    auto flows = std::move(m_flows);
    m_flows.clear();
    m_byWireId.clear();
    m_lastWireId = 0;
    ++m_generation;
    m_requests.egressEnded();
    audit::Event fault;
    fault.kind = audit::Kind::Fault;
    fault.reason = "egress_ended";
    fault.subject = forScreen(why, 200);
    m_parts.trail.record(std::move(fault));
    for (auto& [token, flow] : flows) {
        if (flow.stage == Flow::Stage::Asking && m_queue != nullptr) {
            m_queue->withdraw(token);
        }
        if (flow.stage == Flow::Stage::Dialling) {
            m_parts.dialler.cancel(flow.dial);
        }
        recordEnd(flow, "egress_ended", nullptr);
    }
}

bool Gatekeeper::anyOpen() const {
    return std::any_of(m_flows.begin(), m_flows.end(),
                       [](const auto& item) { return item.second.stage == Flow::Stage::Open; });
}

void Gatekeeper::runEnded() {
    for (auto& [token, flow] : m_flows) {
        if (flow.stage == Flow::Stage::Open || flow.stage == Flow::Stage::Dialling) {
            recordEnd(flow, "run_ended", nullptr);
        }
    }
    m_requests.runEnded();
    recordSuppressed(m_flowRows, "connections");
    recordSuppressed(m_nameRows, "names");
}

} // namespace leadglass::session
