// Trust: the control socket of a live run; peers are of the same user and namespaces, but may be
//        any program of that user, so every message is parsed as hostile.
// Privilege: none; encoding only.
// Input: frames of u32 length (little-endian) and that many bytes of JSON, at most kMaxFrame.
// Fails: a frame that does not parse, or of another version, ends the connection.
//
// Request {"v":1,"id":N,"method":M,...}, reply {"v":1,"id":N,"ok":BOOL,...}, event {"v":1,"event":E,...}.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/wire/run_usage.h"

namespace leadglass::wire {

constexpr std::uint32_t kRunControlProtocol = 1;
constexpr std::size_t kMaxFrame = 256 * 1024;

enum class Scope : std::uint8_t { Once, Minutes, Run, Project, Always }; // narrowest first
const char* scopeName(Scope scope); // "once" "minutes" "run" "project" "always"
std::optional<Scope> parseScope(std::string_view word);

enum class QuestionState : std::uint8_t { Pending, Expired, Answered };
const char* questionStateName(QuestionState state); // "pending" "expired" "answered"

// A package registry that the host asked for belongs to, by the person's client configuration, and all its hosts here.
struct OfferedRegistry {
    std::string name;               // "npm"
    std::vector<std::string> hosts; // HOST[:PORT][/PROTOCOL], at most kMaxRegistryHosts
    bool operator==(const OfferedRegistry&) const = default;
};
constexpr std::size_t kMaxRegistryHosts = 24; // more is no list that anybody reads: it is not offered

// What says ask.
struct AskedBy {
    std::string reason; // a code of policy::refusalReasons(); empty: a run of a version before
    std::string layer;  // of the line that decided, "base" ...; empty: not known
    std::string file;   // or the flag
    std::string rule;   // its id; empty: it has none
    std::uint32_t line = 0; // 0: no line
    bool operator==(const AskedBy&) const = default;
};

// What is shown, and what an answer is about. Text is already fit for a screen.
struct Question {
    std::string id;         // "RUN.N", unique over all runs
    std::uint32_t generation = 1; // grows when what is shown changes
    std::string digest;     // hex SHA-256 over everything an answer grants
    std::string run;
    std::string project;
    std::string profile;
    std::string object;     // "host:port:protocol"; of a request "GET https://host/path"
    std::string host;
    std::uint16_t port = 0;
    std::string protocol;
    std::string method;     // of a request on an inspected connection; empty: it is about the connection itself
    std::string path;       // of it, decoded: what a wider answer without a pattern is about; empty: only "once" can be said
    std::string process;    // "pid exe < parent ...": display only
    std::string why;        // rule and place that said ask
    AskedBy by;             // the same in parts
    std::vector<std::string> members; // programs that wait, without pids; at most 8, then "..."
    std::vector<Scope> scopes;        // what may be answered, narrowest first
    std::vector<std::string> patterns; // wider host patterns that may be granted; may be empty
    std::vector<OfferedRegistry> registries; // wider still; may be empty
    std::uint32_t waiting = 0;  // flows held now
    std::uint32_t attempts = 0; // flows so far
    std::int64_t raised = 0;    // wall nanoseconds
    std::int64_t expires = 0;   // wall nanoseconds, end of the hold
    QuestionState state = QuestionState::Pending;
    std::string outcome;        // where it is not pending
    // Not in the digest, since no answer depends on it.
    std::string group;          // id of the question that its burst began with; its own where it came alone
    bool quiet = false;         // the run has interrupted often enough: it waits without being pushed in front of anybody
};

struct Answer {
    std::string question;
    std::string digest;
    bool allow = false;
    Scope scope = Scope::Once;
    // One of `patterns`, or "registry:NAME" of `registries`. Empty: exactly what was asked for: the host, or of a request its
    // method and path (then not beyond the run). Of a request the host itself is a pattern, too: every request to it.
    std::string pattern;
    std::uint32_t seconds = 0; // Scope::Minutes: how long it holds, kLeastSeconds to kMostSeconds; else 0
    std::string note{};  // the person's own words, for the history; at most kMaxNote bytes
};
constexpr std::uint32_t kLeastSeconds = 60;
constexpr std::uint32_t kMostSeconds = 24 * 3600;
constexpr std::size_t kMaxNote = 500;

// A further command in the run, one for a connection: Exec or Paste, then its events. The descriptors of its
// streams come with Opened, made by the supervisor; none is ever taken from a peer.
struct CommandStart {
    std::vector<std::string> words; // bytes; at most kMaxCommandWords, kMaxCommandBytes together
    std::array<bool, 3> terminal{}; // which of 0, 1, 2 is to be one
    std::string term;               // TERM of that terminal; empty: as in the run
};
constexpr std::size_t kMaxCommandWords = 4096;
constexpr std::size_t kMaxCommandBytes = 96 * 1024;
struct PasteStart {
    std::string extension; // of the new file: "txt", "png" ...
    std::uint64_t size = 0;
};

enum class Method : std::uint8_t {
    Hello, Status, ApprovalsList, ApprovalsWatch, Answer, Stop, Exec, ExecSignal, ExecContinue, Paste,
    Usage
};
struct Request {
    std::uint64_t id = 0;
    Method method = Method::Hello;
    bool approver = false; // ApprovalsWatch: this peer can answer (else it only looks)
    std::uint64_t after = 0; // ApprovalsList: those with a greater number than this (the part of the id behind the dot)
    Answer answer;         // Method::Answer
    CommandStart command;  // Method::Exec
    int signal = 0;        // Method::ExecSignal: 1 to 64
    PasteStart paste;      // Method::Paste
};

struct RunStatus {
    std::string run;
    std::string profile;
    std::string project;
    std::vector<std::string> command;
    std::uint64_t supervisorPid = 0;
    std::int64_t started = 0; // wall nanoseconds
    std::uint32_t pending = 0;
    std::string state;        // "starting" "running" "ending"
};

struct Reply {
    std::uint64_t id = 0;
    std::optional<Error> error;     // code, what, fix survive the wire; sysErrno does not
    std::string version;            // Hello: of Leadglass
    std::optional<RunStatus> status; // Hello, Status
    std::vector<Question> questions; // ApprovalsList, ApprovalsWatch: as many as fit
    bool more = false;               // the rest: ask again with `after`; a watcher gets it as events
    std::optional<RunUsage> usage;   // Usage; a supervisor of a version before does not know that method: Code::Invalid
};

struct QuestionEvent {
    enum class Kind : std::uint8_t { Raised, Changed, Closed } kind = Kind::Raised;
    Question question;
};

struct CommandEvent {
    // Opened: comes with the descriptors, in this order: our ends of the pipes of 0, 1, 2, where they are no
    // terminal, then the terminal's master if it has one. Ended: with the exit status, or what failed.
    enum class Kind : std::uint8_t { Opened, Started, Stopped, Ended } kind = Kind::Opened;
    int status = 0;           // Ended
    std::string path;         // Opened, of a paste: the file as it is seen inside
    std::string note;         // Ended: what there is to say besides the status
    std::optional<Error> error; // Ended: nothing of it ran
};
constexpr std::size_t kMaxCommandFds = 4;

using ToClient = std::variant<Reply, QuestionEvent, CommandEvent>;

// Whole frames, length included. Too large: Code::Invalid.
Result<std::string> encode(const Request& request);
Result<std::string> encode(const ToClient& message);
// One frame's JSON, without the length.
Result<Request> decodeRequest(std::string_view json);
Result<ToClient> decodeToClient(std::string_view json);

// Cuts a stream into frames; holds at most one frame and its length.
class FrameReader {
public:
    // Takes bytes; false: a frame is longer than kMaxFrame or empty, the stream is lost.
    bool feed(std::string_view bytes);
    // The next whole frame's JSON.
    std::optional<std::string> next();
    [[nodiscard]] std::size_t buffered() const { return m_buffer.size() - m_at; }

private:
    std::string m_buffer;
    std::size_t m_at = 0;
};

} // namespace leadglass::wire
