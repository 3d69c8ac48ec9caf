#include "core/session/audit_trail.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/base/log.h"

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
    if (m_pending.empty() || !m_writer) {
        return {};
    }
    std::vector<Pending> all;
    all.swap(m_pending);
    Status status;
    // What was held back and what is new may be more than one transaction takes.
    for (std::size_t at = 0; at < all.size(); at += kMaxAtOnce) {
        const auto batch = std::span(all).subspan(at, std::min(kMaxAtOnce, all.size() - at));
        status = status ? write(batch) : status;
        if (!status) {
            keep(batch, status.error());
        }
    }
    if (status) {
        passOn();
    }
    return status;
}

Status AuditTrail::write(std::span<Pending> batch) {
    std::vector<audit::Event> events;
    events.reserve(batch.size() + 1);
    if (m_unwritten > 0) {
        events.push_back(gap());
    }
    const std::size_t own = events.size();
    for (const auto& pending : batch) {
        events.push_back(pending.event);
    }
    auto ids = m_writer->append(events);
    if (!ids) {
        log::error("audit rows cannot be written: " + ids.error().text());
        return ids.error();
    }
    for (const auto& event : events) { // for -vv; other rows hold arguments
        if (event.kind == audit::Kind::Egress || event.kind == audit::Kind::Dns) {
            log::debug(std::string(audit::kindName(event.kind)) + " " + event.verdict + " " + event.subject + ": " + event.reason +
                       (event.origin.empty() ? "" : " (" + event.origin + ")"));
        }
    }
    m_unwritten = 0;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (batch[i].done) {
            batch[i].done((*ids)[i + own]);
        }
    }
    return {};
}

void AuditTrail::keep(std::span<Pending> batch, const Error& error) {
    for (auto& pending : batch) {
        if (pending.done) {
            noteUnwritten(error);
            pending.done(Result<std::int64_t>(error));
        } else if (m_pending.size() < kMaxHeld) {
            m_pending.push_back(std::move(pending));
        } else {
            noteUnwritten(error);
            ++m_lost;
        }
    }
}

void AuditTrail::noteUnwritten(const Error& error) {
    if (m_unwritten++ == 0) {
        m_unwrittenSince = systemClock().wall();
        m_unwrittenWhy = error.text();
    }
}

audit::Event AuditTrail::gap() const {
    audit::Event event;
    event.kind = audit::Kind::Fault;
    event.run = m_run;
    event.time = systemClock().wall();
    event.policy = m_policyVersion;
    event.reason = "history_gap";
    event.subject = std::to_string(m_unwritten) + (m_unwritten == 1 ? " row" : " rows") + " could not be written";
    event.detail = nlohmann::json{{"rows", m_unwritten},
                                  {"since", rfc3339(m_unwrittenSince)},
                                  {"why", forScreen(m_unwrittenWhy, 500)}}
                       .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return event;
}

void AuditTrail::setEvents(EventsStream& events, std::function<void(const Error&)> failed) {
    m_events = &events;
    m_eventsFailed = std::move(failed);
}

void AuditTrail::passOn() {
    if (m_events == nullptr) {
        return;
    }
    constexpr Nanos kPause = 100'000'000;
    m_loop.cancel(m_again);
    m_again = 0;
    if (Status passed = m_events->catchUp(); !passed) {
        m_events = nullptr;
        audit::Event event;
        event.kind = audit::Kind::Fault;
        event.reason = "events_output_failed";
        event.subject = passed.error().text();
        record(std::move(event));
        m_eventsFailed(passed.error());
    } else if (m_events->behind()) {
        m_again = m_loop.after(kPause, [this] { passOn(); });
    }
}

} // namespace leadglass::session
