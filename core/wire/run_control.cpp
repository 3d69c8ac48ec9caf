#include "core/wire/run_control.h"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>

namespace leadglass::wire {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxText = 4096;
constexpr std::size_t kMaxItems = 512;

constexpr std::array<const char*, 6> kMethods{"hello",           "status", "approvals.list",
                                              "approvals.watch", "answer", "stop"};
constexpr std::array<const char*, 4> kScopes{"once", "run", "project", "always"};
constexpr std::array<const char*, 3> kStates{"pending", "expired", "answered"};
constexpr std::array<const char*, 3> kEvents{"raised", "changed", "closed"};
constexpr std::array<const char*, 9> kCodes{"io",       "invalid", "not_found", "refused", "unsupported",
                                            "conflict", "corrupt", "busy",      "closed"};

template <class E, std::size_t N>
std::optional<E> lookUp(const std::array<const char*, N>& names, std::string_view word) {
    for (std::size_t i = 0; i < N; ++i) {
        if (word == names[i]) {
            return static_cast<E>(i);
        }
    }
    return std::nullopt;
}

template <class E, std::size_t N> const char* nameOf(const std::array<const char*, N>& names, E value) {
    const auto at = static_cast<std::size_t>(value);
    return at < N ? names[at] : names[0];
}

// Reads members of one object. The first that is missing, of another type or too long makes it bad.
class Fields {
public:
    explicit Fields(const json& object) : m_object(object), m_bad(!object.is_object()) {}

    std::string text(const char* name, std::size_t max = kMaxText) {
        const json* value = find(name);
        if (value == nullptr || !value->is_string()) {
            m_bad = true;
            return {};
        }
        const auto& s = value->get_ref<const std::string&>();
        m_bad = m_bad || s.size() > max;
        return m_bad ? std::string() : s;
    }
    bool flag(const char* name) {
        const json* value = find(name);
        if (value == nullptr || !value->is_boolean()) {
            m_bad = true;
            return false;
        }
        return value->get<bool>();
    }
    std::uint64_t number(const char* name, std::uint64_t max) {
        const json* value = find(name);
        if (value == nullptr || !value->is_number_unsigned() || value->get<std::uint64_t>() > max) {
            m_bad = true;
            return 0;
        }
        return value->get<std::uint64_t>();
    }
    std::int64_t time(const char* name) {
        return static_cast<std::int64_t>(
            number(name, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())));
    }
    std::uint32_t count(const char* name) {
        return static_cast<std::uint32_t>(number(name, std::numeric_limits<std::uint32_t>::max()));
    }
    const json* list(const char* name) {
        const json* value = find(name);
        if (value == nullptr || !value->is_array() || value->size() > kMaxItems) {
            m_bad = true;
            return nullptr;
        }
        return value;
    }
    std::vector<std::string> texts(const char* name) {
        std::vector<std::string> out;
        if (const json* items = list(name)) {
            for (const json& item : *items) {
                if (!item.is_string() || item.get_ref<const std::string&>().size() > kMaxText) {
                    m_bad = true;
                    return {};
                }
                out.push_back(item.get<std::string>());
            }
        }
        return out;
    }
    template <class E, std::size_t N> E word(const char* name, const std::array<const char*, N>& names) {
        const auto value = lookUp<E>(names, text(name, 32));
        m_bad = m_bad || !value;
        return value.value_or(static_cast<E>(0));
    }
    const json* find(const char* name) const {
        if (!m_object.is_object()) {
            return nullptr;
        }
        const auto it = m_object.find(name);
        return it == m_object.end() ? nullptr : &*it;
    }
    void spoil() { m_bad = true; }
    [[nodiscard]] bool bad() const { return m_bad; }

private:
    const json& m_object;
    bool m_bad;
};

json toJson(const Question& q) {
    json scopes = json::array();
    for (const Scope scope : q.scopes) {
        scopes.push_back(scopeName(scope));
    }
    return {{"id", q.id},           {"generation", q.generation}, {"digest", q.digest},
            {"run", q.run},         {"project", q.project},       {"profile", q.profile},
            {"object", q.object},   {"host", q.host},             {"port", q.port},
            {"protocol", q.protocol}, {"process", q.process},     {"why", q.why},
            {"members", q.members}, {"scopes", scopes},           {"patterns", q.patterns},
            {"waiting", q.waiting}, {"attempts", q.attempts},     {"raised", q.raised},
            {"expires", q.expires}, {"state", questionStateName(q.state)}, {"outcome", q.outcome}};
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
    q.waiting = f.count("waiting");
    q.attempts = f.count("attempts");
    q.raised = f.time("raised");
    q.expires = f.time("expires");
    q.state = f.word<QuestionState>("state", kStates);
    q.outcome = f.text("outcome", 64);
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
    if (request.method == Method::Answer) {
        const Answer& a = request.answer;
        out["question"] = a.question;
        out["digest"] = a.digest;
        out["verdict"] = a.allow ? "allow" : "deny";
        out["scope"] = scopeName(a.scope);
        out["pattern"] = a.pattern;
    }
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
    }
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
    const auto& reply = std::get<Reply>(message);
    json out{{"v", kRunControlProtocol}, {"id", reply.id}, {"ok", !reply.error.has_value()}};
    if (reply.error) {
        const Error& e = *reply.error;
        Error shown = e;
        shown.fix.clear();
        out["error"] = {{"code", nameOf(kCodes, e.code)}, {"what", shown.text()}, {"fix", e.fix}};
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
    return frame(out);
}

Result<ToClient> decodeToClient(std::string_view text) {
    const json value = LG_TRY(parse(text));
    Fields f(value);
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
        Fields e(*error);
        const Code code = e.word<Code>("code", kCodes);
        reply.error = makeError(code, e.text("what"), e.text("fix"));
        if (e.bad() || f.bad()) {
            return malformed();
        }
        return ToClient(std::move(reply));
    }
    reply.version = f.text("version", 64);
    if (const json* status = f.find("status")) {
        reply.status = readStatus(*status, f);
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
