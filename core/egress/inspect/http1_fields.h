// Fields of an HTTP/1 head or trailer section as a scan sees them. Lenient: what is no field is shown whole.
#pragma once

#include <string>
#include <string_view>

#include "core/egress/inspect/exchange.h"

namespace leadglass::egress {

// Shows `text` to `scan` as it stands, then each line of it (its end included): fields by name, any other line under the empty name; puts in
// what the scan made of the values. False: the exchange is to be ended.
bool scanFields(std::string& text, BodyScan& scan);

// Is there a field of that name whose value is another than `harmless`? Names without regard to case.
bool hasFieldBut(std::string_view text, std::string_view name, std::string_view harmless);

} // namespace leadglass::egress
