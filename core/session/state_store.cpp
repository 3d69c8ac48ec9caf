#include "core/session/state_store.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/base/digest.h"
#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/sandbox/bind_source.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/secret_paths.h"
#include "core/session/json_drop.h"

namespace leadglass::session {
namespace {

constexpr std::uint64_t kEphemeralBytes = 512ULL << 20;
constexpr std::size_t kToldSkips = 5;

std::string bare(const std::string& path) {
    return path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
}

bool plainProfileName(const std::string& name) {
    return !name.empty() && name.size() <= 64 && name.front() != '.' &&
           std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
           });
}

bool plainRelative(const std::string& path) {
    const auto parts = sandbox::components(path);
    return !parts.empty() && path.front() != '/' && path.find('\0') == std::string::npos &&
           std::find(parts.begin(), parts.end(), "..") == parts.end();
}

void tellSkips(std::vector<std::string>& notices, const beneath::CopyBudget& budget) {
    for (std::size_t i = 0; i < budget.skipped.size() && i < kToldSkips; ++i) {
        notices.push_back("not copied: ~/" + forScreen(budget.skipped[i]));
    }
    if (budget.skipped.size() > kToldSkips) {
        notices.push_back("not copied: " + std::to_string(budget.skipped.size() - kToldSkips) +
                          " more files of the profile's state or configuration");
    }
}

std::string storePath(const Places& places, const policy::Profile& merged,
                      const StateStore::Request& request) {
    std::string path = sandbox::joinPath(places.data, "state/" + request.profile);
    if (merged.files.stateScope == policy::StateScope::Project) {
        path += "/" + sha256Hex(request.project).substr(0, 32);
    }
    return path;
}

} // namespace

bool StateStore::exists(const Places& places, const policy::Profile& merged,
                        const Request& request) {
    struct stat s {};
    return plainProfileName(request.profile) &&
           ::lstat((storePath(places, merged, request) + "/seeded").c_str(), &s) == 0;
}

std::string StateStore::inside(const std::string& path) const {
    return sandbox::joinPath(m_insideHome, bare(path));
}

bool StateStore::isDirectory(const std::string& path) const {
    if (path.ends_with('/')) {
        return true;
    }
    for (const int root : {m_realHome.get(), m_home.get()}) {
        const auto type = beneath::typeOf(root, path);
        if (type == beneath::Type::Directory || type == beneath::Type::Regular) {
            return type == beneath::Type::Directory;
        }
    }
    const std::string name = sandbox::baseName(path); // ".claude" is a directory, ".x.json" a file
    return name.find('.', 1) == std::string::npos;
}

bool StateStore::belowState(const std::string& path) const {
    return std::any_of(m_profile.files.state.begin(), m_profile.files.state.end(),
                       [&](const policy::NamedPath& state) {
                           return isDirectory(state.path) &&
                                  sandbox::isAtOrBelow(bare(path), bare(state.path));
                       });
}

Status StateStore::open(const Places& places, const policy::Profile& merged,
                        const Request& request) {
    m_profile = merged;
    if (request.root && !request.root->unsafeRoot) {
        m_owner = Owner{request.root->uid, request.root->gid};
    }
    if (!plainProfileName(request.profile)) {
        return makeError(Code::Invalid, "the profile's name '" + forScreen(request.profile, 80) +
                                            "' cannot name a directory",
                         "use letters, digits, '-', '_' and '.'");
    }
    for (const auto* list : {&merged.files.state, &merged.files.seed, &merged.files.config,
                             &merged.files.ephemeral}) {
        for (const auto& entry : *list) {
            if (!plainRelative(entry.path)) {
                return makeError(Code::Invalid, policy::describe(entry.origin) + ": '" +
                                                    forScreen(entry.path) +
                                                    "' is not a path below HOME");
            }
        }
    }
    const std::string path = storePath(places, merged, request);
    auto data = LG_TRY(openOwnDirectory(places.data));
    m_store = LG_TRY(openOwnDirectory(path));
    auto home = LG_TRY(beneath::ensureDirectory(m_store.get(), "home", m_replaced));
    m_home = std::move(home);
    m_storePath = LG_TRY(sys::realPath(path + "/home"));
    m_realHome = LG_TRY(sys::open(places.home, O_RDONLY | O_DIRECTORY));
    m_insideHome = LG_TRY(sys::realPath(places.home));
    m_run = LG_TRY(openOwnDirectory(request.runtimeDir));
    m_runPath = LG_TRY(sys::realPath(request.runtimeDir));
    LG_TRY(sys::removeTree(m_run.get(), "config"));
    m_config = LG_TRY(beneath::ensureDirectory(m_run.get(), "config", m_replaced));
    m_configPath = m_runPath + "/config";
    return {};
}

Result<std::string> StateStore::cleaned(const std::string& path, std::string content) const {
    std::vector<std::string> keys;
    for (const auto& drop : m_profile.files.drop) {
        if (bare(drop.file) == bare(path)) {
            keys.insert(keys.end(), drop.keys.begin(), drop.keys.end());
        }
    }
    return keys.empty() ? Result<std::string>(std::move(content)) : dropJsonKeys(content, keys);
}

