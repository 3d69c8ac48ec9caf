// Is a file root's, also where root is not mapped?
//
// In a user namespace of one id (a toolbox, `unshare --map-current-user`), files of root and of every
// other user look as if they were of the overflow id (user_namespaces(7)). There a file counts as
// root's only if all of this holds: id 0 is not mapped; it has the overflow id; its canonical path lies
// in /usr, /etc or /opt, where only root puts things; and neither it nor a directory above it can be
// written by us, by its group or by others. Whatever cannot be read or asked is not root's.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>

#include "core/base/result.h"

namespace leadglass {

// `s`: of what was opened or is to be started, at `path`.
bool isOfRoot(const struct stat& s, const std::string& path);
// What to do where that said no: a hint for the namespace we are in, else `otherwise`.
std::string ownerHint(const struct stat& s, const std::string& otherwise);

// Why something is not its person's alone, and the way out of just that. Both are for people, one clause.
struct NotAlone {
    std::string why; // "others have rights on it (mode 0644)"
    std::string fix; // "chmod 0600 '/home/me/x'"
};
// `others`: the mode bits that nobody else may have. `path` goes into the way out. `oneName`: a second hard link
// counts as well. Nothing: it is theirs alone.
std::optional<NotAlone> notAlone(const struct stat& s, mode_t others, const std::string& path, bool oneName = false);

// The error of an open(2) of such a file, with the way out where one is known.
Error unreadable(Error error);

} // namespace leadglass
