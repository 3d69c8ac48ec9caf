// Examples of secrets, made up at run time from their shapes, so that nothing in this repository looks like one.
#pragma once

#include <random>
#include <string>

#include "core/scan/database.h"

namespace scantest {

// Something of that format that passes its check, or empty: none was found.
std::string example(const leadglass::scan::Format& format, std::mt19937& random);
// The secret in it begins there.
std::size_t secretStart(const leadglass::scan::Format& format, const std::string& example);

} // namespace scantest
