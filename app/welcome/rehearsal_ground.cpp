#include "app/welcome/rehearsal_ground.h"

#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QThread>

#include "app/welcome/rehearsal.h"

namespace leadglass::app::ground {
namespace {

constexpr int kBetween = 100; // milliseconds
constexpr int kTries = kEnds * 1000 / kBetween;
const QString kPrefix = QStringLiteral("leadglass-rehearsal-");

// The proxy that every run has speaks for it, so that no program but the shell is needed.
const char kAgent[] = R"(#!/bin/bash
# A toy agent of Leadglass: it tries a file beside its project, then a host.
if [ -r ../letter.txt ]; then echo file-read; else echo file-not-there; fi
port=${https_proxy##*:}
exec 3<>"/dev/tcp/127.0.0.1/${port%%/*}" || exit 1
printf 'CONNECT %s:443 HTTP/1.1\r\nHost: %s:443\r\n\r\n' "$1" "$1" >&3
IFS= read -r answer <&3
printf '%s\n' "$answer"
)";

Status write(const QString& path, const QByteArray& text) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly) || file.write(text) != text.size()) {
        return makeError(Code::Io, "'" + path.toStdString() + "' cannot be written: " + file.errorString().toStdString());
    }
    return {};
}

bool isOurs(const QString& folder) {
    const QFileInfo info(folder);
    return info.fileName().startsWith(kPrefix) && info.isAbsolute() && QDir::cleanPath(folder) == folder && !info.isSymLink() && info.isDir() &&
           info.ownerId() == ::getuid();
}

// One that was told to end does so in a moment; one that is only being built may not hear it, and is told again.
bool endAndDiscard(api::ReviewService& service, const std::string& run) {
    for (int tries = 0; tries < kTries; ++tries) {
        const auto gone = service.discard(run);
        if (gone || gone.error().code == Code::NotFound) { // one that changed nothing is gone by itself
            return true;
        }
        if (gone.error().code == Code::Busy) {
            (void)service.stop(run);
        }
        QThread::msleep(kBetween);
    }
    return false;
}

} // namespace

QString nameOne() {
    const QString temporary = QFileInfo(QDir::tempPath()).canonicalFilePath();
    return temporary + QLatin1Char('/') + kPrefix + QString::number(QRandomGenerator::system()->generate64(), 36);
}

Status make(const QString& folder) {
    const QFile::Permissions own = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    for (const QString& each : {folder, folder + QStringLiteral("/project"), folder + QStringLiteral("/config")}) {
        if (!QDir().mkdir(each, own)) {
            return makeError(Code::Io, "'" + each.toStdString() + "' cannot be made", "look whether TMPDIR is a directory that you can write");
        }
    }
    LG_TRY(write(folder + QStringLiteral("/letter.txt"), "A letter that is nobody else's business.\n"));
    return write(folder + QStringLiteral("/project/agent.sh"), kAgent);
}

bool remove(const Maker<api::ReviewService>& review, const QString& folder) {
    bool all = true;
    const auto service = review ? review() : nullptr;
    if (const auto runs = service ? service->runs() : Result<std::vector<api::RunInfo>>(std::vector<api::RunInfo>())) {
        for (const auto& run : *runs) {
            if (run.project == folder.toStdString() + "/project" && run.state != "discarded") {
                all = endAndDiscard(*service, run.id) && all;
            }
        }
    }
    if (all && isOurs(folder)) {
        QDir(folder).removeRecursively();
    }
    return all;
}

} // namespace leadglass::app::ground
