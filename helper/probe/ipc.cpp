// Sockets, pipes, memory and descriptors that lead to other programs of this machine.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

#include <cstddef>
#include <initializer_list>

#include "helper/probe/probe.h"

extern char** environ;

namespace leadglass::probe {
namespace {

long connectAddress(const char* path, int type) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::size_t size = strlen(path);
    if (size >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, size);
    if (path[0] == '@') {
        address.sun_path[0] = 0;
    }
    const int fd = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + size);
    const long result = fd < 0 ? -1 : connect(fd, reinterpret_cast<sockaddr*>(&address), length);
    const int error = errno;
    if (result == 0 && type == SOCK_DGRAM) {
        (void)!send(fd, "x", 1, MSG_NOSIGNAL);
    }
    close(fd);
    errno = error;
    return result;
}

// By path, or abstract with @. Through a descriptor: sun_path holds 108 bytes, and a path that is too long for it
// would look like one that is refused.
long connectUnix(const char* path, int type) {
    const char* slash = strrchr(path, '/');
    if (path[0] != '/') {
        return connectAddress(path, type);
    }
    char folder[4096];
    snprintf(folder, sizeof folder, "%.*s", static_cast<int>(slash - path), path);
    const int fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        return -1;
    }
    char reached[300];
    snprintf(reached, sizeof reached, "/proc/self/fd/%d%.250s", fd, slash);
    const long result = connectAddress(reached, type);
    const int error = errno;
    close(fd);
    errno = error;
    return result;
}

void sockets(Tries& tries, const char* const* paths) {
    for (; *paths != nullptr; ++paths) {
        for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET}) {
            tries.add(*paths, connectUnix(*paths, type));
        }
    }
}

// Those of the ground; inside also those that a machine has.
void socketsOf(const Ground& ground, Tries& tries, const char* const* own, const char* const* real) {
    for (; *own != nullptr; ++own) {
        const char* const one[] = {below(ground, *own), nullptr};
        sockets(tries, one);
    }
    if (!ground.outside) {
        sockets(tries, real);
    }
}

const char* runUser(const char* name) {
    static char buffers[8][128];
    static unsigned next = 0;
    char* out = buffers[next++ % 8];
    snprintf(out, sizeof buffers[0], "/run/user/%u/%s", getuid(), name);
    return out;
}

void bus(const Ground& ground, Tries& tries) {
    const char* const own[] = {"runtime/bus", "runtime/systemd/private", nullptr};
    const char* const real[] = {"/run/dbus/system_bus_socket", "/var/run/dbus/system_bus_socket", runUser("bus"),
                                runUser("systemd/private"), "/run/systemd/private", "/run/systemd/journal/socket",
                                "/run/systemd/notify", "/run/systemd/resolve/io.systemd.Resolve",
                                "/run/systemd/userdb/io.systemd.DynamicUser", nullptr};
    socketsOf(ground, tries, own, real);
}

void agents(const Ground& ground, Tries& tries) {
    const char* const own[] = {"runtime/ssh-agent", "runtime/gnupg/S.gpg-agent", "runtime/keyring/control", nullptr};
    const char* const real[] = {runUser("gnupg/S.gpg-agent"), runUser("keyring/control"), runUser("keyring/ssh"),
                                runUser("openssh_agent"), "/run/pcscd/pcscd.comm", "/run/nscd/socket",
                                "/var/run/nscd/socket", "/run/sssd/pipes/nss", nullptr};
    socketsOf(ground, tries, own, real);
}

void containers(const Ground& ground, Tries& tries) {
    const char* const own[] = {"runtime/docker.sock", "runtime/podman/podman.sock", nullptr};
    const char* const real[] = {"/run/docker.sock", "/var/run/docker.sock", "/run/podman/podman.sock",
                                runUser("docker.sock"), runUser("podman/podman.sock"),
                                "/run/containerd/containerd.sock", "/run/crio/crio.sock", "/run/libvirt/libvirt-sock",
                                "/var/lib/lxd/unix.socket", "/var/lib/incus/unix.socket",
                                "/var/snap/lxd/common/lxd/unix.socket", "/run/snapd.socket",
                                "/nix/var/nix/daemon-socket/socket", nullptr};
    socketsOf(ground, tries, own, real);
}

void desktop(const Ground& ground, Tries& tries) {
    const char* const own[] = {"runtime/wayland-0", "runtime/pipewire-0", "runtime/pulse/native", nullptr};
    const char* const real[] = {"/tmp/.X11-unix/X0", "/tmp/.X11-unix/X1", "@/tmp/.X11-unix/X0", "@/tmp/.X11-unix/X1",
                                "@/tmp/.ICE-unix/1", "/tmp/.font-unix/fs7100", runUser("wayland-0"),
                                runUser("pipewire-0"), runUser("pulse/native"), "/run/cups/cups.sock", nullptr};
    socketsOf(ground, tries, own, real);
}

