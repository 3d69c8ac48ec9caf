#include "core/wire/run_control.h"

#include "core/wire/json_fields.h"
#include "core/wire/run_command.h"

namespace leadglass::wire {
namespace {

constexpr std::array<const char*, 11> kMethods{"hello", "status",      "approvals.list", "approvals.watch", "answer",
                                               "stop",  "exec", "exec.signal", "exec.continue", "paste", "usage"};
constexpr std::array<const char*, 5> kScopes{"once", "minutes", "run", "project", "always"};
constexpr std::array<const char*, 3> kStates{"pending", "expired", "answered"};
constexpr std::array<const char*, 3> kEvents{"raised", "changed", "closed"};

json toJson(const std::vector<OfferedRegistry>& registries) {
    json out = json::array();
    for (const auto& registry : registries) {
        out.push_back({{"name", registry.name}, {"hosts", registry.hosts}});
    }
    return out;
}

std::vector<OfferedRegistry> readRegistries(Fields& parent) {
    std::vector<OfferedRegistry> out;
    const json* items = parent.find("registries") != nullptr ? parent.list("registries") : nullptr; // a run of a version before has none
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i) {
        Fields f((*items)[i]);
        OfferedRegistry registry{f.text("name", 64), f.texts("hosts")};
        if (f.bad() || registry.hosts.size() > kMaxRegistryHosts) {
            parent.spoil();
            return {};
        }
        out.push_back(std::move(registry));
    }
    return out;
}

json toJson(const Question& q) {
    json scopes = json::array();
    for (const Scope scope : q.scopes) {
        scopes.push_back(scopeName(scope));
    }
    return {{"id", q.id},           {"generation", q.generation}, {"digest", q.digest},
            {"run", q.run},         {"project", q.project},       {"profile", q.profile},
            {"object", q.object},   {"host", q.host},             {"port", q.port},
            {"protocol", q.protocol}, {"method", q.method},       {"path", q.path},
            {"process", q.process}, {"why", q.why},
            {"members", q.members}, {"scopes", scopes},           {"patterns", q.patterns},
            {"waiting", q.waiting}, {"attempts", q.attempts},     {"raised", q.raised},
            {"expires", q.expires}, {"state", questionStateName(q.state)}, {"outcome", q.outcome},
            {"group", q.group},     {"quiet", q.quiet},           {"registries", toJson(q.registries)},
            {"reason", q.by.reason}, {"layer", q.by.layer},       {"file", q.by.file},
            {"line", q.by.line},    {"rule", q.by.rule}};
}

Question readQuestion(const json& object, Fields& parent) {
    Fields f(object);
    Question q;
    q.id = f.text("id", 128);
    q.generation = f.count("generation");
    q.digest = f.text("digest", 128);
    q.run = f.text("run", 128);
    q.project = f.text("project");
    q.profile = f.text("profile");
    q.object = f.text("object");
    q.host = f.text("host");
    q.port = static_cast<std::uint16_t>(f.number("port", 65535));
    q.protocol = f.text("protocol", 32);
    q.method = f.find("method") != nullptr ? f.text("method", 256) : std::string();
    q.path = f.find("path") != nullptr ? f.text("path") : std::string();
    q.process = f.text("process");
    q.why = f.text("why");
    q.members = f.texts("members");
    for (const auto& word : f.texts("scopes")) {
        const auto scope = parseScope(word);
        if (!scope) {
            f.spoil();
            break;
        }
        q.scopes.push_back(*scope);
    }
    q.patterns = f.texts("patterns");
    q.registries = readRegistries(f);
    q.waiting = f.count("waiting");
    q.attempts = f.count("attempts");
    q.raised = f.time("raised");
    q.expires = f.time("expires");
    q.state = f.word<QuestionState>("state", kStates);
    q.outcome = f.text("outcome", 64);
    q.group = f.find("group") != nullptr ? f.text("group", 128) : std::string();
    q.quiet = f.find("quiet") != nullptr && f.flag("quiet");
    if (f.find("reason") != nullptr) { // a run of a version before has none
        q.by = {f.text("reason", 64), f.text("layer", 32), f.text("file"), f.text("rule"), f.count("line")};
    }
    if (f.bad()) {
        parent.spoil();
    }
    return q;
}

json toJson(const RunStatus& s) {
    return {{"run", s.run},         {"profile", s.profile}, {"project", s.project},
            {"command", s.command}, {"pid", s.supervisorPid}, {"started", s.started},
            {"pending", s.pending}, {"state", s.state}};
}

RunStatus readStatus(const json& object, Fields& parent) {
    Fields f(object);
    RunStatus s;
    s.run = f.text("run", 128);
    s.profile = f.text("profile");
    s.project = f.text("project");
    s.command = f.texts("command");
    s.supervisorPid = f.number("pid", std::numeric_limits<std::uint64_t>::max());
    s.started = f.time("started");
    s.pending = f.count("pending");
    s.state = f.text("state", 32);
    if (f.bad()) {
        parent.spoil();
    }
    return s;
}

Result<std::string> frame(const json& value) {
    // Text is valid UTF-8 by contract; where it is not, a replacement is better than no message.
    const std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    if (text.size() > kMaxFrame) {
        return makeError(Code::Invalid, "message is longer than the run control protocol allows");
    }
    std::string out;
    const auto size = static_cast<std::uint32_t>(text.size());
    for (unsigned i = 0; i < 4; ++i) {
        out += static_cast<char>((size >> (8 * i)) & 0xff);
    }
    return out + text;
}

Result<json> parse(std::string_view text) {
    if (text.size() > kMaxFrame) {
        return makeError(Code::Invalid, "run control: message is too long");
    }
    json value = json::parse(text, nullptr, false);
    if (value.is_discarded() || !value.is_object()) {
        return makeError(Code::Invalid, "run control: message is not a JSON object");
    }
    const auto version = value.find("v");
    if (version == value.end() || !version->is_number_unsigned()) {
        return makeError(Code::Invalid, "run control: message has no version");
    }
    if (version->get<std::uint64_t>() != kRunControlProtocol) {
        return makeError(Code::Unsupported, "run control: peer speaks another version of the protocol",
                         "use the leadglass that started the run");
    }
    return value;
}

Error malformed() { return makeError(Code::Invalid, "run control: malformed message"); }

} // namespace

