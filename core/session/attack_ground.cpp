#include "core/session/attack_ground.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/random.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "core/base/escape.h"
#include "core/base/sys.h"

namespace leadglass::session {
namespace {

constexpr mode_t kSeen = 0755;            // the agent of real root is another user

Result<std::string> makeFolder() {
    const char* wished = ::getenv("TMPDIR");
    std::string folder = wished != nullptr && wished[0] == '/' ? wished : "/tmp";
    folder = LG_TRY(sys::realPath(folder)) + "/leadglass-attack.XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr) {
        return ioError("cannot make '" + forScreen(folder) + "'", errno, "set TMPDIR to a directory that you can write");
    }
    return folder;
}

Result<UniqueFd> boundSocket(int type, const sockaddr* address, socklen_t size) {
    UniqueFd fd(::socket(address->sa_family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd || ::bind(fd.get(), address, size) != 0 || (type != SOCK_DGRAM && ::listen(fd.get(), 64) != 0)) {
        return ioError("cannot make a socket to be attacked", errno);
    }
    return fd;
}

} // namespace

Result<std::unique_ptr<AttackGround>> AttackGround::make(const Places& places) {
    std::unique_ptr<AttackGround> ground(new AttackGround);
    ground->m_dir = LG_TRY(makeFolder());
    LG_TRY(ground->layOut(places));
    return ground;
}

AttackGround::~AttackGround() {
    m_victimInput.reset();
    m_victim.reset();
    if (m_memory >= 0) {
        ::shmctl(m_memory, IPC_RMID, nullptr);
    }
    if (!m_dir.empty()) {
        const std::size_t slash = m_dir.rfind('/');
        const auto parent = sys::open(m_dir.substr(0, slash + 1), O_PATH | O_DIRECTORY);
        if (parent) {
            (void)sys::removeTree(parent->get(), m_dir.substr(slash + 1));
        }
    }
}

Status AttackGround::layOut(const Places& places) {
    std::array<unsigned char, 8> random{};
    if (::getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size())) {
        return ioError("cannot get random bytes", errno);
    }
    m_canary = "leadglass-canary-";
    for (const unsigned char byte : random) {
        m_canary += "0123456789abcdef"[byte >> 4];
        m_canary += "0123456789abcdef"[byte & 15];
    }
    std::memcpy(&m_memoryKey, random.data(), sizeof m_memoryKey);
    m_memoryKey = (m_memoryKey & 0x7fffffff) | 1;
    LG_TRY(sys::makeDirs(m_dir + "/runtime", 0700));
    for (const char* secret : {"home/.ssh/id_ed25519", "home/.aws/credentials", "home/.netrc", "outside/file"}) {
        LG_TRY(write(secret, m_canary + "\n", 0600));
    }
    for (const char* hidden : {"project/.env", "project/sub/.env"}) {
        LG_TRY(write(hidden, "TOKEN=" + m_canary + "\n"));
    }
    LG_TRY(write("project/.git/HEAD", "ref: refs/heads/main\n"));
    LG_TRY(write("project/.git/config", "[core]\n\trepositoryformatversion = 0\n"));
    for (const char* folder : {"project/.git/objects", "project/.git/refs"}) {
        LG_TRY(sys::makeDirs(m_dir + "/" + folder, kSeen));
    }
    const std::string program = LG_TRY(sys::readFile(places.programs + "/leadglass-probe", 16U << 20));
    LG_TRY(write("project/leadglass-probe", program, kSeen));
    const std::pair<const char*, const char*> sockets[] = {
        {"ipc-bus", "runtime/bus"}, {"ipc-bus", "runtime/systemd/private"},
        {"ipc-agents", "runtime/ssh-agent"}, {"ipc-agents", "runtime/gnupg/S.gpg-agent"},
        {"ipc-agents", "runtime/keyring/control"}, {"ipc-containers", "runtime/docker.sock"},
        {"ipc-containers", "runtime/podman/podman.sock"}, {"ipc-desktop", "runtime/wayland-0"},
        {"ipc-desktop", "runtime/pipewire-0"}, {"ipc-desktop", "runtime/pulse/native"},
        {"ipc-project", "project/service.sock"}, {"ipc-shown", "home/.local/bin/service.sock"}};
    for (const auto& [technique, name] : sockets) {
        LG_TRY(listenAt(technique, name, SOCK_STREAM));
    }
    // A directory of tools on PATH is shown inside.
    LG_TRY(write("home/.local/bin/tool", "#!/bin/sh\n", kSeen));
    for (const char* folder : {"home/.local", "home/.local/bin"}) { // whatever the umask is
        const std::string path = m_dir + "/" + folder;
        if (::chmod(path.c_str(), kSeen) != 0) {
            return ioError("cannot change the mode of '" + forScreen(path) + "'", errno);
        }
    }
    for (const auto& [technique, folder] : {std::pair{"ipc-project", "project"}, std::pair{"ipc-shown", "home/.local/bin"}}) {
        LG_TRY(listenAt(technique, std::string(folder) + "/datagram.sock", SOCK_DGRAM));
        LG_TRY(makePipe(technique, std::string(folder) + "/pipe"));
    }
    LG_TRY(listenAbstract());
    m_tcpPort = LG_TRY(listenLoopback("net-host-port", SOCK_STREAM));
    m_udpPort = LG_TRY(listenLoopback("net-datagram", SOCK_DGRAM));
    m_memory = ::shmget(m_memoryKey, 4096, IPC_CREAT | IPC_EXCL | 0600);
    if (m_memory < 0) {
        return ioError("cannot make shared memory to be attacked", errno);
    }
    return startVictim();
}

