// A project, a run directory and a real overlay mount (userxattr, volatile) in a user namespace,
// in which a shell script plays the agent.
#pragma once

#include <string>
#include <vector>

#include "core/workspace/apply.h"
#include "core/workspace/finish_run.h"
#include "core/workspace/prepare_upper.h"
#include "core/workspace/select.h"

namespace leadglass::test {

class OverlayFixture {
public:
    OverlayFixture(); // ends the program through missing("overlay") where none can be mounted
    ~OverlayFixture();
    OverlayFixture(const OverlayFixture&) = delete;

    void write(const std::string& path, const std::string& content) const; // in the project, makes parents
    std::string read(const std::string& path) const;                       // "<none>" where nothing is
    bool exists(const std::string& path) const;
    int sh(const std::string& script) const; // on the host, in the project

    void begin(const workspace::PathMatcher& hides = [](std::string_view) { return false; });
    // `script` for /bin/sh -e in the mounted project; `seen`, if given, gets a copy of the tree as
    // the run sees it at the end.
    int agent(const std::string& script, const std::string& seen = {}) const;

    workspace::ChangeList review();  // lists and freezes
    workspace::ApplyReport apply(bool risky = false, bool theirs = false);
    workspace::ApplyReport undo();
    workspace::ChangeList list();

    std::string root;    // holds project/ and data/
    std::string project;
    workspace::RunDir run;
    workspace::RunManifest manifest;
    workspace::PreparedUpper prepared;
    workspace::OpenTrees trees;
    workspace::Frozen frozen;
    std::vector<workspace::LeftPath> left; // of the last apply, selection and writing
};

const workspace::Change* find(const workspace::ChangeList& list, const std::string& path);

} // namespace leadglass::test
