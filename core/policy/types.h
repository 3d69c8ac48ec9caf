// What a policy says, as values. Meaning: see README "Policies"; parsing: parser.h; layers: merge.h.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/policy/conditions.h"
#include "core/policy/ssh.h"

namespace leadglass::policy {

// Where a line came from; carried by every rule so that a decision can name it.
enum class Layer { Base = 1, Profile = 2, Grant = 3, Project = 4, Run = 5, Bundle = 6 };
const char* layerName(Layer layer); // "base", "profile", "grant", "project", "run", "bundle"

struct Origin {
    Layer layer = Layer::Base;
    std::string file; // path, or "--allow" and its like for layer Run
    int line = 0;     // 1-based; 0: no line (a flag)
    int column = 0;
};
std::string describe(const Origin& origin); // "FILE:LINE" or the flag

enum class Verdict { Deny, Ask, Allow };
const char* verdictName(Verdict verdict); // "deny", "ask", "allow"

// An IP address. IPv4-mapped IPv6 and the like are kept as they were given; address.h unwraps.
struct Address {
    bool v6 = false;
    std::array<std::uint8_t, 16> bytes{}; // network order; the first 4 for IPv4
    bool operator==(const Address&) const = default;
};
struct AddressRange {
    Address base;
    int prefix = 32;
};

// host_name.h gives the canonical form: lower case punycode, no trailing dot.
struct HostPattern {
    std::string name;
    bool below = false; // "*.name": names below at a label boundary, never the apex
};

enum class Protocol { Default, Tls, Http, Ssh, Tcp }; // Default: tls on 443, http on 80, else none
enum class SniMode { Match, Any };

struct EgressRule {
    enum class Kind { Host, Address, Registry, Loopback };
    Origin origin;
    std::string id; // stable in one effective policy: "profile:12", "run:1"
    Kind kind = Kind::Host;
    HostPattern host;                 // Kind::Host (and each expansion of Registry)
    AddressRange range;               // Kind::Address
    std::string registry;             // Kind::Registry: npm cargo pip apt go maven
    std::uint16_t loopbackPort = 0;   // Kind::Loopback
    std::vector<std::uint16_t> ports; // empty: 443 for Host and Registry; required for Address
    Protocol protocol = Protocol::Default;
    SniMode sni = SniMode::Match;
    bool allowPrivate = false;        // private = true
    bool unsafe = false;              // loopback ports of proxies, Docker, debuggers
    bool viaProxy = false;            // via_proxy = true
    std::string label;                // name = "...": what a secret's `rule` refers to; empty: none
    Conditions when;                  // of the single request; empty: every request
    std::optional<bool> readOnly;     // Kind::Registry. Unset: `when` has the read methods, and does not cause inspection
    std::optional<bool> inspect;      // false: never opened (a client that pins); true: opened without a condition
    // The connection must be opened for it. (A registry's read methods hold where it is opened anyway.)
    [[nodiscard]] bool needsInspection() const { return inspect.value_or(false) || (!when.empty() && !when.onlyRead); }
};

struct PathGlob {
    std::string text; // "**/.env", ".git/hooks/**"; relative to the project
    Origin origin;
};
struct NamedPath {
    std::string path; // absolute, or "~/..." for files.read; HOME-relative for files.state etc.
    Origin origin;
    std::optional<std::string> absentContent; // files.config: shown where the person has none
    bool presenceMatters = false; // files.config: an empty file there means something to the agent
};
struct JsonDrop {      // keys that do not survive a run in a JSON state file
    std::string file;  // HOME-relative
    std::vector<std::string> keys; // "mcpServers", "projects.*.mcpServers"
    Origin origin;
};

enum class Tier { Namespace, MicroVm };
enum class WorkspaceMode { Overlay, Copy, Direct, ReadOnly, Scratch };
const char* workspaceModeName(WorkspaceMode mode); // "overlay" "copy" "direct" "readonly" "scratch"
std::optional<WorkspaceMode> workspaceModeNamed(std::string_view name);
const char* workspaceModeMeaning(WorkspaceMode mode); // for people, one clause
enum class StateScope { Profile, Project };

struct Files {
    std::vector<NamedPath> read;      // read-only inside, besides the system directories
    std::vector<NamedPath> state;     // private copy, kept between runs; "dir/" or a file
    std::vector<NamedPath> seed;      // copied once from the real home into the state
    std::vector<NamedPath> config;    // read-only copy made anew at each start
    std::vector<NamedPath> ephemeral; // below state: "dir/" is empty in each run, "name" gone before it
    std::vector<JsonDrop> drop;
    std::vector<PathGlob> hide;
    StateScope stateScope = StateScope::Profile;
};

struct Variable {
    std::string name; // pass: may end in '*'
    std::string value;
    Origin origin;
};

struct Limits {
    std::optional<double> cpu;                  // cores
    std::optional<std::uint64_t> memory;        // bytes, whole run
    std::optional<std::uint64_t> processes;     // tasks
    std::optional<std::uint64_t> disk;          // bytes of the upper
    std::optional<std::uint64_t> openFiles;
    std::optional<std::uint64_t> fileSize;      // bytes, one file
    std::optional<std::uint64_t> tmp;           // bytes of /tmp; also of /dev/shm
    std::optional<std::uint64_t> cpuSeconds;    // CPU time of the whole run
    std::optional<std::uint64_t> wallClockSeconds;
};

struct Agent { // [agent]: how a profile is chosen and what its command needs
    std::vector<std::string> commands;      // base names: "claude"
    std::vector<std::string> keyVariables;  // ambient credentials passed by exact name until a broker can inject them
    std::vector<std::string> outerFlags;    // told to the person: flags that turn the agent's own sandbox off
    std::optional<std::vector<std::string>> login; // arguments with which the first command signs in; unset: it has no such thing
    std::vector<std::string> loginHosts;    // as for --allow: allowed in a run that only signs in
};

struct Device { // [devices] allow
    std::string what; // "gpu", "kvm", or a path below /dev
    Origin origin;
};

// A key that parses and that a run must be able to enforce: a run that cannot does not start (needs.h).
enum class Need { Unbuilt, Inspection, Secrets, Minting, Scan }; // Unbuilt: nothing in this version does it
struct NotEnforced {
    std::string key;
    Origin origin;
    Need need = Need::Unbuilt;
};

// Where a credential's value comes from. Read by the supervisor, never inside.
struct SecretSource {
    enum class Kind { Keyring, Env, File, Command, Mint };
    Kind kind = Kind::Keyring;
    std::string text;              // "SERVICE/ACCOUNT", a variable's name, an absolute or "~/" path, or the kind to mint
    std::vector<std::string> argv; // Kind::Command
    std::string pointer{};         // Kind::File: the JSON pointer (RFC 6901) of a string in it; empty: all of it
    bool ofState = false;          // Kind::File: `text` is a path in the agent's state, not the person's
};
// One value of a JSON file that an agent keeps its own sign-in in, as the run sees it.
struct SecretField {
    enum class From { Placeholder, Copy, Unsigned, Literal }; // Unsigned: a copied JWT with another signature
    std::string pointer;      // RFC 6901
    From from = From::Literal;
    std::string literal;      // JSON
};
// Where the value goes: over verified TLS to these hosts, in this header, only. Of a secret with `env` or `file` it takes
// the placeholder's place where that header holds it; of one with neither the header is set in every such request.
struct SecretInject {
    Origin origin;
    HostPattern host;
    std::vector<std::uint16_t> ports; // empty: 443
    std::string header;               // lower case
    std::string format = "{}";        // the value stands for "{}", of which there is exactly one; unused where `basic`
    bool basic = false;               // "Basic " and base64 of USER:VALUE
    std::string user;                 // where `basic`
    std::vector<std::string> methods; // as in Conditions; empty: any
    std::vector<std::string> paths;
    std::string rule;                 // EgressRule::label that must have decided; empty: any
};
// What a placeholder looks like, so that a client that checks its key's form takes it. Unset: by the secret's maker.
struct SecretShape {
    std::string prefix;
    std::size_t length = 0; // of the whole, 16 to 4096; 0: a usual one
    enum class Alphabet { Alphanumeric, Hex, Base64, Base64Url } alphabet = Alphabet::Alphanumeric;
};
struct Secret {
    Origin origin;
    std::string name;
    std::vector<SecretSource> sources; // the first that has a value; none has: the secret is inactive, which is said
    std::map<std::string, std::string> mint; // settings of a source of Kind::Mint, by key
    std::vector<SecretInject> inject;
    std::string env;  // variable that holds the placeholder inside; empty: none
    std::string file; // HOME-relative file that holds it; empty: none
    std::vector<SecretField> json; // `file` is JSON with these values and no others; empty: it is the placeholder alone
    bool endpoint = false; // of mint:aws: the run's proxy port answers AWS's SDKs with placeholders, and no variable holds one
    std::optional<SecretShape> shape;
    std::optional<std::uint64_t> ttlSeconds; // how long a value that was read is kept; unset: the source's own word, or the run
    std::optional<std::uint64_t> uses;       // requests per run; unset: not limited
};

enum class ScanMode { Off, Flag, Redact, Block }; // what is done with a credential in what leaves
const char* scanModeName(ScanMode mode);          // "off" "flag" "redact" "block"
struct Output { // [output]
    std::optional<ScanMode> secrets;
    std::optional<bool> canaries;
    std::optional<std::uint64_t> maxBytes; // of one request's body
    std::map<std::string, Origin> origins; // by key
    [[nodiscard]] bool scans() const { return secrets.value_or(ScanMode::Off) != ScanMode::Off || canaries.value_or(false) || maxBytes; }
};

struct Example {
    std::string egress; // "host:port"
    Verdict expect = Verdict::Deny;
    Origin origin;
};

// One file, or the result of merging several.
struct Profile {
    int schema = 1;
    std::string name;
    std::string version;
    std::string extends;
    std::string file;
    Agent agent;
    Tier tier = Tier::Namespace;
    std::optional<WorkspaceMode> workspaceMode;
    Origin workspaceModeOrigin;
    std::vector<PathGlob> protect;
    Files files;
    std::vector<Variable> pass;
    std::vector<Variable> set;
    std::optional<Verdict> egressDefault; // Deny or Ask
    Origin egressDefaultOrigin;
    std::vector<EgressRule> allow;
    std::vector<EgressRule> ask;
    std::vector<EgressRule> deny;
    Limits limits;
    std::map<std::string, Origin> limitOrigins; // by key, as in [limits]; also "hold"
    std::optional<std::uint64_t> holdSeconds; // approvals.hold; default 45
    std::vector<Device> devices;
    std::vector<Secret> secrets;
    Output output;
    std::vector<SshRule> ssh;
    std::vector<NotEnforced> notEnforced;
    std::vector<Example> examples;
};

// What a project's own file says, and what holds instead since it may only tighten.
struct Ignored {
    Origin origin;
    std::string what; // "allow api.example.com", "memory = 64 GiB"
    std::string why;  // "ask stays"
};

// What the evaluator works on. `merged` is the union of layers 1, 2, 3, 5 (registries expanded);
// each of `restrictions` (layers 4 and 6) is evaluated on its own and can only make it stricter.
struct EffectivePolicy {
    Profile merged;
    std::vector<Profile> restrictions;
    std::string version; // "NAME@VERSION+sha256:12HEX" over every file that took part
    std::vector<std::string> sources; // files, weakest first
    std::vector<Ignored> ignored;
    std::vector<std::string> notices; // told to the person: a registry without a host, a likely slip
};

// ---- decisions ---------------------------------------------------------------------------------

struct EgressRequest {
    // Exactly one: `host` (canonical), `literal`, or `loopbackPort`.
    std::string host;
    std::optional<Address> literal;
    std::uint16_t loopbackPort = 0;
    std::uint16_t port = 0;
};

struct Decision {
    Verdict verdict = Verdict::Deny;
    std::string reason;  // code: "rule", "default", "hard_denial:metadata", "hard_denial:link_local",
                         // "hard_denial:own_address", "private_needs_rule", "literal_needs_rule",
                         // "bad_name", "bad_port", "project_restricts", "no_protocol", "cannot_inspect";
                         // of a request also "ambiguous_path", "ambiguous_query", "method_override"
    std::string ruleId;  // empty: no rule
    std::optional<Origin> origin;
    std::string policyVersion;
    std::string inputsHash; // sha256 of the canonical request and policy version, hex
    // Valid where verdict is Allow or Ask:
    Protocol protocol = Protocol::Tcp; // never Default
    SniMode sni = SniMode::Match;
    bool allowPrivate = false; // a resolved address may be private
    bool viaProxy = false;     // where a proxy is used, the name is left to it
    std::vector<AddressRange> deniedRanges; // address denials that hold for this port
    // Of a connection: it must be opened, and each request judged by evaluateRequest() (request.h). The verdict is
    // the freest that some request could get.
    bool inspect = false;
    // Of a request: what goes upstream instead of its target, where that was judged in another spelling; empty: as sent.
    std::string target;
};

} // namespace leadglass::policy
