// The formats as they were compiled for any processor when Leadglass was built (compile_formats.cpp).
#pragma once

#include <cstdint>
#include <span>

namespace leadglass::scan {

std::span<const std::uint8_t> compiledFormats(); // for Database::formats()

} // namespace leadglass::scan
