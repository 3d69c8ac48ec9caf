// Trust: a file of the person; a project's own may have been written by an agent.
// Privilege: reads one policy file, and puts a new one in its place in the same folder.
// Input: TOML, at most 1 MiB, as read before.
// Fails: a file that is built in, not the person's own, has a second name, or is not as it was read any more: nothing is
//        written.
//
// A link to a file (a folder of dot files under version control) stays a link: what it points to is written. The new file
// has the mode, owner and group of the old one, and is there whole or not at all. Access control lists are not kept. What a
// writer that was killed has left beside it (.NAME.new.PID) is removed by the next one.
#pragma once

#include <optional>
#include <string>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/policy/merge.h"
#include "core/policy/types.h"

namespace leadglass::policy {

struct PolicyFile {
    std::string path; // as the loader finds it
    std::string real; // where it is written
    Layer layer = Layer::Profile; // Base, Profile or Project
    std::string content;
    std::string digest; // SHA-256 of the content, hex
    bool builtIn = false;
    std::optional<Error> locked; // why it is not changed
};

// A profile by its name or file, or a project's .leadglass.toml.
Result<PolicyFile> readPolicyFile(const Places& places, const std::string& nameOrFile);
// Conflict: it was changed since it was read. Busy: another Leadglass writes in that folder.
Status writePolicyFile(const PolicyFile& asRead, const std::string& content);
// A new profile of the person's own that extends `parent`, and nothing more; its path. The same name as a built-in one:
// it is found first from then on. Conflict: they have one of that name.
Result<std::string> makeOwnProfile(const Places& places, const std::string& name, const std::string& parent);

// A .leadglass.toml in a project that has none, which says nothing yet; its path. `project`: canonical.
Result<std::string> makeProjectFile(const std::string& project);

// As checkPolicyFile() would load it with this content.
Result<EffectivePolicy> checkPolicyText(const Places& places, const PolicyFile& file, const std::string& content, const RegistryHosts& registries);

} // namespace leadglass::policy
