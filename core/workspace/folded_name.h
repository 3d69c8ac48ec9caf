// Trust: names that an agent chose.
// Privilege: none; pure.
// Input: bytes of a path, of any length.
// Fails: never; what is not UTF-8 stays as it is.
//
// A path as the most careless file system would read it: ext4 and f2fs with casefold, APFS, HFS+,
// NTFS, FAT. Two names that any of them takes for one fold to the same bytes, as far as the names
// compared with are ASCII. (Documentation/filesystems/ext4: NFDICF; git's verify_path().)
#pragma once

#include <string>
#include <string_view>

namespace leadglass::workspace {

// ASCII and full-folding letters in lower case (also U+017F, U+212A and the Latin ligatures); no
// character that is ignorable by default; '\' is a separator; of each component nothing from the
// first ':' on (an NTFS stream) and no dots and blanks at its end.
std::string foldedName(std::string_view path);

} // namespace leadglass::workspace
