// Trust: requests of an agent (hostile) as leadglass-inspect reports them; values out of the stores.
// Privilege: the supervisor's: only here are a run's credentials. They leave in Answer alone, for a request that
//        policy allows, to the host and header that a binding names, over verified TLS.
// Input: canonical host names, lower-case header names, all of a request's headers; bounded by core/wire/request_control.h.
// Fails: closed. A placeholder in any other place, a value that cannot be had, a limit that is reached: refused, and why.
//
// A run's credentials: the agent has placeholders; a request that holds one where it may gets the value in its place.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/clock.h"
#include "core/base/event_loop.h"
#include "core/base/result.h"
#include "core/base/secret_bytes.h"
#include "core/secrets/forms.h"
#include "core/secrets/placeholder.h"
#include "core/secrets/source.h"
#include "core/secrets/store.h"

namespace leadglass::secrets {

// Where a credential may go.
struct Place {
    enum class Format : std::uint8_t {
        Raw,      // the value alone
        Template, // `text` with the value for "{}": "Bearer {}", "token {}"; the scheme in any case
        Basic,    // "Basic " and base64 of "USER:VALUE"; the agent's own user where `user` is empty
        AwsV4     // the request is signed anew (core/secrets/sigv4.h); `header` is "authorization"
    };
    std::string host;   // canonical; "*.NAME": those below
    std::uint16_t port = 443;
    std::string header; // lower case
    Format format = Format::Raw;
    std::string text;   // Template: exactly one "{}"
    std::string user;   // Basic
    bool always = false; // put in also where the request has no such header (not AwsV4)
    bool others = true;  // false: a value in that header that is no placeholder is refused (another account's credential)
};

struct Binding {
    std::string name;
    Source source;
    std::vector<Place> places;
    std::optional<Shape> shape;    // nothing: letters and digits, 40 of them
    Nanos ttl = 0;                 // how long a value is kept after it was got; 0: what is minted to its end, else 5 min
    std::uint64_t maxUses = 0;     // of this run; 0: no limit
};

// A request's head on an inspected connection, borrowed for the call. `allowed` by policy already.
struct Request {
    std::string host;         // canonical, equal to Host and to the server's verified name
    std::uint16_t port = 443;
    std::string method;
    std::string target;       // path and query as sent
    std::vector<std::pair<std::string, std::string>> headers; // names in lower case
    bool verifiedTls = true;  // false: plain HTTP. Nothing is put in then
    std::string bodySha256;   // 64 hex digits where it is known (a short body was read); else empty
};

struct Edit {
    std::string header; // lower case; any of that name are replaced
    SecretBytes value;
    bool remove = false;
    bool secret = true;  // false: public (a date): no reason to redact it
};

// One use, for the history. Nothing of the value.
struct Use {
    std::string name;   // of the credential
    std::string host;
    std::string path;   // without the query, as sent: escape it
    std::string header;
    // How it is written there.
    Place::Format format = Place::Format::Raw;
    std::string text;             // Template
    std::string user;             // Basic
    std::uint64_t count = 0;      // of this credential in this run, this one included
    std::uint64_t generation = 0; // of the value, for rejected()
};

struct Answer {
    bool allow = true;
    // Why not: "placeholder_elsewhere", "placeholder_insecure", "other_credential", "secret_unavailable",
    // "secret_limit", "aws_chunked_signature", "aws_body_unknown", "aws_bad_signature".
    std::string reason;
    std::string name;   // of the credential it is about; empty: none
    std::string detail; // one sentence for the person, without a value
    std::vector<Edit> edits;
    SecretList redact;  // what must not come back in the response
    std::vector<Use> uses; // record these before the request goes on
};

// Of one live run. Callbacks come from the loop, never from inside a call.
class Broker {
public:
    using Done = std::function<void(Answer)>;

    // Both are borrowed and outlive it.
    Broker(EventLoop& loop, Stores& stores, const Clock& clock = systemClock());
    ~Broker(); // values are overwritten; what is in the air is ended, and nobody is called
    Broker(const Broker&) = delete;
    Broker& operator=(const Broker&) = delete;

    // Before the run starts. Invalid: a name twice, a place that cannot be. Makes its placeholder.
    Status add(Binding binding);

    // What the agent gets. Of AWS: `value` is the secret key, and the other two are not empty.
    struct Placeholder {
        std::string value;
        std::string keyId;
        std::string sessionToken;
    };
    [[nodiscard]] const Placeholder* placeholder(const std::string& name) const;
    // All of them: for the scan of bodies, where none may be.
    [[nodiscard]] std::vector<std::string> placeholders() const;

    // Is there anything for the broker in it? False: pass it on as it is, no ask() needed. Cheap, no store is asked.
    [[nodiscard]] bool concerns(const Request& request) const;
    // Calls `done` once. A value that is not here, or is too old, is fetched first: once for all who wait for it.
    std::uint64_t ask(Request request, Done done);
    void cancel(std::uint64_t number); // the request is gone; no call comes

    // A server may keep what a request brought it, and show it to a later one. So of a host that some credential is bound
    // to (at any port): all that was put in during this run, wherever it went, but for what has expired.
    struct Given {
        bool bound = false;
        std::uint64_t newest = 0;             // of what was put in so far, for `since`
        std::vector<const SecretList*> forms; // put in after `since`; borrowed, until the next call of anything here
    };
    [[nodiscard]] Given given(const std::string& host, std::uint64_t since = 0) const;
    // What is to change in a request that does not concern us: `edits` only. Parts of an answer are not asked for, as of
    // one with a credential.
    [[nodiscard]] Answer besides(const Request& request) const;
    // Of each credential so many values and bytes are remembered, the latest ones.
    static constexpr std::size_t kMaxGiven = 16;
    static constexpr std::size_t kMaxGivenBytes = 64 * 1024;

    // The server said 401 to a request with this use: the value is dropped, and the next request gets it anew. Once in
    // kRejectRest for each credential, so that a server cannot make us ask a person's keyring in a loop.
    void rejected(const Use& use);
    static constexpr Nanos kRejectRest = 10'000'000'000;
    // What is minted is got anew after four fifths of its life, while the old value is still used.
    // A failed fetch is not tried again before: the same answer meanwhile.
    static constexpr Nanos kFailureRest = 5'000'000'000;
    static constexpr std::size_t kMaxWaiting = 256; // requests that wait for one value; more are refused

    // How it stands, for the app.
    struct State {
        std::string name;
        std::uint64_t uses = 0;
        std::uint64_t maxUses = 0;
        bool held = false;   // a value is in memory now
        Nanos expires = 0;   // wall clock, of what is held; 0: not known
    };
    [[nodiscard]] std::vector<State> states() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace leadglass::secrets
