// Trust: what a program inside the run sends.
// Privilege: none. Knows the run's canaries.
// Input: the body, target and fields of a request, in pieces of any size; constant memory (core/scan/scanner.h).
// Fails: what the scan's bounds leave out passes; with ScanAction::Block nothing that may be part of a finding goes on
//        before it is decided.
//
// Looks for secrets and canaries in what leaves, and does with them what the policy says: tells (Flag), puts as many
// '*' in their place (Redact; one inside an encoding cannot be replaced, and is blocked), or ends the exchange (Block).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/egress/inspect/exchange.h"
#include "core/scan/scanner.h"

namespace leadglass::egress {

// What a process scans with. Made when the first connection needs it: that takes half a second, which a start has not.
struct ScanKit {
    wire::ScanAction action = wire::ScanAction::Off; // Off: canaries are looked for, and told
    std::vector<std::string> canaries;
    std::shared_ptr<scan::Scanner> scanner;

    [[nodiscard]] bool wanted() const { return action != wire::ScanAction::Off || !canaries.empty(); }
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

    // The head of a request. False: it is not to leave. Nothing is replaced in it.
    static bool headPasses(const ScanKit& kit, const wire::RequestOpen& open, const Tell& tell);

private:
    bool decide(); // false: ends
    void release(std::vector<std::uint8_t>& out, std::size_t keep);

    const ScanKit& m_kit;
    Tell m_tell;
    scan::Stream m_stream;
    std::vector<std::uint8_t> m_held;
    std::uint64_t m_base = 0; // of m_held in the body
    std::uint32_t m_redacted = 0;
    std::uint32_t m_told = 0;
};

} // namespace leadglass::egress
