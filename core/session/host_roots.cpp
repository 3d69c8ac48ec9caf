#include "core/session/host_roots.h"

#include <fcntl.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <unordered_set>

#include "core/base/escape.h"
#include "core/base/pem.h"
#include "core/base/sys.h"
#include "core/sandbox/trust_places.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kMaxFiles = 4096;

class Collected {
public:
    void add(const std::string& text) {
        for (const auto block : pemBlocks(text)) {
            if (m_pem.size() + block.size() < kMaxRoots && m_seen.insert(std::string(block)).second) {
                m_pem += block;
                m_pem += '\n';
            }
        }
    }
    [[nodiscard]] bool empty() const { return m_pem.empty(); }
    std::string take() { return std::move(m_pem); }

private:
    std::unordered_set<std::string> m_seen;
    std::string m_pem;
};

Status addFile(Collected& roots, const std::string& path) {
    roots.add(LG_TRY(sys::readFile(path, kMaxRoots)));
    return {};
}

// Certificates lie there under a name, and a second time under the hash of it.
void addDirectory(Collected& roots, const std::string& path) {
    std::error_code error;
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
        if (++count > kMaxFiles || error) {
            break;
        }
        if (entry.is_regular_file(error)) {
            (void)addFile(roots, entry.path().string());
        }
    }
}

} // namespace

Result<HostRoots> hostRoots(const std::function<const char*(const char*)>& variable) {
    const auto valueOf = [&](const char* name) {
        const char* value = variable(name);
        return std::string(value != nullptr ? value : "");
    };
    Collected roots;
    const std::string file = valueOf("SSL_CERT_FILE");
    const std::string directories = valueOf("SSL_CERT_DIR");
    std::string from;
    if (!file.empty()) {
        if (Status read = addFile(roots, file); !read || roots.empty()) {
            return makeError(Code::Invalid,
                             "SSL_CERT_FILE='" + forScreen(file, 300) + "' " + (read ? "has no certificate in it" : "cannot be read: " + read.error().text()),
                             "a run that inspects connections verifies servers by it: unset it, or let it name a file of certificates");
        }
        from = file;
    }
    for (std::size_t at = 0; at < directories.size();) {
        const std::size_t end = std::min(directories.find(':', at), directories.size());
        addDirectory(roots, directories.substr(at, end - at));
        at = end + 1;
    }
    if (from.empty() && !roots.empty()) {
        from = directories;
    }
    for (const char* path : sandbox::kBundlePaths) {
        if (!roots.empty()) {
            break;
        }
        if (addFile(roots, path).ok() && !roots.empty()) {
            from = path;
        }
    }
    if (roots.empty()) {
        return makeError(Code::Unsupported, "this machine has no file of trusted certificates, so no server can be verified",
                         "install the package ca-certificates, or name a file with SSL_CERT_FILE");
    }
    return HostRoots{roots.take(), std::move(from)};
}

} // namespace leadglass::session