const char* scopeName(Scope scope) { return nameOf(kScopes, scope); }
std::optional<Scope> parseScope(std::string_view word) { return lookUp<Scope>(kScopes, word); }
const char* questionStateName(QuestionState state) { return nameOf(kStates, state); }

Result<std::string> encode(const Request& request) {
    json out{{"v", kRunControlProtocol}, {"id", request.id}, {"method", nameOf(kMethods, request.method)}};
    if (request.method == Method::ApprovalsWatch) {
        out["approver"] = request.approver;
    }
    if (request.method == Method::ApprovalsList) {
        out["after"] = request.after;
    }
    if (request.method == Method::Answer) {
        const Answer& a = request.answer;
        out["question"] = a.question;
        out["digest"] = a.digest;
        out["verdict"] = a.allow ? "allow" : "deny";
        out["scope"] = scopeName(a.scope);
        out["pattern"] = a.pattern;
        out["seconds"] = a.seconds;
        out["note"] = a.note;
    }
    putCommand(out, request);
    return frame(out);
}

Result<Request> decodeRequest(std::string_view text) {
    const json value = LG_TRY(parse(text));
    Fields f(value);
    Request r;
    r.id = f.number("id", std::numeric_limits<std::uint64_t>::max());
    r.method = f.word<Method>("method", kMethods);
    if (r.method == Method::ApprovalsWatch && !f.bad()) {
        r.approver = f.flag("approver");
    }
    if (r.method == Method::ApprovalsList && f.find("after") != nullptr) {
        r.after = f.number("after", std::numeric_limits<std::uint64_t>::max());
    }
    if (r.method == Method::Answer && !f.bad()) {
        r.answer.question = f.text("question", 128);
        r.answer.digest = f.text("digest", 128);
        const std::string verdict = f.text("verdict", 8);
        r.answer.allow = verdict == "allow";
        if (verdict != "allow" && verdict != "deny") {
            f.spoil();
        }
        r.answer.scope = f.word<Scope>("scope", kScopes);
        r.answer.pattern = f.text("pattern", 512);
        r.answer.seconds = f.find("seconds") != nullptr ? static_cast<std::uint32_t>(f.number("seconds", kMostSeconds)) : 0;
        r.answer.note = f.find("note") != nullptr ? f.text("note", kMaxNote) : std::string();
    }
    readCommand(f, r);
    if (f.bad()) {
        return malformed();
    }
    return r;
}

