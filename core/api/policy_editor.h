// Changing a person's policy files, looked at before it is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/policy_service.h"
#include "core/base/result.h"
#include "core/policy/policy_lines.h"

namespace leadglass::api {

struct EditableFile {
    std::string path;
    std::string profile; // its name; empty: a project's own file, which may only tighten
    bool builtIn = false;
    std::string digest;
    std::optional<Error> locked; // why it is not changed here
    std::vector<policy::PolicyItem> items;
    std::optional<Error> fault; // what is wrong in it: it has no items then
};

struct EditPreview {
    std::string diff;                        // unified, of the lines that change
    std::vector<policy::PolicyLine> begins;  // what holds from then on
    std::vector<policy::PolicyLine> ends;    // and what does not any more
    std::vector<std::string> notices;        // that were not there before
    // Of the last rule that is added or changed: connections of the history that it fits.
    bool looksBack = false;
    std::int64_t looked = 0;
    std::int64_t matched = 0;
    std::int64_t denied = 0;
};

class PolicyEditor {
public:
    virtual ~PolicyEditor() = default;
    // Every profile by name, nearest folder first.
    virtual Result<std::vector<std::string>> profiles() = 0;
    // The files that hold for such a run, strongest first: the project's own, the profile, those it extends.
    virtual Result<std::vector<EditableFile>> files(const PolicyQuery& query) = 0;
    // All the edits or none. Conflict: the file is not `digest` any more.
    virtual Result<EditPreview> preview(const std::string& path, const std::string& digest, const std::vector<policy::PolicyEdit>& edits) = 0;
    virtual Result<EditableFile> write(const std::string& path, const std::string& digest, const std::vector<policy::PolicyEdit>& edits) = 0;
    // A profile of one's own that extends `parent`; its path.
    virtual Result<std::string> makeOwn(const std::string& name, const std::string& parent) = 0;
    // A .leadglass.toml for a project that has none; its path.
    virtual Result<std::string> makeProject(const std::string& project) = 0;
};

} // namespace leadglass::api
