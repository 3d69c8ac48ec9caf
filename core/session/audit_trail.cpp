#include "core/session/audit_trail.h"

#include <nlohmann/json.hpp>

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/sys.h"

namespace leadglass::session {

AuditTrail::AuditTrail(EventLoop& loop, std::unique_ptr<audit::Writer> writer, std::string runId)
    : m_loop(loop), m_writer(std::move(writer)), m_run(std::move(runId)) {}

void AuditTrail::record(audit::Event event, Done done) {
    event.run = m_run;
    event.time = systemClock().wall();
    if (event.policy.empty()) {
        event.policy = m_policyVersion;
    }
    m_pending.push_back({std::move(event), std::move(done)});
    if (!m_scheduled) {
        m_scheduled = true;
        m_loop.defer([this] {
            m_scheduled = false;
            (void)flush();
        });
    }
}

Status AuditTrail::flush() {
    if (m_pending.empty()) {
        return {};
    }
    std::vector<Pending> batch;
    batch.swap(m_pending);
    std::vector<audit::Event> events;
    events.reserve(batch.size());
    for (const auto& pending : batch) {
        events.push_back(pending.event);
    }
    auto ids = m_writer->append(events);
    if (!ids) {
        log::error("audit rows cannot be written: " + ids.error().text());
        for (auto& pending : batch) {
            if (pending.done) {
                pending.done(Result<std::int64_t>(ids.error()));
            } else if (m_pending.size() < kMaxHeld) {
                m_pending.push_back(std::move(pending));
            } else {
                ++m_lost;
            }
        }
        return ids.error();
    }
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const std::int64_t id = (*ids)[i];
        writeEvent(batch[i].event, id);
        if (batch[i].done) {
            batch[i].done(id);
        }
    }
    return {};
}

void AuditTrail::writeEvent(const audit::Event& event, std::int64_t id) {
    if (m_events && !sys::writeAll(m_events.get(), eventLine(event, id) + "\n")) {
        log::warning("the events output cannot be written; it is closed");
        m_events.reset();
    }
}

std::string eventLine(const audit::Event& event, std::int64_t id) {
    nlohmann::json line{{"id", id},
                        {"kind", audit::kindName(event.kind)},
                        {"run", event.run},
                        {"time", rfc3339(event.time)}};
    const auto put = [&](const char* key, const std::string& value) {
        if (!value.empty()) {
            line[key] = value;
        }
    };
    put("verdict", event.verdict);
    put("outcome", event.outcome);
    put("reason", event.reason);
    put("subject", event.subject);
    put("rule", event.rule);
    put("origin", event.origin);
    put("policy", event.policy);
    put("inputs", event.inputs);
    put("process", event.process);
    if (!event.detail.empty()) {
        auto detail = nlohmann::json::parse(event.detail, nullptr, false);
        line["detail"] = detail.is_discarded() ? nlohmann::json(event.detail) : detail;
    }
    return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace leadglass::session
