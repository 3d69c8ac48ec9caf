// Finding and reading profile files: the person's, the site's, the built-in ones, in this order.
//
// A file or folder of the person or site that others can write is refused. The built-in ones are
// trusted as the program is. Internal to core/policy.
#pragma once

#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::policy {

struct LoadedProfile {
    Profile profile;
    std::string content; // for the version's hash
};

// `nameOrFile` and its parents, weakest first: always starts with the built-in `base`.
Result<std::vector<LoadedProfile>> loadChain(const Places& places, const std::string& nameOrFile);
// As above, but the last file need not be the person's alone (policy check FILE).
Result<std::vector<LoadedProfile>> loadChainUnchecked(const Places& places, const std::string& file);
// As if that file held `content`.
Result<std::vector<LoadedProfile>> loadChainOfText(const Places& places, const std::string& file, const std::string& content);

// The profile whose [agent].commands holds `command`; "default" if none does. Two in the same
// folder: an error that names both.
Result<std::string> profileForCommand(const Places& places, const std::string& command,
                                      const std::string& otherwise = {});

struct ProfileFile {
    std::string name;
    std::string path;
    std::string content;
};
// Every profile file, nearest folder first; a shadowed one is left out.
Result<std::vector<ProfileFile>> allProfileFiles(const Places& places);

// The file that `policy check` means by a name or a path: its real path and text, of whoever's it is.
Result<ProfileFile> profileText(const Places& places, const std::string& nameOrFile);

// For a file that was named and is not there: what to do.
void adviseWhereMissing(Error& error);

} // namespace leadglass::policy
