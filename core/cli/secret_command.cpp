// secret list|set|remove|test.
#include "core/cli/secret_command.h"

#include <unistd.h>

#include <memory>

#include "core/base/escape.h"
#include "core/cli/format.h"
#include "core/cli/secret_input.h"
#include "core/cli/value_words.h"
#include "core/session/local_secret_service.h"

namespace leadglass::cli {
namespace {

using nlohmann::json;

struct Options {
    std::string name;
    std::string store;
    std::string signIn;
    bool asJson = false;
};

std::optional<api::SecretStore> storeOf(const std::string& word) {
    if (word.empty()) {
        return std::nullopt;
    }
    return word == "file" ? api::SecretStore::File : api::SecretStore::Keyring;
}

json timeJson(Nanos wall) { return wall == 0 ? json() : json(rfc3339(wall)); }

std::string boundWords(const api::KeptSecret& secret) {
    std::string out;
    for (const auto& bound : secret.bound) {
        out += (out.empty() ? "" : ", ") + forScreen(bound.host, 100) + (bound.port == 443 ? "" : ":" + std::to_string(bound.port)) + " (" +
               forScreen(bound.profile, 60) + ")";
    }
    return out.empty() ? "no policy names it" : out;
}

json secretJson(const api::KeptSecret& secret) {
    json bound = json::array();
    for (const auto& each : secret.bound) {
        bound.push_back({{"profile", each.profile}, {"host", each.host}, {"port", each.port}, {"header", each.header}, {"file", jsonName(each.file)}, {"line", each.line}});
    }
    return {{"name", secret.name}, {"store", api::storeName(secret.store)}, {"created", timeJson(secret.created)}, {"modified", timeJson(secret.modified)},
            {"locked", secret.locked}, {"fault", secret.fault.empty() ? json() : json(secret.fault)}, {"bound", bound},
            {"last_use", secret.lastUse.empty() ? json() : json(forScreen(secret.lastUse))}};
}

void list(Context& context, const Options& options) {
    const auto kept = session::LocalSecretService(context.places).list();
    if (!kept) {
        fail(context, kept.error());
        return;
    }
    json out = json::array();
    Table table;
    for (const auto& secret : kept->secrets) {
        out.push_back(secretJson(secret));
        const std::string state = !secret.fault.empty() ? secret.fault : secret.locked ? "locked" : "";
        table.add({secret.name, api::storeName(secret.store), secret.lastUse.empty() ? "no use in the history" : "used " + forScreen(secret.lastUse, 40),
                   boundWords(secret) + (state.empty() ? "" : "; " + state)});
    }
    for (const auto& notice : kept->notices) {
        say(notice);
    }
    if (options.asJson) {
        printJson(out);
    } else if (!kept->secrets.empty()) {
        print(table.text(false, 0));
    } else if (kept->notices.empty()) {
        say("no credential is kept: leadglass secret set NAME");
    }
}

void signIn(Context& context, const Options& options) {
    const auto store = storeOf(options.store).value_or(api::SecretStore::Keyring);
    const auto done = session::LocalSecretService(context.places).signIn(options.name, store, options.signIn, [](const std::string& uri, const std::string& code) {
        say("open " + uri + " and enter the code " + code);
    });
    if (!done) {
        fail(context, done.error());
        return;
    }
    say("signed in, and kept: " + forScreen(options.name, 80));
}

void set(Context& context, const Options& options) {
    if (!options.signIn.empty()) {
        return signIn(context, options);
    }
    auto value = readSecretValue(options.name);
    if (!value) {
        fail(context, value.error());
        return;
    }
    const auto store = storeOf(options.store).value_or(api::SecretStore::Keyring);
    if (const auto done = session::LocalSecretService(context.places).set(options.name, store, *value); !done) {
        fail(context, done.error());
        return;
    }
    say("kept in " + std::string(store == api::SecretStore::File ? "a file" : "the keyring") + ": " + forScreen(options.name, 80) + ", " +
        counted(value->size(), "byte"));
}

void remove(Context& context, const Options& options) {
    const auto done = session::LocalSecretService(context.places).remove(options.name, storeOf(options.store));
    if (!done) {
        fail(context, done.error());
        return;
    }
    say("removed: " + forScreen(options.name, 80) + "; runs that are live and have it keep it until they end");
}

void test(Context& context, const Options& options) {
    const auto got = session::LocalSecretService(context.places).test(options.name, storeOf(options.store));
    if (!got) {
        fail(context, got.error());
    } else if (options.asJson) {
        printJson({{"name", options.name}, {"from", got->from}, {"bytes", got->bytes}, {"shape", got->shape}, {"expires", timeJson(got->expires)}});
    } else {
        print(forScreen(options.name, 200) + ": " + got->from + " has it, " + counted(got->bytes, "byte") + ", " + got->shape +
              (got->expires == 0 ? "" : ", until " + localTime(got->expires)) + "\n");
    }
}

CLI::Option* addStore(CLI::App& command, Options& options, const std::string& about) {
    return command.add_option("--store", options.store, about)->check(knowing(CLI::IsMember({"keyring", "file"}).description(""), {"keyring", "file"}))->type_name("keyring|file");
}

} // namespace

void addSecretCommands(CLI::App& app, Context& context) {
    CLI::App* secret = app.add_subcommand("secret", "Credentials that agents use without having them");
    secret->require_subcommand(1);
    const auto options = std::make_shared<Options>();

    CLI::App* all = secret->add_subcommand("list", "Which are kept, where, and which policies name them");
    all->add_flag("--json", options->asJson, "One JSON array");
    all->footer("A value is never shown.\n\n"
                "Example:\n"
                "  leadglass secret list");
    all->callback([&context, options] { list(context, *options); });

    CLI::App* put = secret->add_subcommand("set", "Keep one, or a new value for it");
    put->add_option("NAME", options->name, "How policies call it")->required()->type_name("");
    addStore(*put, *options, "Where (default: keyring). A file lies in your configuration, readable by you alone");
    put->add_option("--sign-in", options->signIn, "Sign in instead (OAuth 2 device flow): device-url=URL token-url=URL client-id=ID [scope=...] [ca=FILE]")
        ->type_name("SETTINGS");
    put->footer("The value is read from the terminal without being shown, or from standard input. It is never an\n"
                "argument: those are seen by every program of yours.\n\n"
                "Examples:\n"
                "  leadglass secret set anthropic\n"
                "  leadglass secret set deploy-key < key.pem");
    put->callback([&context, options] { set(context, *options); });

    CLI::App* drop = secret->add_subcommand("remove", "Forget one");
    drop->add_option("SECRET", options->name, "As secret list has it")->required()->type_name("");
    addStore(*drop, *options, "Which, where both have it");
    drop->footer("Example:\n"
                 "  leadglass secret remove anthropic");
    drop->callback([&context, options] { remove(context, *options); });

    CLI::App* check = secret->add_subcommand("test", "Read one as a run would, and say its length and kind");
    check->add_option("SECRET", options->name, "As secret list has it, or a source as policies have it (env:NAME, file:PATH, command:PROGRAM ...)")
        ->required()
        ->type_name("");
    addStore(*check, *options, "Which, where both have it");
    check->add_flag("--json", options->asJson, "Print JSON instead of text");
    check->footer("Examples:\n"
                  "  leadglass secret test anthropic\n"
                  "  leadglass secret test 'command:pass show work/token'");
    check->callback([&context, options] { test(context, *options); });
}

} // namespace leadglass::cli
