#include "core/session/nss_store.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "core/base/sys.h"
#include "core/sandbox/trust_places.h"
#include "core/session/beneath.h"

namespace leadglass::session {
namespace {

constexpr int kPatience = 5000; // ms
constexpr std::size_t kMaxFile = 4U << 20;

} // namespace

bool NssStore::canBeMade() { return ::access(kProgram, X_OK) == 0; }

Result<std::unique_ptr<NssStore>> NssStore::begin(const std::string& runtimePath) {
    std::unique_ptr<NssStore> store(new NssStore);
    store->m_path = runtimePath + "/trust/nss";
    if (::mkdir(store->m_path.c_str(), 0700) != 0) {
        return ioError("cannot make a directory for the run's NSS store", errno);
    }
    const auto null = LG_TRY(sys::open("/dev/null", O_RDWR));
    ChildSpec spec;
    spec.program = kProgram;
    // Adding to a directory that has no store makes one.
    spec.arguments = {"-d", "sql:" + store->m_path, "-A", "-t", "C,,", "-n", "Leadglass run",
                      "-i", runtimePath + "/trust/all/" + sandbox::kAuthorityName};
    spec.environment = {"PATH=/usr/bin:/bin", "HOME=" + store->m_path, "NSS_DEFAULT_DB_TYPE=sql"};
    spec.descriptors = {null.get(), null.get(), null.get()};
    store->m_child = std::make_unique<Child>(LG_TRY(Child::start(spec)));
    return store;
}

Status NssStore::putInto(int home) {
    pollfd ended{m_child->pidFd(), POLLIN, 0};
    const bool inTime = ::poll(&ended, 1, kPatience) > 0;
    const auto status = m_child->poll();
    if (!inTime || !status || *status != 0) {
        return makeError(Code::Unsupported, std::string("certutil ") + (inTime ? "failed" : "did not end in time"));
    }
    std::vector<std::string> replaced;
    for (const char* name : {"cert9.db", "key4.db"}) { // pkcs11.txt names the place that it was made in
        const std::string content = LG_TRY(sys::readFile(m_path + "/" + name, kMaxFile));
        LG_TRY(beneath::writeFile(home, std::string(".pki/nssdb/") + name, content, 0600, replaced));
    }
    return {};
}

} // namespace leadglass::session
