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
void readRest(Section& root, Profile& out);        // isolation, approvals, devices, examples, gates

// Port and protocol must fit each other; also used for flags. Empty: they do.
std::string faultOfRule(const EgressRule& rule, bool denial);
// Loopback ports that reach out again or give a program of the host away; nullptr: none.
const char* dangerousLoopback(std::uint16_t port);
const std::vector<std::string>& registryNames();

} // namespace leadglass::policy
