// Trust: the journal and `base` of the run are ours; the project's git objects are checked against their ids.
// Privilege: the person's; reads only; git is never run.
// Input: a path of the run; texts of at most kMaxDiffBytes.
// Fails: towards saying that it is not kept: nothing is made up.
//
// What a file held when the run began. Nobody keeps a copy of a project for that: its content is there where an apply of
// this run replaced it, where git has it, or where the run's file is still that.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/workspace/change_list.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::workspace {

struct BaseText {
    std::optional<std::string> text;
    Why why; // there is none
};
Result<BaseText> baseText(const RunDir& run, const Trees& trees, const std::string& path);

} // namespace leadglass::workspace
