#include "app/secrets/secret_words.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <map>

#include "app/widgets/text.h"

namespace leadglass::app::words {
namespace {

struct Secret {
    Q_DECLARE_TR_FUNCTIONS(Secret)
};

constexpr int kHttps = 443;

QString placeOf(const api::SecretBound& bound) {
    const QString host = leftToRight(shownOnce(bound.host, 260) + (bound.port == kHttps ? QString() : QLatin1Char(':') + QString::number(bound.port)));
    //: Where a credential goes. %1: a host; %2: name of an HTTP header
    return Secret::tr("%1, header %2").arg(host, leftToRight(shownOnce(bound.header, 120)));
}

} // namespace

QString secretStore(api::SecretStore store) {
    return store == api::SecretStore::Keyring ? Secret::tr("the keyring", "where a credential lies") : Secret::tr("a file", "where a credential lies");
}

QString secretPlaces(const api::KeptSecret& secret, int most) {
    std::map<QString, QStringList> profiles; // by place: several policies have most of them
    QStringList order;
    for (const auto& bound : secret.bound) {
        const QString place = placeOf(bound);
        if (!profiles.contains(place)) {
            order.append(place);
        }
        const QString profile = shownOnce(bound.profile, 60);
        if (!profiles[place].contains(profile)) {
            profiles[place].append(profile);
        }
    }
    QStringList lines;
    for (const auto& place : order) {
        if (lines.size() == most) {
            lines.append(Secret::tr("and %n more", "places", static_cast<int>(order.size()) - most));
            break;
        }
        //: %1: where a credential goes; %2: names of policies
        lines.append(Secret::tr("%1 (%2)").arg(place, profiles[place].join(QLatin1String(", "))));
    }
    return lines.join(QLatin1Char('\n'));
}

SecretState secretStateOf(const api::KeptSecret& secret) {
    if (!secret.fault.empty()) {
        return SecretState::Broken;
    }
    if (secret.locked) {
        return SecretState::Locked;
    }
    return secret.bound.empty() ? SecretState::Unused : SecretState::Active;
}

QString secretState(const api::KeptSecret& secret) {
    switch (secretStateOf(secret)) {
        case SecretState::Active: return Secret::tr("active", "state of a credential");
        case SecretState::Unused: return Secret::tr("no policy names it: no run uses it", "state of a credential");
        case SecretState::Locked: return Secret::tr("locked: the keyring asks for its password when it is needed", "state of a credential");
        case SecretState::Broken: break;
    }
    //: State of a credential. %1: why
    return Secret::tr("cannot be used: %1").arg(shownOnce(secret.fault, 400));
}

QString secretIcon(SecretState state) {
    switch (state) {
        case SecretState::Active: return QStringLiteral("allowed");
        case SecretState::Unused: return QStringLiteral("risk-unusual");
        case SecretState::Locked: return QStringLiteral("locked");
        case SecretState::Broken: break;
    }
    return QStringLiteral("risk-dangerous");
}

QString secretLastUse(const api::KeptSecret& secret) {
    if (secret.lastUse.empty()) {
        return Secret::tr("never, as far as the history goes", "last use of a credential");
    }
    const auto when = QDateTime::fromString(QString::fromStdString(secret.lastUse), Qt::ISODateWithMs);
    return when.isValid() ? QLocale().toString(when.toLocalTime(), QLocale::ShortFormat) : shownOnce(secret.lastUse, 60);
}

QString secretTested(const api::SecretShape& shape) {
    //: %1: name of a credential; %2: "the keyring"; the number of bytes; %3: what is public of its kind, "begins with sk-ant-"
    QString out = Secret::tr("%1 can be read from %2: %n byte(s), %3.", nullptr, static_cast<int>(std::min<std::size_t>(shape.bytes, 1'000'000)))
                      .arg(shownOnce(shape.name, 120), shownOnce(shape.from, 120), shownOnce(shape.shape, 300));
    if (shape.expires != 0) {
        //: %1: a date and time
        out += QLatin1Char(' ') + Secret::tr("It runs out on %1.").arg(QLocale().toString(QDateTime::fromMSecsSinceEpoch(shape.expires / 1'000'000), QLocale::ShortFormat));
    }
    return out;
}

} // namespace leadglass::app::words
