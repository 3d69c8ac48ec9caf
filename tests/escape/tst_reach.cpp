// What can be talked to from inside: no socket of the host's, and of the network only the run's own
// listeners. Each claim has its control: the same sockets, asked from outside, answer.
#include <QtTest/QtTest>

#include <sched.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/escape/both_users.h"
#include "tests/support/launch_harness.h"

using namespace leadglass;
using test::LaunchHarness;
namespace fs = std::filesystem;

namespace {

using Answers = std::map<std::string, std::string>;

Answers parse(const std::string& text) {
    Answers answers;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto at = line.rfind('=');
        if (at != std::string::npos) {
            answers[line.substr(0, at)] = line.substr(at + 1);
        }
    }
    return answers;
}

sandbox::Plan probe(const LaunchHarness& harness, const std::vector<std::string>& arguments) {
    auto plan = harness.plan();
    plan.mounts.push_back(LaunchHarness::bind(LEADGLASS_ESCAPE_PROBE, "/opt/probe", false));
    plan.landlock.push_back({.path = "/opt"});
    plan.command = {"/opt/probe"};
    plan.command.insert(plan.command.end(), arguments.begin(), arguments.end());
    return plan;
}

[[noreturn]] void stop(const std::string& why) {
    std::fprintf(stderr, "%s (errno %d)\n", why.c_str(), errno);
    _exit(1);
}

void writeText(const char* path, const std::string& text) {
    std::ofstream file(path);
    if (!(file << text << std::flush)) {
        stop(path);
    }
}

// A /run of our own, so that sockets may stand where those of services do.
void enterPrivateRun() {
    const std::string uid = std::to_string(getuid());
    const std::string gid = std::to_string(getgid());
    const bool root = getuid() == 0;
    if (unshare(root ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) != 0) {
        stop("unshare");
    }
    if (!root) {
        writeText("/proc/self/setgroups", "deny");
        writeText("/proc/self/uid_map", uid + " " + uid + " 1");
        writeText("/proc/self/gid_map", gid + " " + gid + " 1");
    }
    if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("run", "/run", "tmpfs", 0, "mode=755") != 0) {
        stop("mount");
    }
}

// "@NAME" is abstract. Open to everybody; left open until the process ends.
void listenAt(const std::string& name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, name.data(), name.size());
    if (name.front() == '@') {
        address.sun_path[0] = 0;
    } else {
        fs::create_directories(fs::path(name).parent_path());
    }
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    if (bind(fd, reinterpret_cast<sockaddr*>(&address), size) != 0 || listen(fd, 8) != 0) {
        stop("cannot listen at " + name);
    }
    if (name.front() != '@' && chmod(name.c_str(), 0777) != 0) {
        stop("chmod " + name);
    }
}

Answers askOutside(const std::vector<std::string>& arguments) {
    std::string command = LEADGLASS_ESCAPE_PROBE;
    for (const auto& argument : arguments) {
        command += " '" + argument + "'";
    }
    FILE* out = popen(command.c_str(), "r");
    std::array<char, 4096> text{};
    const std::size_t size = fread(text.data(), 1, text.size(), out);
    pclose(out);
    return parse(std::string(text.data(), size));
}

// Runs in a process of its own, which may enter namespaces; says what is wrong on stderr.
int hostSockets(LaunchHarness& harness) {
    enterPrivateRun();
    const std::string agent = harness.tree().path() + "/ssh-agent/agent.1";
    setenv("SSH_AUTH_SOCK", agent.c_str(), 1);
    const std::vector<std::string> names{
        "@lg-escape-" + std::to_string(getpid()),
        "@/tmp/.X11-unix/X" + std::to_string(getpid()),
        harness.tree().path() + "/host.sock",
        agent,
        "/run/user/" + std::to_string(getuid()) + "/bus",
        "/run/dbus/system_bus_socket",
        "/var/run/docker.sock",
        "/run/systemd/resolve/io.systemd.Resolve",
        "/var/run/nscd/socket"};
    std::vector<std::string> question{"connect"};
    for (const auto& name : names) {
        listenAt(name);
        question.push_back(name);
    }
    Answers outside = askOutside(question);
    const auto inside = harness.run(probe(harness, question));
    Answers answers = parse(inside.out);
    int wrong = 0;
    for (const auto& name : names) {
        const bool abstract = name.front() == '@';
        const std::string& got = answers[name];
        const bool walled = abstract ? got == "ECONNREFUSED" || got == "EPERM" : got == "ENOENT";
        if (outside[name] != "ok" || !walled) {
            std::fprintf(stderr, "%s: outside %s, inside %s\n", name.c_str(), outside[name].c_str(),
                         got.c_str());
            ++wrong;
        }
    }
    LaunchHarness second(LEADGLASS_BIN_DIR); // an overlay's upper serves one run
    const auto environment = second.run(probe(second, {"env"}));
    wrong += environment.out.find("HOME=") == std::string::npos ? 1 : 0;
    wrong += environment.out.find("SSH_AUTH_SOCK") != std::string::npos ? 1 : 0;
    if (wrong != 0) {
        std::fprintf(stderr, "%s\n%s\n", inside.describe().c_str(), environment.describe().c_str());
    }
    return wrong;
}

