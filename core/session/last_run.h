// Which run a person means by "last".
#pragma once

#include <string>

#include "core/base/places.h"
#include "core/base/result.h"

namespace leadglass::session {

// The newest run of the project that the current directory lies in. Where it lies in none that has
// runs, Look takes the newest of all; Change and Undo name that one, and take nothing that is not
// of this project. Undo: the newest that has something applied. Live: the newest that is running.
enum class LastFor { Look, Change, Undo, Live };

// The id that `word` stands for; any word but "last" comes back as it is. `command` is what the
// person typed, for the way out ("leadglass apply"). Code::NotFound: there is none.
Result<std::string> resolveLast(const Places& places, const std::string& word, LastFor why,
                                const char* command);

// The same, of what is there: drops nothing before it looks. Writes nothing.
Result<std::string> lastOnDisk(const Places& places, const std::string& word, LastFor why, const char* command);

// One line for the person where `id`, which "last" stood for, is not the run that was started last in its project: it
// names both. Empty: it is, or the history cannot tell. Undo: also where that one is kept and has nothing applied.
std::string lastNotice(const Places& places, const std::string& id, LastFor why);

// A live run by what the person typed: its id. NotFound: there is none of that name, or it has ended.
Result<std::string> findLiveRun(const Places& places, const std::string& word, const char* command);

// Runs whose supervisor was killed before anything changed leave nothing to decide: removes them, but
// none that was started to be kept (--keep).
void dropUnchanged(const Places& places);

} // namespace leadglass::session
