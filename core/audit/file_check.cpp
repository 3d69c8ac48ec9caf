#include "core/audit/file_check.h"

#include <sqlite3.h>

#include <system_error>

#include "core/base/escape.h"

namespace leadglass::audit {
namespace {

constexpr int kInstructions = 10'000; // of SQLite's machine between two looks at `stop`: well below a millisecond
constexpr auto kAsk = std::chrono::milliseconds(100);

int isStopped(void* stop) {
    return static_cast<std::atomic<bool>*>(stop)->load() ? 1 : 0;
}

Result<std::vector<std::string>> check(Database& db, bool indexes, std::atomic<bool>& stop) {
    // sqlite3_interrupt() would be lost where it comes before the first step.
    sqlite3_progress_handler(db.handle(), kInstructions, isStopped, &stop);
    auto statement = LG_TRY(db.prepare(indexes ? "PRAGMA integrity_check(20)" : "PRAGMA quick_check(20)"));
    std::vector<std::string> found;
    int code = SQLITE_OK;
    while ((code = statement.step()) == SQLITE_ROW) {
        if (statement.text(0) != "ok") {
            found.push_back("the file is damaged: " + forScreen(statement.text(0)));
        }
    }
    if (code == SQLITE_INTERRUPT) {
        return makeError(Code::Closed, "the check was ended before its end: it says nothing");
    }
    if (code != SQLITE_DONE) {
        const Error error = db.error("cannot be checked", code);
        if (error.code != Code::Corrupt) {
            return error;
        }
        found.push_back(error.what);
    }
    return found;
}

} // namespace

Result<FileCheck> FileCheck::start(const std::string& path, bool indexes, std::chrono::milliseconds lockTimeout) {
    auto work = std::make_unique<Work>(LG_TRY(Database::open(path, Database::Mode::Read, lockTimeout)));
    const auto job = [of = work.get(), indexes] { return check(of->db, indexes, of->stop); };
    try {
        work->result = std::async(std::launch::async, job);
    } catch (const std::system_error&) { // no thread to be had: when it is waited for
        work->result = std::async(std::launch::deferred, job);
    }
    return FileCheck(std::move(work));
}

FileCheck::~FileCheck() {
    if (m_work && m_work->result.valid()) {
        m_work->stop = true;
        m_work->result.wait();
    }
}

Result<std::vector<std::string>> FileCheck::wait(const std::function<bool()>& goOn) {
    while (m_work->result.wait_for(kAsk) == std::future_status::timeout) {
        if (goOn && !goOn()) {
            m_work->stop = true;
        }
    }
    return m_work->result.get();
}

} // namespace leadglass::audit
