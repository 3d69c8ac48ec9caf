// Trust: a policy of the person's says which credentials; values come from their stores (core/secrets).
// Privilege: the person's. Only this process has values; what the run is given are placeholders, worth nothing.
// Input: [[secret]] of an effective policy, the names of --secret.
// Fails: a credential without a value is left out and told, with what it was for; one that --secret names: no run.
//
// The credentials of one run: where each comes from, what stands for it inside, and the broker that puts it in.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/event_loop.h"
#include "core/base/places.h"
#include "core/policy/types.h"
#include "core/sandbox/plan_builder.h"
#include "core/secrets/broker.h"
#include "core/secrets/store.h"
#include "core/wire/egress_control.h"

namespace leadglass::session {

class RunSecrets {
public:
    struct Request {
        std::vector<std::string> needed; // --secret: names of the policy's, without which the run does not start
        bool dryRun = false;             // nobody is asked: what may need a person counts as there
        std::string project;             // canonical: an agent may have written what lies there
        std::string state{};             // home/ of the agent's state; may not be there
    };
    // Takes the variables that sources name out of this process's environment. Takes credentials without a value out of
    // `policy`, and tells each in `notices`. Null: the policy has none, or none has a value. `loop` is borrowed.
    static Result<std::unique_ptr<RunSecrets>> choose(EventLoop& loop, const Places& places, policy::EffectivePolicy& policy,
                                                      const Request& request, std::vector<std::string>& notices);

    secrets::Broker& broker() { return *m_broker; }
    // Inside, in the place of values.
    [[nodiscard]] const std::vector<sandbox::Variable>& variables() const { return m_variables; }
    [[nodiscard]] const std::vector<sandbox::PlaceholderFile>& files() const { return m_files; }
    // What the run's proxy port answers to AWS's SDKs; nothing: no [[secret]] has `endpoint`.
    [[nodiscard]] const std::optional<wire::CredentialEndpoint>& endpoint() const { return m_endpoint; }

private:
    RunSecrets() = default;
    Status offer(const secrets::Broker::Placeholder& placeholder, const std::string& why, bool dryRun);
    bool hide(const policy::Secret& secret, const Request& request, const Places& places);
    Status add(const policy::Secret& secret, const secrets::Source& source, const Places& places, bool dryRun);

    std::unique_ptr<secrets::Stores> m_stores;
    std::unique_ptr<secrets::Broker> m_broker; // before the stores
    std::vector<sandbox::Variable> m_variables;
    std::vector<sandbox::PlaceholderFile> m_files;
    std::optional<wire::CredentialEndpoint> m_endpoint;
};

} // namespace leadglass::session