Status StateStore::seed() {
    if (beneath::typeOf(m_store.get(), "seeded") == beneath::Type::Regular) {
        return {};
    }
    beneath::CopyBudget budget;
    for (const auto& entry : m_profile.files.seed) {
        const std::string path = bare(entry.path);
        const auto type = beneath::typeOf(m_realHome.get(), path);
        if (type == beneath::Type::Directory) {
            auto from = LG_TRY(sys::openBeneath(m_realHome.get(), path, O_RDONLY | O_DIRECTORY));
            auto to = LG_TRY(beneath::ensureDirectory(m_home.get(), path, m_replaced));
            LG_TRY(beneath::copyTree(from.get(), to.get(), budget, beneath::Access::Private, path));
        } else if (type == beneath::Type::Regular) {
            auto content = beneath::readFile(m_realHome.get(), path);
            auto clean = content && content.value()
                             ? cleaned(path, std::move(*content.value()))
                             : Result<std::string>(makeError(Code::Io, "it cannot be read"));
            if (!clean) {
                budget.skipped.push_back(path + " (" + clean.error().text() + ")");
                continue;
            }
            LG_TRY(beneath::writeFile(m_home.get(), path, clean.value(), 0600, m_replaced));
        } else if (type == beneath::Type::Other) {
            budget.skipped.push_back(path + " (a link)");
        }
    }
    tellSkips(m_notices, budget);
    return beneath::writeFile(m_store.get(), "seeded", "1\n", 0600, m_replaced);
}

// What an earlier run planted at a place of configuration goes. Emptied, not removed, where this run
// mounts something: the place may be a mount point of another run of this profile.
Status StateStore::sweep() {
    for (const auto* list : {&m_profile.files.config, &m_profile.files.ephemeral}) {
        for (const auto& entry : *list) {
            const std::string path = bare(entry.path);
            const auto type = beneath::typeOf(m_home.get(), path);
            const bool mounted = list == &m_profile.files.config ? isDirectory(entry.path)
                                                                 : entry.path.ends_with('/');
            if (type == beneath::Type::Directory && mounted) {
                auto fd = LG_TRY(beneath::ensureDirectory(m_home.get(), path, m_replaced));
                LG_TRY(beneath::emptyDirectory(fd.get()));
            } else if (type == beneath::Type::Regular && list == &m_profile.files.config &&
                       !isDirectory(entry.path)) {
                LG_TRY(beneath::ensureEmptyFile(m_home.get(), path, m_replaced));
            } else if (type != beneath::Type::Missing) {
                LG_TRY(beneath::remove(m_home.get(), path));
            }
        }
    }
    return {};
}

// Where `path` lies in this run's copy of a configuration directory, if it lies in one.
std::optional<std::string> StateStore::configCopyOf(const std::string& path) const {
    const std::string target = inside(path);
    for (const auto& mount : m_mounts) {
        if (!mount.writable && S_ISDIR(mount.type) && mount.target != target &&
            sandbox::isAtOrBelow(target, mount.target)) {
            return sandbox::baseName(mount.source) + target.substr(mount.target.size());
        }
    }
    return std::nullopt;
}

// What is mounted at `path` needs something to be mounted on, also where that is read-only inside.
Status StateStore::holdPlace(const std::string& path, bool directory) {
    if (const auto copy = configCopyOf(path)) {
        if (!directory) {
            return beneath::ensureEmptyFile(m_config.get(), *copy, m_replaced);
        }
        auto fd = LG_TRY(beneath::ensureDirectory(m_config.get(), *copy, m_replaced));
        return ::fchmod(fd.get(), 0755) == 0
                   ? Status()
                   : Status(ioError("cannot set the mode of a configuration copy", errno));
    }
    if (!belowState(path)) {
        return {}; // in the private home: made for the mount
    }
    if (!directory) {
        return beneath::ensureEmptyFile(m_home.get(), bare(path), m_replaced);
    }
    auto fd = LG_TRY(beneath::ensureDirectory(m_home.get(), bare(path), m_replaced));
    return {};
}

Status StateStore::addStates() {
    for (const auto& state : m_profile.files.state) {
        const std::string path = bare(state.path);
        if (!isDirectory(state.path)) {
            m_files.push_back(path);
            continue;
        }
        auto fd = LG_TRY(beneath::ensureDirectory(m_home.get(), path, m_replaced));
        auto mount = LG_TRY(sandbox::bindMount(sandbox::joinPath(m_storePath, path), inside(path), true,
                                               "state of profile " + m_profile.name));
        m_mounts.push_back(std::move(mount));
    }
    return {};
}

