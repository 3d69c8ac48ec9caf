// [[ssh]]: which keys of the person's own agent a run may sign with, for whom, and who is asked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace leadglass::policy {

enum class SshApprove { Each, Run, NeverAsk }; // the strictest first. Run: the first signature of a kind in a run

struct SshRule {
    std::string host;        // canonical name or an address; empty: no server, only `sign`
    std::uint16_t port = 22;
    std::string user;        // at that host; empty: any
    std::string key;         // "SHA256:..." (43 characters), an absolute or "~/" path of a public key, or a comment
    SshApprove approve = SshApprove::Each;
    std::vector<std::string> sign; // namespaces of SSHSIG that may be signed: "git"
    std::string origin;      // "FILE:LINE"
};
const char* sshApproveName(SshApprove approve); // "each" "run" "never-ask"
std::string describeSsh(const SshRule& rule);   // for people, one line

} // namespace leadglass::policy
