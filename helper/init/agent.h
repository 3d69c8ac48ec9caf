// The process that becomes a command of the run: the first one, or a further one.
#pragma once

#include <sys/types.h>

#include "core/wire/launch_plan.h"
#include "helper/init/lockdown.h"

namespace leadglass::init {

// What the child writes when it fails; it never touches the control socket.
struct Outcome {
    const char* step; // fixed strings: same program, same addresses; nullptr: execve failed
    const char* detail;
    int sysErrno;
};
[[noreturn]] void giveUp(int outcome, const Problem& problem);

struct Words {
    char** argv = nullptr;
    char** env = nullptr;
    bool search = false; // argv[0] is looked for in PATH, if it holds no slash
};
// Room for one command of this process: views of the plan, never freed.
Words planWords(const wire::LaunchPlan& plan);
// The words of a list of at most kPlanMaxArgv in place of the plan's.
void setArguments(Words& words, const wire::PlanList& argv);
// "NAME=" in place of the plan's value, or added.
void setVariable(Words& words, const char* name, char* entry);

// In the child: a process group of its own, in the foreground of the terminal if there is one; working
// directory, signals to default, walls checked, no descriptor above 2; execve. Landlock is on already.
[[noreturn]] void becomeCommand(const wire::LaunchPlan& plan, const Words& words, bool terminal, int outcome);

} // namespace leadglass::init
