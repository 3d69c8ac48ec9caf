#include "helper/launch/report.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/wire/launch_channel.h"

namespace leadglass::launch {

void fail(const char* step, const char* detail) {
    wire::failControl(wire::kLaunchControlFd, step, errno, detail);
}

void refuse(const char* step, const char* detail) {
    wire::failControl(wire::kLaunchControlFd, step, 0, detail);
}

void failPath(const char* step, const char* path, const char* why) {
    const int saved = errno;
    char detail[wire::kLaunchTextMax + 1];
    snprintf(detail, sizeof detail, "%.280s%s%s", path, *why != 0 ? ": " : "", why);
    wire::failControl(wire::kLaunchControlFd, step, saved, detail);
}

void tellUnsealed(const char* target) {
    wire::LaunchPacker message(wire::LaunchTag::Unsealed);
    message.text(target, strlen(target), wire::kLaunchTextMax);
    (void)wire::sendControl(wire::kLaunchControlFd, message); // a supervisor that is gone ends us anyway
}

} // namespace leadglass::launch
