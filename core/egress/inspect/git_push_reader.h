// core/egress/git_push.h as the relays read a push.
#pragma once

#include "core/egress/git_push.h"
#include "core/egress/inspect/h2_relay.h"

namespace leadglass::egress {

class GitPushReader final : public PushReader {
public:
    Step feed(std::span<const std::uint8_t> bytes) override {
        m_commands.feed(bytes);
        switch (m_commands.state()) {
        case PushCommands::State::More: return Step::More;
        case PushCommands::State::Done: return Step::Ready;
        case PushCommands::State::Bad: break;
        }
        return Step::Bad;
    }
    std::vector<wire::RefUpdate> takeRefs() override { return m_commands.refs(); }

    static std::unique_ptr<PushReader> make() { return std::make_unique<GitPushReader>(); }

private:
    PushCommands m_commands;
};

} // namespace leadglass::egress
