// Trust: as database.h: both files may have been changed by any program of the same person.
// Privilege: the person's; writes its own file only.
// Input: rows of a history, words of a person.
// Fails: an index of another history, of another form or damaged is thrown away and made anew; what is not in it yet is said.
//
// Words of the history, found without reading all of it: an FTS5 index (https://sqlite.org/fts5.html) in a file of its own
// beside it. Off the path of a run: no writer knows of it, and it may be removed at any time.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/audit/reader.h"
#include "core/base/result.h"

namespace leadglass::audit {

// What a row must have; empty: anything. All of it must fit.
struct Wanted {
    std::string run;      // exact id
    std::string profile;  // of the run
    std::string kind;
    std::string verdict;
    std::string host;     // that host, or one below it
    std::vector<std::string> words; // beginnings of words in subject, process or detail
    [[nodiscard]] bool isAnything() const {
        return run.empty() && profile.empty() && kind.empty() && verdict.empty() && host.empty() && words.empty();
    }
};

class SearchIndex {
public:
    struct Covered { // rows that are in it: `oldest` to `newest`; 0 and 0: none
        std::int64_t oldest = 0;
        std::int64_t newest = 0;
    };
    // `history`: what the rows are of, for example its id. `path` is made where it is missing.
    static Result<std::unique_ptr<SearchIndex>> open(const std::string& path, const std::string& history,
                                                     std::chrono::milliseconds lockTimeout);
    virtual ~SearchIndex() = default;

    [[nodiscard]] virtual Covered covered() const = 0;
    // Takes up at most `rows` that are not in it, in one transaction: first what came since, then what is older. True: all
    // of the history is in it.
    virtual Result<bool> takeUp(Reader& reader, int rows) = 0;
    // Ids that fit, the newest first, below `before` (0: from the newest); at most `limit`.
    virtual Result<std::vector<std::int64_t>> find(const Wanted& wanted, std::int64_t before, int limit) = 0;
    // How many of rows `first` to `last` fit.
    virtual Result<std::int64_t> count(const Wanted& wanted, std::int64_t first, std::int64_t last) = 0;
    // From another thread: what find(), count() and takeUp() do ends with Code::Busy.
    virtual void interrupt() = 0;
};

} // namespace leadglass::audit
