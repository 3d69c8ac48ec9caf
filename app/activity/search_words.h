// What a person writes into the search line, as what is looked for.
#pragma once

#include <QDateTime>
#include <QString>

#include "core/api/activity_service.h"

namespace leadglass::app {

struct SearchWords {
    api::ActivitySought sought;
    QString error; // names the word and says what it may be; empty: none
};

// Words apart by spaces, or in quotes; `host:` `run:` `agent:` `verdict:` `kind:` `after:` `before:` before a word.
// A time is "2026-03-01", "2026-03-01T12:30", "today", "yesterday", or "30m", "12h", "7d" ago, of `now`.
SearchWords searchWords(const QString& line, const QDateTime& now);
// The line with these times in place of those that it has; wall nanoseconds, to the second; 0: without.
QString withTimes(const QString& line, qint64 after, qint64 before);
// One word of such a line: in quotes where it needs them.
QString searchWord(const QString& name, const QString& value);

} // namespace leadglass::app