Status AttackGround::write(const std::string& name, const std::string& text, mode_t mode) const {
    const std::string path = m_dir + "/" + name;
    LG_TRY(sys::makeDirs(path.substr(0, path.rfind('/')), kSeen));
    const auto fd = LG_TRY(sys::open(path, O_WRONLY | O_CREAT | O_EXCL, mode));
    LG_TRY(sys::writeAll(fd.get(), text));
    if (::fchmod(fd.get(), mode) != 0) {
        return ioError("cannot change the mode of '" + forScreen(path) + "'", errno);
    }
    return {};
}

Status AttackGround::listenAt(const std::string& technique, const std::string& name, int type) {
    const std::string path = m_dir + "/" + name;
    LG_TRY(sys::makeDirs(path.substr(0, path.rfind('/')), kSeen));
    // Through a descriptor: sun_path holds 108 bytes, the path of a temporary directory may be longer.
    const std::size_t slash = path.rfind('/');
    const auto folder = LG_TRY(sys::open(path.substr(0, slash), O_PATH | O_DIRECTORY));
    const std::string reached = "/proc/self/fd/" + std::to_string(folder.get()) + path.substr(slash);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(static_cast<char*>(address.sun_path), reached.c_str(), reached.size() + 1);
    auto fd = LG_TRY(boundSocket(type, reinterpret_cast<const sockaddr*>(&address), sizeof address));
    // Only the walls may keep the agent of real root, another user, from it.
    if (::chmod(path.c_str(), 0666) != 0) {
        return ioError("cannot change the mode of '" + forScreen(path) + "'", errno);
    }
    m_listeners.push_back({technique, type == SOCK_DGRAM ? Kind::Datagram : Kind::Stream, std::move(fd)});
    return {};
}

Status AttackGround::listenAbstract() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(static_cast<char*>(address.sun_path) + 1, m_canary.data(), m_canary.size());
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + m_canary.size());
    auto fd = LG_TRY(boundSocket(SOCK_STREAM, reinterpret_cast<const sockaddr*>(&address), size));
    m_listeners.push_back({"ipc-abstract", Kind::Stream, std::move(fd)});
    return {};
}

Result<int> AttackGround::listenLoopback(const char* technique, int type) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto fd = LG_TRY(boundSocket(type, reinterpret_cast<const sockaddr*>(&address), size));
    if (::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        return ioError("cannot read the port of a socket", errno);
    }
    m_listeners.push_back({technique, type == SOCK_DGRAM ? Kind::Echo : Kind::Talker, std::move(fd)});
    return static_cast<int>(ntohs(address.sin_port));
}

Status AttackGround::makePipe(const std::string& technique, const std::string& name) {
    const std::string path = m_dir + "/" + name;
    if (::mkfifo(path.c_str(), 0600) != 0 || ::chmod(path.c_str(), 0666) != 0) {
        return ioError("cannot make '" + forScreen(path) + "'", errno);
    }
    m_listeners.push_back({technique, Kind::Pipe, LG_TRY(sys::open(path, O_RDWR | O_NONBLOCK))});
    return {};
}

Status AttackGround::startVictim() {
    std::array<int, 2> input{};
    if (::pipe2(input.data(), O_CLOEXEC) != 0) {
        return ioError("cannot create a pipe", errno);
    }
    const UniqueFd theirs(input[0]);
    m_victimInput.reset(input[1]);
    const auto nowhere = LG_TRY(sys::open("/dev/null", O_RDWR));
    ChildSpec spec;
    spec.program = probe();
    spec.arguments = {"wait"};
    spec.environment = {"TOKEN=" + m_canary};
    spec.descriptors = {theirs.get(), nowhere.get(), nowhere.get()};
    m_victim = LG_TRY(Child::start(spec));
    return {};
}

std::vector<std::string> AttackGround::probeArguments(bool outside) const {
    return {outside ? "outside" : "inside", m_dir, m_canary, std::to_string(m_victim->pid()), std::to_string(m_tcpPort),
            std::to_string(m_udpPort), std::to_string(m_memoryKey)};
}

