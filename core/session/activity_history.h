// One open history with its search index, and what is looked for in it. Of LocalActivityService.
#pragma once

#include <sys/types.h>

#include <memory>
#include <mutex>
#include <optional>

#include "core/api/activity_service.h"
#include "core/audit/reader.h"
#include "core/audit/search_index.h"

namespace leadglass::session {

class ActivityHistory {
public:
    // `folder`: of audit.db, and of search.db beside it.
    explicit ActivityHistory(std::string folder) : m_folder(std::move(folder)) {}

    // The same one while the file is the same. Code::NotFound: none yet.
    Result<audit::Reader*> reader();
    // Made where it is missing. An Error: searching needs it, browsing does not.
    Result<audit::SearchIndex*> index();
    Result<api::ActivityBounds> bounds();
    // The smallest id whose row is not older than `time`; one past the newest where all are older.
    Result<std::int64_t> firstFrom(std::int64_t time);
    // Ids below `before` that fit, newest first; `next` and `covered` as ActivityFound. `sought.run` is resolved.
    struct Ids {
        std::vector<audit::Row> rows;
        std::int64_t next = 0;
        api::ActivityCovered covered;
    };
    Result<Ids> find(const api::ActivitySought& sought, std::int64_t before, int limit);
    Result<api::ActivityCovered> takeUp(int rows);
    // What `sought` has besides its times; of what needs the index only what is covered.
    Result<api::ActivityCounts> count(const api::ActivitySought& sought, std::int64_t first, std::int64_t last);
    void interrupt();

    [[nodiscard]] int opened() const { return m_opened; } // grows when another history lies there
    // Of the index; whole where none is needed.
    Result<api::ActivityCovered> covered(const api::ActivitySought& sought);

private:
    Result<Ids> findDirectly(const api::ActivitySought& sought, std::int64_t lowest, std::int64_t before, int limit);

    std::string m_folder;
    std::unique_ptr<audit::Reader> m_reader;
    dev_t m_device = 0;
    ino_t m_inode = 0;
    int m_opened = 0;
    std::mutex m_guard; // interrupt() is of another thread
    std::unique_ptr<audit::SearchIndex> m_index;
};

} // namespace leadglass::session
