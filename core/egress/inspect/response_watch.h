// Trust: what a server answers, which may have a credential in it that some request was given.
// Privilege: none. Holds what to look for as Redactor does.
// Input: as Redactor.
// Fails: what is more than can be looked for ends the exchange.
//
// A response that is looked through for byte strings, of which more may come while it is under way.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/egress/inspect/redactor.h"

namespace leadglass::egress {

// What one response must not have. Shared by the scan, which the relay owns, and by whoever hears of more.
class Sought {
public:
    void add(std::string_view value); // from now on; empty: nothing
    [[nodiscard]] bool any() const { return m_tooMuch || !m_redactors.empty(); }

private:
    friend class ResponseWatch;
    std::vector<std::unique_ptr<Redactor>> m_redactors; // each reads what the one before it lets go
    std::size_t m_total = 0;
    bool m_tooMuch = false;
};

class ResponseWatch final : public BodyScan {
public:
    explicit ResponseWatch(std::shared_ptr<Sought> sought) : m_sought(std::move(sought)) {}
    bool text(std::string& lines) override; // a reason, a name, what is no field: all of it is shown to the client
    bool field(std::string_view name, std::string& value) override;
    bool feed(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& out) override;
    bool finish(std::vector<std::uint8_t>& out) override;
    [[nodiscard]] std::uint32_t redacted() const override;
    [[nodiscard]] bool reads() const override { return true; }
    [[nodiscard]] bool seeks() const override { return m_sought->any(); }

private:
    std::shared_ptr<Sought> m_sought;
};

} // namespace leadglass::egress
