#include "app/secrets/secret_program.h"

#include <fcntl.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <cerrno>

#include "core/base/clock.h"
#include "core/base/escape_once.h"
#include "core/base/unique_fd.h"

namespace leadglass::app {
namespace {

constexpr qint64 kLongest = 150'000; // milliseconds; a person has 120 s for a keyring's question
constexpr int kSlice = 200;
constexpr std::size_t kMostLine = 600;

std::string fit(const QString& text, std::size_t most = kMostLine) { return onceForScreen(text.toStdString(), most); }

Nanos timeOf(const QJsonValue& value) {
    const auto when = QDateTime::fromString(value.toString(), Qt::ISODateWithMs);
    return when.isValid() ? when.toMSecsSinceEpoch() * 1'000'000 : 0;
}

// {"text": ..., "escaped": ...}, as names of files are written.
std::string nameOf(const QJsonValue& value) { return fit(value.isObject() ? value.toObject().value(QLatin1String("text")).toString() : value.toString()); }

api::SecretBound boundOf(const QJsonObject& json) {
    api::SecretBound out;
    out.profile = fit(json.value(QLatin1String("profile")).toString(), 120);
    out.host = fit(json.value(QLatin1String("host")).toString(), 300);
    out.port = static_cast<std::uint16_t>(json.value(QLatin1String("port")).toInt());
    out.header = fit(json.value(QLatin1String("header")).toString(), 120);
    out.file = nameOf(json.value(QLatin1String("file")));
    out.line = json.value(QLatin1String("line")).toInt();
    return out;
}

api::KeptSecret secretOf(const QJsonObject& json) {
    api::KeptSecret out;
    out.name = fit(json.value(QLatin1String("name")).toString(), 120);
    out.store = json.value(QLatin1String("store")).toString() == QLatin1String("file") ? api::SecretStore::File : api::SecretStore::Keyring;
    out.created = timeOf(json.value(QLatin1String("created")));
    out.modified = timeOf(json.value(QLatin1String("modified")));
    out.locked = json.value(QLatin1String("locked")).toBool();
    out.fault = fit(json.value(QLatin1String("fault")).toString());
    out.lastUse = fit(json.value(QLatin1String("last_use")).toString(), 60);
    const auto bound = json.value(QLatin1String("bound")).toArray();
    for (const auto& each : bound) {
        out.bound.push_back(boundOf(each.toObject()));
    }
    return out;
}

// All of it fits: a pipe holds 64 KiB, a value at most 16. No copy of it is made here.
Result<UniqueFd> pipeWith(const SecretBytes& value) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        return makeError(Code::Io, "no pipe for the value", "nothing was kept");
    }
    UniqueFd read(ends[0]);
    const UniqueFd write(ends[1]);
    const auto bytes = value.reveal();
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t n = ::write(write.get(), bytes.data() + at, bytes.size() - at);
        if (n < 0 && errno != EINTR) {
            return makeError(Code::Io, "the value cannot be handed over", "nothing was kept");
        }
        at += n > 0 ? static_cast<std::size_t>(n) : 0;
    }
    return read;
}

QStringList linesOf(const QByteArray& text) {
    QStringList out;
    for (const auto& line : QString::fromUtf8(text).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        constexpr QLatin1String kOwn("leadglass: ");
        out.append(QString::fromStdString(fit(line.startsWith(kOwn) ? line.mid(kOwn.size()) : line)));
    }
    return out;
}

QStringList storeWords(std::optional<api::SecretStore> store) {
    return store ? QStringList{QStringLiteral("--store"), QLatin1String(api::storeName(*store))} : QStringList();
}

} // namespace

