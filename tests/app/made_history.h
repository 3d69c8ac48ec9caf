// A history of made-up rows, written by the real writer: what the Activity page is shown against.
#pragma once

#include <QDir>
#include <QTemporaryDir>

#include <memory>
#include <vector>

#include "app/bridge/services.h"
#include "core/audit/writer.h"
#include "core/session/local_activity_service.h"
#include "core/session/local_audit_service.h"
#include "core/session/local_policy_service.h"

namespace leadglass::app::real {

class MadeHistory {
public:
    static constexpr std::int64_t kBegan = 1'780'000'000'000'000'000; // wall nanoseconds of row 1; a second more each

    MadeHistory() {
        const std::string base = m_dir.path().toStdString();
        m_places.home = base;
        m_places.data = base + "/data";
        m_places.config = base + "/config";
        m_places.state = base + "/state";
        m_places.runtime = base + "/run";
    }
    [[nodiscard]] std::string file() const { return m_places.data + "/audit.db"; }
    [[nodiscard]] QString folder() const { return m_dir.path(); }
    [[nodiscard]] Services services() const {
        Services out;
        out.activity = [places = m_places] { return session::makeLocalActivityService(places); };
        out.audit = [places = m_places] { return std::make_unique<session::LocalAuditService>(places); };
        out.policy = [places = m_places] { return std::make_unique<session::LocalPolicyService>(places); };
        return out;
    }
    // Row `number`: each tenth is blocked, each of its hundreds has a host of its own.
    static audit::Event event(std::int64_t number) {
        audit::Event e;
        e.kind = number % 100 == 1 ? audit::Kind::Answer : audit::Kind::Egress;
        e.run = "01k0madeup" + std::to_string(number / 1000);
        e.time = kBegan + number * 1'000'000'000;
        e.verdict = number % 10 == 0 ? "deny" : "allow";
        e.outcome = number % 10 == 0 ? "denied_by_policy" : "allowed_by_policy";
        e.reason = number % 10 == 0 ? "default" : "rule";
        e.subject = "host" + std::to_string(number / 100) + ".example.org:443";
        e.rule = "base:12";
        e.origin = "base.toml:12";
        e.process = "4711 node (/usr/bin/node) < sh < init";
        e.detail = R"({"protocol":"tls","number":)" + std::to_string(number) + "}";
        return e;
    }
    // `count` more rows.
    bool add(int count) {
        std::vector<audit::Event> events;
        bool fine = true;
        while (count > 0 && fine) {
            events.clear();
            for (; count > 0 && events.size() < audit::kMaxBatch; --count) {
                events.push_back(event(++m_rows));
            }
            fine = add(events);
        }
        return fine;
    }
    bool add(const std::vector<audit::Event>& events) {
        if (!m_writer) {
            auto writer = audit::Writer::open(file(), std::chrono::seconds(30));
            if (!writer) {
                return false;
            }
            m_writer = std::move(*writer);
        }
        return m_writer->append(events).ok();
    }
    void close() { m_writer.reset(); }

private:
    QTemporaryDir m_dir;
    Places m_places;
    std::unique_ptr<audit::Writer> m_writer;
    std::int64_t m_rows = 0;
};

} // namespace leadglass::app::real
