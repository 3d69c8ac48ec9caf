// Trust: a request is what a program inside the run sends: every byte of it is hostile.
// Privilege: none; pure.
// Input: one request's head, at most 32 KiB of text and 256 refs (core/wire/request_control.h).
// Fails: what can be read in two ways, where that matters to a rule, is denied with its reason; the last line denies.
//
// A request on an opened connection against the policy. Same union and restriction as evaluator.h: deny beats allow
// beats ask beats the default; layers 4 and 6 make it stricter only. Never freer than evaluateEgress() is for the
// connection. A denial (and what a restriction asks) is wide: it holds for a path in any case, with or without a
// trailing slash, for a method in any case, and where one of several equal headers or query keys fits; an allow is
// narrow: exact case, and all of them must fit.
//
// A push is judged ref by ref, and is what its strictest ref is. One whose refs are not known (`pushed` is false) is
// nothing that a git rule allows; one without any changes nothing, and is what the repository's rules say.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/policy/types.h"

namespace leadglass::policy {

struct HttpHeader {
    std::string name; // lower case
    std::string value;
};
struct PushedRef {
    std::string ref; // "refs/heads/x"
    bool create = false;
    bool remove = false;
};
struct HttpRequest {
    std::string method;
    std::string target;        // as sent: path and query, or absolute-form
    std::string host;          // Host or :authority
    std::uint8_t version = 11; // 10, 11 or 20
    std::vector<HttpHeader> headers;
    bool pushed = false;       // the body is a git push: `refs` are all of its commands
    std::vector<PushedRef> refs;
    // The caller sends Decision::target upstream where it is set. False: a target with dot segments or empty
    // segments is refused as "ambiguous_path" where a path decides, since a server may take it for another one.
    bool rewritable = false;
};

// Before this: evaluateEgress(policy, connection, own) was not Deny. Decision::protocol and the like are of the connection.
Decision evaluateRequest(const EffectivePolicy& policy, const EgressRequest& connection, const HttpRequest& request,
                         const std::vector<Address>& ownAddresses);

// Which secrets go into this request, given that `decision` (evaluateRequest) allows it, or a person did. Only over TLS.
struct Binding {
    const Secret* secret = nullptr; // of the policy
    const SecretInject* inject = nullptr;
};
std::vector<Binding> bindingsFor(const EffectivePolicy& policy, const EgressRequest& connection, const HttpRequest& request,
                                 const Decision& decision);

// The reason code where headers or query name another method or path than the one that a person would be shown
// ("method_override", "ambiguous_path"); else empty. Such a request is not to be asked about.
const char* saidElsewhere(const HttpRequest& request);

// Question, history and error in one line, escaped: "GET https://host/path", "push refs/heads/x https://host/org/repo".
std::string describeRequest(const EgressRequest& connection, const HttpRequest& request);

} // namespace leadglass::policy
