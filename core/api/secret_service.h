// The person's credentials: which there are, where they are kept, where policies let them go. Never what they are.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/secret_bytes.h"

namespace leadglass::api {

enum class SecretStore : std::uint8_t { Keyring, File };
constexpr const char* storeName(SecretStore store) { return store == SecretStore::Keyring ? "keyring" : "file"; }

// A line of a policy that lets it go somewhere.
struct SecretBound {
    std::string profile;
    std::string host; // as the policy has it
    std::uint16_t port = 443;
    std::string header;
    std::string file;
    int line = 0;
};

struct KeptSecret {
    std::string name;
    SecretStore store = SecretStore::Keyring;
    Nanos created = 0;  // wall clock; 0: not known
    Nanos modified = 0;
    bool locked = false; // its keyring is
    std::string fault;   // why it cannot be used, for people; empty: nothing is known against it
    std::vector<SecretBound> bound;
    std::string lastUse; // RFC 3339, of the history; empty: none there
};

struct KeptSecrets {
    std::vector<KeptSecret> secrets;  // by name
    std::vector<std::string> notices; // a store that cannot be read, and the way out; a list that was cut
};

struct SecretShape {
    std::string name;
    std::string from;  // "the keyring", "a file", "a command" ...
    std::size_t bytes = 0;
    std::string shape; // "begins with sk-ant-, letters and digits": only what is public of its kind
    Nanos expires = 0; // wall clock, of what is minted; 0: it does not say
};

// Each call may wait for a person who unlocks a keyring: up to two minutes. By the
// main thread, since programs are started; not in a window's process, which asks `leadglass secret ... --json`.
class SecretService {
public:
    virtual ~SecretService() = default;
    // Asks no person: what is locked is listed as that.
    virtual Result<KeptSecrets> list() = 0;
    // One that is there is replaced. Invalid: the name, or a value that is empty or longer than 16 KiB.
    virtual Status set(const std::string& name, SecretStore store, const SecretBytes& value) = 0;
    // Signs in by the OAuth 2 device flow and keeps the refresh token as `name`. `settings`: KEY=VALUE words, as README
    // has them; `show` is called once, with the address to open and the code to type there, fit for a screen.
    using ShowCode = std::function<void(const std::string& uri, const std::string& code)>;
    virtual Status signIn(const std::string& name, SecretStore store, const std::string& settings, const ShowCode& show) = 0;
    // No store: the one that has it; Conflict where both do. NotFound.
    virtual Result<SecretStore> remove(const std::string& name, std::optional<SecretStore> store) = 0;
    // Reads it, as a run would. `name`: of one that is kept, or a source as a policy has it ("env:X", "command:...").
    virtual Result<SecretShape> test(const std::string& name, std::optional<SecretStore> store) = 0;
};

} // namespace leadglass::api
