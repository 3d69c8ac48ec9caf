// Trust: a program inside a run made all three texts up, until they are verified.
// Privilege: none that matters (main.cpp).
// Input: key and signature blobs of SSH: ssh-ed25519, ecdsa-sha2-nistp256/384/521, ssh-rsa with SHA-2.
// Fails: false.
#pragma once

#include <string_view>

namespace leadglass::hostkey {

// RFC 4253 section 6.6, RFC 5656, RFC 8332, RFC 8709. RSA of less than 2048 bits, or with SHA-1: false.
bool isSignedBy(std::string_view keyBlob, std::string_view data, std::string_view signatureBlob);
// Nothing but reading, writing, memory and the end from here on. False: it could not be set.
bool closeIn();

} // namespace leadglass::hostkey
