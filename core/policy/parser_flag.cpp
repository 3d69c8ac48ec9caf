// Rules as people type them after --allow and --deny, and what they meant where that is no rule.
#include <algorithm>
#include <charconv>

#include "core/base/escape.h"
#include "core/base/nearest.h"
#include "core/policy/address.h"
#include "core/policy/host_name.h"
#include "core/policy/parser.h"
#include "core/policy/parser_sections.h"
#include "core/policy/protocol.h"

namespace leadglass::policy {
namespace {

constexpr const char* kPorts = "the port must be 1 to 65535";

std::optional<std::uint16_t> portNamed(std::string_view text) {
    std::uint16_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, number);
    return fault == std::errc() && stop == end && number != 0 ? std::optional(number) : std::nullopt;
}

class Flag {
public:
    Flag(std::string_view text, const char* flag, int index)
        : m_text(text), m_flag(flag), m_denial(m_flag == "--deny") {
        m_rule.origin = {Layer::Run, flag, 0, 0};
        m_rule.id = std::string("run:") + (m_denial ? "deny" : "allow") + std::to_string(index);
    }

    Result<EgressRule> read() {
        if (m_text.empty()) {
            return wrong("no host", "for example " + m_flag + " api.example.com");
        }
        if (m_text.starts_with("registry:")) {
            return readRegistry(m_text.substr(9));
        }
        if (m_text.starts_with("loopback:")) {
            return readLoopback(m_text.substr(9));
        }
        if (m_text.find("://") != std::string_view::npos) {
            return url();
        }
        LG_TRY(readTarget());
        return judged();
    }

private:
    Error wrong(const std::string& why, const std::string& fix = {}) const {
        return makeError(Code::Invalid, m_flag + " '" + forScreen(m_text, 100) + "': " + why, fix);
    }
    std::string write(const std::string& text) const { return "write " + m_flag + " " + forScreen(text, 200); }

    // Only what is a rule itself is put into somebody's mouth.
    std::string writeIfGood(const std::string& text, const std::string& otherwise) const {
        return Flag(text, m_flag.c_str(), 0).read() ? write(text) : otherwise;
    }

    Result<EgressRule> readRegistry(std::string_view name) {
        m_rule.kind = EgressRule::Kind::Registry;
        m_rule.registry = name;
        const auto& known = registryNames();
        if (std::find(known.begin(), known.end(), m_rule.registry) == known.end()) {
            const std::string near = nearest(name, known);
            return wrong("unknown registry", near.empty() ? "known: npm, cargo, pip, apt, go, maven"
                                                          : write("registry:" + near));
        }
        return m_rule;
    }

    Result<EgressRule> readLoopback(std::string_view text) {
        m_rule.kind = EgressRule::Kind::Loopback;
        const auto port = portNamed(text);
        if (!port) {
            return wrong(kPorts, "for example " + m_flag + " loopback:5432");
        }
        m_rule.loopbackPort = *port;
        if (const char* danger = dangerousLoopback(*port); danger != nullptr && !m_denial) {
            return wrong(std::string("that port is ") + danger, "a profile can grant it: allow = [{ loopback = " + std::to_string(*port) + ", unsafe = true }] in [egress]");
        }
        return m_rule;
    }

    Error url() const {
        const std::size_t colon = m_text.find("://");
        const std::string_view scheme = m_text.substr(0, colon);
        std::string host(m_text.substr(colon + 3));
        host = host.substr(0, host.find_first_of("/?#"));
        host = host.substr(host.rfind('@') == std::string::npos ? 0 : host.rfind('@') + 1);
        const bool hasPort = host.rfind(':') != std::string::npos && !host.ends_with(']');
        if (!hasPort) {
            host += scheme == "http" ? ":80" : scheme == "ssh" ? ":22/ssh" : "";
        } else if (!host.ends_with(":80") && !host.ends_with(":443")) {
            host += scheme == "http" ? "/http" : scheme == "ssh" ? "/ssh" : "/tls";
        }
        return wrong("a rule names a host, not a URL", writeIfGood(host, "for example " + m_flag + " api.example.com"));
    }

