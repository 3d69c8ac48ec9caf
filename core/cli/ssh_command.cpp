// ssh trust.
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "core/base/escape.h"
#include "core/cli/context.h"
#include "core/session/known_hosts_trust.h"

namespace leadglass::cli {
namespace {

struct Options {
    std::string host;
    std::string fingerprint;
};

// The word "yes", on a terminal; what nobody can read nobody accepts.
Result<bool> askedYes() {
    if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDERR_FILENO) == 0) {
        return makeError(Code::Invalid, "nobody can be asked here", "give the fingerprint that you expect: --fingerprint SHA256:...");
    }
    std::cerr << "Is one of these what its owner says? Type yes to accept them: " << std::flush;
    std::string line;
    std::getline(std::cin, line);
    return line == "yes";
}

Status trust(const Places& places, const Options& options) {
    const auto host = LG_TRY(session::parseSshHost(options.host));
    auto keys = LG_TRY(session::scanHost(places, host.host, host.port));
    for (const auto& key : keys) {
        print(key.fingerprint + "  " + forScreen(key.type, 80) + (key.known ? "  accepted before" : "") + "\n");
    }
    std::erase_if(keys, [](const auto& key) { return key.known; });
    if (keys.empty()) {
        return {};
    }
    if (!options.fingerprint.empty()) {
        std::erase_if(keys, [&](const auto& key) { return key.fingerprint != options.fingerprint; });
        if (keys.empty()) {
            return makeError(Code::Refused, "the host has no new key with that fingerprint, so nothing was accepted");
        }
    } else if (!LG_TRY(askedYes())) {
        return makeError(Code::Refused, "nothing was accepted");
    }
    for (const auto& key : keys) {
        LG_TRY(session::acceptHostKey(places.home, host, key));
    }
    say(std::to_string(keys.size()) + (keys.size() == 1 ? " key is" : " keys are") + " in ~/.ssh/known_hosts now; runs that start from here on know " +
        (keys.size() == 1 ? "it" : "them"));
    return {};
}

} // namespace

void addSshCommands(CLI::App& app, Context& context) {
    CLI::App* ssh = app.add_subcommand("ssh", "Servers that runs may sign in at with your keys");
    ssh->require_subcommand(1);
    auto options = std::make_shared<Options>();
    CLI::App* accept = ssh->add_subcommand("trust", "Look at the host key of a server, and accept it");
    accept->add_option("HOST", options->host, "A name or address, with :PORT where it is not 22")->required()->type_name("");
    accept->add_option("--fingerprint", options->fingerprint, "Accept the key with this one, and ask nothing")->type_name("SHA256:...");
    accept->footer("The key is fetched with ssh-keyscan, outside any run. Compare its fingerprint with what the server's owner\n"
                   "publishes. A key that differs from the one you accepted before is refused.\n\n"
                   "Example:\n"
                   "  leadglass ssh trust git.example.com");
    accept->callback([options, &context] {
        if (const Status done = trust(context.places, *options); !done) {
            fail(context, done.error());
        }
    });
}

} // namespace leadglass::cli
