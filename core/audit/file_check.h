// SQLite's own look at a file, on a thread of its own: as long as the walk over its rows, and beside it.
//
// A read-only connection of its own. Damage is a finding; an Error is a file that could not be looked at.
// https://sqlite.org/pragma.html#pragma_integrity_check
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "core/audit/database.h"
#include "core/base/result.h"

namespace leadglass::audit {

class FileCheck {
public:
    // `indexes`: whether each row is in each index, too, which takes about twice as long.
    static Result<FileCheck> start(const std::string& path, bool indexes, std::chrono::milliseconds lockTimeout);
    ~FileCheck(); // ends it
    FileCheck(FileCheck&&) noexcept = default;
    FileCheck& operator=(FileCheck&&) = delete;
    // What is damaged, at most 20 lines, fit for a screen. Meanwhile `goOn` is asked ten times a second; false ends it: Code::Closed.
    Result<std::vector<std::string>> wait(const std::function<bool()>& goOn);

private:
    struct Work {
        explicit Work(Database database) : db(std::move(database)) {}
        Database db;
        std::atomic<bool> stop{false};
        std::future<Result<std::vector<std::string>>> result;
    };
    explicit FileCheck(std::unique_ptr<Work> work) : m_work(std::move(work)) {}
    std::unique_ptr<Work> m_work;
};

} // namespace leadglass::audit
