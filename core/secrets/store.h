// Trust: what stores answer: a keyring that other programs of the person write, files, output of commands.
// Privilege: the person's. Starts leadglass-keyring and commands that a policy names.
// Input: sources of core/secrets/source.h; values of at most kMaxValue bytes, in time.
// Fails: closed, with one sentence that names the store and the way out; no error holds a value.
//
// One value out of the store that a source names. Values arrive in SecretBytes and in nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/event_loop.h"
#include "core/base/result.h"
#include "core/base/secret_bytes.h"
#include "core/secrets/process.h"
#include "core/secrets/source.h"

namespace leadglass::secrets {

constexpr std::size_t kMaxValue = 16 * 1024;

// What a store had. What is minted has an end, and may have parts.
struct Found {
    SecretBytes value;
    Nanos expires = 0;       // wall clock; 0: it does not say
    SecretBytes keyId;       // AWS: the access key id; `value` is then the secret key
    SecretBytes sessionToken; // AWS
};
using FoundCallback = std::function<void(Result<Found>)>;

// The variables that some source names, out of the environment this process was started with. Read once; each is
// overwritten where it was and taken out of the environment, so that no child and no /proc/PID/environ has it.
class EnvironmentStore {
public:
    EnvironmentStore() = default;
    // Takes `names` out of environ(7). What is not set is not there. By main thread, before other threads.
    static Result<EnvironmentStore> take(const std::vector<std::string>& names);
    // A copy. NotFound: was not set at start, with the way out.
    [[nodiscard]] Result<SecretBytes> find(const std::string& name) const;

private:
    std::vector<std::pair<std::string, SecretBytes>> m_values;
};

// The whole of a file of one person: regular, theirs, 0600 or 0400, one name, no link on the way. A single newline at
// its end is not part of the value. `name`: see Source.
Result<SecretBytes> readSecretFile(const std::string& folder, const std::string& home, const std::string& name);

// Any source, without blocking.
class Stores {
public:
    struct Setup {
        std::string programs;    // where leadglass-keyring and leadglass-mint lie
        std::string home;        // of the person; for "~/"
        std::string folder;      // of credentials in files: CONFIG/secrets
        std::vector<std::string> environment; // of helpers and commands: NAME=VALUE (helperEnvironment())
        EnvironmentStore variables;
        StartProcess start;
        std::string project = {}; // canonical: no program that lies in it is started; empty: none
    };
    static constexpr Nanos kKeyringLimit = 120'000'000'000; // a person may have to type a password
    static constexpr Nanos kCommandLimit = 30'000'000'000;
    static constexpr Nanos kMintLimit = 30'000'000'000;

    Stores(EventLoop& loop, Setup setup);
    ~Stores();
    Stores(const Stores&) = delete;
    Stores& operator=(const Stores&) = delete;

    // Calls `done` once, later (never from inside this call), unless it is cancelled: then what was started is ended.
    std::uint64_t find(const Source& source, FoundCallback done);
    void cancel(std::uint64_t number);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

// Of this process's environment what helpers and commands may get: HOME, PATH, USER, LANG, LC_*, XDG_*, the session
// bus, the display (a keyring asks there), proxies and CA files. Never a credential.
std::vector<std::string> helperEnvironment();

} // namespace leadglass::secrets
