#include "core/base/standard_output.h"

#include <cerrno>
#include <cstdio>

namespace leadglass::standard_output {
namespace {

int g_failure = 0;

void keep(bool failed) {
    if (failed && g_failure == 0) {
        g_failure = errno != 0 ? errno : EIO;
    }
}

} // namespace

void write(std::string_view text) {
    errno = 0;
    keep(std::fwrite(text.data(), 1, text.size(), stdout) < text.size());
}

int finish() {
    errno = 0;
    keep(std::fflush(stdout) != 0 || std::ferror(stdout) != 0);
    return g_failure;
}

} // namespace leadglass::standard_output
