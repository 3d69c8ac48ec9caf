// The trust store of programs that use NSS (Firefox, Chromium and what drives them): ~/.pki/nssdb of the run's home.
//
// Its format is SQLite with records of PKCS 11, so it is made by certutil(1) of the machine, in the run's own runtime
// directory, while the sandbox is built. Without certutil there is none, which the plan says.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/session/child.h"

namespace leadglass::session {

class NssStore {
public:
    static constexpr const char* kProgram = "/usr/bin/certutil";
    [[nodiscard]] static bool canBeMade();

    // `runtimePath`: with trust/all/run-ca.pem of trust_files.h. Starts, and does not wait.
    static Result<std::unique_ptr<NssStore>> begin(const std::string& runtimePath);
    // Waits, at most a few seconds; then puts it below the private home. A store that did not come is an Error with the
    // reason: the run goes on without.
    Status putInto(int home);

private:
    NssStore() = default;
    std::string m_path;
    std::unique_ptr<Child> m_child;
};

} // namespace leadglass::session
