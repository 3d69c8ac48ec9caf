// What people read in place of the codes that the history keeps.
#pragma once

#include <cstdint>
#include <string>

#include "core/audit/event.h"
#include "core/wire/run_control.h"

namespace leadglass::session {

// "nobody answered in time" for "hold" (core/policy/refusal.h has them all).
std::string refusalWords(const std::string& reason);
// Of the row of a refused connection or name: the smallest change that would allow it. Else empty.
std::string wayOutOf(const audit::Event& event);
// What became of a question: "allowed", "denied", ... for an outcome of ApprovalQueue.
std::string outcomeWords(const std::string& outcome);
// The command that allows once, from anywhere: "leadglass answer ID DIGEST allow".
std::string answerLine(const wire::Question& question);
// "example.com:443 (tls)", "[2001:db8::1]:22 (ssh)".
// What is asked: "connect to host:port (tls)", or of a request its object: "GET https://host/path".
std::string askedWords(const std::string& method, const std::string& object, const std::string& host, std::uint16_t port,
                       const std::string& protocol);
std::string targetWords(const std::string& host, std::uint16_t port, const std::string& protocol);

// A directory of the host inside whose sockets could not be cut off.
std::string unsealedNotice(const std::string& target);

} // namespace leadglass::session
