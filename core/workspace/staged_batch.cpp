#include "core/workspace/staged_batch.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/host_steps.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {

Result<std::size_t> StagedBatch::directoryOf(const std::string& path) {
    std::string parent = parentOf(path);
    if (const auto known = m_byPath.find(parent); known != m_byPath.end()) {
        return known->second;
    }
    auto fd = LG_TRY(openDirBeneath(m_place.trees.project, parent));
    if (m_directories.size() >= kBatchDirectories) {
        flush();
    }
    m_byPath[parent] = m_directories.size();
    m_directories.push_back({std::move(parent), std::move(fd), false});
    return m_directories.size() - 1;
}

void StagedBatch::put(std::size_t index, const std::string& path, const PutSource& source,
                      const Node& before) {
    auto directory = directoryOf(path);
    if (!directory) {
        return m_told(index, std::move(directory).error());
    }
    auto size = stage(source, m_directories[*directory].fd.get(),
                      temporaryName(m_place.run.id, index));
    if (!size) {
        return m_told(index, std::move(size).error());
    }
    m_bytes += *size;
    m_staged = true;
    m_items.push_back({index, path, *directory, false, before});
    if (m_items.size() >= kBatchFiles || m_bytes >= kBatchBytes) {
        flush();
    }
}

void StagedBatch::remove(std::size_t index, const std::string& path, const Node& expected) {
    auto directory = directoryOf(path);
    if (!directory) {
        return m_told(index, std::move(directory).error());
    }
    m_items.push_back({index, path, *directory, true, expected});
    if (m_items.size() >= kBatchFiles) {
        flush();
    }
}

void StagedBatch::flush() {
    const bool synced = !m_staged || m_place.trees.project.sync();
    const int why = errno;
    lookAtDirectories();
    for (const auto& item : m_items) {
        if (synced && m_directories[item.directory].stays) {
            m_told(item.index, finish(item));
            continue;
        }
        drop(item);
        m_told(item.index, synced ? makeError(Code::Conflict, "the host moved its directory meanwhile")
                                  : ioError("cannot sync the project", why));
    }
    m_items.clear();
    m_directories.clear();
    m_byPath.clear();
    m_bytes = 0;
    m_staged = false;
}

// Between staging and renaming there is a sync: long enough for a person to move a directory, even
// out of the project.
void StagedBatch::lookAtDirectories() {
    for (auto& directory : m_directories) {
        const auto now = openDirBeneath(m_place.trees.project, directory.path);
        const auto there = now ? sys::stat(now->get()) : Result<struct stat>(now.error());
        const auto held = sys::stat(directory.fd.get());
        directory.stays = there && held && there->st_dev == held->st_dev &&
                          there->st_ino == held->st_ino;
    }
}

Status StagedBatch::finish(const Item& item) {
    const int dirFd = m_directories[item.directory].fd.get();
    const std::string name = baseOf(item.path);
    if (!item.removes) {
        return commitStaged(dirFd, temporaryName(m_place.run.id, item.index), name, item.before);
    }
    const auto s = sys::statAt(dirFd, name);
    if (!s || !(nodeOf(*s) == item.before)) {
        return makeError(Code::Conflict, kHostChanged);
    }
    if (::unlinkat(dirFd, name.c_str(), 0) != 0) {
        return ioError("cannot remove '" + forScreen(item.path) + "'", errno);
    }
    return {};
}

void StagedBatch::drop(const Item& item) {
    if (!item.removes) {
        ::unlinkat(m_directories[item.directory].fd.get(),
                   temporaryName(m_place.run.id, item.index).c_str(), 0);
    }
}

} // namespace leadglass::workspace
