// State that is a single file: copied into the private home before the command starts, and back after
// it ended, so that an agent may replace it by rename.
#include <sys/fsuid.h>
#include <sys/stat.h>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/session/beneath.h"
#include "core/session/json_drop.h"
#include "core/session/state_store.h"

namespace leadglass::session {
namespace {

// Files made while this lives belong to the agent's ids: the private home's file system knows no
// others (setfsuid(2); of this thread only).
class ActAs {
public:
    explicit ActAs(const std::optional<StateStore::Owner>& owner) : m_active(owner.has_value()) {
        if (m_active) {
            m_gid = static_cast<gid_t>(::setfsgid(owner->gid));
            m_uid = static_cast<uid_t>(::setfsuid(owner->uid));
        }
    }
    ActAs(const ActAs&) = delete;
    ActAs& operator=(const ActAs&) = delete;
    ~ActAs() {
        if (m_active) {
            ::setfsuid(m_uid);
            ::setfsgid(m_gid);
        }
    }

private:
    bool m_active;
    uid_t m_uid = 0;
    gid_t m_gid = 0;
};

} // namespace

Status StateStore::fillHome(int homeFd) {
    struct File {
        const std::string& path;
        std::string content;
    };
    std::vector<File> files;
    {
        auto held = LG_TRY(lock());
        for (const auto& path : m_files) {
            auto content = beneath::readFile(m_home.get(), path);
            if (!content) {
                LG_TRY(beneath::remove(m_home.get(), path));
                continue;
            }
            if (!content.value()) {
                continue;
            }
            auto clean = cleaned(path, std::move(*content.value()));
            if (clean) {
                files.push_back({path, std::move(clean).value()});
            }
        }
    }
    const ActAs agent(m_owner);
    std::vector<std::string> replaced;
    for (const auto& file : files) {
        LG_TRY(beneath::writeFile(homeFd, file.path, file.content, 0600, replaced));
    }
    return {};
}

Result<bool> StateStore::plant(int homeFd, const std::string& path, std::string_view content) {
    const ActAs agent(m_owner);
    if (beneath::typeOf(homeFd, path) != beneath::Type::Missing) {
        return false;
    }
    std::vector<std::string> replaced;
    LG_TRY(beneath::writeFile(homeFd, path, content, 0600, replaced));
    return true;
}

Result<std::vector<std::string>> StateStore::collectHome(int homeFd) {
    std::vector<std::string> notices;
    auto held = LG_TRY(lock());
    std::vector<std::string> replaced;
    for (const auto& path : m_files) {
        auto content = beneath::readFile(homeFd, path);
        if (content && !content.value()) {
            LG_TRY(beneath::remove(m_home.get(), path)); // the agent removed it
            continue;
        }
        auto clean = content ? cleaned(path, std::move(*content.value()))
                             : Result<std::string>(std::move(content).error());
        if (!clean) {
            notices.push_back("~/" + forScreen(path) + " is not kept: " + clean.error().text());
            continue;
        }
        LG_TRY(beneath::writeFile(m_home.get(), path, clean.value(), 0600, replaced));
    }
    return notices;
}

} // namespace leadglass::session
