// A row of the history in words: one line of the table, and all of it for the details. Made off the window's thread; the
// result is fit for a screen.
#pragma once

#include <QList>
#include <QString>

#include <array>

#include "core/api/activity_service.h"

namespace leadglass::app {

enum class Column { Time, Run, What, Verdict, Subject, Why, Process };
constexpr int kColumns = 7;

struct EventLine {
    qint64 id = 0;
    QString run; // whole; the column shows its beginning
    std::array<QString, kColumns> cells;
    enum class Verdict { None, Allow, Deny, Ask, Alert } verdict = Verdict::None;
};

struct EventField {
    QString name; // ours
    QString value; // hostile, escaped
};

namespace words {

EventLine line(const api::ActivityRow& row);
QList<EventField> fields(const api::ActivityRow& row);
// "Run start" for a kind.
QString kind(audit::Kind kind);
// Text of a row: escaped when it was written, and again where the file seems to have been edited.
QString stored(const std::string& text, std::size_t maxBytes = 300);
// "13949 curl (/usr/bin/curl) < sh < init" -> "curl 13949"
QString program(const std::string& process);
// "2026-11-29 17:05:09", of this machine.
QString time(qint64 wallNanoseconds);

} // namespace words
} // namespace leadglass::app
