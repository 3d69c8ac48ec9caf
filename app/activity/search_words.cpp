#include "app/activity/search_words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <optional>

#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

struct Search {
    Q_DECLARE_TR_FUNCTIONS(Search)
};

constexpr int kMostWords = 32;
constexpr qsizetype kLongest = 2000; // characters

// Nothing: a quote is not closed.
std::optional<QStringList> wordsOf(const QString& line) {
    QStringList out;
    QString word;
    bool quoted = false;
    bool any = false;
    for (const QChar c : line.left(kLongest)) {
        if (c == QLatin1Char('"')) {
            quoted = !quoted;
            any = true;
        } else if (c.isSpace() && !quoted) {
            if (any) {
                out.append(word);
            }
            word.clear();
            any = false;
        } else {
            word += c;
            any = true;
        }
    }
    if (any) {
        out.append(word);
    }
    return quoted ? std::nullopt : std::optional(out);
}

// Wall nanoseconds; 0: no time.
std::int64_t timeOf(const QString& text, const QDateTime& now) {
    static const QRegularExpression kAgo(QStringLiteral("^([0-9]{1,6})([mhd])$"));
    QDateTime at;
    if (text == QLatin1String("today")) {
        at = now.date().startOfDay();
    } else if (text == QLatin1String("yesterday")) {
        at = now.date().addDays(-1).startOfDay();
    } else if (const auto ago = kAgo.match(text); ago.hasMatch()) {
        const qint64 unit = ago.captured(2) == QLatin1String("m") ? 60 : ago.captured(2) == QLatin1String("h") ? 3600 : 86400;
        at = now.addSecs(-ago.captured(1).toLongLong() * unit);
    } else if (text.size() == 10) {
        const QDate date = QDate::fromString(text, QStringLiteral("yyyy-MM-dd"));
        at = date.isValid() ? date.startOfDay() : QDateTime();
    } else {
        at = QDateTime::fromString(text, Qt::ISODate);
    }
    // Nanoseconds of 64 bits end in 2262.
    return at.isValid() && at.date().year() >= 1970 && at.date().year() < 2262 ? at.toMSecsSinceEpoch() * 1'000'000 : 0;
}

QString verdictOf(const QString& text) {
    if (text == QLatin1String("allow") || text == QLatin1String("allowed")) {
        return QStringLiteral("allow");
    }
    if (text == QLatin1String("deny") || text == QLatin1String("denied") || text == QLatin1String("blocked")) {
        return QStringLiteral("deny");
    }
    return text == QLatin1String("ask") || text == QLatin1String("asked") ? QStringLiteral("ask") : QString();
}

QString kinds() {
    QStringList out;
    for (int i = 0; i <= static_cast<int>(audit::Kind::Fault); ++i) {
        out.append(QString::fromLatin1(audit::kindName(static_cast<audit::Kind>(i))));
    }
    return out.join(QLatin1String(", "));
}

// Into `sought`; the error, or nothing. `name` is one of ours.
QString take(api::ActivitySought& sought, const QString& name, const QString& value, const QDateTime& now) {
    const QString quoted = shown(value.toStdString(), 60);
    if (value.isEmpty()) {
        //: %1: a word of the search line that needs another one behind it, for example "host"
        return Search::tr("Nothing follows %1: – write what to look for right behind it.").arg(name);
    }
    if (name == QLatin1String("host")) {
        sought.host = value.toLower().toStdString();
    } else if (name == QLatin1String("run")) {
        sought.run = value.toStdString();
    } else if (name == QLatin1String("agent")) {
        sought.agent = value.toStdString();
    } else if (name == QLatin1String("verdict")) {
        sought.verdict = verdictOf(value.toLower()).toStdString();
        if (sought.verdict.empty()) {
            //: %1: what the person wrote. Keep "allow", "deny", "ask": they are what one writes.
            return Search::tr("There is no verdict “%1”: it is allow, deny or ask.").arg(quoted);
        }
    } else if (name == QLatin1String("kind")) {
        const QString kind = value.toLower().replace(QLatin1Char('-'), QLatin1Char('_')).replace(QLatin1Char(' '), QLatin1Char('_'));
        if (!audit::kindFromName(kind.toStdString())) {
            //: %1: what the person wrote; %2: the list of what it may be
            return Search::tr("There is no kind “%1”: it is one of %2.").arg(quoted, kinds());
        }
        sought.kind = kind.toStdString();
    } else {
        const std::int64_t time = timeOf(value, now);
        if (time == 0) {
            //: %1: "after" or "before"; %2: what the person wrote. Keep the examples: they are what one writes.
            return Search::tr("%1: “%2” is no time: write 2026-03-01, 2026-03-01T12:30, today, yesterday, or 30m, 12h, 7d for so long ago.").arg(name, quoted);
        }
        (name == QLatin1String("after") ? sought.after : sought.before) = time;
    }
    return {};
}

} // namespace

SearchWords searchWords(const QString& line, const QDateTime& now) {
    static const QStringList kNames{"host", "run", "agent", "verdict", "kind", "after", "before"};
    SearchWords out;
    const auto words = wordsOf(line);
    if (!words) {
        out.error = Search::tr("A quotation mark is not closed.");
        return out;
    }
    if (line.size() > kLongest || words->size() > kMostWords) {
        out.error = Search::tr("That is too much to look for at once.");
        return out;
    }
    QStringList seen;
    for (const QString& word : *words) {
        const qsizetype colon = word.indexOf(QLatin1Char(':'));
        const QString name = word.left(qMax<qsizetype>(colon, 0)).toLower();
        if (colon <= 0 || !kNames.contains(name)) { // "example.com:443" is a word
            if (!word.trimmed().isEmpty()) {
                out.sought.words.push_back(word.toStdString());
            }
            continue;
        }
        if (seen.contains(name)) {
            //: %1: a word of the search line, for example "host"
            out.error = Search::tr("%1: is there twice: a row has only one.").arg(name);
            return out;
        }
        seen.append(name);
        out.error = take(out.sought, name, word.mid(colon + 1), now);
        if (!out.error.isEmpty()) {
            return out;
        }
    }
    if (out.sought.after > 0 && out.sought.before > 0 && out.sought.after >= out.sought.before) {
        out.error = Search::tr("Nothing is after the one and before the other time.");
    }
    return out;
}

QString withTimes(const QString& line, qint64 after, qint64 before) {
    static const QRegularExpression kWord(QStringLiteral("(?:[^\\s\"]|\"[^\"]*\"?)+"));
    static const QRegularExpression kTime(QStringLiteral("^(after|before):"), QRegularExpression::CaseInsensitiveOption);
    QStringList words;
    for (auto all = kWord.globalMatch(line); all.hasNext();) {
        const QString word = all.next().captured();
        if (!kTime.match(QString(word).remove(QLatin1Char('"'))).hasMatch()) { // quotes make no other word of it
            words.append(word);
        }
    }
    const auto add = [&](const char* name, qint64 time) {
        if (time > 0) {
            words.append(QLatin1String(name) + QDateTime::fromMSecsSinceEpoch(time / 1'000'000).toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss")));
        }
    };
    add("after:", after);
    add("before:", before);
    return words.join(QLatin1Char(' '));
}

QString searchWord(const QString& name, const QString& value) {
    QString bare = value;
    bare.remove(QLatin1Char('"'));
    const bool spaced = bare.contains(QLatin1Char(' '));
    return name + QLatin1Char(':') + (spaced ? QLatin1Char('"') + bare + QLatin1Char('"') : bare);
}

} // namespace leadglass::app
