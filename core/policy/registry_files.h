// Internal: the registry addresses that package clients' configuration files name. Pure over text.
//
// Each function gives URLs as written, in order, without duplicates; what it cannot read it skips:
// the client's own reading of the file decides whether the client works at all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace leadglass::policy {

std::vector<std::string> urlsOfNpmrc(std::string_view text);      // registry=, @scope:registry=
std::vector<std::string> urlsOfPipConf(std::string_view text);    // index-url, extra-index-url
Result<std::vector<std::string>> urlsOfCargoConfig(std::string_view text, const std::string& file);
std::vector<std::string> urlsOfGoEnv(std::string_view text);      // GOPROXY, GOSUMDB in KEY=VALUE
std::vector<std::string> urlsOfGoProxy(std::string_view value);   // "https://a,https://b|direct"
std::vector<std::string> urlsOfMavenSettings(std::string_view text); // <url> of mirrors, repositories
std::vector<std::string> urlsOfAptSources(std::string_view text); // one-line and deb822 form

// "https://h/x" -> "h"; "https://h:8443" -> "h:8443/tls"; "http://h" -> "h:80/http" (the grammar of
// --allow). Another scheme, userinfo that hides the host, no host: an error.
Result<std::string> ruleTextOfUrl(std::string_view url);

} // namespace leadglass::policy
