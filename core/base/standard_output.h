// Standard output of the `leadglass` command, with the reason kept of a write that failed: stdio keeps
// only that there was one.
#pragma once

#include <string_view>

namespace leadglass::standard_output {

// Buffered, as printf is. One thread.
void write(std::string_view text);
// Writes out what is buffered. errno of the first write that failed since the start; 0: none.
int finish();

} // namespace leadglass::standard_output
