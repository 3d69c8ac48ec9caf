#include "app/gallery/secret_fixtures.h"

#include <QDateTime>

namespace leadglass::app::gallery {
namespace {

using State = SecretScene::State;
constexpr std::int64_t kRows = 9;

api::KeptSecret secret(std::string name, api::SecretStore store, std::vector<api::SecretBound> bound, std::string lastUse) {
    api::KeptSecret out;
    out.name = std::move(name);
    out.store = store;
    out.bound = std::move(bound);
    out.lastUse = std::move(lastUse);
    return out;
}

std::vector<api::KeptSecret> some(State state) {
    const std::string file = "/usr/share/leadglass/policies/claude.toml";
    std::vector<api::KeptSecret> out{
        secret("anthropic", api::SecretStore::Keyring, {{"claude", "api.anthropic.com", 443, "x-api-key", file, 64}, {"mine", "api.anthropic.com", 443, "x-api-key", file, 64}}, "2026-11-30T09:12:44Z"),
        secret("deploy", api::SecretStore::File,
               {{"mine", "*.deploy.example.org", 8443, "authorization", "", 9}, {"mine", "registry.example.org", 443, "authorization", "", 9}, {"mine", "a.example.org", 443, "private-token", "", 9}, {"mine", "b.example.org", 443, "private-token", "", 9}}, ""),
        secret("old-token", api::SecretStore::Keyring, {}, "2026-08-02T19:00:00Z")};
    out[0].locked = out[2].locked = state == State::Locked;
    if (state == State::Broken) {
        out[1].fault = "others can read '~/.config/leadglass/secrets/deploy' (mode 0644): chmod 600 it, and think of the value as known";
        out.push_back(secret(std::string(60, 'w') + "-end", api::SecretStore::Keyring, {{"mine", std::string(60, 'a') + "." + std::string(60, 'b') + ".example.org", 443, "authorization", "", 3}}, ""));
    }
    return out;
}

class Made final : public api::SecretService {
public:
    explicit Made(State state) : m_state(state) {}
    Result<api::KeptSecrets> list() override {
        api::KeptSecrets out;
        if (m_state == State::NoKeyring) {
            out.notices = {"no program offers a keyring on this desktop: install gnome-keyring or KeePassXC, or keep credentials in files (--store file)"};
            out.secrets = {some(m_state)[1]};
        } else if (m_state != State::None) {
            out.secrets = some(m_state);
        }
        if (m_state == State::Locked) {
            out.notices = {"the keyring is locked: what is in it is asked for when a run needs it"};
        }
        return out;
    }
    Status set(const std::string&, api::SecretStore, const SecretBytes&) override { return none(); }
    Status signIn(const std::string&, api::SecretStore, const std::string&, const ShowCode&) override { return none(); }
    Result<api::SecretStore> remove(const std::string&, std::optional<api::SecretStore>) override { return none(); }
    Result<api::SecretShape> test(const std::string& name, std::optional<api::SecretStore>) override {
        return m_state == State::Locked ? Result<api::SecretShape>(none()) : api::SecretShape{name, "the keyring", 108, "begins with sk-ant-api03-, letters, digits, - and _", 0};
    }

private:
    static Error none() { return makeError(Code::Conflict, "this is the gallery: nothing is kept here"); }
    State m_state;
};

api::ActivityRow row(std::int64_t id) {
    api::ActivityRow out;
    out.row.id = id;
    audit::Event& e = out.row.event;
    e.kind = audit::Kind::Sighting;
    e.time = QDateTime(QDate(2026, 11, 30), QTime(9, 0)).toMSecsSinceEpoch() * 1'000'000 + id * 1'000'000'000;
    e.run = "01k1f0exampl3";
    e.process = "41822 node (/usr/bin/node) < npm < sh < claude";
    e.subject = "POST https://collect.example.net/v1/" + std::string(id == kRows ? "events" : "x/\xe2\x80\xae" "gnp.yrots");
    constexpr const char* kKinds[] = {"canary:2", "placeholder", "github-token"};
    constexpr const char* kWhere[] = {"body", "header", "body"};
    const auto which = static_cast<std::size_t>(id % 3);
    e.reason = kKinds[which];
    e.verdict = which == 2 ? "" : "deny";
    e.detail = std::string(R"({"where":")") + kWhere[which] + R"(","offset":118,"blocked":)" + (which == 2 ? "false" : "true") + R"(,"host":"collect.example.net:443:tls","connection":3})";
    return out;
}

class Sightings final : public api::ActivityService {
public:
    Result<api::ActivityBounds> bounds() override { return api::ActivityBounds{1, kRows, 0}; }
    Result<std::vector<api::ActivityRow>> page(std::int64_t first, std::int64_t last) override {
        std::vector<api::ActivityRow> out;
        for (std::int64_t id = last; id >= first; --id) {
            out.push_back(gallery::row(id));
        }
        return out;
    }
    Result<api::ActivityRow> row(std::int64_t id) override { return gallery::row(id); }
    Result<api::ActivityFound> find(const api::ActivitySought&, std::int64_t before, int) override {
        api::ActivityFound out;
        out.rows = *page(1, before > 0 ? before - 1 : kRows);
        out.covered = {1, kRows, true};
        return out;
    }
    Result<api::ActivityCovered> takeUp(int) override { return api::ActivityCovered{1, kRows, true}; }
    Result<api::ActivityTimeline> timeline(const api::ActivitySought&, int) override { return api::ActivityTimeline{}; }
    Result<api::ActivityRun> run(const std::string& id) override { return api::ActivityRun{id, "claude", "/home/anna/src/shop"}; }
    Result<api::ActivityExported> exportRows(const api::ActivitySought&, api::ExportForm, const std::function<bool(std::string_view)>&,
                                             const std::function<bool(std::int64_t, std::int64_t)>&) override {
        return makeError(Code::Conflict, "this is the gallery: nothing is written here");
    }
    void interrupt() override {}
};

} // namespace

std::vector<SecretScene> secretScenes() {
    return {{"secrets", State::Some}, {"secrets-empty", State::None}, {"secrets-locked", State::Locked}, {"secrets-no-keyring", State::NoKeyring}, {"secrets-broken", State::Broken}};
}

void addSecrets(Services& services, SecretScene::State state) {
    services.secrets = [state] { return std::make_unique<Made>(state); };
}

void addSightings(Services& services) {
    services.activity = [] { return std::make_unique<Sightings>(); };
}

} // namespace leadglass::app::gallery
