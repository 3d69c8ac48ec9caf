// leadglass-launch: builds the walls of one run, then becomes bwrap.
//
// Trust: started by the supervisor only, with fd 0-2 = the agent's stdio, 3 = control, 4 = plan.
// Privilege: the person's own; inside its own namespaces all capabilities, until bwrap is executed.
//            As real root: root, until the stage is built.
// Input: the sealed plan; one message, Go.
// Fails: closed. Any step that fails is told to the supervisor, and nothing of the agent runs.
//
// One thread, static, libc only, no heap. The order of steps matters; core/wire/launch_control.h
// shows the conversation.
#include <errno.h>
#include <unistd.h>

#include "core/wire/launch_channel.h"
#include "core/wire/launch_plan.h"
#include "helper/launch/handover.h"
#include "helper/launch/listeners.h"
#include "helper/launch/namespaces.h"
#include "helper/launch/network.h"
#include "helper/launch/report.h"
#include "helper/launch/staging.h"
#include "helper/launch/terminal.h"
#include "helper/launch/tree.h"

namespace {

using namespace leadglass;

void send(const wire::LaunchPacker& message, const int* fds, std::size_t count) {
    errno = wire::sendControl(wire::kLaunchControlFd, message, fds, count);
    if (errno != 0) {
        launch::fail("control", "the supervisor does not listen");
    }
}

void waitForGo() {
    std::uint8_t message[wire::kLaunchMessageMax];
    const long size = wire::receiveControl(wire::kLaunchControlFd, message);
    if (size == 0) {
        _exit(wire::kLaunchExitSetup); // the supervisor is gone, or does not want this run
    }
    if (size != 1 || message[0] != static_cast<std::uint8_t>(wire::LaunchTag::Go)) {
        launch::refuse("control", "something else than Go came from the supervisor");
    }
}

} // namespace

int main() {
    launch::bindLifeToSupervisor();
    if (close_range(wire::kLaunchPlanFd + 1, ~0U, 0) != 0) {
        launch::fail("descriptors", "close_range");
    }
    wire::LaunchPlan plan;
    if (const char* wrong = wire::openLaunchPlan(wire::kLaunchPlanFd, plan)) {
        launch::fail("plan", wrong);
    }
    launch::checkIdentity(plan);
    const int bwrap = launch::openBwrap(plan);
    launch::prepareProcess();
    launch::Stage stage;
    if (plan.root()) {
        launch::enterRootStaging();
        stage = launch::buildStage(plan);
        launch::becomeAgentUser(plan);
        launch::enterNamespaces(plan);
    } else {
        launch::enterNamespaces(plan);
        stage = launch::buildStage(plan);
    }
    launch::buildTree(stage, plan);
    launch::applyLimits(plan);
    launch::buildNetwork(plan);
    if (stage.homeRoot != launch::kNoFd) {
        send(wire::LaunchPacker(wire::LaunchTag::Home), &stage.homeRoot, 1);
    }
    const int terminal = launch::makeTerminal(stage, plan);
    if (terminal != launch::kNoFd) {
        send(wire::LaunchPacker(wire::LaunchTag::Terminal), &terminal, 1);
        close(terminal); // the supervisor's is the only one
    }
    launch::sendListeners(plan);
    send(wire::LaunchPacker(wire::LaunchTag::Ready), nullptr, 0);
    waitForGo();
    launch::becomeBwrap(plan, bwrap);
}
