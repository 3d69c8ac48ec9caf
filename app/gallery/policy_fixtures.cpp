#include "app/gallery/policy_fixtures.h"

#include <algorithm>

namespace leadglass::app::gallery {
namespace {

using State = PolicyScene::State;
using policy::Layer;
using policy::LockedBy;
using policy::Origin;

const char* const kBase = "/usr/share/leadglass/policies/base.toml";
const char* const kClaude = "/usr/share/leadglass/policies/claude.toml";
const char* const kOwn = "/home/anna/.config/leadglass/profiles/claude.toml";
const char* const kProject = "/home/anna/src/shop/.leadglass.toml";

Error broken() {
    return makeError(Code::Invalid, std::string(kOwn) + ":12:10: 'limits.memory' must be a string, not an integer", "write it in quotes");
}
Error gallery() { return makeError(Code::Conflict, "this is the gallery: nothing is written here"); }

std::vector<policy::PolicyLine> lines() {
    const Origin project{Layer::Project, kProject, 3, 1};
    const auto base = [](int line) { return Origin{Layer::Base, kBase, line, 1}; };
    const auto own = [](int line) { return Origin{Layer::Profile, kOwn, line, 1}; };
    return {{"workspace", "overlay: copy-on-write; changes wait for review and apply", base(9), LockedBy::Nobody},
            {"egress deny", "telemetry.example.net, every port", base(40), LockedBy::Base},
            {"egress allow", "api.anthropic.com:443", Origin{Layer::Profile, kClaude, 62, 3}, LockedBy::Nobody},
            {"egress allow", "*.example.org:443,8443 tls", own(8), LockedBy::Nobody},
            {"egress allow", "registry.example.com:443", Origin{Layer::Grant, "/home/anna/.config/leadglass/grants.toml", 4, 1}, LockedBy::Nobody},
            {"egress allow", "loopback:5432", own(9), LockedBy::Nobody},
            {"egress default", "ask everything else", base(44), LockedBy::Nobody},
            {"only as far as deny", "upload.example.org, every port", project, LockedBy::Project},
            {"files read", "~/datasets/a folder with quite a long name that goes on for a while/and further", own(14), LockedBy::Nobody},
            {"files state", ".claude/", Origin{Layer::Profile, kClaude, 17, 3}, LockedBy::Nobody},
            {"files hide", "**/.env", base(22), LockedBy::Base},
            {"files hide", "deploy/secrets/**", Origin{Layer::Project, kProject, 6, 1}, LockedBy::Project},
            {"files never", "~/.ssh, ~/.aws, ~/.gnupg, ~/.config/gh, and Leadglass's own directories", {}, LockedBy::Program},
            {"workspace protect", ".git/hooks/**", base(30), LockedBy::Base},
            {"environment pass", "TERM", base(51), LockedBy::Nobody},
            {"ambient credential", "ANTHROPIC_API_KEY", {}, LockedBy::Nobody},
            {"limit memory", "8 GiB", base(60), LockedBy::Nobody},
            {"limit wall_clock", "4 h", own(18), LockedBy::Nobody},
            {"note", "*.example.org does not cover example.org itself", {}, LockedBy::Nobody}};
}

class MadePolicy final : public api::PolicyService {
public:
    explicit MadePolicy(State state) : m_state(state) {}
    Result<api::ShownPolicy> check(const std::string&) override { return gallery(); }
    Result<api::ShownPolicy> show(const api::PolicyQuery&) override {
        if (m_state == State::Broken) {
            return broken();
        }
        api::ShownPolicy out;
        out.lines = lines();
        return out;
    }
    Result<api::ExplainedDecision> explain(const api::PolicyQuery&, const std::string&) override {
        api::ExplainedDecision out;
        out.target = "telemetry.example.net:443";
        out.decision.reason = "rule";
        out.decision.origin = Origin{Layer::Base, kBase, 40, 1};
        out.text = "telemetry.example.net:443: deny\n  reason: a rule refuses it\n  from:   " + std::string(kBase) +
                   ":40, layer base, rule base:40\n  policy: claude@2026.11.1+sha256:0123456789ab\n  to allow it: nothing can: base is the floor under every profile\n";
        return out;
    }
    Result<std::vector<api::FoundAgent>> agents() override { return std::vector<api::FoundAgent>(); }

private:
    State m_state;
};

policy::PolicyItem item(const std::string& key, std::size_t index, int line, const std::string& text, const std::string& comment = {}) {
    policy::PolicyItem out{key, index, line, text, comment, text, {}, false};
    if (key.starts_with("egress.") && key != "egress.default") {
        policy::RuleWords rule;
        rule.host = text;
        if (text.starts_with('*')) {
            rule.ports = {443, 8443};
            rule.protocol = "tls";
        }
        out.rule = rule;
    }
    return out;
}

class MadeEditor final : public api::PolicyEditor {
public:
    explicit MadeEditor(State state) : m_state(state) {}
    Result<std::vector<std::string>> profiles() override { return std::vector<std::string>{"claude", "codex", "default", "gemini", "offline", "strict"}; }
    Result<std::vector<api::EditableFile>> files(const api::PolicyQuery&) override {
        api::EditableFile own{kOwn, "claude", false, "0", {}, {}, {}};
        if (m_state == State::Broken) {
            own.fault = broken();
        } else {
            own.items = {item("egress.allow", 0, 7, "api.example.com", "the model"), item("egress.allow", 1, 8, "*.example.org"), item("egress.deny", 0, 11, "upload.example.org", "asked twice, never wanted"),
                         item("files.hide", 0, 13, "**/*.secret"), item("files.read", 0, 14, "~/datasets", "read-only, besides the system"), item("limits.wall_clock", 0, 18, "4h")};
        }
        api::EditableFile builtIn{kClaude, "claude", true, "0", makeError(Code::Refused, "built in"), {item("egress.allow", 0, 62, "api.anthropic.com", "the model; asked for policy limits and WebFetch checks as well")}, {}};
        if (m_state == State::BuiltIn) {
            return std::vector{builtIn};
        }
        return std::vector{own, builtIn};
    }
    Result<api::EditPreview> preview(const std::string&, const std::string&, const std::vector<policy::PolicyEdit>& edits) override {
        if (edits.front().rule.host == "*") {
            return makeError(Code::Invalid, std::string(kOwn) + ":9:14: '*' would match every host", "name the domain: \"*.example.org\"");
        }
        api::EditPreview out;
        if (edits.front().kind == policy::PolicyEdit::Kind::Remove) {
            out.diff = "@@ -5,5 +5,4 @@\n \n [egress]\n allow = [\n-  { host = \"api.example.com\" }, # the model\n   { host = \"*.example.org\", port = [443, 8443], protocol = \"tls\" },\n ]\n";
            out.ends = {{"egress allow", "api.example.com:443", {}, LockedBy::Nobody}};
            return out;
        }
        out.diff = "@@ -5,5 +5,6 @@\n \n [egress]\n allow = [\n   { host = \"api.example.com\" }, # the model\n   { host = \"*.example.org\", port = [443, 8443], protocol = \"tls\" },\n"
                   "+  { host = \"cdn.example.net\" }, # pictures of the shop\n ]\n deny = [\n";
        out.begins = {{"egress allow", "cdn.example.net:443", {}, LockedBy::Nobody}};
        out.looksBack = true;
        out.looked = 1000;
        out.matched = 37;
        out.denied = 2;
        return out;
    }
    Result<api::EditableFile> write(const std::string&, const std::string&, const std::vector<policy::PolicyEdit>&) override { return gallery(); }
    Result<std::string> makeOwn(const std::string&, const std::string&) override { return gallery(); }
    Result<std::string> makeProject(const std::string&) override { return gallery(); }

private:
    State m_state;
};

class MadeGrants final : public api::GrantService {
public:
    explicit MadeGrants(bool some) : m_some(some) {}
    Result<std::vector<api::KeptGrant>> list() override {
        std::vector<api::KeptGrant> out;
        const auto add = [&](const char* id, const char* rule, const char* project, const char* made, const char* used, int idle, bool allows = true) {
            api::KeptGrant grant;
            grant.id = id, grant.rule = rule, grant.project = project, grant.made = made, grant.lastUse = used, grant.idleDays = idle;
            grant.profile = "claude", grant.origin = "answer in run 01k1f0example";
            grant.verdict = allows ? policy::Verdict::Allow : policy::Verdict::Deny;
            grant.unused = idle >= api::kUnusedDays;
            out.push_back(std::move(grant));
        };
        if (m_some) {
            add("1", "registry.example.com:443 tls", "/home/anna/src/shop", "2026-10-02T09:00:00Z", "2026-11-30T09:00:00Z", 0);
            add("2", "cdn.example.org:443 tls", "", "2026-09-01T09:00:00Z", "2026-11-04T09:00:00Z", 26);
            add("3", "*.old.example.net:443 tls", "/home/anna/src/site", "2026-05-01T09:00:00Z", "", 213);
            add("4", "telemetry.example.net:443 tls", "", "2026-08-12T09:00:00Z", "2026-11-29T09:00:00Z", 1, false);
            add("5", "git.example.com:22 ssh", "/home/anna/src/a project that was moved", "2026-10-12T09:00:00Z", "2026-11-20T09:00:00Z", 10);
            out.back().projectGone = true;
        }
        return out;
    }
    Status revoke(const std::string&) override { return gallery(); }

private:
    bool m_some;
};

class MadeReach final : public api::ReachService {
public:
    Result<api::Reach> reach(const api::PolicyQuery&) override {
        using Kind = api::ReachKind;
        api::Reach out;
        out.profile = "claude";
        out.disk = 10ULL << 30U;
        const auto own = [](int line) { return Origin{Layer::Profile, kOwn, line, 1}; };
        const auto base = [](int line) { return Origin{Layer::Base, kBase, line, 1}; };
        out.writes = {{Kind::ProjectLayer, "/home/anna/src/shop", base(9), true}, {Kind::State, "~/.claude/", own(17), true}, {Kind::State, "~/.claude.json", own(18), true},
                      {Kind::PrivateHome, "~, /tmp", {}, true}, {Kind::Protected, ".git/hooks/**", base(30), true}, {Kind::Protected, ".envrc", base(31), true}};
        out.reads = {{Kind::ProjectFiles, "/home/anna/src/shop", {}, true}, {Kind::Hidden, "**/.env", base(22), true}, {Kind::System, "/usr", {}, true}, {Kind::System, "/opt", {}, true},
                     {Kind::Tool, "/home/anna/.nvm", {}, true}, {Kind::Tool, "/home/anna/.cargo/bin", {}, true}, {Kind::Named, "~/datasets", own(14), true},
                     {Kind::Named, "/opt/toolchains", own(15), false}, {Kind::Copied, "~/.claude/settings.json", base(26), true}, {Kind::Variable, "LANG", base(51), true},
                     {Kind::Variable, "TERM", base(51), true}, {Kind::Placeholder, "anthropic (ANTHROPIC_API_KEY): api.anthropic.com", base(58), true}};
        out.connects = {{Kind::Host, "api.anthropic.com:443", own(62), true}, {Kind::HostsBelow, "*.example.org:443,8443 tls", own(8), true}, {Kind::Loopback, "loopback:5432", own(9), true},
                        {Kind::AskedRest, "", base(44), true}};
        return out;
    }
};

} // namespace

std::vector<PolicyScene> policyScenes() {
    return {{"policy", State::Own}, {"policy-built-in", State::BuiltIn}, {"policy-broken", State::Broken}, {"policy-nothing", State::Nothing}};
}

Services servicesOf(const PolicyScene& scene) {
    Services out;
    out.policy = [state = scene.state] { return std::make_unique<MadePolicy>(state); };
    out.policyEditor = [state = scene.state] { return std::make_unique<MadeEditor>(state); };
    out.grants = [some = scene.state != State::Nothing] { return std::make_unique<MadeGrants>(some); };
    out.reach = [] { return std::make_unique<MadeReach>(); };
    return out;
}

} // namespace leadglass::app::gallery