Result<std::string> encode(const ToClient& message) {
    if (const auto* event = std::get_if<QuestionEvent>(&message)) {
        return frame({{"v", kRunControlProtocol},
                      {"event", nameOf(kEvents, event->kind)},
                      {"question", toJson(event->question)}});
    }
    if (const auto* event = std::get_if<CommandEvent>(&message)) {
        return frame(toJson(*event));
    }
    const auto& reply = std::get<Reply>(message);
    json out{{"v", kRunControlProtocol}, {"id", reply.id}, {"ok", !reply.error.has_value()}};
    if (reply.error) {
        out["error"] = errorJson(*reply.error);
        return frame(out);
    }
    out["version"] = reply.version;
    if (reply.status) {
        out["status"] = toJson(*reply.status);
    }
    json questions = json::array();
    for (const Question& q : reply.questions) {
        questions.push_back(toJson(q));
    }
    out["questions"] = std::move(questions);
    out["more"] = reply.more;
    if (reply.usage) {
        out["usage"] = toJson(*reply.usage);
    }
    return frame(out);
}

Result<ToClient> decodeToClient(std::string_view text) {
    const json value = LG_TRY(parse(text));
    Fields f(value);
    if (f.find("command") != nullptr) {
        CommandEvent event = readCommandEvent(f);
        return f.bad() ? Result<ToClient>(malformed()) : Result<ToClient>(std::move(event));
    }
    if (f.find("event") != nullptr) {
        QuestionEvent event;
        event.kind = f.word<QuestionEvent::Kind>("event", kEvents);
        const json* question = f.find("question");
        if (question == nullptr) {
            return malformed();
        }
        event.question = readQuestion(*question, f);
        if (f.bad()) {
            return malformed();
        }
        return ToClient(std::move(event));
    }
    Reply reply;
    reply.id = f.number("id", std::numeric_limits<std::uint64_t>::max());
    if (!f.flag("ok")) {
        const json* error = f.find("error");
        if (error == nullptr) {
            return malformed();
        }
        reply.error = readError(*error, f);
        if (f.bad()) {
            return malformed();
        }
        return ToClient(std::move(reply));
    }
    reply.version = f.text("version", 64);
    if (const json* status = f.find("status")) {
        reply.status = readStatus(*status, f);
    }
    reply.more = f.find("more") != nullptr && f.flag("more");
    if (const json* usage = f.find("usage")) {
        reply.usage = readUsage(*usage, f);
    }
    if (const json* questions = f.list("questions")) {
        for (const json& q : *questions) {
            reply.questions.push_back(readQuestion(q, f));
        }
    }
    if (f.bad()) {
        return malformed();
    }
    return ToClient(std::move(reply));
}

bool FrameReader::feed(std::string_view bytes) {
    if (m_at > 0) {
        m_buffer.erase(0, m_at);
        m_at = 0;
    }
    m_buffer.append(bytes);
    if (m_buffer.size() < 4) {
        return true;
    }
    std::size_t size = 0;
    for (unsigned i = 0; i < 4; ++i) {
        size |= static_cast<std::size_t>(static_cast<unsigned char>(m_buffer[i])) << (8 * i);
    }
    return size > 0 && size <= kMaxFrame;
}

std::optional<std::string> FrameReader::next() {
    if (m_buffer.size() - m_at < 4) {
        return std::nullopt;
    }
    std::size_t size = 0;
    for (unsigned i = 0; i < 4; ++i) {
        size |= static_cast<std::size_t>(static_cast<unsigned char>(m_buffer[m_at + i])) << (8 * i);
    }
    if (size == 0 || size > kMaxFrame || m_buffer.size() - m_at - 4 < size) {
        return std::nullopt; // feed() says when the stream is lost
    }
    std::string out = m_buffer.substr(m_at + 4, size);
    m_at += 4 + size;
    return out;
}

} // namespace leadglass::wire
