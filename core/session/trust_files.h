// Trust: this machine's own files of certificates, and the certificate that leadglass-inspect made for this run.
// Privilege: the person's; writes below the run's own runtime directory, and nothing of the host's.
// Input: PEM of host_roots.h, one DER certificate; directories of certificates of at most kMaxEntries entries.
// Fails: what cannot be written is an Error, and no run. A file of the host that cannot be read is not in the copy.
//
// The trust stores of a run that inspects: what programs inside are shown in the place of this machine's own, so that
// they take the run's authority for what it may vouch for, and everything else as before.
//
//   RUNTIME/trust/all/bundle.pem, run-ca.pem, cacerts   shown at sandbox::kTrustInside
//   RUNTIME/trust/dir0, dir1 ...   copies of the host's hashed directories with one certificate more
//
// The key is in none of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/base/result.h"
#include "core/sandbox/plan_builder.h"
#include "core/session/host_roots.h"

namespace leadglass::session {

constexpr std::size_t kMaxTrustEntries = 4096; // of one directory

// `certificate` empty (a dry run): as it will be, without the run's own.
Result<sandbox::TrustRequest> writeTrustFiles(const std::string& runtimePath, const HostRoots& roots,
                                              std::span<const std::uint8_t> certificate);

// The name that OpenSSL looks for in a directory: HASH of "CN = Leadglass run", as leadglass-inspect makes its subject
// (X509_NAME_hash: SHA-1 of the canonical name, its first four bytes).
std::string authorityHash();

} // namespace leadglass::session
