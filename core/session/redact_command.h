// Trust: words that a person typed; they may hold secrets and are kept for good.
// Privilege: none; pure.
// Input: any bytes, any length.
// Fails: never. What does not look like a secret is kept: a person who types one under a name that says
//        nothing is not protected. The command itself gets its words as they were typed.
//
// A command as it is recorded: values of what is named like a secret, of headers that carry one, of URLs'
// users, and of well-known token forms are replaced by "***".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace leadglass::session {

std::vector<std::string> withoutSecrets(const std::vector<std::string>& words);
std::string withoutSecrets(std::string_view word); // one word, which may be a whole script

} // namespace leadglass::session