std::vector<std::string> AttackGround::runEnvironment() const {
    const char* path = ::getenv("PATH");
    std::vector<std::string> environment{"HOME=" + m_dir + "/home",
                                         "PATH=" + m_dir + "/home/.local/bin:" + (path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin"),
                                         "LANG=C.UTF-8",
                                         "XDG_DATA_HOME=" + m_dir + "/data",
                                         "XDG_STATE_HOME=" + m_dir + "/state",
                                         "XDG_CONFIG_HOME=" + m_dir + "/config",
                                         "XDG_RUNTIME_DIR=" + m_dir + "/runtime",
                                         "GITHUB_TOKEN=" + m_canary,
                                         "AWS_SECRET_ACCESS_KEY=" + m_canary,
                                         "LEADGLASS_CANARY=" + m_canary,
                                         "DBUS_SESSION_BUS_ADDRESS=unix:path=" + m_dir + "/runtime/bus",
                                         "SSH_AUTH_SOCK=" + m_dir + "/runtime/ssh-agent",
                                         "DOCKER_HOST=unix://" + m_dir + "/runtime/docker.sock",
                                         "WAYLAND_DISPLAY=" + m_dir + "/runtime/wayland-0",
                                         "PULSE_SERVER=" + m_dir + "/runtime/pulse/native"};
    // A build with sanitizers is told by these how to end.
    for (const char* name : {"ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"}) {
        if (const char* value = ::getenv(name)) {
            environment.push_back(std::string(name) + "=" + value);
        }
    }
    return environment;
}

Places AttackGround::runPlaces(Places places) const {
    places.home = m_dir + "/home";
    places.data = m_dir + "/data/leadglass";
    places.state = m_dir + "/state/leadglass";
    places.config = m_dir + "/config/leadglass";
    places.runtime = m_dir + "/runtime/leadglass";
    return places;
}

std::vector<int> AttackGround::listeners() const {
    std::vector<int> fds;
    for (const auto& listener : m_listeners) {
        fds.push_back(listener.fd.get());
    }
    return fds;
}

void AttackGround::serve() {
    std::array<char, 256> bytes{};
    for (const auto& listener : m_listeners) {
        for (;;) {
            bool contacted = false;
            if (listener.kind == Kind::Stream || listener.kind == Kind::Talker) {
                const UniqueFd peer(::accept4(listener.fd.get(), nullptr, nullptr, SOCK_CLOEXEC));
                contacted = peer.valid();
                if (contacted && listener.kind == Kind::Talker) {
                    (void)::send(peer.get(), "x", 1, MSG_NOSIGNAL);
                }
            } else if (listener.kind == Kind::Pipe) {
                contacted = ::read(listener.fd.get(), bytes.data(), bytes.size()) > 0;
            } else {
                sockaddr_storage from{};
                socklen_t size = sizeof from;
                contacted = ::recvfrom(listener.fd.get(), bytes.data(), bytes.size(), 0,
                                       reinterpret_cast<sockaddr*>(&from), &size) >= 0;
                if (contacted && listener.kind == Kind::Echo) {
                    (void)::sendto(listener.fd.get(), "x", 1, MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&from), size);
                }
            }
            if (!contacted) {
                break;
            }
            ++m_contacts[listener.technique];
        }
    }
}

std::map<std::string, int> AttackGround::takeContacts() {
    serve();
    std::map<std::string, int> taken;
    for (const auto& listener : m_listeners) {
        taken[listener.technique] = 0;
    }
    for (const auto& [technique, count] : m_contacts) {
        taken[technique] = count;
    }
    taken["names-loopback"] = taken["net-host-port"]; // the same server, by name
    m_contacts.clear();
    return taken;
}

std::map<std::string, std::string> AttackGround::damage() const {
    std::map<std::string, std::string> found;
    const auto exists = [this](const char* name) { return ::access((m_dir + "/" + name).c_str(), F_OK) == 0; };
    for (const char* name : {"outside/new", "project/link", "project/hard"}) {
        if (exists(name)) {
            found["files-links"] = std::string(name) + " was made on the host";
        }
    }
    for (const char* name : {"project/.env", "project/sub/.env"}) {
        const auto text = sys::readFile(m_dir + "/" + name, 4096);
        if (!text || *text != "TOKEN=" + m_canary + "\n") {
            found["files-hidden"] = std::string(name) + " was changed on the host";
        }
    }
    if (exists("project/.git2") || exists("project/.git/hooks") || !exists("project/.git/HEAD")) {
        found["files-repository"] = "the repository was changed on the host";
    }
    if (exists("project/device")) {
        found["files-devices"] = "a device was made on the host";
    }
    return found;
}

} // namespace leadglass::session