Status StateStore::addConfig(const policy::NamedPath& config, std::size_t index) {
    const std::string path = bare(config.path);
    const std::string why = "configuration of profile " + m_profile.name + ", a copy";
    const std::string name = std::to_string(index);
    const auto type = beneath::typeOf(m_realHome.get(), path);
    beneath::CopyBudget budget;
    if (type == beneath::Type::Other) {
        budget.skipped.push_back(path + " (a link)");
    }
    if (type == beneath::Type::Directory || (type != beneath::Type::Regular && isDirectory(config.path))) {
        auto to = LG_TRY(beneath::ensureDirectory(m_config.get(), name, m_replaced));
        if (type == beneath::Type::Directory) {
            auto from = LG_TRY(sys::openBeneath(m_realHome.get(), path, O_RDONLY | O_DIRECTORY));
            LG_TRY(beneath::copyTree(from.get(), to.get(), budget, beneath::Access::Readable, path));
        }
        if (::fchmod(to.get(), 0755) != 0) {
            return ioError("cannot set the mode of a configuration copy", errno);
        }
    } else {
        std::optional<std::string> content = config.absentContent;
        if (type == beneath::Type::Regular) {
            auto read = beneath::readFile(m_realHome.get(), path);
            if (read) {
                content = std::move(read).value();
            } else {
                budget.skipped.push_back(path + " (" + read.error().text() + ")");
            }
        }
        if (!content) {
            tellSkips(m_notices, budget);
            if (!covered(config, type)) {
                return beneath::remove(m_home.get(), path); // nothing to show
            }
            m_mounts.push_back(LG_TRY(maskFor(path, name)));
            return holdPlace(path, false);
        }
        LG_TRY(sys::replaceFileAt(m_config.get(), name, *content, 0644, sys::Sync::Left));
    }
    tellSkips(m_notices, budget);
    auto mount = LG_TRY(sandbox::bindMount(sandbox::joinPath(m_configPath, name), inside(path), false,
                                           why));
    LG_TRY(holdPlace(config.path, S_ISDIR(mount.type)));
    m_mounts.push_back(std::move(mount));
    return {};
}

Status StateStore::addConfigs() {
    // Parents first: what lies in a copied directory is mounted on a place in that copy.
    std::sort(m_profile.files.config.begin(), m_profile.files.config.end(),
              [](const auto& a, const auto& b) { return bare(a.path) < bare(b.path); });
    for (std::size_t i = 0; i < m_profile.files.config.size(); ++i) {
        LG_TRY(addConfig(m_profile.files.config[i], i));
    }
    return {};
}

Status StateStore::addEphemerals() {
    for (const auto& entry : m_profile.files.ephemeral) {
        if (!entry.path.ends_with('/')) {
            continue; // swept
        }
        LG_TRY(holdPlace(entry.path, true));
        m_mounts.push_back(sandbox::tmpfsMount(inside(entry.path), kEphemeralBytes, 0700,
                                               "fresh in each run"));
    }
    return {};
}

void StateStore::listCredentials() {
    const auto& secrets = sandbox::secretHomePaths();
    for (const auto& entry : m_profile.files.seed) {
        const std::string path = bare(entry.path);
        const bool credential = sandbox::isCredentialName(sandbox::baseName(path)) ||
                                std::find(secrets.begin(), secrets.end(), path) != secrets.end();
        if (credential && beneath::typeOf(m_home.get(), path) == beneath::Type::Regular) {
            m_credentials.push_back("~/" + path);
        }
    }
}

std::string StateStore::replacedNotice(const std::string& path) {
    return "an earlier run had left something else than a directory or a file of one name at ~/" + forScreen(path) +
           " in the agent's state; it was removed, not followed";
}

void StateStore::tellReplaced() {
    for (const auto& path : m_replaced) {
        m_notices.push_back(replacedNotice(path));
    }
    m_replaced.clear();
}

std::string StateStore::homeOf(const Places& places, const policy::Profile& merged, const std::string& project) {
    Request request;
    request.profile = merged.name;
    request.project = project;
    if (!plainProfileName(request.profile)) {
        return {};
    }
    Places real = places;
    if (auto data = sys::realPath(places.data)) { // it is opened without following links
        real.data = std::move(*data);
    }
    return storePath(real, merged, request) + "/home";
}

Result<std::unique_ptr<StateStore>> StateStore::prepare(const Places& places,
                                                        const policy::Profile& merged,
                                                        const Request& request) {
    std::unique_ptr<StateStore> store(new StateStore);
    LG_TRY(store->open(places, merged, request));
    store->listInner(request.shown);
    auto held = LG_TRY(store->lock());
    LG_TRY(store->enter(request.alone));
    LG_TRY(store->seed());
    LG_TRY(store->settleSignIns(request));
    LG_TRY(store->workOnACopy());
    LG_TRY(store->agreeOnPlaces());
    LG_TRY(store->sweep());
    LG_TRY(store->addStates());
    LG_TRY(store->pinParents());
    LG_TRY(store->addConfigs());
    LG_TRY(store->addEphemerals());
    LG_TRY(store->holdInner());
    if (store->m_owner) {
        LG_TRY(beneath::chownTree(store->m_home.get(), store->m_owner->uid, store->m_owner->gid));
    }
    store->listCredentials();
    store->tellReplaced();
    return store;
}

} // namespace leadglass::session
