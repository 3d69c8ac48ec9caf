// A trust store as Java reads it: JKS (KeyStore.getInstance("JKS"), "Java Cryptography Architecture" documentation).
//
// Certificates only. The digest at its end is over a word that everybody knows ("changeit"): Java wants it, it
// protects nothing, and a store of certificates needs no secret.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadglass::session {

struct JavaEntry {
    std::string alias; // unique in a store
    std::string der;
};

// The certificates of a store; empty where it is none of ours to read: another format (PKCS 12), keys in it, damaged,
// more than 16 MiB or 4096 entries.
std::vector<JavaEntry> readJavaStore(std::string_view bytes);
std::string javaStore(const std::vector<JavaEntry>& entries);

} // namespace leadglass::session
