// --events FILE or fd:N: every row of the run, as a JSON line, in the order of the history.
//
// The history itself is what is read and passed on, so rows that others write about this run (an
// apply from a second terminal) are there too, and a reader that is slow costs no memory: it gets the
// rest later. Nothing here blocks. A stream that fails is over; the run goes on.
#pragma once

#include <memory>
#include <string>

#include "core/audit/reader.h"
#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass::session {

class EventsStream {
public:
    // `target` as given by the person, not empty. A file is made 0600 or appended to; fd:N must have
    // been passed to us open for writing, and is neither closed nor changed. `history`: the
    // audit file, which must be there. Refused: standard input, a FIFO that nobody reads.
    static Result<std::unique_ptr<EventsStream>> open(const std::string& target,
                                                      const std::string& history,
                                                      const std::string& run);

    // Passes on what was committed since. An Error: the stream has failed and is closed; told once,
    // later calls do nothing.
    Status catchUp();
    // The same, waiting for a slow reader, at most `limit` in all.
    Status finish(Nanos limit);
    // The reader is slow: call catchUp() again in a while.
    [[nodiscard]] bool behind() const { return !m_rest.empty(); }

private:
    enum class Kind { File, Pipe, Socket };
    EventsStream(UniqueFd fd, Kind kind, std::unique_ptr<audit::Reader> reader, std::string run);
    Status pass();
    Status writeRest();

    UniqueFd m_fd;
    Kind m_kind;
    std::unique_ptr<audit::Reader> m_reader;
    std::string m_run;
    std::string m_rest; // lines that were not taken yet
    std::int64_t m_last = 0;
};

} // namespace leadglass::session
