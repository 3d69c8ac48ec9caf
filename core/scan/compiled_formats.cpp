#include "core/scan/compiled_formats.h"

// The assembler reads the file: as an array of numbers it would take the compiler seconds.
asm(".section .rodata\n"
    ".balign 64\n"
    ".globl leadglass_compiled_formats\n"
    "leadglass_compiled_formats:\n"
    ".incbin \"" LEADGLASS_COMPILED_FORMATS "\"\n"
    ".globl leadglass_compiled_formats_end\n"
    "leadglass_compiled_formats_end:\n"
    ".byte 0\n"
    ".text\n");

extern "C" {
extern const std::uint8_t leadglass_compiled_formats[];     // NOLINT
extern const std::uint8_t leadglass_compiled_formats_end[]; // NOLINT
}

namespace leadglass::scan {

std::span<const std::uint8_t> compiledFormats() { return {leadglass_compiled_formats, leadglass_compiled_formats_end}; }

} // namespace leadglass::scan
