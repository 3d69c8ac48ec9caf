#include "app/settings/settings.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QSaveFile>

#include <algorithm>

#include "app/bridge/own_file.h"
#include "core/base/places.h"

namespace leadglass::app {
namespace {

constexpr qint64 kHour = 3'600'000;

qint64 now() { return QDateTime::currentMSecsSinceEpoch(); }

// False: it is there and cannot be moved.
bool moveAside(const QString& file) {
    for (int number = 1; number < 100; ++number) {
        const QString aside = file + QStringLiteral(".aside-%1").arg(number);
        if (!QFile::exists(aside)) {
            return QFile::rename(file, aside);
        }
    }
    return false;
}

// Empty: it was written.
QString save(const QString& file, const QByteArray& text, QByteArray& known) {
    const QString folder = QFileInfo(file).path();
    if (const auto own = openOwnDirectory(folder.toStdString()); !own) {
        return QString::fromStdString(own.error().text());
    }
    const auto old = readOwnFile(file, kMostChoices);
    const bool isLink = QFileInfo(file).isSymLink();
    const bool isOurs = old && (!*old || **old == known) && !isLink; // or there is none
    if (!isOurs && !moveAside(file)) {
        return Settings::tr("“%1” cannot be moved aside, so nothing is written.").arg(file);
    }
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size() || !out.commit()) {
        return Settings::tr("“%1” cannot be written: %2").arg(file, out.errorString());
    }
    known = text;
    return {};
}

} // namespace

Settings::Settings(const std::string& folder, QObject* parent) : QObject(parent) {
    m_writer.setMaxThreadCount(1);
    if (!folder.empty()) {
        m_file = QString::fromStdString(folder) + QStringLiteral("/app.json");
        read();
    }
}

Settings::~Settings() { m_writer.waitForDone(); }

void Settings::read() {
    const auto text = readOwnFile(m_file, kMostChoices);
    m_isNew = text && !*text;
    if (m_isNew) {
        return;
    }
    QString why;
    if (!text) {
        why = QString::fromStdString(text.error().text());
    } else if (auto choices = readChoices(**text)) {
        m_choices = std::move(*choices);
        m_known = **text;
        return;
    } else {
        why = QString::fromStdString(choices.error().text());
    }
    //: %1: a file; %2: why
    m_trouble = tr("The app's settings in “%1” cannot be read: %2. The usual ones hold; the file is kept under another name as soon as something is set.")
                    .arg(m_file, why);
}

void Settings::change(const std::function<void(Choices&)>& how) {
    Choices next = m_choices;
    how(next);
    if (next == m_choices) {
        return;
    }
    m_choices = std::move(next);
    m_isNew = false;
    write();
    emit changed();
}

void Settings::write() {
    if (m_file.isEmpty()) {
        return;
    }
    m_writer.start([this, file = m_file, text = writeChoices(m_choices)] {
        const QString why = save(file, text, m_known);
        QMetaObject::invokeMethod(
            this,
            [this, why] {
                if (m_trouble != why) {
                    m_trouble = why;
                    emit troubled();
                }
            },
            Qt::QueuedConnection);
    });
}

QString Settings::targetOf(const api::PendingQuestion& question) {
    return QString::fromStdString(question.host) + QLatin1Char(':') + QString::number(question.port);
}

bool Settings::silences(const api::PendingQuestion& question) const {
    const QString target = targetOf(question), run = QString::fromStdString(question.run);
    return std::any_of(m_choices.silences.begin(), m_choices.silences.end(), [&](const Silence& each) {
        return each.target == target && (each.run.isEmpty() || each.run == run) && (each.until == 0 || each.until > now());
    });
}

void Settings::silence(const api::PendingQuestion& question, SilenceFor how) {
    Silence one{targetOf(question), {}, 0};
    switch (how) {
        case SilenceFor::Hour: one.until = now() + kHour; break;
        case SilenceFor::Day: one.until = now() + 24 * kHour; break;
        case SilenceFor::Run: one.run = QString::fromStdString(question.run); break;
    }
    change([&](Choices& choices) {
        auto& all = choices.silences;
        all.erase(std::remove_if(all.begin(), all.end(), [&](const Silence& s) { return s.target == one.target && s.run == one.run; }), all.end());
        if (all.size() >= kMostSilences) {
            all.erase(all.begin());
        }
        all.push_back(one);
    });
}

void Settings::sweep(const std::function<bool(const std::string& run)>& lives) {
    const auto isOver = [&](const Silence& each) {
        return (each.until != 0 && each.until <= now()) || (!each.run.isEmpty() && !lives(each.run.toStdString()));
    };
    if (std::any_of(m_choices.silences.begin(), m_choices.silences.end(), isOver)) {
        change([&](Choices& choices) {
            auto& all = choices.silences;
            all.erase(std::remove_if(all.begin(), all.end(), isOver), all.end());
        });
    }
}

} // namespace leadglass::app
