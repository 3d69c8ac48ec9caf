// Internal to the parser: one function per section of a profile.
#pragma once

#include "core/policy/toml_reader.h"
#include "core/policy/types.h"

namespace leadglass::policy {

void readEgress(Section& root, Profile& out);      // [egress]
void readFiles(Section& root, Profile& out);       // [files]
void readWorkspace(Section& root, Profile& out);   // [workspace]
void readEnvironment(Section& root, Profile& out); // [environment]
void readAgent(Section& root, Profile& out);       // [agent]
void readLimits(Section& root, Profile& out);      // [limits]
void readSecrets(Section& root, Profile& out);     // [[secret]]
void readSecretPlaces(Section& secret, Secret& out); // its sources are read
bool isJsonPointer(std::string_view text);         // RFC 6901, through objects, without escapes
void readOutput(Section& root, Profile& out);      // [output]
void readSsh(Section& root, Profile& out);         // [[ssh]]
void readRest(Section& root, Profile& out);        // isolation, approvals, devices, examples, gates

// `name` and what a rule asks of a single request. After its target, ports and modifiers were read.
void readConditions(Section& rule, bool denial, EgressRule& out, std::vector<NotEnforced>& needed);
// The keys `methods` and `paths` of any table.
void readRequestMatch(Section& s, std::vector<std::string>& methods, std::vector<std::string>& paths);
void readPorts(Section& s, const toml::table& table, std::vector<std::uint16_t>& ports); // the key `port`
bool isHeaderName(std::string_view text);
std::string lowerHeader(std::string name);

// Port and protocol must fit each other; also used for flags. Empty: they do.
std::string faultOfRule(const EgressRule& rule, bool denial);
// Loopback ports that reach out again or give a program of the host away; nullptr: none.
const char* dangerousLoopback(std::uint16_t port);
const std::vector<std::string>& registryNames();

} // namespace leadglass::policy
