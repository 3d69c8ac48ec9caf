#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "core/base/escape.h"
#include "core/base/owner.h"
#include "core/base/places.h"
#include "core/base/sys.h"
#include "core/secrets/file_store.h"
#include "core/secrets/source.h"

namespace leadglass::secrets {
namespace {

constexpr std::size_t kMaxListed = 512;

struct CloseDirectory {
    void operator()(DIR* directory) const { ::closedir(directory); }
};

} // namespace

Status writeSecretFile(const std::string& folder, const std::string& name, const SecretBytes& value) {
    LG_TRY(checkName(name));
    auto directory = LG_TRY(openOwnDirectory(folder));
    return sys::replaceFileAt(directory.get(), name, value.reveal(), 0600);
}

Status removeSecretFile(const std::string& folder, const std::string& name) {
    LG_TRY(checkName(name));
    auto directory = sys::open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    auto fd = directory ? sys::openBeneath(directory->get(), name, O_WRONLY | O_NONBLOCK) : Result<UniqueFd>(directory.error());
    if (!fd && fd.error().sysErrno == ENOENT) {
        return makeError(Code::NotFound, "there is no credential '" + name + "' in " + forScreen(folder));
    }
    if (fd) {
        const auto s = LG_TRY(sys::stat(fd->get()));
        if (S_ISREG(s.st_mode) && s.st_nlink == 1) {
            const std::string zeros(static_cast<std::size_t>(std::min<off_t>(s.st_size, 64 * 1024)), '\0');
            (void)sys::writeAll(fd->get(), zeros);
            (void)::fdatasync(fd->get());
        }
    }
    if (!directory || ::unlinkat(directory->get(), name.c_str(), 0) != 0) {
        return ioError("cannot remove '" + forScreen(folder + "/" + name) + "'", errno);
    }
    return {};
}

Result<std::vector<StoredFile>> listSecretFiles(const std::string& folder) {
    std::vector<StoredFile> out;
    auto directory = sys::open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    if (!directory) {
        return directory.error().sysErrno == ENOENT ? Result<std::vector<StoredFile>>(std::move(out)) : std::move(directory).error();
    }
    const std::unique_ptr<DIR, CloseDirectory> entries(::fdopendir(directory->release()));
    if (!entries) {
        return ioError("cannot list '" + forScreen(folder) + "'", errno);
    }
    while (const dirent* each = ::readdir(entries.get())) {
        StoredFile file;
        file.name = each->d_name;
        if (!checkName(file.name) || out.size() >= kMaxListed) {
            continue; // what replaceFileAt() left half made, and what is not ours
        }
        const auto s = sys::statAt(::dirfd(entries.get()), file.name);
        if (!s) {
            continue;
        }
        file.modified = static_cast<Nanos>(s->st_mtim.tv_sec) * 1'000'000'000 + s->st_mtim.tv_nsec;
        if (!S_ISREG(s->st_mode)) {
            file.fault = "it is no regular file";
        } else if (const auto shared = notAlone(*s, 07177, folder + "/" + file.name, true)) {
            file.fault = shared->why + ": " + shared->fix;
        }
        out.push_back(std::move(file));
    }
    std::sort(out.begin(), out.end(), [](const StoredFile& a, const StoredFile& b) { return a.name < b.name; });
    return out;
}

} // namespace leadglass::secrets
