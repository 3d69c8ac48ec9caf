// Trust: the person's environment and this machine's own files: who may put a root there is trusted with it.
// Privilege: the person's; reads.
// Input: SSL_CERT_FILE, SSL_CERT_DIR, and the files of core/sandbox/trust_places.h; at most kMaxRoots bytes.
// Fails: a variable that leads nowhere, or no root at all: an Error that says where was looked, and no run.
//
// By whom servers are vouched for on this machine: as OpenSSL's programs outside of a run have it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace leadglass::session {

struct HostRoots {
    std::string pem;  // certificates and nothing else; each once
    std::string from; // the file or directory, for people
};
constexpr std::size_t kMaxRoots = 8ULL << 20;

// `variable`: getenv(3)'s like.
Result<HostRoots> hostRoots(const std::function<const char*(const char*)>& variable);

} // namespace leadglass::session
