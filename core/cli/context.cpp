#include "core/cli/context.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "core/base/escape.h"
#include "core/base/standard_output.h"

namespace leadglass::cli {

int fail(Context& context, const Error& error, int status) {
    say(error.text());
    context.exitStatus = status;
    return status;
}

bool needSettings(Context& context) {
    if (context.settingsFault) {
        fail(context, *context.settingsFault);
    }
    return !context.settingsFault;
}

void say(const std::string& line) { std::fprintf(stderr, "leadglass: %s\n", line.c_str()); }

void print(const std::string& text) { standard_output::write(text); }

int finishOutput(int status) {
    const int failure = standard_output::finish();
    if (failure == 0 || failure == EPIPE) {
        return status;
    }
    say("standard output could not be written: " + std::generic_category().message(failure));
    return status == kExitOk ? kExitSetup : status;
}

void printJson(const nlohmann::json& value) {
    print(value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

bool useColour(int fd) {
    const char* no = std::getenv("NO_COLOR");
    return ::isatty(fd) == 1 && (no == nullptr || *no == '\0');
}

nlohmann::json jsonName(std::string_view bytes) {
    const LosslessText name = lossless(bytes);
    nlohmann::json out{{"text", name.text}};
    if (name.escaped) {
        out["escaped"] = true;
    }
    return out;
}

} // namespace leadglass::cli
