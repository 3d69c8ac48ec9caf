// The trust stores of a run that inspects (plan_parts.h).
#include <algorithm>
#include <array>

#include "core/sandbox/bind_source.h"
#include "core/sandbox/inside_view.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/plan_parts.h"
#include "core/sandbox/trust_places.h"

namespace leadglass::sandbox {
namespace {

constexpr const char* kWhy = "trust store of the run";

// Programs with a store of their own, and the variable by which each takes another. What agents honour of them differs,
// so all are set. Not NODE_EXTRA_CA_CERTS: with it every start of node reads its own roots (40 to 100 ms), without it none.
constexpr std::array kBundleVariables = {
    "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "PIP_CERT", "CARGO_HTTP_CAINFO", "AWS_CA_BUNDLE",
    "DENO_CERT", "NIX_SSL_CERT_FILE", "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH", "CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE", "HTTPLIB2_CA_CERTS",
    "JULIA_SSL_CA_ROOTS_PATH", "HEX_CACERTS_PATH"};

class TrustView {
public:
    TrustView(const TrustRequest& trust, Plan& plan) : m_trust(trust), m_plan(plan) {}

    // True: `path` is there inside, and shows `file` of ours now.
    Result<bool> replace(const std::string& path, const std::string& file) {
        const auto place = resolveInside(m_plan.mounts, path);
        if (!place) {
            return false;
        }
        const bool done = std::any_of(m_replaced.begin(), m_replaced.end(), [&](const std::string& made) { return isAtOrBelow(*place, made); });
        if (!done) {
            m_plan.mounts.push_back(LG_TRY(bindMount(m_trust.directory + "/" + file, *place, false, kWhy)));
            m_replaced.push_back(*place);
        }
        return true;
    }
    // Before the files, which may lie in them.
    Status replaceDirectories() {
        for (const auto& directory : m_trust.directories) {
            if (resolveInside(m_plan.mounts, directory.host) == directory.host) {
                m_plan.mounts.push_back(LG_TRY(bindMount(directory.made, directory.host, false, kWhy)));
                m_replaced.push_back(directory.host);
            }
        }
        return {};
    }

private:
    const TrustRequest& m_trust;
    Plan& m_plan;
    std::vector<std::string> m_replaced;
};

// The stores of the Java that the command would start, besides the system's.
std::vector<std::string> javaStores(const std::vector<Mount>& mounts, const std::vector<std::string>& path, const std::string& javaHome) {
    std::vector<std::string> stores(kJavaStores.begin(), kJavaStores.end());
    constexpr const char* kBelow[] = {"/lib/security/cacerts", "/jre/lib/security/cacerts"};
    const auto add = [&](const std::string& home) {
        for (const char* below : kBelow) {
            stores.push_back(home + below);
        }
    };
    if (!javaHome.empty()) {
        add(javaHome);
    }
    constexpr std::string_view kProgram = "/bin/java";
    for (const auto& directory : path) {
        const auto program = resolveInside(mounts, directory + "/java");
        if (program && program->ends_with(kProgram)) {
            add(program->substr(0, program->size() - kProgram.size()));
            break;
        }
    }
    return stores;
}

} // namespace

Result<std::vector<Variable>> planTrust(const TrustRequest& trust, const std::vector<std::string>& path, const std::string& javaHome,
                                        Plan& plan) {
    const std::vector<std::string> stores = javaStores(plan.mounts, path, javaHome);
    TrustView view(trust, plan);
    LG_TRY(view.replaceDirectories());
    for (const char* bundle : kBundlePaths) {
        LG_TRY(view.replace(bundle, std::string("all/") + kBundleName));
    }
    bool java = false;
    for (const auto& store : stores) {
        java = LG_TRY(view.replace(store, std::string("all/") + kJavaStoreName)) || java;
    }
    plan.mounts.push_back(LG_TRY(bindMount(trust.directory + "/all", kTrustInside, false, kWhy)));

    const std::string inside(kTrustInside);
    std::vector<Variable> variables;
    for (const char* name : kBundleVariables) {
        variables.push_back({name, inside + "/" + kBundleName, false, kWhy});
    }
    variables.push_back({"NODE_OPTIONS", "--use-openssl-ca", false, kWhy});
    if (!java) { // one that comes later; those that are there need none, and say on each start that they found it
        variables.push_back({"JAVA_TOOL_OPTIONS",
                             "-Djavax.net.ssl.trustStore=" + inside + "/" + kJavaStoreName +
                                 " -Djavax.net.ssl.trustStoreType=jks -Djavax.net.ssl.trustStorePassword=changeit",
                             false, kWhy});
    }
    return variables;
}

} // namespace leadglass::sandbox
