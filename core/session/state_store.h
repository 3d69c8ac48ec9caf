// Trust: what lies in the store was written by agents of earlier runs; the real home is the person's.
// Privilege: the person's; in the real home it only reads what the profile names.
// Input: names from the policy; trees of any shape.
// Fails: a link, or a thing of the wrong type, is never followed: it is replaced and told; a state
//        file that cannot be cleaned does not survive the run.
//
// The private copies of an agent's state: $XDG_DATA_HOME/leadglass/state/PROFILE[/PROJECT]/.
//
//   home/    directories bound into runs, and files copied in and out
//   seeded   there once home/ was filled from the real home
//   lock     held (flock(2)) while a run prepares or collects; runs of one profile may overlap
//   live     held shared as long as a run lives; alone by one that signs in
//   places   where the live runs mount their configuration, and what else is shown in the state, one a line
//
// Configuration is copied anew for each run into its own directory and shown read-only over the
// state; what an agent planted at such a place is gone at the next prepare().
//
// Runs that overlap share the state, and must not see each other's plant. So each of them has
// something of its own mounted at each place of configuration: where the person has nothing, a
// private file that the agent may write to in place (not replace by rename: it is a mount point). The
// directories between are mount points too, else they could be moved away with what lies in them.
// A mount holds only while every live run has one there (a name that is no mount point of its own
// can be unlinked by a run, and the kernel then takes away the mounts of all others): a run that
// would have other places than the live ones is refused. Where an agent does not take an empty
// file for none (`presence_matters`, and a file in `ephemeral`), the second run of two works on a
// copy of the state, which goes with it.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"
#include "core/policy/types.h"
#include "core/sandbox/plan.h"
#include "core/session/beneath.h"

namespace leadglass::session {

class StateStore {
public:
    struct Owner {
        std::uint32_t uid = 0;
        std::uint32_t gid = 0;
    };
    // A file in the state that a credential is read from (`state:` of a policy), and where in it.
    struct SignIn {
        std::string path; // below HOME
        std::string pointer;
    };
    struct Request {
        std::string profile;    // names the directory
        std::string project;    // canonical; matters where state_scope is "project"
        std::string runtimeDir; // of this run alone, ours, 0700: config copies go below it
        std::optional<sandbox::RootPlan> root; // real root: the ids that the agent gets
        std::vector<sandbox::Mount> shown; // by the plan besides; what of it lies in the state gets a place there
        std::vector<SignIn> signIns{};     // plain files, or none
        bool alone = false;                // an agent signs in: no other run of the profile may live meanwhile, and see it
    };

    static Result<std::unique_ptr<StateStore>> prepare(const Places& places,
                                                       const policy::Profile& merged,
                                                       const Request& request);

    // Where the files of the agent's HOME lie in the store of this profile, which may not be there yet. Empty: it can have none.
    static std::string homeOf(const Places& places, const policy::Profile& merged, const std::string& project);
    // Before credentials are looked for in it: what Request::signIns says, where there is a store.
    static Status settle(const std::string& home, const std::vector<SignIn>& signIns, std::vector<std::string>& notices);
    // Is there a store of this profile already?
    static bool exists(const Places& places, const policy::Profile& merged, const Request& request);

    // For PlanRequest::state.
    [[nodiscard]] const std::vector<sandbox::Mount>& mounts() const { return m_mounts; }
    [[nodiscard]] const std::vector<std::string>& notices() const { return m_notices; }
    [[nodiscard]] const std::vector<std::string>& credentials() const { return m_credentials; }

    // Before the command starts: copies state files into the root of the private home.
    Status fillHome(int homeFd);
    // A file of the agent's own in the private home, where nothing is. False: something is.
    Result<bool> plant(int homeFd, const std::string& path, std::string_view content);
    // After everything inside has ended: copies state files back. What was left out and why.
    Result<std::vector<std::string>> collectHome(int homeFd);

private:
    StateStore() = default;
    Status open(const Places& places, const policy::Profile& merged, const Request& request);
    Result<UniqueFd> lock();
    Status enter(bool alone);
    Status workOnACopy();
    Status pinParents();
    [[nodiscard]] std::set<std::string> parentsToPin() const;
    [[nodiscard]] bool covered(const policy::NamedPath& config, beneath::Type real) const;
    [[nodiscard]] std::string places() const;
    Status agreeOnPlaces();
    Result<sandbox::Mount> maskFor(const std::string& path, const std::string& name);
    Status settleSignIns(const Request& request);
    Status seed();
    Status sweep();
    Status addStates();
    Status addConfigs();
    Status addConfig(const policy::NamedPath& config, std::size_t index);
    Status addEphemerals();
    void listInner(const std::vector<sandbox::Mount>& shown);
    Status holdInner();
    Status holdPlace(const std::string& path, bool directory);
    [[nodiscard]] std::optional<std::string> configCopyOf(const std::string& path) const;
    void listCredentials();
    static std::string replacedNotice(const std::string& path);
    void tellReplaced();
    [[nodiscard]] bool isDirectory(const std::string& path) const;
    [[nodiscard]] bool belowState(const std::string& path) const;
    [[nodiscard]] std::string inside(const std::string& path) const;
    Result<std::string> cleaned(const std::string& path, std::string content) const;

    policy::Profile m_profile;
    std::optional<Owner> m_owner; // set: not our own ids
    std::string m_insideHome;  // canonical
    std::string m_storePath;   // canonical path of home/
    std::string m_configPath;  // canonical path of this run's config copies
    UniqueFd m_store;          // state/PROFILE[/PROJECT]
    UniqueFd m_home;           // its home/
    UniqueFd m_realHome;
    UniqueFd m_config;
    UniqueFd m_run;            // this run's runtime directory
    std::string m_runPath;     // canonical
    UniqueFd m_live;           // the shared lock
    bool m_others = false;     // runs of this profile lived when this one was prepared
    struct Inner {
        std::string path; // below HOME
        bool directory = false;
    };
    std::vector<Inner> m_inner;       // places in the state for what the plan shows there
    std::vector<std::string> m_files; // state that is a file, copied
    std::vector<std::string> m_replaced;
    std::vector<sandbox::Mount> m_mounts;
    std::vector<std::string> m_notices;
    std::vector<std::string> m_credentials;
};

} // namespace leadglass::session
