#include "core/session/local_secret_service.h"

#include <algorithm>
#include <chrono>

#include "core/audit/reader.h"
#include "core/base/escape.h"
#include "core/secrets/device_sign_in.h"
#include "core/secrets/file_store.h"
#include "core/secrets/keyring.h"
#include "core/secrets/placeholder.h"
#include "core/secrets/store.h"
#include "core/session/secret_process.h"
#include "core/session/secret_uses.h"

namespace leadglass::session {
namespace {

using secrets::KeyringAnswer;
using secrets::KeyringRequest;
using secrets::Source;

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kListLimit = 25 * kSecond;

secrets::StartProcess starter() {
    return [](const secrets::ProcessSpec& spec) { return startSecretProcess(spec); };
}

Result<KeyringAnswer> ask(const Places& places, KeyringRequest request, Nanos limit = secrets::Stores::kKeyringLimit) {
    auto loop = LG_TRY(EventLoop::create());
    std::optional<Result<KeyringAnswer>> answer;
    const secrets::KeyringPlace place{places.programs + "/" + secrets::kKeyringProgram, secrets::helperEnvironment(), starter()};
    const auto run = secrets::askKeyring(*loop, place, std::move(request), limit, [&](Result<KeyringAnswer> got) { answer = std::move(got); });
    while (!answer) {
        LG_TRY(loop->turn(-1));
    }
    return std::move(*answer);
}

KeyringRequest requestOf(KeyringRequest::Op op, const std::string& name = {}) {
    KeyringRequest out;
    out.op = op;
    out.name = name;
    return out;
}

Nanos fromSeconds(std::uint64_t seconds) {
    constexpr std::uint64_t kMost = 9'000'000'000; // of any clock: a store may say anything
    return static_cast<Nanos>(std::min(seconds, kMost)) * kSecond;
}

// Of the rows that a use leaves (their subject is the name). No history, or one that cannot be read: none is known.
void addUses(const Places& places, std::vector<api::KeptSecret>& kept) {
    constexpr std::chrono::milliseconds kLockTimeout{2000};
    constexpr int kLooked = 50; // a name may be in another's
    const auto reader = kept.empty() ? Result<std::unique_ptr<audit::Reader>>(makeError(Code::NotFound, "")) : audit::Reader::open(places.data + "/audit.db", kLockTimeout);
    for (auto& secret : kept) {
        audit::Query query;
        query.kind = audit::Kind::Credential;
        query.verdict = "allow";
        query.text = secret.name;
        query.limit = kLooked;
        const auto rows = reader ? (*reader)->query(query) : Result<std::vector<audit::Row>>(reader.error());
        const auto used = rows ? std::find_if(rows->begin(), rows->end(), [&](const audit::Row& row) { return row.event.subject == secret.name; }) :
                                 std::vector<audit::Row>::const_iterator();
        if (rows && used != rows->end()) {
            secret.lastUse = rfc3339(used->event.time);
        }
    }
}

bool hasFile(const std::string& folder, const std::string& name) {
    const auto files = secrets::listSecretFiles(folder);
    return files && std::any_of(files->begin(), files->end(), [&](const auto& file) { return file.name == name; });
}

} // namespace

Result<api::KeptSecrets> LocalSecretService::list() {
    api::KeptSecrets out;
    auto request = requestOf(KeyringRequest::Op::List);
    request.seconds = 0;
    if (auto kept = ask(m_places, std::move(request), kListLimit)) {
        for (auto& item : kept->items) {
            api::KeptSecret secret;
            secret.name = std::move(item.name);
            secret.created = fromSeconds(item.created);
            secret.modified = fromSeconds(item.modified);
            secret.locked = item.locked;
            out.secrets.push_back(std::move(secret));
        }
        if (kept->more) {
            out.notices.push_back("the keyring has more than " + std::to_string(secrets::kMaxKeyringItems) + " credentials of ours; these are the first");
        }
    } else {
        out.notices.push_back(kept.error().text());
    }
    if (auto files = secrets::listSecretFiles(folder())) {
        for (auto& file : *files) {
            api::KeptSecret secret;
            secret.name = std::move(file.name);
            secret.store = api::SecretStore::File;
            secret.modified = file.modified;
            secret.fault = std::move(file.fault);
            out.secrets.push_back(std::move(secret));
        }
    } else {
        out.notices.push_back(files.error().text());
    }
    std::stable_sort(out.secrets.begin(), out.secrets.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    addUses(m_places, out.secrets);
    addBounds(m_places, folder(), out.secrets);
    return out;
}

Status LocalSecretService::set(const std::string& name, api::SecretStore store, const SecretBytes& value) {
    LG_TRY(secrets::checkName(name));
    if (value.empty() || value.size() > secrets::kMaxValue) {
        return makeError(Code::Invalid, value.empty() ? "the value is empty" : "the value is longer than 16 KiB", "nothing was kept");
    }
    if (store == api::SecretStore::File) {
        return secrets::writeSecretFile(folder(), name, value);
    }
    auto request = requestOf(KeyringRequest::Op::Set, name);
    request.value = LG_TRY(SecretBytes::copyOf(value.reveal()));
    LG_TRY(ask(m_places, std::move(request)));
    return {};
}

Status LocalSecretService::signIn(const std::string& name, api::SecretStore store, const std::string& settings, const ShowCode& show) {
    LG_TRY(secrets::checkName(name));
    const auto parsed = LG_TRY(secrets::parseSource("oauth:" + settings)); // for its words
    auto loop = LG_TRY(EventLoop::create());
    std::optional<Result<SecretBytes>> token;
    const secrets::MintPlace place{m_places.programs + "/" + secrets::kMintProgram, secrets::helperEnvironment(), starter()};
    const auto flow = LG_TRY(secrets::DeviceSignIn::begin(
        *loop, place, parsed.attributes, [&](const auto& shown) { show(forScreen(shown.uri), forScreen(shown.code, 64)); },
        [&](Result<SecretBytes> got) { token = std::move(got); }));
    while (!token) {
        LG_TRY(loop->turn(-1));
    }
    return *token ? set(name, store, **token) : Status(token->error());
}

Result<api::SecretStore> LocalSecretService::remove(const std::string& name, std::optional<api::SecretStore> store) {
    LG_TRY(secrets::checkName(name));
    const bool inFile = hasFile(folder(), name);
    if (!store && inFile) {
        auto request = requestOf(KeyringRequest::Op::List, name);
        request.seconds = 0;
        if (const auto kept = ask(m_places, std::move(request), kListLimit); kept && !kept->items.empty()) {
            return makeError(Code::Conflict, "'" + name + "' is in the keyring and in a file", "say which with --store keyring or --store file");
        }
    }
    const auto where = store.value_or(inFile ? api::SecretStore::File : api::SecretStore::Keyring);
    if (where == api::SecretStore::File) {
        LG_TRY(secrets::removeSecretFile(folder(), name));
    } else {
        LG_TRY(ask(m_places, requestOf(KeyringRequest::Op::Remove, name)));
    }
    return where;
}

Result<Source> LocalSecretService::sourceOf(const std::string& name, std::optional<api::SecretStore> store) {
    if (name.find(':') != std::string::npos) {
        if (store) {
            return makeError(Code::Invalid, "'" + forScreen(name, 80) + "' says itself where it is", "leave --store away");
        }
        return secrets::parseSource(name);
    }
    LG_TRY(secrets::checkName(name));
    Source out;
    out.name = name;
    const bool file = store ? *store == api::SecretStore::File : hasFile(folder(), name);
    out.kind = file ? Source::Kind::File : Source::Kind::Keyring;
    return out;
}

Result<api::SecretShape> LocalSecretService::test(const std::string& name, std::optional<api::SecretStore> store) {
    const auto source = LG_TRY(sourceOf(name, store));
    auto loop = LG_TRY(EventLoop::create());
    secrets::Stores::Setup setup{m_places.programs, m_places.home, folder(), secrets::helperEnvironment(), {}, starter()};
    if (source.kind == Source::Kind::Environment) {
        setup.variables = LG_TRY(secrets::EnvironmentStore::take({source.name}));
    }
    secrets::Stores stores(*loop, std::move(setup));
    std::optional<Result<secrets::Found>> found;
    stores.find(source, [&](Result<secrets::Found> got) { found = std::move(got); });
    while (!found) {
        LG_TRY(loop->turn(-1));
    }
    if (!*found) {
        return std::move(*found).error();
    }
    api::SecretShape out;
    out.name = name;
    out.from = secrets::kindWords(source.kind);
    out.bytes = (*found)->value.size();
    out.shape = secrets::describeShape(secrets::shapeOf((*found)->value.reveal()));
    out.expires = (*found)->expires;
    return out;
}

} // namespace leadglass::session