Result<SecretProgram::Said> SecretProgram::run(const QStringList& arguments, const SecretBytes* input) const {
    UniqueFd given;
    if (input != nullptr) {
        given = LG_TRY(pipeWith(*input));
    }
    QProcess program;
    program.setInputChannelMode(QProcess::ForwardedInputChannel);
    const int from = given.get();
    program.setChildProcessModifier([from] { // between fork and exec: nothing but system calls
        const int fd = from >= 0 ? from : ::open("/dev/null", O_RDONLY);
        ::dup2(fd, STDIN_FILENO);
    });
    program.start(m_program, arguments);
    if (!program.waitForStarted()) {
        return makeError(Code::NotFound, "'" + fit(m_program) + "' does not start: " + fit(program.errorString()), "install Leadglass again");
    }
    QElapsedTimer waited;
    waited.start();
    Said said;
    QByteArray errors;
    while (!program.waitForFinished(kSlice)) {
        const bool ends = QCoreApplication::instance() == nullptr || QCoreApplication::closingDown();
        said.output += program.readAllStandardOutput();
        errors += program.readAllStandardError();
        if (ends || waited.elapsed() > kLongest || said.output.size() + errors.size() > kMostOutput) {
            program.terminate();
            if (!program.waitForFinished(2000)) {
                program.kill();
                program.waitForFinished(2000);
            }
            return makeError(Code::Busy, "the keyring was asked, and nothing came back", "unlock it in its own program, then try again");
        }
        if (program.state() == QProcess::NotRunning) {
            break;
        }
    }
    said.output += program.readAllStandardOutput();
    said.notices = linesOf(errors + program.readAllStandardError());
    if (program.exitStatus() != QProcess::NormalExit || program.exitCode() != 0) {
        return makeError(Code::Io, said.notices.isEmpty() ? "'leadglass secret' ended without a word" : said.notices.last().toStdString());
    }
    return said;
}

Result<api::KeptSecrets> SecretProgram::list() {
    const auto said = LG_TRY(run({QStringLiteral("secret"), QStringLiteral("list"), QStringLiteral("--json")}));
    const auto json = QJsonDocument::fromJson(said.output);
    if (!json.isArray()) {
        return makeError(Code::Corrupt, "'leadglass secret list' says nothing that can be read", "install Leadglass again: app and programs must be of one version");
    }
    api::KeptSecrets out;
    const auto rows = json.array();
    for (const auto& row : rows) {
        out.secrets.push_back(secretOf(row.toObject()));
    }
    for (const auto& notice : said.notices) {
        out.notices.push_back(notice.toStdString());
    }
    return out;
}

Status SecretProgram::set(const std::string& name, api::SecretStore store, const SecretBytes& value) {
    LG_TRY(run(QStringList{QStringLiteral("secret"), QStringLiteral("set")} + storeWords(store) + QStringList{QStringLiteral("--"), QString::fromStdString(name)}, &value));
    return {};
}

Status SecretProgram::signIn(const std::string&, api::SecretStore, const std::string&, const ShowCode&) {
    return makeError(Code::Unsupported, "the app signs in to nothing", "in a terminal: leadglass secret set NAME --sign-in ...");
}

Result<api::SecretStore> SecretProgram::remove(const std::string& name, std::optional<api::SecretStore> store) {
    LG_TRY(run(QStringList{QStringLiteral("secret"), QStringLiteral("remove")} + storeWords(store) + QStringList{QStringLiteral("--"), QString::fromStdString(name)}));
    return store.value_or(api::SecretStore::Keyring);
}

Result<api::SecretShape> SecretProgram::test(const std::string& name, std::optional<api::SecretStore> store) {
    const auto said = LG_TRY(run(QStringList{QStringLiteral("secret"), QStringLiteral("test"), QStringLiteral("--json")} + storeWords(store) +
                                 QStringList{QStringLiteral("--"), QString::fromStdString(name)}));
    const auto json = QJsonDocument::fromJson(said.output).object();
    api::SecretShape out;
    out.name = name;
    out.from = fit(json.value(QLatin1String("from")).toString());
    out.bytes = static_cast<std::size_t>(json.value(QLatin1String("bytes")).toInteger());
    out.shape = fit(json.value(QLatin1String("shape")).toString());
    out.expires = timeOf(json.value(QLatin1String("expires")));
    if (out.bytes == 0) {
        return makeError(Code::Corrupt, "'leadglass secret test' says nothing that can be read", "install Leadglass again: app and programs must be of one version");
    }
    return out;
}

} // namespace leadglass::app