    // HOST:PORT/PROTOCOL; in ADDRESS/N:PORT the slash stands before the colon.
    Status readTarget() {
        std::string_view rest = m_text;
        const std::size_t slash = rest.rfind('/');
        if (slash != std::string_view::npos) {
            if (const auto protocol = protocolNamed(rest.substr(slash + 1))) {
                m_rule.protocol = *protocol;
                rest = rest.substr(0, slash);
            }
        }
        std::string_view host = rest;
        const std::size_t colon = rest.rfind(':');
        const bool bare6 = rest.find(':') != colon && !rest.starts_with('['); // no brackets: no port
        const bool path = slash != std::string_view::npos && colon != std::string_view::npos && slash > colon &&
                          m_rule.protocol == Protocol::Default;
        if (path && !bare6) {
            const std::size_t first = m_text.find('/');
            return afterSlash(m_text.substr(0, first), m_text.substr(first + 1));
        }
        if (colon != std::string_view::npos && !bare6 && !rest.ends_with(']')) {
            host = rest.substr(0, colon);
            const auto port = portNamed(rest.substr(colon + 1));
            if (!port) {
                return wrong(kPorts, writeIfGood(std::string(host) + ":443", ""));
            }
            m_rule.ports = {*port};
        }
        return readHost(host);
    }

    Status readHost(std::string_view host) {
        std::string bare(host);
        std::erase_if(bare, [](char c) { return c == '[' || c == ']'; });
        if (parseAddressInAnySpelling(std::string_view(bare).substr(0, bare.find('/')))) {
            m_rule.kind = EgressRule::Kind::Address;
            const auto range = parseRange(bare);
            if (!range) {
                return wrong(range.error().what, range.error().fix);
            }
            m_rule.range = *range;
            return {};
        }
        if (const std::size_t slash = host.find('/'); slash != std::string_view::npos) {
            return afterSlash(host.substr(0, slash), host.substr(slash + 1));
        }
        const auto pattern = parseHostPattern(host);
        if (!pattern) {
            return noPattern(host, pattern.error());
        }
        m_rule.host = *pattern;
        return {};
    }

    Error noPattern(std::string_view host, const Error& error) const {
        if (const std::size_t comma = m_text.find(','); comma != std::string_view::npos) {
            return wrong("one " + m_flag + " takes one host", "give " + m_flag + " for each");
        }
        if (host.starts_with('*')) {
            return wrong(error.what, m_denial && host == "*" ? "--profile offline allows nothing" : error.fix);
        }
        // The text stands there already.
        const std::size_t verdict = error.what.find("is no host name");
        return wrong(verdict == std::string::npos ? error.what : "this " + error.what.substr(verdict),
                     error.fix.empty() ? "for example " + m_flag + " api.example.com" : error.fix);
    }

    // "host/path", or a protocol with a slip in it.
    Error afterSlash(std::string_view host, std::string_view rest) const {
        const std::string near = nearest(rest, {"tls", "http", "ssh", "tcp"});
        const std::string target(host);
        if (!near.empty()) {
            return wrong("'" + forScreen(rest, 40) + "' is no protocol",
                         writeIfGood(target + "/" + near, "known: tls, http, ssh, tcp"));
        }
        return wrong("a rule covers the whole host, it cannot be narrowed to a path", writeIfGood(target, ""));
    }

    Result<EgressRule> judged() const {
        const std::string fault = faultOfRule(m_rule, m_denial);
        if (fault.empty()) {
            return m_rule;
        }
        const std::string text(m_text);
        const std::string port = m_rule.ports.empty() ? "PORT" : std::to_string(m_rule.ports.front());
        if (fault.find("loopback = PORT") != std::string::npos) {
            return wrong("that is this machine itself", write("loopback:" + port) + " for one port of it");
        }
        if (m_rule.kind == EgressRule::Kind::Address && m_rule.ports.empty() && fault.ends_with("needs a port")) {
            const bool bare6 = m_rule.range.base.v6 && !text.starts_with('[');
            return wrong(fault, writeIfGood((bare6 ? "[" + text + "]" : text) + ":443", ""));
        }
        if (fault.find("has no protocol of its own") != std::string::npos) {
            return wrong("port " + port + " has no protocol of its own",
                         write(text + "/tls") + ", or /http, /ssh, /tcp: whatever is spoken there");
        }
        return wrong(fault);
    }

    std::string_view m_text;
    std::string m_flag;
    bool m_denial;
    EgressRule m_rule;
};

} // namespace

Result<EgressRule> parseEgressFlag(std::string_view text, const char* flag, int index) {
    return Flag(text, flag, index).read();
}

} // namespace leadglass::policy
