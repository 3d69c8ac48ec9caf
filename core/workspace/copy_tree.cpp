#include "core/workspace/copy_tree.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/names.h"
#include "core/workspace/put.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kLeftOutKept = 20;
constexpr std::size_t kBlock = 1 << 17;
constexpr std::uint64_t kMiB = 1 << 20;

Status copyRange(int from, int to, off_t begin, off_t end) {
    std::array<char, kBlock> buffer;
    while (begin < end) {
        const auto want = static_cast<std::size_t>(std::min<off_t>(end - begin, kBlock));
        const ssize_t got = ::pread(from, buffer.data(), want, begin);
        if (got == 0) {
            return {}; // it was made shorter meanwhile
        }
        if (got < 0) {
            return ioError("cannot copy a file", errno);
        }
        const ssize_t written = ::pwrite(to, buffer.data(), static_cast<std::size_t>(got), begin);
        if (written != got) { // a part: there was no room for the rest
            return ioError("cannot copy a file", written < 0 ? errno : ENOSPC);
        }
        begin += got;
    }
    return {};
}

// Holes stay holes (lseek(2), SEEK_DATA).
Status copyData(int from, int to, off_t size) {
    if (::ftruncate(to, size) != 0) {
        return ioError("cannot size a file", errno);
    }
    for (off_t at = 0; at < size;) {
        const off_t data = ::lseek(from, at, SEEK_DATA);
        if (data < 0) {
            return errno == ENXIO ? Status() : copyRange(from, to, at, size);
        }
        off_t hole = ::lseek(from, data, SEEK_HOLE);
        hole = hole < 0 ? size : hole;
        LG_TRY(copyRange(from, to, data, std::min(hole, size)));
        at = hole;
    }
    return {};
}

enum class For { Work, Snapshot };

class Copier {
public:
    Copier(int projectFd, int copyFd, const HiddenSet& hidden, const CopyBudget& budget, For what)
        : m_projectFd(projectFd), m_copyFd(copyFd), m_hidden(hidden), m_budget(budget),
          m_snapshot(what == For::Snapshot) {}

    Status run() {
        std::vector<std::string> stack{""};
        while (!stack.empty()) {
            const std::string at = std::move(stack.back());
            stack.pop_back();
            LG_TRY(directory(at, stack));
        }
        if (m_snapshot) {
            return {};
        }
        // Now that all is in them: modes may forbid to write, and every entry moves the times.
        for (auto dir = m_directories.rbegin(); dir != m_directories.rend(); ++dir) {
            auto made = LG_TRY(openDirBeneath(m_copyFd, dir->path));
            const timespec times[2] = {dir->info.st_atim, dir->info.st_mtim};
            if (::fchmod(made.get(), dir->info.st_mode & 0777) != 0 || ::futimens(made.get(), times) != 0) {
                return ioError("cannot finish the copy of '" + forScreen(dir->path) + "'", errno);
            }
        }
        return {};
    }

    CopyReport report;
    std::vector<CopiedEntry> list;

private:
    struct Directory {
        std::string path;
        struct stat info {};
    };

    Status directory(const std::string& path, std::vector<std::string>& stack) {
        auto from = openDirBeneath(m_projectFd, path);
        const auto entries = from ? listDirectory(from->get()) : Result<std::vector<DirEntry>>(from.error());
        if (!entries) {
            if (path.empty()) {
                return entries.error();
            }
            leaveOut(path);
            return {};
        }
        const auto info = LG_TRY(sys::stat(from->get()));
        if (!path.empty()) {
            auto parent = LG_TRY(openDirBeneath(m_copyFd, parentOf(path)));
            if (::mkdirat(parent.get(), baseOf(path).c_str(), 0700) != 0) {
                return ioError("cannot copy '" + forScreen(path) + "'", errno);
            }
            LG_TRY(listed(path, info));
        }
        m_directories.push_back({path, info});
        auto to = LG_TRY(openDirBeneath(m_copyFd, path));
        for (const auto& entry : *entries) {
            const std::string child = joined(path, entry.name);
            const auto s = sys::statAt(from->get(), entry.name);
            if (!s || m_hidden.hides(child)) {
                continue; // gone meanwhile, or not to be seen
            }
            if (S_ISDIR(s->st_mode) && s->st_dev == info.st_dev) {
                stack.push_back(child);
            } else if (S_ISREG(s->st_mode) && s->st_dev == info.st_dev) {
                LG_TRY(file(from->get(), to.get(), entry.name, child));
            } else if (S_ISLNK(s->st_mode)) {
                LG_TRY(link(from->get(), to.get(), entry.name, child, *s));
            } else {
                leaveOut(child);
            }
        }
        return {};
    }

