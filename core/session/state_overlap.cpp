// Runs of one profile that live at the same time (state_store.h).
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/sandbox/bind_source.h"
#include "core/sandbox/path_text.h"
#include "core/session/state_store.h"

namespace leadglass::session {
namespace {

constexpr int kLockTries = 200; // 50 ms apart
constexpr mode_t kOwnMode = 0600;

std::string bare(const std::string& path) {
    return path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
}

} // namespace

Result<UniqueFd> StateStore::lock() {
    auto fd = LG_TRY(sys::openBeneath(m_store.get(), "lock", O_RDWR | O_CREAT | O_NOFOLLOW, kOwnMode));
    for (int attempt = 0; attempt < kLockTries; ++attempt) {
        if (::flock(fd.get(), LOCK_EX | LOCK_NB) == 0) {
            return fd;
        }
        if (errno != EWOULDBLOCK && errno != EINTR) {
            return ioError("cannot lock the state of profile " + m_profile.name, errno);
        }
        const timespec pause{0, 50'000'000};
        ::nanosleep(&pause, nullptr);
    }
    return makeError(Code::Busy, "the state of profile " + m_profile.name +
                                     " is being prepared by another run",
                     "try again in a moment");
}

// Under lock(): from here on this run lives. The kernel drops the lock of whoever is killed.
Status StateStore::enter(bool alone) {
    m_live = LG_TRY(sys::openBeneath(m_store.get(), "live", O_RDWR | O_CREAT | O_NOFOLLOW, kOwnMode));
    m_others = ::flock(m_live.get(), LOCK_EX | LOCK_NB) != 0;
    if (m_others && errno != EWOULDBLOCK) {
        return ioError("cannot lock the state of profile " + m_profile.name, errno);
    }
    if (alone) {
        return m_others ? Status(makeError(Code::Busy, "another run of profile " + m_profile.name + " is live, and would see what is signed in with",
                                           "wait until it has ended, or stop it: leadglass runs list"))
                        : Status();
    }
    if (::flock(m_live.get(), LOCK_SH | LOCK_NB) == 0) {
        return {};
    }
    return errno == EWOULDBLOCK ? makeError(Code::Busy, "an agent is being signed in with profile " + m_profile.name + " in another run, which nobody else may see",
                                            "wait until that has ended: leadglass runs list")
                                : ioError("cannot lock the state of profile " + m_profile.name, errno);
}

// Is something mounted there also where the person has nothing?
bool StateStore::covered(const policy::NamedPath& config, beneath::Type real) const {
    return belowState(config.path) && (!config.presenceMatters || real == beneath::Type::Regular);
}

// Where a place cannot be covered and another run lives, nothing it makes there may be seen: this
// run gets the state as it is now.
Status StateStore::workOnACopy() {
    const auto& files = m_profile.files;
    const bool uncovered =
        std::any_of(files.config.begin(), files.config.end(), [&](const auto& entry) {
            return belowState(entry.path) && entry.presenceMatters &&
                   beneath::typeOf(m_realHome.get(), bare(entry.path)) != beneath::Type::Regular;
        }) ||
        std::any_of(files.ephemeral.begin(), files.ephemeral.end(), [&](const auto& entry) {
            return !entry.path.ends_with('/') && belowState(entry.path);
        });
    if (!m_others || !uncovered) {
        return {};
    }
    LG_TRY(sys::removeTree(m_run.get(), "state"));
    auto copy = LG_TRY(beneath::ensureDirectory(m_run.get(), "state", m_replaced));
    beneath::CopyBudget budget;
    LG_TRY(beneath::copyTree(m_home.get(), copy.get(), budget, beneath::Access::Private, "state"));
    m_home = std::move(copy);
    m_storePath = m_runPath + "/state";
    m_live.reset(); // of no concern to those that share the state
    m_notices.push_back("another run of profile " + m_profile.name +
                        " is live: this one works on a copy of the agent's state, and what it adds "
                        "there is not kept");
    if (!budget.skipped.empty()) {
        m_notices.push_back("not copied: " + std::to_string(budget.skipped.size()) +
                            " entries of the agent's state, e.g. " + forScreen(budget.skipped.front()));
    }
    return {};
}

// Directories between a state directory and what is mounted below it.
std::set<std::string> StateStore::parentsToPin() const {
    const auto& files = m_profile.files;
    const auto isState = [&](const std::string& path) {
        return std::any_of(files.state.begin(), files.state.end(),
                           [&](const auto& state) { return bare(state.path) == path; });
    };
    const auto inConfig = [&](const std::string& path) { // read-only anyway
        return std::any_of(files.config.begin(), files.config.end(), [&](const auto& config) {
            return sandbox::isAtOrBelow(path, bare(config.path)) && isDirectory(config.path);
        });
    };
    std::set<std::string> parents; // sorted: the upper ones first
    const auto pin = [&](const std::string& path) {
        for (auto end = path.rfind('/'); end != std::string::npos && end != 0; end = path.rfind('/', end - 1)) {
            const std::string above = path.substr(0, end);
            if (belowState(above) && !isState(above) && !inConfig(above)) {
                parents.insert(above);
            }
        }
    };
    for (const auto* list : {&files.config, &files.ephemeral}) {
        for (const auto& entry : *list) {
            pin(bare(entry.path));
        }
    }
    for (const auto& inner : m_inner) {
        pin(inner.path);
    }
    return parents;
}

// A mount point cannot be renamed, but a directory above it can.
Status StateStore::pinParents() {
    for (const auto& path : parentsToPin()) {
        auto fd = LG_TRY(beneath::ensureDirectory(m_home.get(), path, m_replaced));
        m_mounts.push_back(LG_TRY(
            sandbox::bindMount(sandbox::joinPath(m_storePath, path), inside(path), true,
                               "state of profile " + m_profile.name + " that holds configuration")));
    }
    return {};
}

// The person has no such file: the agent gets one of its own, empty in its format.
Result<sandbox::Mount> StateStore::maskFor(const std::string& path, const std::string& name) {
    const bool json = path.ends_with(".json") || path.ends_with(".jsonc");
    LG_TRY(sys::replaceFileAt(m_config.get(), name, json ? "{}\n" : "", kOwnMode, sys::Sync::Left));
    if (m_owner && ::fchownat(m_config.get(), name.c_str(), m_owner->uid, m_owner->gid,
                              AT_SYMLINK_NOFOLLOW) != 0) {
        return ioError("cannot give a configuration file to the agent", errno);
    }
    return sandbox::bindMount(sandbox::joinPath(m_configPath, name), inside(path), true,
                              "configuration of profile " + m_profile.name +
                                  " that you have none of: this run's own, not kept");
}

std::string StateStore::places() const {
    std::set<std::string> lines;
    for (const auto& path : parentsToPin()) {
        lines.insert("p " + path);
    }
    for (const auto& config : m_profile.files.config) {
        const auto real = beneath::typeOf(m_realHome.get(), bare(config.path));
        const bool directory = real == beneath::Type::Directory ||
                               (real != beneath::Type::Regular && isDirectory(config.path));
        const bool file = !directory && (config.absentContent || covered(config, real));
        if (belowState(config.path)) {
            lines.insert((directory ? "d " : file ? "f " : "- ") + bare(config.path));
        }
    }
    for (const auto& entry : m_profile.files.ephemeral) {
        if (belowState(entry.path)) {
            lines.insert((entry.path.ends_with('/') ? "d " : "- ") + bare(entry.path));
        }
    }
    for (const auto& inner : m_inner) {
        lines.insert((inner.directory ? "d " : "f ") + inner.path);
    }
    std::string text;
    for (const auto& line : lines) {
        text += forScreen(line) + "\n";
    }
    return text;
}

// Before anything is changed: what other runs have mounted stays as it is.
Status StateStore::agreeOnPlaces() {
    const std::string own = places();
    auto known = beneath::readFile(m_store.get(), "places");
    const bool same = known && *known && **known == own;
    if (!m_others) {
        return same ? Status() : beneath::writeFile(m_store.get(), "places", own, kOwnMode, m_replaced);
    }
    LG_TRY(std::move(known));
    if (!m_live || same) {
        return {};
    }
    return makeError(Code::Busy,
                     "another run of profile " + m_profile.name +
                         " is live, and its places of configuration are not those of this run (the "
                         "profile, PATH, or what your own home has there, was changed meanwhile)",
                     "wait until it has ended, or stop it: leadglass runs list");
}

} // namespace leadglass::session
