// Trust: directories that the person owns, and links in them; agents may have written in projects.
// Privilege: reads link texts, first lines of scripts, and directory lists.
// Input: PATH, the command, files.read of the policy.
// Fails: a tool that would show a credential store is left out with a notice, and so is what only
//        the project's files name; an entry of the policy that would is an error that names file
//        and line.
//
// The person's own tools: read-only binds of what lies under HOME and of what the command needs.
#pragma once

#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/policy/types.h"
#include "core/sandbox/plan.h"

namespace leadglass::sandbox {

// Adds binds to the mounts of a plan that is being built; what is visible already is not added.
class HomeTools {
public:
    HomeTools(const Places& places, std::string canonicalHome, std::vector<Mount>& mounts,
              std::vector<std::string>& notices);

    // `mounts` holds the project already: what is in it is the agent's word, and shows nothing else.
    // Tool managers and PATH entries under HOME.
    void addToolDirectories(const std::vector<std::string>& path);
    // files.read.
    Status addPolicyReads(const std::vector<policy::NamedPath>& reads);
    // The absolute in-run path of `command`, its program, interpreter and package bound.
    // Not there: Code::NotFound, text begins with kCommandNotFound. There, but no program:
    // Code::Invalid, text begins with kNotExecutable.
    Result<std::string> addCommand(const std::string& command, const std::vector<std::string>& path,
                                   const std::string& workingDir);

private:
    void addManager(const char* relative, const char* what);
    void addLinkTargets(const std::string& directory);
    // Who named a program: the person, or a file that an agent may have written.
    enum class NamedBy { Person, Project };
    void addProgram(const std::string& path, int depth, NamedBy by);
    void addRealProgram(const std::string& file, int depth, NamedBy by);
    void addInterpreter(const std::string& file, int depth);
    bool addTree(const std::string& canonical, const std::string& why);
    bool visible(const std::string& canonical) const;
    const std::string& project() const;
    bool projectLeads(const std::string& spelled) const;
    void leaveOut(const std::string& canonical);
    std::string packageOf(const std::string& file) const;
    bool tooBroad(const std::string& directory) const;

    const Places& m_places;
    std::string m_home;
    std::vector<Mount>& m_mounts;
    std::vector<std::string>& m_notices;
    std::vector<std::string> m_path;
};

// files.read of a credential store, of a directory of Leadglass's, or of what holds one. `canonical`: where it leads.
Status refuseSecretRead(const Places& places, const policy::NamedPath& read, const std::string& canonical);
// What files.read names as a mount; an error names the line.
Result<Mount> readMount(const policy::NamedPath& read, const std::string& canonical);

inline constexpr const char* kCommandNotFound = "command not found";
inline constexpr const char* kNotExecutable = "cannot execute";

} // namespace leadglass::sandbox
