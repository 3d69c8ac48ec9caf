// Credentials in files of our own: CONFIG/secrets/NAME, 0600 in a directory 0700. For machines without a keyring.
#pragma once

#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/secret_bytes.h"

namespace leadglass::secrets {

struct StoredFile {
    std::string name;
    Nanos modified = 0; // wall clock
    std::string fault;  // why it cannot be used, for people; empty: it can
};

// `folder` is made where it is missing. A file that is there is replaced, whole or not at all.
Status writeSecretFile(const std::string& folder, const std::string& name, const SecretBytes& value);
// NotFound: none. Its bytes are overwritten first, which reaches the disk's own blocks only on some file systems.
Status removeSecretFile(const std::string& folder, const std::string& name);
// By name; at most 512. A folder that is missing has none.
Result<std::vector<StoredFile>> listSecretFiles(const std::string& folder);

// One newline at the end, as editors and `echo` leave it.
void dropNewline(SecretBytes& value);

} // namespace leadglass::secrets
