// Trust: what a program inside the run sends.
// Privilege: none. Knows the run's canaries.
// Input: the body, target and fields of a request, in pieces of any size; constant memory (core/scan/scanner.h).
// Fails: what the scan's bounds leave out passes; with ScanAction::Block nothing that may be part of a finding goes on
//        before it is decided.
//
// Looks for secrets and canaries in what leaves. With secrets it does what the policy says: tells (Flag), puts as many
// '*' in their place (Redact; one inside an encoding cannot be replaced, and is blocked), or ends the exchange (Block).
// A canary ends the exchange whatever it says. So does a body of more than maxBody bytes, which are counted as they come.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/egress/inspect/exchange.h"
#include "core/scan/scanner.h"

namespace leadglass::egress {

// What a process scans with. Made when the first connection needs it: that takes half a second, which a start has not.
struct ScanKit {
    wire::ScanAction action = wire::ScanAction::Off; // of secrets; canaries always block
    std::vector<std::string> canaries;
    std::uint64_t maxBody = 0; // of one request; 0: any
    std::shared_ptr<scan::Scanner> scanner;

    [[nodiscard]] bool looks() const { return action != wire::ScanAction::Off || !canaries.empty(); }
    [[nodiscard]] bool wanted() const { return looks() || maxBody != 0; }
    Status prepare(); // an error where this processor cannot scan
};

class SecretScan final : public BodyScan {
public:
    using Tell = std::function<void(wire::Sighting)>; // what, where, offset and blocked are filled in
    SecretScan(const ScanKit& kit, Tell tell);

    bool field(std::string_view name, std::string& value) override; // a trailer
    bool feed(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& out) override;
    bool finish(std::vector<std::uint8_t>& out) override;
    [[nodiscard]] std::uint32_t redacted() const override { return m_redacted; }
    [[nodiscard]] std::string_view failure() const override { return m_tooLarge ? "body_too_large" : "body_blocked"; }

    // The head of a request, and the refs of a push. False: it is not to leave. Nothing is replaced in it.
    static bool headPasses(const ScanKit& kit, const wire::RequestOpen& open, const Tell& tell);

private:
    bool decide(); // false: ends
    void release(std::vector<std::uint8_t>& out, std::size_t keep);

    const ScanKit& m_kit;
    Tell m_tell;
    std::optional<scan::Stream> m_stream; // none: only counted
    std::vector<std::uint8_t> m_held;
    std::uint64_t m_base = 0; // of m_held in the body
    std::uint64_t m_size = 0;
    bool m_tooLarge = false;
    std::uint32_t m_redacted = 0;
    std::uint32_t m_told = 0;
};

} // namespace leadglass::egress
