// What the person has chosen about the app, as a value, and the text that keeps it. What runs may do is not here: that is
// policy, and config.toml.
#pragma once

#include <QByteArray>
#include <QString>

#include <array>
#include <vector>

#include "core/base/result.h"

namespace leadglass::app {

// Notices about one host that are not shown. It holds back the notice, never the decision: the question waits as any other.
struct Silence {
    QString target;   // "cdn.example.org:443", as a notice names it
    QString run;      // only of this run; empty: of every one
    qint64 until = 0; // wall milliseconds, UTC; 0: as long as the run lives
    bool operator==(const Silence&) const = default;
};

struct Choices {
    bool tellQuestions = true; // a notice where a run needs the person
    bool tellFinished = true;  // and where one has ended
    std::array<bool, 3> remind{true, true, true}; // after kReminders minutes
    bool nameHosts = true;     // in notices, which others may read over the shoulder
    std::vector<Silence> silences;
    QString deny = QStringLiteral("Ctrl+Shift+D"); // chords (approval/chords.h)
    QString allow = QStringLiteral("Ctrl+Shift+Y");
    bool armsByChord = false;
    QString language; // "de"; empty: the system's
    QString terminal; // name (launch/terminals.h); empty: the desktop's own
    bool welcomed = false;
    QString rehearsal; // folder of one that goes on, or was cut off
    bool operator==(const Choices&) const = default;
};

constexpr std::array<int, 3> kReminders{1, 5, 15}; // minutes
constexpr std::array<int, 2> kQuiet{15, 60};       // minutes without questions that are offered
constexpr qsizetype kMostChoices = 256 * 1024;     // bytes of the text
constexpr std::size_t kMostSilences = 200;         // the oldest go first

// Invalid: not JSON, another version, or a key that is unknown or has a value of another kind; each is named.
Result<Choices> readChoices(const QByteArray& text);
QByteArray writeChoices(const Choices& choices);

} // namespace leadglass::app
