// Trust: bytes of a program inside the run: hostile.
// Privilege: none; pure, no I/O. Runs inside leadglass-inspect.
// Input: the start of a git push over smart HTTP (gitprotocol-pack(5), "Reference Update Request"): pkt-lines up to the
//        first flush, at most kMaxPushHead bytes and wire::kMaxRefs commands.
// Fails: what is not exactly that is bad, for good: no command is guessed.
//
// Which refs a push wants to change, before anything of it goes on. Whether it rewrites history cannot be told from it:
// that takes the server's objects.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/wire/request_control.h"

namespace leadglass::egress {

constexpr std::size_t kMaxPushHead = 64 * 1024;
constexpr std::size_t kMaxRefName = 255; // as the wire has it

class PushCommands {
public:
    enum class State { More, Done, Bad };

    // Takes bytes of the body in order and returns how many belong to the commands: all of them while state() is More.
    // Whoever feeds keeps them, and sends them on when the push is allowed.
    std::size_t feed(std::span<const std::uint8_t> bytes);

    [[nodiscard]] State state() const { return m_state; }
    // Where Done; none: only a flush, by which git asks whether it may push at all.
    [[nodiscard]] const std::vector<wire::RefUpdate>& refs() const { return m_refs; }
    // Where Bad: code, "push_too_large", "push_signed" (a certificate, which names the refs again in its own way), or
    // "push_malformed".
    [[nodiscard]] const char* fault() const { return m_fault; }

private:
    void bad(const char* fault);
    void line(std::string_view text);
    void command(std::string_view text);

    std::string m_line; // of a pkt-line that is not whole yet, with its length
    std::size_t m_taken = 0;
    std::vector<wire::RefUpdate> m_refs;
    State m_state = State::More;
    const char* m_fault = "";
};

// As git check-ref-format(1) has it, below "refs/", at most kMaxRefName bytes.
bool isRefName(std::string_view name);

} // namespace leadglass::egress