bool kernelHasIpv6() { return access("/proc/net/if_inet6", F_OK) == 0; }

void capturePorts(sandbox::Plan& plan, bool redirect) {
    if (!redirect) {
        plan.net.capture = sandbox::NetCapture::AnyIpPorts;
        plan.net.anyIpPorts = {80, 443};
    }
}

} // namespace

class ReachTest : public QObject {
    Q_OBJECT
private slots:
    void noSocketOfTheHostAnswers() {
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        const pid_t pid = fork();
        if (pid == 0) {
            _exit(hostSockets(harness));
        }
        int status = 0;
        QCOMPARE(waitpid(pid, &status, 0), pid);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
    }

    void dnsToAnyAddressIsOurs_data() {
        QTest::addColumn<bool>("redirect");
        QTest::newRow("nft") << true;
        QTest::newRow("port list") << false;
    }
    void dnsToAnyAddressIsOurs() {
        QFETCH(bool, redirect);
        std::vector<std::string> asked{"127.0.0.1", "127.0.0.53",  "8.8.8.8", "169.254.169.253",
                                       "10.9.8.7",  "192.168.1.1", "100.100.100.100"};
        if (kernelHasIpv6()) {
            asked.insert(asked.end(), {"::1", "2001:4860:4860::8888", "fd9b:1::7", "fd00:ec2::253"});
        }
        std::vector<std::string> question{"dns"};
        question.insert(question.end(), asked.begin(), asked.end());
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = probe(harness, question);
        capturePorts(plan, redirect);
        const auto outcome = harness.run(plan);
        Answers answers = parse(outcome.out);
        std::vector<std::string> expected;
        for (const auto& address : asked) {
            QVERIFY2(answers[address] == "ok", outcome.describe().c_str());
            expected.push_back(address + ":53");
        }
        QCOMPARE(outcome.queries, expected); // each came in once, with the address it was sent to
    }

    void aPortListCapturesItsPortsAndRefusesTheRestAtOnce() {
        const std::vector<std::pair<std::string, std::string>> v4{
            {"203.0.113.9:443", "ok fast"},          {"198.51.100.1:80", "ok fast"},
            {"203.0.113.9:2222", "ECONNREFUSED fast"}, {"203.0.113.9:53", "ECONNREFUSED fast"},
            {"169.254.169.254:8080", "ECONNREFUSED fast"}, {"127.0.0.1:3333", "ECONNREFUSED fast"}};
        const std::vector<std::pair<std::string, std::string>> v6{
            {"[2001:db8::9]:443", "ok fast"}, {"[2001:db8::9]:25", "ECONNREFUSED fast"}};
        auto targets = v4;
        if (kernelHasIpv6()) {
            targets.insert(targets.end(), v6.begin(), v6.end());
        }
        std::vector<std::string> question{"tcp"};
        for (const auto& target : targets) {
            question.push_back(target.first);
        }
        LaunchHarness harness(LEADGLASS_BIN_DIR);
        auto plan = probe(harness, question);
        capturePorts(plan, false);
        const auto outcome = harness.run(plan);
        Answers answers = parse(outcome.out);
        std::vector<std::string> captured;
        for (const auto& [target, expected] : targets) {
            QVERIFY2(answers[target] == expected, (target + "\n" + outcome.describe()).c_str());
            if (expected == "ok fast") {
                captured.push_back(target);
            }
        }
        auto got = outcome.captured; // one listener per port: no order between them
        std::sort(got.begin(), got.end());
        std::sort(captured.begin(), captured.end());
        QCOMPARE(got, captured);
    }
};

int main(int argc, char** argv) {
    return test::runAsBothUsers(argc, argv, [&] {
        ReachTest reach;
        return QTest::qExec(&reach, argc, argv);
    });
}
#include "tst_reach.moc"