    Status file(int fromDir, int toDir, const std::string& name, const std::string& path) {
        auto from = openFileBeneath(fromDir, name);
        if (!from) {
            leaveOut(path); // the run, with the same user, could not read it either
            return {};
        }
        const auto s = LG_TRY(sys::stat(from->get()));
        auto to = LG_TRY(sys::openBeneath(toDir, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600));
        if (::ioctl(to.get(), FICLONE, from->get()) != 0) {
            constexpr std::uint64_t kSector = 512;
            report.bytes += static_cast<std::uint64_t>(s.st_blocks) * kSector;
            if (report.bytes > m_budget.bytes) {
                return makeError(Code::Unsupported,
                                 std::string(m_snapshot ? "a snapshot" : "a copy") + " of the project needs more than " + std::to_string(m_budget.bytes / kMiB) +
                                     " MiB, since this file system cannot share blocks between files",
                                 "give more with --limit disk=SIZE, or use --workspace overlay");
            }
            LG_TRY(copyData(from->get(), to.get(), s.st_size));
        }
        copyUserAttributes(from->get(), to.get());
        const timespec times[2] = {s.st_atim, s.st_mtim};
        if (::fchmod(to.get(), m_snapshot ? 0600 : s.st_mode & 0777) != 0 || ::futimens(to.get(), times) != 0) {
            return ioError("cannot finish the copy of '" + forScreen(path) + "'", errno);
        }
        return listed(path, m_snapshot ? s : LG_TRY(sys::stat(to.get())));
    }

    Status link(int fromDir, int toDir, const std::string& name, const std::string& path, const struct stat& info) {
        const std::string target = sys::readlinkAt(fromDir, name);
        if (target.empty()) {
            return {}; // replaced meanwhile: a conflict by its time
        }
        if (::symlinkat(target.c_str(), toDir, name.c_str()) != 0) {
            return ioError("cannot copy the link '" + forScreen(path) + "'", errno);
        }
        return listed(path, m_snapshot ? info : LG_TRY(sys::statAt(toDir, name)));
    }

    Status listed(const std::string& path, const struct stat& info) {
        if (++report.entries > m_budget.entries) {
            return makeError(Code::Unsupported,
                             "the project has more than " + std::to_string(m_budget.entries) +
                                 " files and directories: too many for a " +
                                 (m_snapshot ? "snapshot" : "copy"),
                             "use --workspace overlay");
        }
        list.push_back({path, nodeOf(info)});
        return {};
    }

    void leaveOut(const std::string& path) {
        ++report.leftOutCount;
        if (report.leftOut.size() < kLeftOutKept) {
            report.leftOut.push_back(path);
        }
    }

    int m_projectFd;
    int m_copyFd;
    const HiddenSet& m_hidden;
    const CopyBudget& m_budget;
    bool m_snapshot;
    std::vector<Directory> m_directories;
};

constexpr std::string_view kHead = "leadglass copy 1\n";

char letterOf(NodeType type) {
    return type == NodeType::Directory ? 'd' : type == NodeType::Symlink ? 'l' : 'f';
}

Error damaged() {
    return makeError(Code::Corrupt, "the list of this run's copy is damaged: what it changed cannot be told",
                     "its files are in the run's directory, below copy/ or snapshot/");
}

// "NUMBER " off the front of `text`.
bool takeNumber(std::string_view& text, std::int64_t& number) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto used = static_cast<std::size_t>(read.ptr - text.data());
    if (read.ec != std::errc() || used == text.size() || text[used] != ' ' ||
        text.substr(0, used) != std::to_string(number)) {
        return false;
    }
    text.remove_prefix(used + 1);
    return true;
}

