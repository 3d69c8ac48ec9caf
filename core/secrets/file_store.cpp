#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/escape.h"
#include "core/base/owner.h"
#include "core/base/sys.h"
#include "core/secrets/file_store.h"
#include "core/secrets/store.h"

namespace leadglass::secrets {
namespace {

constexpr mode_t kOthers = 07177; // 0600 and 0400 are left

Result<SecretBytes> readBounded(int fd, const std::string& path) {
    auto out = LG_TRY(SecretBytes::ofSize(kMaxValue + 1));
    std::size_t got = 0;
    for (auto room = out.writable(); got < room.size();) {
        const ssize_t n = ::read(fd, room.data() + got, room.size() - got);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return ioError("cannot read the credential in '" + forScreen(path) + "'", errno);
        }
        if (n == 0) {
            break;
        }
        got += static_cast<std::size_t>(n);
    }
    if (got > kMaxValue) {
        return makeError(Code::Invalid, "the credential in '" + forScreen(path) + "' is longer than 16 KiB");
    }
    out.shrink(got);
    dropNewline(out);
    if (out.empty()) {
        return makeError(Code::NotFound, "the file '" + forScreen(path) + "' for a credential is empty");
    }
    return out;
}

} // namespace

void dropNewline(SecretBytes& value) {
    const auto text = value.reveal();
    const std::size_t drop = text.ends_with("\r\n") ? 2 : text.ends_with('\n') ? 1 : 0;
    value.shrink(value.size() - drop);
}

// Below our own directory and below the home, which may themselves lie behind a link; any other path as it is.
static Result<UniqueFd> openSecretFile(const std::string& folder, const std::string& home, const std::string& name) {
    constexpr int kFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY; // a FIFO in its place must not hold us
    if (name.starts_with('/')) {
        return sys::openNoLinks(name, kFlags);
    }
    const bool ours = !name.starts_with("~/");
    auto root = LG_TRY(sys::open(ours ? folder : home, O_PATH | O_DIRECTORY));
    return sys::openBeneath(root.get(), ours ? name : name.substr(2), kFlags);
}

Result<SecretBytes> readSecretFile(const std::string& folder, const std::string& home, const std::string& name) {
    const bool ours = !name.starts_with('/') && !name.starts_with("~/");
    const std::string path = ours ? folder + "/" + name : name.starts_with('/') ? name : home + name.substr(1);
    const std::string shown = "'" + forScreen(path) + "'";
    auto fd = openSecretFile(folder, home, name);
    if (!fd && fd.error().sysErrno == ENOENT) {
        return makeError(Code::NotFound, "there is no file " + shown + " for a credential",
                         ours ? "leadglass secret set --store file " + name : "put it there, mode 0600");
    }
    if (!fd && (fd.error().sysErrno == ELOOP || fd.error().sysErrno == EXDEV)) {
        return makeError(Code::Refused, shown + " for a credential is a link, or lies behind one", "name the file itself");
    }
    if (!fd) {
        return unreadable(ioError("cannot open " + shown + " for a credential", fd.error().sysErrno));
    }
    const auto s = LG_TRY(sys::stat(fd->get()));
    if (!S_ISREG(s.st_mode)) {
        return makeError(Code::Refused, shown + " for a credential is no regular file");
    }
    if (const auto shared = notAlone(s, kOthers, path, true)) {
        return makeError(Code::Refused, shown + " for a credential is not used: " + shared->why, shared->fix);
    }
    return readBounded(fd->get(), path);
}

} // namespace leadglass::secrets
