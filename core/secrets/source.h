// Where a credential comes from, as a policy or a person writes it.
//
//   keyring:NAME            an item of ours in the Secret Service ("keyring:leadglass/NAME" is the same)
//   keyring:KEY=VALUE,...   the one item of any program that has all of these attributes
//   env:VARIABLE            of the environment that `leadglass` was started with
//   file:NAME               in secrets/ below our configuration; file:/PATH, file:~/PATH: any file of the person
//   file:~/PATH#/KEY/KEY    a string in a JSON file of the person (RFC 6901)
//   command:PROGRAM ARG...  standard output of a program; words as a shell has them, without expansion
//   aws: github-app: oauth: gcp: azure:   minted, with KEY=VALUE words (core/secrets/mint.h)
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace leadglass::secrets {

struct Source {
    enum class Kind { Keyring, Environment, File, Command, Aws, GithubApp, OAuth, Gcp, Azure };
    Kind kind = Kind::Keyring;
    std::string name;                              // Keyring (ours), Environment, File: name or path
    std::vector<std::string> command;              // Command: a program and its arguments
    std::map<std::string, std::string> attributes; // Keyring of others; settings of what is minted
    std::string pointer{};                         // File: the JSON pointer of a string in it; empty: all of it
};

// Invalid: what is wrong with it, and how it is written. Never says a value.
Result<Source> parseSource(std::string_view text);
// "the keyring", "the environment", "a file", "a command", "AWS": for people.
std::string kindWords(Source::Kind kind);
bool isMinted(Source::Kind kind);

constexpr std::size_t kMaxName = 64;
// A name of a credential: a letter or digit, then letters, digits, '.', '_', '-'; at most kMaxName. Invalid says which.
Status checkName(std::string_view name);

} // namespace leadglass::secrets
