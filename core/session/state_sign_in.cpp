// Files of the state that a credential is read from (state_store.h).
#include <fcntl.h>

#include <algorithm>
#include <iterator>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/secrets/json_pick.h"
#include "core/secrets/store.h"
#include "core/session/state_store.h"

namespace leadglass::session {

Status StateStore::settle(const std::string& home, const std::vector<SignIn>& signIns, std::vector<std::string>& notices) {
    const auto fd = signIns.empty() || home.empty() ? Result<UniqueFd>(UniqueFd()) : sys::openNoLinks(home, O_RDONLY | O_DIRECTORY);
    if (!fd || !*fd) {
        return {}; // no run has made it yet; what else is wrong with it is found when it is opened to be used
    }
    std::vector<std::string> replaced;
    for (const auto& signIn : signIns) {
        LG_TRY(beneath::makePlain(fd->get(), signIn.path, replaced));
    }
    std::transform(replaced.begin(), replaced.end(), std::back_inserter(notices), replacedNotice);
    return {};
}

// Again, now that none is starting. An agent that signs in may keep what it finds in its file: what could not be read outside
// with the token in it would then be read inside.
Status StateStore::settleSignIns(const Request& request) {
    for (const auto& [path, pointer] : request.signIns) {
        LG_TRY(beneath::makePlain(m_home.get(), path, m_replaced));
        const auto content = beneath::readFile(m_home.get(), path);
        if (!request.alone || (content && !*content)) {
            continue;
        }
        const bool fits = content && (*content)->size() <= secrets::kMaxValue / 2 &&
                          ((*content)->empty() || secrets::jsonAt(**content, pointer) || secrets::jsonHasNone(**content, pointer));
        if (!fits) {
            LG_TRY(beneath::remove(m_home.get(), path));
            m_notices.push_back("~/" + forScreen(path) + " of the agent's state was larger than a sign-in is, or no JSON that is clear; it was removed, so that the new one can be kept outside");
        }
    }
    return {};
}

} // namespace leadglass::session
