// What a directory of an upper says about the one below it (Documentation/filesystems/overlayfs.rst, "userxattr").
#pragma once

namespace leadglass::workspace {

enum class Opaque { No, Yes, Unknown };

// Unknown: a mark that no walk of ours understands (redirects, xattr whiteouts).
Opaque opaqueMark(int dirFd);

} // namespace leadglass::workspace
