// Base64 with padding (RFC 4648 4). In memory of its own that is wiped: core/secrets/forms.h.
#pragma once

#include <string>
#include <string_view>

namespace leadglass {

std::string base64Encoded(std::string_view bytes);
// White space between digits is passed over. Empty: malformed, or longer than 64 KiB.
std::string base64Decoded(std::string_view text);

} // namespace leadglass
