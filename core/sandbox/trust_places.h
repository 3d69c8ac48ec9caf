// Where distributions keep the certificates that programs trust.
//
// Debian, Ubuntu, Fedora, RHEL, openSUSE, Arch, Alpine and NixOS: update-ca-certificates(8), update-ca-trust(8).
#pragma once

#include <array>

namespace leadglass::sandbox {

// All of them in one file (PEM); the first that is there is this machine's.
inline constexpr std::array kBundlePaths = {
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/ca-bundle.pem", "/etc/ca-certificates/extracted/tls-ca-bundle.pem", "/etc/ssl/cert.pem", "/etc/pki/tls/cert.pem",
    "/etc/ssl/certs/ca-bundle.crt", "/usr/share/ssl/certs/ca-bundle.crt", "/usr/local/share/certs/ca-root-nss.crt"};
// One file each, named by the hash of their subject (OpenSSL's CApath).
inline constexpr std::array kHashedDirectories = {"/etc/ssl/certs", "/etc/pki/ca-trust/extracted/pem/directory-hash", "/etc/pki/tls/certs"};
// Java's.
inline constexpr std::array kJavaStores = {"/etc/ssl/certs/java/cacerts", "/etc/pki/ca-trust/extracted/java/cacerts",
                                           "/etc/pki/java/cacerts", "/etc/ca-certificates/extracted/java-cacerts.jks",
                                           "/etc/ssl/certs/java-cacerts.jks", "/etc/ssl/java/cacerts"};

// Inside: what the variables name.
inline constexpr const char* kTrustInside = "/.leadglass/trust";
inline constexpr const char* kBundleName = "bundle.pem";     // this machine's roots and the run's own authority
inline constexpr const char* kAuthorityName = "run-ca.pem";  // that one alone
inline constexpr const char* kJavaStoreName = "cacerts";     // both, for Java (JKS)

} // namespace leadglass::sandbox
