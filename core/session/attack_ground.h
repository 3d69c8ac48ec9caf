// The throwaway ground of `leadglass doctor --attack`: a home with canaries, a project, and what a host has
// that must stay out of reach: sockets, pipes, servers on loopback, shared memory, a process. All of it
// is counted, so that "refused" is also seen from this side.
#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"
#include "core/session/child.h"

namespace leadglass::session {

class AttackGround {
public:
    // Below $TMPDIR or /tmp. Whatever it made is gone with it.
    static Result<std::unique_ptr<AttackGround>> make(const Places& places);
    ~AttackGround();
    AttackGround(const AttackGround&) = delete;
    AttackGround& operator=(const AttackGround&) = delete;

    [[nodiscard]] const std::string& directory() const { return m_dir; }
    [[nodiscard]] std::string project() const { return m_dir + "/project"; }
    [[nodiscard]] std::string probe() const { return project() + "/leadglass-probe"; }
    // Arguments of leadglass-probe up to the technique's.
    [[nodiscard]] std::vector<std::string> probeArguments(bool outside) const;
    // Of `leadglass run`: nothing of the person's own places, and canaries that must not pass.
    [[nodiscard]] std::vector<std::string> runEnvironment() const;
    [[nodiscard]] Places runPlaces(Places places) const;

    // Descriptors to poll for input; serve() answers and counts what is there.
    [[nodiscard]] std::vector<int> listeners() const;
    void serve();
    // Contacts per technique since the last call; a technique that no listener is for is not in it.
    std::map<std::string, int> takeContacts();
    // Per technique, what it has changed here.
    [[nodiscard]] std::map<std::string, std::string> damage() const;

private:
    enum class Kind { Stream, Datagram, Talker, Echo, Pipe };
    struct Listener {
        std::string technique;
        Kind kind;
        UniqueFd fd;
    };
    AttackGround() = default;
    Status layOut(const Places& places);
    Status write(const std::string& name, const std::string& text, mode_t mode = 0644) const;
    Status listenAt(const std::string& technique, const std::string& name, int type);
    Status listenAbstract();
    Result<int> listenLoopback(const char* technique, int type);
    Status makePipe(const std::string& technique, const std::string& name);
    Status startVictim();

    std::string m_dir;
    std::string m_canary;
    std::vector<Listener> m_listeners;
    std::map<std::string, int> m_contacts;
    std::optional<Child> m_victim;
    UniqueFd m_victimInput;
    int m_tcpPort = 0;
    int m_udpPort = 0;
    int m_memory = -1;
    int m_memoryKey = 0;
};

} // namespace leadglass::session
