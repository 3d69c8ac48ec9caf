#include "helper/init/further.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <linux/magic.h>

#include "core/wire/command_request.h"
#include "core/wire/launch_channel.h"
#include "helper/init/agent.h"
#include "helper/init/watch.h"

namespace leadglass::init {
namespace {

using wire::LaunchPacker;
using wire::LaunchTag;

constexpr int kRequest = 4;
constexpr int kTerminals = 5;
constexpr const char* kPasteFolder = "/tmp/paste";

[[noreturn]] void fail(const char* step, const char* detail) {
    wire::failControl(wire::kLaunchControlFd, step, errno, detail);
}

// 0-2 as given, 3 = control, 4 = request, 5 = /dev/pts, nothing else.
void arrangeDescriptors(int terminals, const int* given) {
    constexpr int kAbove = 16; // of all numbers that are agreed on, and of those that were given
    const int targets[] = {wire::kLaunchControlFd, kRequest, 0, 1, 2};
    int moved[wire::kCommandFds];
    const int pts = fcntl(terminals, F_DUPFD_CLOEXEC, kAbove);
    for (std::size_t i = 0; i < wire::kCommandFds; ++i) {
        moved[i] = fcntl(given[i], F_DUPFD_CLOEXEC, kAbove);
    }
    bool done = dup3(pts, kTerminals, O_CLOEXEC) == kTerminals;
    for (std::size_t i = 0; i < wire::kCommandFds; ++i) {
        done = done && (targets[i] < 3 ? dup2(moved[i], targets[i]) : dup3(moved[i], targets[i], O_CLOEXEC)) == targets[i];
    }
    if (!done || close_range(kTerminals + 1, ~0U, 0) != 0) {
        _exit(wire::kLaunchExitSetup); // whom to tell is among them
    }
}

// A pty of the devpts instance that the command sees, so that it has its name there.
void makeTerminal(const wire::CommandRequest& request) {
    struct statfs about {};
    const int master = openat(kTerminals, "ptmx", O_RDWR | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC);
    int unlock = 0;
    if (master < 0 || fstatfs(master, &about) != 0 || about.f_type != DEVPTS_SUPER_MAGIC ||
        ioctl(master, TIOCSPTLCK, &unlock) != 0) {
        fail("terminal", "/dev/pts/ptmx");
    }
    const int slave = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (slave < 0) {
        fail("terminal", "pty");
    }
    for (int fd = 0; fd < 3; ++fd) {
        if (request.terminal(fd) && dup2(slave, fd) != fd) {
            fail("terminal", "standard streams");
        }
    }
    close(slave);
    if (request.terminal(0) && ioctl(0, TIOCSCTTY, 0) != 0) {
        fail("terminal", "cannot become the controlling terminal");
    }
    if (wire::sendControl(wire::kLaunchControlFd, LaunchPacker(LaunchTag::Terminal), &master, 1) != 0) {
        _exit(wire::kLaunchExitSetup);
    }
    close(master); // whoever shows it to a person has the only one
}

void waitForGo() {
    std::uint8_t message[wire::kLaunchMessageMax];
    if (wire::sendControl(wire::kLaunchControlFd, LaunchPacker(LaunchTag::Ready)) != 0 ||
        wire::receiveControl(wire::kLaunchControlFd, message) != 1 ||
        message[0] != static_cast<std::uint8_t>(LaunchTag::Go)) {
        _exit(wire::kLaunchExitSetup);
    }
}

[[noreturn]] void execute(const wire::LaunchPlan& plan, const wire::CommandRequest& request) {
    char term[wire::kCommandMaxTerm + sizeof "TERM="];
    Words words = planWords(plan);
    setArguments(words, request.argv);
    words.search = true;
    if (request.term.size > 0) {
        snprintf(term, sizeof term, "TERM=%s", request.term.data);
        setVariable(words, "TERM=", term);
    }
    Watched command;
    command.terminal = request.terminal(0);
    command.children = watchChildren();
    int outcome[2];
    if (command.children < 0 || pipe2(outcome, O_CLOEXEC) != 0) {
        fail("start", "descriptors");
    }
    command.pid = fork();
    if (command.pid == 0) {
        becomeCommand(plan, words, command.terminal, outcome[1]);
    }
    if (command.pid < 0) {
        fail("process", "");
    }
    close(outcome[1]);
    awaitStart(command, outcome[0]);
    releaseStdio(request.terminals);
    watchCommand(command);
}

// With the rights of the run's commands and no others: where they lead this, they could write themselves.
[[noreturn]] void paste(const wire::CommandRequest& request) {
    wire::PlanCursor at = request.argv.first;
    const wire::PlanText name = wire::nextArgument(at);
    const std::uint64_t expected = wire::pasteSize(wire::nextArgument(at));
    if (mkdir(kPasteFolder, 0700) != 0 && errno != EEXIST) {
        fail("paste", kPasteFolder);
    }
    const int folder = open(kPasteFolder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int file = openat(folder, name.data, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (folder < 0 || file < 0 || fchmod(file, 0600) != 0) {
        fail("paste", kPasteFolder);
    }
    char bytes[65536];
    std::uint64_t done = 0;
    ssize_t size = 0;
    while ((size = read(0, bytes, sizeof bytes)) > 0) {
        done += static_cast<std::uint64_t>(size);
        if (done > expected || write(file, bytes, static_cast<std::size_t>(size)) != size) {
            size = -1;
            break;
        }
    }
    if (size < 0 || done != expected) { // what came is not what was to come: nobody is to take it for that
        const int problem = done > expected || size == 0 ? 0 : errno;
        (void)unlinkat(folder, name.data, 0);
        errno = problem;
        fail("paste", kPasteFolder);
    }
    LaunchPacker message(LaunchTag::Exited);
    message.u8(0);
    message.u32(0);
    (void)wire::sendControl(wire::kLaunchControlFd, message);
    _exit(0);
}

} // namespace

void becomeFurther(const wire::LaunchPlan& plan, int terminals, const int* given) {
    arrangeDescriptors(terminals, given);
    wire::CommandRequest request;
    if (const char* wrong = wire::openCommandRequest(kRequest, request)) {
        fail("request", wrong);
    }
    close(kRequest);
    if (setsid() < 0) {
        fail("session", "");
    }
    if (request.terminals != 0) {
        makeTerminal(request);
    }
    close(kTerminals);
    waitForGo();
    if (request.kind == wire::CommandKind::Paste) {
        paste(request);
    }
    execute(plan, request);
}

} // namespace leadglass::init
