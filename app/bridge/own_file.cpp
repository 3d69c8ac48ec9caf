#include "app/bridge/own_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QFile>

#include <cerrno>
#include <cstring>

#include "core/base/unique_fd.h"

namespace leadglass::app {

Result<std::optional<QByteArray>> readOwnFile(const QString& path, std::size_t most) {
    const auto wrong = [](int error) { return makeError(Code::Io, std::strerror(error)); };
    const UniqueFd fd(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (!fd) {
        const int error = errno;
        if (error == ENOENT || error == ENOTDIR) {
            return std::optional<QByteArray>();
        }
        return wrong(error);
    }
    struct stat s {};
    if (::fstat(fd.get(), &s) != 0) {
        return wrong(errno);
    }
    if (!S_ISREG(s.st_mode)) {
        return makeError(Code::Refused, "it is not a regular file");
    }
    QByteArray out(static_cast<qsizetype>(most) + 1, '\0');
    qsizetype used = 0;
    while (used < out.size()) {
        const auto got = ::read(fd.get(), out.data() + used, static_cast<std::size_t>(out.size() - used));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return wrong(errno);
        }
        if (got == 0) {
            break;
        }
        used += got;
    }
    out.truncate(used);
    return std::optional(out);
}

} // namespace leadglass::app
