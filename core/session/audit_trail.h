// The audit rows of one run: queued, written in batches at the end of each turn of the loop.
//
// Contract: `done` is called once the row is committed (with its id) or could not be written (with
// the error). An allow takes effect only in a `done` that succeeded. Rows without `done` that could
// not be written are kept (at most kMaxHeld) and tried again with the next batch; those with are not,
// and the next batch begins with a row that says how many there were ("history_gap").
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/audit/writer.h"
#include "core/base/event_loop.h"
#include "core/session/events_stream.h"

namespace leadglass::session {

class AuditTrail {
public:
    using Done = std::function<void(Result<std::int64_t>)>;
    static constexpr std::size_t kMaxHeld = 10'000;

    AuditTrail(EventLoop& loop, std::unique_ptr<audit::Writer> writer, std::string runId);
    ~AuditTrail() { m_loop.cancel(m_again); }
    AuditTrail(const AuditTrail&) = delete;
    AuditTrail& operator=(const AuditTrail&) = delete;

    // Every committed row goes there too (--events); borrowed. `failed` is called once, when it is
    // over; a row says so as well.
    void setEvents(EventsStream& events, std::function<void(const Error&)> failed);
    void setPolicyVersion(std::string version) { m_policyVersion = std::move(version); }

    // Fills in run, time and policy version.
    void record(audit::Event event, Done done = {});
    // Writes what is queued now; the error of the write, if it failed.
    Status flush();
    Result<audit::Anchor> anchor() { return m_writer->anchor(); }
    // For what is written after the end; nothing may be recorded here afterwards.
    std::unique_ptr<audit::Writer> takeWriter() { return std::move(m_writer); }
    [[nodiscard]] std::size_t lost() const { return m_lost; }

private:
    struct Pending {
        audit::Event event;
        Done done;
    };
    static constexpr std::size_t kMaxAtOnce = 1000;
    Status write(std::span<Pending> batch);
    void keep(std::span<Pending> batch, const Error& error);
    [[nodiscard]] audit::Event gap() const;
    void noteUnwritten(const Error& error);
    void passOn();

    EventLoop& m_loop;
    std::unique_ptr<audit::Writer> m_writer;
    std::string m_run;
    std::string m_policyVersion;
    std::vector<Pending> m_pending;
    EventsStream* m_events = nullptr;
    std::function<void(const Error&)> m_eventsFailed;
    EventLoop::TimerId m_again = 0;
    bool m_scheduled = false;
    std::size_t m_lost = 0;
    std::size_t m_unwritten = 0; // since the last row that was written: said in a row of its own
    Nanos m_unwrittenSince = 0;
    std::string m_unwrittenWhy;
};

} // namespace leadglass::session
