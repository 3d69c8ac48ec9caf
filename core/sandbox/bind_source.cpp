#include "core/sandbox/bind_source.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "core/base/escape.h"
#include "core/base/sys.h"

namespace leadglass::sandbox {

Result<Mount> bindMount(const std::string& source, const std::string& target, bool writable,
                        std::string why) {
    auto fd = LG_TRY(sys::openNoLinks(source, O_PATH | O_NOFOLLOW));
    const auto s = LG_TRY(sys::stat(fd.get()));
    if (!S_ISDIR(s.st_mode) && !S_ISREG(s.st_mode)) {
        return makeError(Code::Refused, "'" + forScreen(source) +
                                            "' is neither a directory nor a regular file, so it is "
                                            "not shown inside");
    }
    Mount mount;
    mount.kind = Mount::Kind::Bind;
    mount.source = source;
    mount.target = target;
    mount.writable = writable;
    mount.dev = s.st_dev;
    mount.ino = s.st_ino;
    mount.type = s.st_mode & S_IFMT;
    mount.why = std::move(why);
    return mount;
}

Result<Mount> shownMount(const std::string& path, std::string why) {
    auto mount = LG_TRY(bindMount(path, path, false, std::move(why)));
    mount.sealed = mount.type == S_IFDIR;
    return mount;
}

Result<Mount> bindRealPath(const std::string& path, const std::string& target, bool writable,
                           std::string why) {
    return bindMount(LG_TRY(sys::realPath(path)), target, writable, std::move(why));
}

Mount dataMount(std::string target, std::string content, std::uint32_t mode, std::string why) {
    Mount mount;
    mount.kind = Mount::Kind::Data;
    mount.target = std::move(target);
    mount.content = std::move(content);
    mount.mode = mode;
    mount.type = S_IFREG;
    mount.why = std::move(why);
    return mount;
}

Mount symlinkMount(std::string target, std::string text, std::string why) {
    Mount mount;
    mount.kind = Mount::Kind::Symlink;
    mount.target = std::move(target);
    mount.content = std::move(text);
    mount.type = S_IFLNK;
    mount.why = std::move(why);
    return mount;
}

Mount tmpfsMount(std::string target, std::uint64_t sizeBytes, std::uint32_t mode, std::string why) {
    Mount mount;
    mount.kind = Mount::Kind::Tmpfs;
    mount.target = std::move(target);
    mount.writable = true;
    mount.sizeBytes = sizeBytes;
    mount.mode = mode;
    mount.type = S_IFDIR;
    mount.why = std::move(why);
    return mount;
}

Mount dirMount(std::string target, std::uint32_t mode, std::string why) {
    Mount mount;
    mount.kind = Mount::Kind::Dir;
    mount.target = std::move(target);
    mount.writable = true;
    mount.mode = mode;
    mount.type = S_IFDIR;
    mount.why = std::move(why);
    return mount;
}

} // namespace leadglass::sandbox
