// What core tells of changes (core/base/why.h), in the person's language.
#pragma once

#include <QString>

#include <string_view>

#include "core/base/why.h"

namespace leadglass::app::words {

// In one line, its names escaped and written from left to right. As core says it where the code has no words here; what
// it says of an error is as the error has it.
QString why(const Why& why);

// What ReviewService::diff() says in place of a difference.
QString noDifference(std::string_view said);

// The English words that are translated; nullptr: none are known.
const char* sourceOfWhy(std::string_view code);

} // namespace leadglass::app::words
