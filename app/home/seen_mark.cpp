#include "app/home/seen_mark.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include "app/bridge/own_file.h"
#include "core/base/escape.h"

namespace leadglass::app {
namespace {

constexpr const char* kFile = "/app-seen.json";
constexpr std::size_t kMaxBytes = 4096;
constexpr int kMaxRun = 64;

QString nameOf(const std::string& folder) { return QFile::decodeName(QByteArray::fromStdString(folder)) + QLatin1String(kFile); }

} // namespace

SeenMark::SeenMark(const std::string& folder) : m_folder(folder) {}

Result<Seen> SeenMark::read() const {
    Seen out;
    if (m_folder.empty()) {
        return out;
    }
    const auto bad = [this](const std::string& why) {
        return makeError(Code::Invalid, "'" + forScreen(m_folder + kFile) + "' says what you have looked at, and cannot be read: " + why,
                         "move it away; what you have seen is then shown once more");
    };
    const auto read = readOwnFile(nameOf(m_folder), kMaxBytes);
    if (!read) {
        return bad(read.error().text());
    }
    if (!*read) {
        return out;
    }
    const QByteArray& text = **read;
    QJsonParseError error;
    const auto json = QJsonDocument::fromJson(text, &error);
    if (text.size() > static_cast<qsizetype>(kMaxBytes) || !json.isObject()) {
        return bad(text.size() > static_cast<qsizetype>(kMaxBytes) ? "it is too long" : "it is no JSON object");
    }
    const auto missed = json.object().value(QLatin1String("missed"));
    const auto hindsight = json.object().value(QLatin1String("hindsight"));
    if (!missed.isDouble() || missed.toInteger(-1) < 0 || !hindsight.isString() || hindsight.toString().size() > kMaxRun) {
        return bad("'missed' is to be a number, 'hindsight' the id of a run");
    }
    out.missed = missed.toInteger();
    out.hindsight = hindsight.toString().toStdString();
    return out;
}

Status SeenMark::write(const Seen& seen) const {
    if (m_folder.empty()) {
        return {};
    }
    LG_TRY(read());
    const QString name = nameOf(m_folder);
    QDir().mkpath(QFile::decodeName(QByteArray::fromStdString(m_folder)));
    QSaveFile file(name);
    const QJsonObject json{{QStringLiteral("missed"), static_cast<qint64>(seen.missed)},
                           {QStringLiteral("hindsight"), QString::fromStdString(seen.hindsight)}};
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(json).toJson()) < 0 || !file.commit()) {
        return makeError(Code::Io, "'" + forScreen(m_folder + kFile) + "' cannot be written: " + file.errorString().toStdString());
    }
    return {};
}

} // namespace leadglass::app