bool entryFromText(std::string_view text, CopiedEntry& out) {
    const char letter = text.empty() ? '\0' : text.front();
    std::int64_t mode = 0;
    std::int64_t ino = 0;
    std::int64_t size = 0;
    text.remove_prefix(std::min<std::size_t>(1, text.size()));
    if ((letter != 'd' && letter != 'f' && letter != 'l') || !takeNumber(text, mode) || !takeNumber(text, ino) ||
        !takeNumber(text, size) || !takeNumber(text, out.node.ctimeSec) || !takeNumber(text, out.node.ctimeNsec) ||
        mode < 0 || mode > 07777 || ino < 0 || size < 0 || !isPlainRelative(text)) {
        return false;
    }
    out.node.type = letter == 'd' ? NodeType::Directory : letter == 'l' ? NodeType::Symlink : NodeType::File;
    out.node.mode = static_cast<std::uint32_t>(mode);
    out.node.ino = static_cast<std::uint64_t>(ino);
    out.node.size = static_cast<std::uint64_t>(size);
    out.path = text;
    return true;
}

} // namespace

std::string copiedListToText(const std::vector<CopiedEntry>& entries) {
    std::string text(kHead);
    for (const auto& entry : entries) {
        text += letterOf(entry.node.type);
        for (const std::int64_t number :
             {static_cast<std::int64_t>(entry.node.mode), static_cast<std::int64_t>(entry.node.ino),
              static_cast<std::int64_t>(entry.node.size), entry.node.ctimeSec, entry.node.ctimeNsec}) {
            text += std::to_string(number) + " ";
        }
        text += entry.path;
        text += '\0';
    }
    return text + "end";
}

Result<std::vector<CopiedEntry>> copiedListFromText(std::string_view text) {
    if (!text.starts_with(kHead)) {
        return damaged();
    }
    text.remove_prefix(kHead.size());
    std::vector<CopiedEntry> entries;
    while (text != "end") {
        const std::size_t end = text.find('\0');
        CopiedEntry entry;
        if (end == std::string_view::npos || !entryFromText(text.substr(0, end), entry)) {
            return damaged();
        }
        entries.push_back(std::move(entry));
        text.remove_prefix(end + 1);
    }
    return entries;
}

Result<CopyReport> copyProject(const RunDir& run, int projectFd, const HiddenSet& hidden,
                               const CopyBudget& budget) {
    if (::mkdirat(run.fd.get(), kCopyName, 0700) != 0) {
        return ioError("cannot make the copy's directory", errno);
    }
    auto into = LG_TRY(openDirBeneath(run.fd.get(), kCopyName));
    // What hides files from an overlay is not needed, and would stand in the way of collecting.
    LG_TRY(sys::removeTree(run.fd.get(), "upper"));
    if (::mkdirat(run.fd.get(), "upper", 0700) != 0) {
        return ioError("cannot make the upper directory", errno);
    }
    Copier copier(projectFd, into.get(), hidden, budget, For::Work);
    LG_TRY(copier.run());
    LG_TRY(sys::replaceFileAt(run.fd.get(), kCopyList, copiedListToText(copier.list), 0600));
    return std::move(copier.report);
}

Result<CopyReport> snapshotProject(const RunDir& run, int projectFd, const CopyBudget& budget) {
    if (::mkdirat(run.fd.get(), kSnapshotName, 0700) != 0) {
        return ioError("cannot make the snapshot's directory", errno);
    }
    auto into = LG_TRY(openDirBeneath(run.fd.get(), kSnapshotName));
    const HiddenSet nothing({});
    Copier copier(projectFd, into.get(), nothing, budget, For::Snapshot);
    LG_TRY(copier.run());
    if (!copier.report.leftOut.empty()) {
        return makeError(Code::Unsupported,
                         "no snapshot can be made of '" + forScreen(copier.report.leftOut.front(), 300) +
                             "' (unreadable, special, or of another file system), so it could not be put back",
                         "use --workspace overlay or copy");
    }
    LG_TRY(sys::replaceFileAt(run.fd.get(), kSnapshotList, copiedListToText(copier.list), 0600));
    if (::syncfs(into.get()) != 0) { // it is all there is to put back
        return ioError("cannot sync the snapshot", errno);
    }
    return std::move(copier.report);
}

} // namespace leadglass::workspace
