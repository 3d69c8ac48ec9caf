#include "tests/escape/both_users.h"

#include <grp.h>
#include <pwd.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "tests/support/require.h"

namespace leadglass::test {
namespace {

bool canMakeNamespaces() {
    const pid_t pid = fork();
    if (pid == 0) {
        _exit(unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET) == 0 ? 0 : 1);
    }
    int status = 0;
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int runAsOrdinaryUser(char** argv) {
    const char* wanted = std::getenv("LEADGLASS_TEST_USER");
    const passwd* user = getpwnam(wanted != nullptr ? wanted : "lgtest");
    if (user == nullptr) {
        missing("userns", "no ordinary user to test as: set LEADGLASS_TEST_USER");
    }
    const pid_t pid = fork();
    if (pid == 0) {
        if (initgroups(user->pw_name, user->pw_gid) != 0 ||
            setresgid(user->pw_gid, user->pw_gid, user->pw_gid) != 0 ||
            setresuid(user->pw_uid, user->pw_uid, user->pw_uid) != 0) {
            std::perror("become the ordinary user");
            _exit(1);
        }
        setenv("HOME", user->pw_dir, 1);
        setenv("USER", user->pw_name, 1);
        unsetenv("XDG_RUNTIME_DIR");
        unsetenv("TMPDIR"); // of root, where this user may not write
        execv("/proc/self/exe", argv);
        _exit(1);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

} // namespace

int runAsBothUsers(int, char** argv, const std::function<int()>& body) {
    if (!canMakeNamespaces()) {
        missing("userns", "unshare(user, mount, network) fails");
    }
    int result = 0;
    if (getuid() == 0) {
        std::printf("---- as an ordinary user\n");
        std::fflush(stdout);
        result = runAsOrdinaryUser(argv);
        std::printf("---- as real root\n");
        std::fflush(stdout);
    }
    const int own = body();
    return result != 0 ? result : own;
}

} // namespace leadglass::test
