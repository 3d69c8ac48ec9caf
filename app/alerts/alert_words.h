// A sighting in words: something that must not leave was seen in what a run sends, or a canary anywhere. Never what it was:
// the history has its kind alone.
#pragma once

#include <QString>

#include "core/audit/event.h"

namespace leadglass::app {

// Of a row of the history, escaped when it was written.
struct Alert {
    qint64 row = 0;
    qint64 time = 0;     // wall nanoseconds
    std::string run;
    std::string kind;    // "canary:1", "placeholder", or the kind of a credential
    std::string where;   // "target" "header" "body" "response"
    std::string subject; // "POST https://host/path", or "host:port:protocol"
    std::string host;    // "host:port:protocol"
    std::string process;
    bool blocked = false;
};
// Of a row of kind Sighting.
Alert alertOf(qint64 row, const audit::Event& event);

namespace words {

// "a credential (anthropic-api-key)"
QString seenWhat(const Alert& alert);
// "in a header"
QString seenWhere(const Alert& alert);
// "stopped", "went out"
QString seenOutcome(const Alert& alert);
// One sentence: who sent what where, and whether it got out. `names`: say the host; else only that it was one.
QString alert(const Alert& alert, bool names = true);
// What the person should do; empty: nothing.
QString alertAdvice(const Alert& alert);

} // namespace words
} // namespace leadglass::app
