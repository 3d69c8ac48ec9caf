// What a refused client is told (bytes only; pure). Host text is hostile and escaped.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/wire/egress_control.h"

namespace leadglass::egress {

const char* refusalReason(wire::Refusal refusal); // one short sentence
const char* refusalRetry(wire::Refusal refusal);  // what to do

// The JSON body of every refusal: {"error","host","reason","retry"}.
std::string refusalBody(std::string_view host, std::string_view reason, std::string_view retry);
// The id as it may stand in a field.
std::string decisionField(std::string_view decisionId);

// A whole HTTP/1.1 answer, connection closed after it: JSON body {"error","host","reason","retry"}
// and the field Leadglass-Decision where there is an id.
std::string refusalResponse(int status, std::string_view host, wire::Refusal refusal,
                            std::string_view decisionId, std::string_view detail = {});

constexpr std::uint8_t kAlertAccessDenied = 49;
constexpr std::uint8_t kAlertUnrecognizedName = 112;
// A fatal TLS alert record (RFC 8446 6).
constexpr std::array<std::uint8_t, 7> tlsAlert(std::uint8_t description) {
    return {21, 3, 3, 0, 2, 2, description};
}

} // namespace leadglass::egress
