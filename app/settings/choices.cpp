#include "app/settings/choices.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <functional>
#include <map>

#include "core/base/escape.h"

namespace leadglass::app {
namespace {

constexpr int kVersion = 1;
constexpr qsizetype kMostText = 400;

using Read = std::function<bool(const QJsonValue&)>;

Read into(bool& place) {
    return [&place](const QJsonValue& value) {
        place = value.toBool();
        return value.isBool();
    };
}

Read into(QString& place) {
    return [&place](const QJsonValue& value) {
        place = value.toString();
        return value.isString() && place.size() <= kMostText;
    };
}

bool readMinutes(const QJsonValue& value, std::array<bool, 3>& remind) {
    remind.fill(false);
    const QJsonArray list = value.toArray();
    for (const auto& each : list) {
        const auto* at = std::find(kReminders.begin(), kReminders.end(), each.toInt(-1));
        if (at == kReminders.end()) {
            return false;
        }
        remind[static_cast<std::size_t>(at - kReminders.begin())] = true;
    }
    return value.isArray();
}

bool readSilences(const QJsonValue& value, std::vector<Silence>& out) {
    const QJsonArray list = value.toArray();
    out.clear();
    for (const auto& each : list) {
        const QJsonObject one = each.toObject();
        Silence silence{one["target"].toString(), one["run"].toString(), static_cast<qint64>(one["until"].toDouble())};
        if (!each.isObject() || silence.target.isEmpty() || silence.target.size() > kMostText || silence.run.size() > kMostText ||
            (silence.run.isEmpty() && silence.until <= 0) || out.size() >= kMostSilences) {
            return false;
        }
        out.push_back(std::move(silence));
    }
    return value.isArray();
}

Error wrong(const QString& what) { return makeError(Code::Invalid, forScreen(what.toStdString(), 200)); }

} // namespace

Result<Choices> readChoices(const QByteArray& text) {
    QJsonParseError error{};
    const auto document = QJsonDocument::fromJson(text, &error);
    if (text.size() > kMostChoices || error.error != QJsonParseError::NoError || !document.isObject()) {
        return wrong(error.error != QJsonParseError::NoError ? QStringLiteral("not JSON (byte %1: %2)").arg(error.offset).arg(error.errorString())
                                                             : QStringLiteral("not what the app writes"));
    }
    const QJsonObject all = document.object();
    if (all["version"].toInt() != kVersion) {
        return wrong(QStringLiteral("key 'version' is not %1: another version of the app wrote it").arg(kVersion));
    }
    Choices out;
    const std::map<QString, Read> keys{
        {"version", [](const QJsonValue&) { return true; }},
        {"notices_questions", into(out.tellQuestions)},
        {"notices_finished", into(out.tellFinished)},
        {"notices_remind", [&](const QJsonValue& value) { return readMinutes(value, out.remind); }},
        {"notices_name_hosts", into(out.nameHosts)},
        {"silences", [&](const QJsonValue& value) { return readSilences(value, out.silences); }},
        {"chord_deny", into(out.deny)},
        {"chord_allow", into(out.allow)},
        {"chord_arms", into(out.armsByChord)},
        {"language", into(out.language)},
        {"terminal", into(out.terminal)},
        {"welcomed", into(out.welcomed)},
        {"rehearsal", into(out.rehearsal)},
    };
    for (auto at = all.begin(); at != all.end(); ++at) {
        const auto key = keys.find(at.key());
        if (key == keys.end()) {
            return wrong(QStringLiteral("key '%1' is unknown").arg(at.key()));
        }
        if (!key->second(at.value())) {
            return wrong(QStringLiteral("key '%1' has a value that is not one of its own").arg(at.key()));
        }
    }
    return out;
}

QByteArray writeChoices(const Choices& choices) {
    QJsonArray minutes, silences;
    for (std::size_t i = 0; i < kReminders.size(); ++i) {
        if (choices.remind[i]) {
            minutes.append(kReminders[i]);
        }
    }
    for (const auto& each : choices.silences) {
        silences.append(QJsonObject{{"target", each.target}, {"run", each.run}, {"until", static_cast<double>(each.until)}});
    }
    return QJsonDocument(QJsonObject{{"version", kVersion},
                                     {"notices_questions", choices.tellQuestions},
                                     {"notices_finished", choices.tellFinished},
                                     {"notices_remind", minutes},
                                     {"notices_name_hosts", choices.nameHosts},
                                     {"silences", silences},
                                     {"chord_deny", choices.deny},
                                     {"chord_allow", choices.allow},
                                     {"chord_arms", choices.armsByChord},
                                     {"language", choices.language},
                                     {"terminal", choices.terminal},
                                     {"welcomed", choices.welcomed},
                                     {"rehearsal", choices.rehearsal}})
        .toJson();
}

} // namespace leadglass::app
