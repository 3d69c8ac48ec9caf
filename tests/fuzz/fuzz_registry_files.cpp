// Configuration of package clients: what comes out as a rule is one that --allow takes, and shows no password.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/policy/action.h"
#include "core/policy/limit_values.h"
#include "core/policy/parser.h"
#include "core/policy/registry_files.h"

using namespace leadglass;
using namespace leadglass::policy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    auto urls = urlsOfNpmrc(text);
    const auto add = [&urls](std::vector<std::string> more) { urls.insert(urls.end(), more.begin(), more.end()); };
    add(urlsOfPipConf(text));
    add(urlsOfGoEnv(text));
    add(urlsOfGoProxy(text));
    add(urlsOfMavenSettings(text));
    add(urlsOfAptSources(text));
    if (auto cargo = urlsOfCargoConfig(text, "config.toml")) {
        add(*cargo);
    }
    urls.emplace_back(text);
    for (const auto& url : urls) {
        const auto rule = ruleTextOfUrl(url);
        if (rule && rule->find('@') != std::string::npos) {
            std::abort();
        }
        // Refused as a rule of a person's would be (a public suffix, metadata), never taken for another one.
        if (rule && rule->find_first_of(" \n\t") != std::string::npos) {
            std::abort();
        }
        if (rule) {
            static_cast<void>(parseEgressFlag(*rule, "--allow", 1).ok());
        }
    }
    if (const auto action = parseAction(text)) {
        const int targets = (action->host.empty() ? 0 : 1) + (action->literal ? 1 : 0) + (action->loopbackPort != 0 ? 1 : 0);
        if (targets != 1) {
            std::abort();
        }
    }
    Limits limits;
    const std::size_t equals = text.find('=');
    static_cast<void>(setLimit(limits, std::string(text.substr(0, equals)),
                               std::string(equals == text.npos ? text : text.substr(equals + 1))).ok());
    return 0;
}
