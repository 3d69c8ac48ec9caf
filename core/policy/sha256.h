// SHA-256 in lower-case hex; for policy versions and hashes of inputs.
#pragma once

#include <string>
#include <string_view>

namespace leadglass::policy {

std::string sha256Hex(std::string_view bytes);

} // namespace leadglass::policy
