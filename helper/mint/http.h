// Trust: a server that a policy names, verified by its certificate; what it answers is hostile.
// Privilege: the network of the person.
// Input: an https address, headers, a body; at most kMaxAnswer bytes come back, in time.
// Fails: with one sentence: not reached, not verified, too long. No redirect is followed.
//
// One HTTPS request, by libcurl.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"

namespace leadglass::mint {

constexpr std::size_t kMaxAnswer = 64 * 1024;

struct HttpRequest {
    std::string url;
    std::vector<std::string> headers; // "Name: value"
    std::string body;                 // POST
    std::string ca;                   // PEM file; empty: SSL_CERT_FILE, or this machine's
    long seconds = 20;
};
struct HttpAnswer {
    long status = 0;
    std::string body;
};
Result<HttpAnswer> post(const HttpRequest& request);

} // namespace leadglass::mint
