#include "core/session/secret_process.h"

#include <csignal>

#include "core/session/child.h"

namespace leadglass::session {
namespace {

class SecretProcess final : public secrets::Process {
public:
    explicit SecretProcess(Child child) : m_child(std::move(child)) {}
    ~SecretProcess() override { kill(); }

    [[nodiscard]] int pidFd() const override { return m_child.pidFd(); }
    // A child leads its own session and group, and its number is taken until it is reaped.
    void kill() override {
        if (!m_child.poll()) {
            ::kill(-m_child.pid(), SIGKILL);
            m_child.kill(SIGKILL);
        }
    }
    std::optional<int> poll() override { return m_child.poll(); }

private:
    Child m_child;
};

} // namespace

Result<std::unique_ptr<secrets::Process>> startSecretProcess(const secrets::ProcessSpec& spec) {
    ChildSpec child;
    child.program = spec.program;
    child.arguments = spec.arguments;
    child.environment = spec.environment;
    child.descriptors = spec.descriptors;
    child.directory = "/"; // not the project, where an agent may have put what a program reads or loads from where it works
    return std::unique_ptr<secrets::Process>(std::make_unique<SecretProcess>(LG_TRY(Child::start(child))));
}

} // namespace leadglass::session