void abstract(const Ground& ground, Tries& tries) {
    char name[100];
    snprintf(name, sizeof name, "@%s", ground.canary);
    const char* const one[] = {name, nullptr};
    sockets(tries, one);
}

// A pipe that somebody outside reads takes a byte without waiting; one of our own has no reader.
void writePipe(Tries& tries, const char* path) {
    const int fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    tries.add(path, fd < 0 ? -1 : write(fd, "x", 1));
    close(fd);
}

void project(const Ground& ground, Tries& tries) {
    for (const char* name : {"project/service.sock", "project/datagram.sock"}) {
        const char* const one[] = {below(ground, name), nullptr};
        sockets(tries, one);
    }
    writePipe(tries, below(ground, "project/pipe"));
}

void shown(const Ground& ground, Tries& tries) {
    char path[4096];
    snprintf(path, sizeof path, "%s", below(ground, "home/.local/bin"));
    // The directory itself is there, or its sockets would be missing for another reason.
    if (access(path, R_OK | X_OK) != 0) {
        return;
    }
    for (const char* name : {"home/.local/bin/service.sock", "home/.local/bin/datagram.sock"}) {
        const char* const one[] = {below(ground, name), nullptr};
        sockets(tries, one);
    }
    writePipe(tries, below(ground, "home/.local/bin/pipe"));
}

void memory(const Ground& ground, Tries& tries) {
    tries.add("shared memory", shmget(ground.memoryKey, 0, 0));
}

void inherited(const Ground& /*ground*/, Tries& tries) {
    for (int fd = 3; fd < 4096; ++fd) {
        tries.add("a descriptor", fcntl(fd, F_GETFD));
    }
    DIR* list = opendir("/proc/self/fd");
    while (const dirent* entry = list == nullptr ? nullptr : readdir(list)) {
        const int fd = atoi(entry->d_name);
        struct stat info {};
        // 0, 1 and 2 may be pipes, files and the run's terminal: never a socket or a directory.
        if (fd < 3 && fstat(fd, &info) == 0 && (S_ISSOCK(info.st_mode) || S_ISDIR(info.st_mode)) && entry->d_name[0] != '.') {
            tries.worked("a socket or directory as 0, 1 or 2");
        }
    }
    if (list != nullptr) {
        closedir(list);
    }
}

void environment(const Ground& ground, Tries& tries) {
    for (char** variable = environ; *variable != nullptr; ++variable) {
        if (strstr(*variable, ground.canary) != nullptr) {
            tries.worked("a token");
        }
    }
    for (const char* name : {"DBUS_SESSION_BUS_ADDRESS", "SSH_AUTH_SOCK", "GPG_AGENT_INFO", "DOCKER_HOST", "DISPLAY",
                             "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "PULSE_SERVER", "GIT_ASKPASS",
                             "SSH_ASKPASS", "VSCODE_IPC_HOOK_CLI", "SUDO_ASKPASS", "NOTIFY_SOCKET", "LD_PRELOAD"}) {
        const char* value = getenv(name);
        errno = ENOENT;
        // A value of the run's own is none of the ground's.
        tries.add(name, value != nullptr && strstr(value, ground.dir) != nullptr ? 0 : -1);
    }
}

void terminal(const Ground& /*ground*/, Tries& tries) {
    const char letter = 'x';
    const int own = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
    for (const int fd : {0, 1, 2, own}) {
        tries.add("TIOCSTI", ioctl(fd, TIOCSTI, &letter));
        tries.add("TIOCSTI, high bits", syscall(SYS_ioctl, fd, 0x100000000UL | TIOCSTI, &letter));
        tries.add("TIOCLINUX", ioctl(fd, 0x541C, &letter));
        const int discipline = 2;
        tries.add("TIOCSETD", ioctl(fd, TIOCSETD, &discipline));
        tries.add("TIOCCONS", ioctl(fd, TIOCCONS, nullptr));
    }
    close(own);
    tries.add("/dev/console", open("/dev/console", O_WRONLY | O_NOCTTY | O_NONBLOCK));
    tries.add("/dev/tty0", open("/dev/tty0", O_WRONLY | O_NOCTTY | O_NONBLOCK));
    tries.add("/dev/vcs", open("/dev/vcs", O_RDONLY));
}

} // namespace

const Entry kIpcTries[] = {{"ipc-bus", bus},         {"ipc-agents", agents},           {"ipc-containers", containers},
                           {"ipc-desktop", desktop}, {"ipc-abstract", abstract},       {"ipc-project", project},
                           {"ipc-shown", shown}, {"ipc-memory", memory},   {"ipc-inherited", inherited},     {"ipc-environment", environment},
                           {"ipc-terminal", terminal}, {nullptr, nullptr}};

} // namespace leadglass::probe
