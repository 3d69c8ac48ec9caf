// What an ssh-agent client says parses to what says the same again; a blob is a sign-in or a signature, never both.
#include "core/wire/ssh_agent_message.h"

namespace {

using namespace leadglass::wire;

void check(bool holds) {
    if (!holds) {
        __builtin_trap();
    }
}

std::string body(const std::string& frame) { return frame.substr(4); }

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    AgentFrames frames;
    for (std::size_t at = 0; at < size; at += 7) { // in pieces
        if (!frames.feed(bytes.substr(at, 7))) {
            break;
        }
        while (const auto message = frames.next()) {
            check(!message->empty() && message->size() <= kMaxAgentMessage);
            (void)parseAgentRequest(*message);
        }
    }
    if (const auto request = parseAgentRequest(bytes)) {
        if (const auto* sign = std::get_if<AgentSign>(&*request)) {
            check(body(agentSignRequest(*sign)) == bytes);
            check(!(parseUserAuth(sign->data) && parseSshSig(sign->data)));
        } else if (const auto* bind = std::get_if<AgentBind>(&*request)) {
            check(body(agentBindRequest(*bind)) == bytes);
        } else if (const auto* host = std::get_if<AgentHostKey>(&*request)) {
            check(body(agentHostKeyRequest(*host)) == bytes);
        }
    }
    if (const auto keys = parseIdentities(bytes)) {
        check(body(agentIdentities(*keys)) == bytes);
    }
    if (const auto signature = parseSignature(bytes)) {
        check(body(agentSignature(*signature)) == bytes);
    }
    check(!(parseUserAuth(bytes) && parseSshSig(bytes)));
    check(keyType(bytes).size() <= 256);
    return 0;
}
