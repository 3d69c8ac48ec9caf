// A history in a temporary directory, and a way to edit it behind Leadglass's back.
#pragma once

#include <sqlite3.h>

#include <QTemporaryDir>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "core/audit/event.h"
#include "core/audit/verify.h"
#include "core/audit/writer.h"

namespace leadglass::test {

using namespace std::chrono_literals;

inline constexpr std::chrono::milliseconds kWait = 2s;

inline audit::Event sampleEvent(int i) {
    audit::Event e;
    e.kind = i % 5 == 0 ? audit::Kind::RunStart : audit::Kind::Egress;
    e.run = "run" + std::to_string(i / 10);
    e.time = 1'800'000'000'000'000'000 + i * 1'000'000'000LL;
    e.verdict = i % 2 == 0 ? "allow" : "deny";
    e.outcome = i % 2 == 0 ? "allowed_by_policy" : "denied_by_policy";
    e.reason = "host_rule";
    e.subject = "host" + std::to_string(i) + ".example:443";
    e.rule = "base:12";
    e.origin = "base.toml:12";
    e.process = "12 /usr/bin/curl curl < 1 init";
    e.detail = "{\"n\":" + std::to_string(i) + "}";
    return e;
}

inline std::vector<audit::Event> sampleEvents(int count) {
    std::vector<audit::Event> events;
    for (int i = 0; i < count; ++i) {
        events.push_back(sampleEvent(i));
    }
    return events;
}

// Ends the test program: what follows would mean nothing.
template <class T>
T must(Result<T> result, const char* what) {
    if (!result.ok()) {
        std::fprintf(stderr, "%s: %s\n", what, result.error().text().c_str());
        std::abort();
    }
    return std::move(result).value();
}

class History {
public:
    History() { m_path = m_dir.filePath("own/audit.db").toStdString(); }
    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] std::string directory() const { return m_path.substr(0, m_path.rfind('/')); }

    [[nodiscard]] std::unique_ptr<audit::Writer> writer() const {
        return must(audit::Writer::open(m_path, 2s), "open writer");
    }
    void fill(int count) const { must(writer()->append(sampleEvents(count)), "append"); }
    [[nodiscard]] audit::VerifyReport verify(std::vector<audit::Anchor> anchors = {}) const {
        return must(audit::verify(m_path, std::move(anchors), 2s), "verify");
    }
    // As any program of the same person could.
    void edit(const char* sql) const {
        sqlite3* db = nullptr;
        char* message = nullptr;
        if (sqlite3_open_v2(m_path.c_str(), &db, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK ||
            sqlite3_exec(db, sql, nullptr, nullptr, &message) != SQLITE_OK) {
            std::fprintf(stderr, "edit '%s': %s\n", sql, message != nullptr ? message : "open");
            std::abort();
        }
        sqlite3_close(db);
    }

private:
    QTemporaryDir m_dir;
    std::string m_path;
};

}  // namespace leadglass::test
