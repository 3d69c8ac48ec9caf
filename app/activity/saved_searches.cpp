#include "app/activity/saved_searches.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

struct Saved {
    Q_DECLARE_TR_FUNCTIONS(SavedSearches)
};

constexpr int kSchema = 1;

SavedSearches wrong(const QString& file, const QString& why) {
    SavedSearches out;
    //: %1: path of a file; %2: what is wrong in it
    out.error = Saved::tr("The saved searches cannot be read: %1: %2. Mend the file or move it away; until then none can be saved.").arg(shownPath(file.toStdString()), why);
    return out;
}

QString lineAndColumn(const QByteArray& text, qsizetype at) {
    const QByteArray before = text.left(at);
    const qsizetype start = before.lastIndexOf('\n') + 1;
    //: A place in a file. %1, %2: numbers
    return Saved::tr("line %1, column %2").arg(before.count('\n') + 1).arg(at - start + 1);
}

// Empty: it is as it should be.
QString take(const QJsonValue& value, SavedSearches& into) {
    const QJsonObject one = value.toObject();
    const QString name = one.value(QLatin1String("name")).toString(), line = one.value(QLatin1String("search")).toString();
    //: %1: number of an entry
    const QString which = Saved::tr("entry %1").arg(into.all.size() + 1);
    if (name.trimmed().isEmpty() || name.size() > SavedSearches::kLongestName) {
        //: %1: "entry 3"; keep the word in quotes
        return Saved::tr("%1: “name” must be a text of 1 to 80 characters").arg(which);
    }
    if (line.trimmed().isEmpty() || line.size() > SavedSearches::kLongestLine) {
        //: %1: "entry 3"; keep the word in quotes
        return Saved::tr("%1: “search” must be a text of 1 to 2000 characters").arg(which);
    }
    if (std::any_of(into.all.begin(), into.all.end(), [&](const auto& each) { return each.name == name; })) {
        //: %1: "entry 3"; %2: a name
        return Saved::tr("%1: there are two of the name “%2”").arg(which, shown(name.toStdString(), 100));
    }
    into.all.append({name, line});
    return {};
}

SavedSearches write(const QString& file, SavedSearches searches) {
    QJsonArray list;
    for (const auto& each : searches.all) {
        list.append(QJsonObject{{QStringLiteral("name"), each.name}, {QStringLiteral("search"), each.line}});
    }
    const QJsonObject whole{{QStringLiteral("schema"), kSchema}, {QStringLiteral("searches"), list}};
    QDir().mkpath(QFileInfo(file).path());
    QSaveFile out(file); // another file until commit(): the old one stays whole
    const bool written = out.open(QIODevice::WriteOnly) && out.setPermissions(QFile::ReadOwner | QFile::WriteOwner) && out.write(QJsonDocument(whole).toJson()) >= 0 && out.commit();
    if (!written) {
        searches = SavedSearches::read(file);
        //: %1: path of a file; %2: the reason
        searches.error = Saved::tr("The search is not saved: %1: %2").arg(shownPath(file.toStdString()), out.errorString());
    }
    return searches;
}

} // namespace

SavedSearches SavedSearches::read(const QString& file) {
    QFile in(file);
    if (!in.exists() && !QFileInfo(file).isSymLink()) {
        return {};
    }
    if (!QFileInfo(file).isFile()) {
        return wrong(file, Saved::tr("it is no file"));
    }
    if (!in.open(QIODevice::ReadOnly)) {
        return wrong(file, in.errorString());
    }
    const QByteArray text = in.read(kMostBytes + 1);
    if (text.size() > kMostBytes) {
        return wrong(file, Saved::tr("it is larger than 1 MiB"));
    }
    QJsonParseError problem{};
    const auto document = QJsonDocument::fromJson(text, &problem);
    if (problem.error != QJsonParseError::NoError) {
        return wrong(file, lineAndColumn(text, problem.offset) + QStringLiteral(": ") + problem.errorString());
    }
    const QJsonObject whole = document.object();
    if (whole.value(QLatin1String("schema")).toInt() != kSchema) {
        //: Keep the word in quotes.
        return wrong(file, Saved::tr("“schema” is not 1: it is of another version of Leadglass, or no file of saved searches"));
    }
    const QJsonValue list = whole.value(QLatin1String("searches"));
    if (!list.isArray() || list.toArray().size() > kMost) {
        //: Keep the word in quotes.
        return wrong(file, Saved::tr("“searches” must be a list of at most 100 entries"));
    }
    SavedSearches out;
    const QJsonArray entries = list.toArray();
    for (const auto& entry : entries) {
        if (const QString why = take(entry, out); !why.isEmpty()) {
            return wrong(file, why);
        }
    }
    return out;
}

SavedSearches SavedSearches::add(const QString& file, const SavedSearch& search) {
    SavedSearches now = read(file);
    if (!now.error.isEmpty()) {
        return now;
    }
    const auto same = std::find_if(now.all.begin(), now.all.end(), [&](const auto& each) { return each.name == search.name; });
    if (same != now.all.end()) {
        same->line = search.line;
    } else if (now.all.size() >= kMost) {
        now.error = Saved::tr("There are 100 saved searches, and no more fit: remove one first.");
        return now;
    } else {
        now.all.append(search);
    }
    return write(file, std::move(now));
}

SavedSearches SavedSearches::remove(const QString& file, const QString& name) {
    SavedSearches now = read(file);
    if (!now.error.isEmpty()) {
        return now;
    }
    now.all.removeIf([&](const auto& each) { return each.name == name; });
    return write(file, std::move(now));
}

} // namespace leadglass::app
