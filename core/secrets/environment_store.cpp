#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/secrets/store.h"

extern char** environ;

namespace leadglass::secrets {

Result<EnvironmentStore> EnvironmentStore::take(const std::vector<std::string>& names) {
    EnvironmentStore out;
    for (const auto& name : names) {
        char* const value = std::getenv(name.c_str());
        if (value == nullptr) {
            continue;
        }
        const std::size_t size = std::strlen(value);
        if (size > kMaxValue) {
            return makeError(Code::Invalid, "the variable " + name + " is longer than 16 KiB");
        }
        out.m_values.emplace_back(name, LG_TRY(SecretBytes::copyOf({value, size})));
        // Where /proc/PID/environ reads it; a name that is there twice is taken out twice.
        wipe(value, size);
        ::unsetenv(name.c_str());
        while (char* const again = std::getenv(name.c_str())) {
            wipe(again, std::strlen(again));
            ::unsetenv(name.c_str());
        }
    }
    return out;
}

Result<SecretBytes> EnvironmentStore::find(const std::string& name) const {
    const auto found = std::find_if(m_values.begin(), m_values.end(), [&](const auto& each) { return each.first == name; });
    if (found == m_values.end() || found->second.empty()) {
        return makeError(Code::NotFound, "the variable " + name + (found == m_values.end() ? " is not set" : " is empty"),
                         "set it where you start Leadglass, or keep the credential in the keyring: leadglass secret set");
    }
    return SecretBytes::copyOf(found->second.reveal());
}

std::vector<std::string> helperEnvironment() {
    static constexpr const char* kNames[] = {
        "HOME", "PATH", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY",
        "XAUTHORITY", "GNUPGHOME", "PASSWORD_STORE_DIR", "SSH_AUTH_SOCK", "CLOUDSDK_CONFIG", "CLOUDSDK_ACTIVE_CONFIG_NAME", "AZURE_CONFIG_DIR", "AWS_PROFILE",
        "AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE", "AWS_REGION", "AWS_DEFAULT_REGION", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy",
        "ALL_PROXY", "no_proxy", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"};
    std::vector<std::string> out;
    for (char** each = ::environ; each != nullptr && *each != nullptr; ++each) {
        const std::string_view entry = *each;
        const auto name = entry.substr(0, entry.find('='));
        const bool named = std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
        if (named || name.starts_with("LC_") || name.starts_with("XDG_")) {
            out.emplace_back(entry);
        }
    }
    return out;
}

} // namespace leadglass::secrets
