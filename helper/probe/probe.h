// What the parts of leadglass-probe share. It runs inside a sandbox as its agent would, and outside of it
// as the positive control, on a throwaway ground that core/session/attack_ground.h lays out.
#pragma once

#include <sys/types.h>

namespace leadglass::probe {

// The ground, as its arguments say it.
struct Ground {
    bool outside = false;      // the control: then nothing but the ground may be touched
    const char* dir = "";      // holds home/, project/, runtime/, outside/
    const char* canary = "";   // a word that stands in files and variables that must not be seen
    pid_t victim = 0;          // a process outside that holds the canary in its environment
    int tcpPort = 0;           // a server on 127.0.0.1 that no rule grants; it sends a byte
    int udpPort = 0;           // the same for datagrams; it answers each
    int memoryKey = 0;         // a System V shared memory segment
};

// What came of one technique. It has worked as soon as one way of it has.
class Tries {
public:
    // The kernel's answer: negative with errno, or it worked. Returns whether it worked.
    bool add(const char* way, long result);
    // Worked, by `way`; or refused, with a word of the one who refused (short, without tabs).
    void worked(const char* way);
    void refused(const char* word);
    [[nodiscard]] bool anyWorked() const { return m_worked[0] != 0; }
    [[nodiscard]] unsigned ways() const { return m_ways; }
    // What worked, or the distinct refusals, separated by commas.
    [[nodiscard]] const char* text() const { return anyWorked() ? m_worked : m_refused; }

private:
    char m_worked[200] = {};
    char m_refused[200] = {};
    unsigned m_ways = 0;
};

using Try = void (*)(const Ground& ground, Tries& tries);
struct Entry {
    const char* id; // of core/wire/techniques.h
    Try run;
};
// Each ends with an entry whose id is null.
extern const Entry kNameTries[];
extern const Entry kNetworkTries[];
extern const Entry kIpcTries[];
extern const Entry kFileTries[];
extern const Entry kKernelTries[];
extern const Entry kLimitTries[];

// Path below the ground, in one of a few rotating buffers.
const char* below(const Ground& ground, const char* path);
// Does a file (at most 64 KiB of it) hold the canary? -1 with errno: it cannot be read; 0: it does not.
long holdsCanary(const Ground& ground, const char* path);
// Connects (bounded by seconds, not by the peer). A descriptor, or -1 with errno.
int dial(const char* address, int port, int type);
// Asks `server`, port 53, by a datagram. An address of the run's own name book is no way out.
void lookUp(Tries& tries, const char* server, const char* name, int type);
// A child runs `body` and ends; true if it ended by itself, false if a signal ended it.
bool survives(void (*body)());

} // namespace leadglass::probe
