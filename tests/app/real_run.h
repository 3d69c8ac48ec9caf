// A home of its own, and real runs of the built `leadglass` in it: what the app's tests have behind them.
#pragma once

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include "app/bridge/services.h"
#include "app/secrets/secret_program.h"
#include "core/base/places.h"
#include "core/session/local_activity_service.h"
#include "core/session/local_approval_service.h"
#include "core/session/local_audit_service.h"
#include "core/session/local_doctor_service.h"
#include "core/session/local_grant_service.h"
#include "core/session/local_policy_editor.h"
#include "core/session/local_policy_service.h"
#include "core/session/local_reach_service.h"
#include "core/session/local_review_service.h"
#include "core/session/local_run_detail_service.h"
#include "core/session/local_run_watch.h"

namespace leadglass::app::real {

// As main.cpp has them.
inline Services servicesOf(const Places& places) {
    Services out;
    out.activity = [places] { return session::makeLocalActivityService(places); };
    out.audit = [places] { return std::make_unique<session::LocalAuditService>(places); };
    out.approvals = [places] { return session::makeLocalApprovalService(places); };
    out.doctor = [places] { return std::make_unique<session::LocalDoctorService>(places); };
    out.policy = [places] { return std::make_unique<session::LocalPolicyService>(places); };
    out.grants = [places] { return std::make_unique<session::LocalGrantService>(places); };
    out.policyEditor = [places] { return std::make_unique<session::LocalPolicyEditor>(places); };
    out.reach = [places] { return std::make_unique<session::LocalReachService>(places); };
    out.review = [places] { return session::makeLocalReviewService(places); };
    out.runDetail = [places] { return session::makeLocalRunDetailService(places); };
    out.runWatch = [places] { return session::makeLocalRunWatch(places); };
    out.config = places.config;
    out.history = places.data + "/audit.db";
    out.state = places.state;
    out.searches = places.config + "/searches.json";
    out.program = places.programs + "/leadglass";
    out.secrets = [program = out.program] { return std::make_unique<SecretProgram>(program); };
    return out;
}

// Sets HOME and the XDG directories of this process before anything reads them.
class Home {
public:
    Home() {
        const QString base = m_dir.path();
        for (const char* name : {"home", "run", "project"}) {
            QDir().mkpath(base + QLatin1Char('/') + QLatin1String(name));
        }
        QFile(base + "/run").setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv("HOME", (base + "/home").toUtf8());
        qputenv("XDG_RUNTIME_DIR", (base + "/run").toUtf8());
        for (const char* name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"}) {
            qunsetenv(name);
        }
    }
    ~Home() {
        // A run that was told to end writes its last words here, into what would else be removed under it and be there again.
        const auto live = [this] { return !QDir(m_dir.path() + "/run/leadglass/runs").isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot); };
        for (int tries = 0; tries < 200 && QFileInfo::exists(m_dir.path() + "/run/leadglass/runs") && live(); ++tries) {
            QTest::qSleep(50);
        }
        QProcess::execute(QStringLiteral("chmod"), {"-R", "u+rwX", m_dir.path()}); // overlays leave directories of mode 000
        m_dir.setAutoRemove(false);
        QProcess::execute(QStringLiteral("rm"), {"-rf", m_dir.path()}); // also names that are no UTF-8, which Qt cannot say
    }
    Home(const Home&) = delete;
    Home& operator=(const Home&) = delete;
    [[nodiscard]] QString project() const { return m_dir.path() + "/project"; }
    // As findPlaces() has it for the programs that were built; this one lies elsewhere.
    [[nodiscard]] Places places() const {
        const std::string base = m_dir.path().toStdString();
        Places out;
        out.home = base + "/home";
        out.data = out.home + "/.local/share/leadglass";
        out.config = out.home + "/.config/leadglass";
        out.state = out.home + "/.local/state/leadglass";
        out.runtime = base + "/run/leadglass";
        out.programs = LEADGLASS_BIN_DIR;
        out.policies = LEADGLASS_BIN_DIR "/../share/leadglass/policies";
        return out;
    }
    [[nodiscard]] Services services() const { return servicesOf(places()); }
    // `leadglass ARGUMENTS...`, to its end; standard output.
    QByteArray leadglass(const QStringList& arguments, int* status = nullptr) const {
        QProcess program;
        program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        program.start(QStringLiteral(LEADGLASS_BIN_DIR "/leadglass"), arguments);
        if (!program.waitForFinished(120'000)) {
            program.kill();
        }
        if (status != nullptr) {
            *status = program.exitCode();
        }
        return program.readAllStandardOutput();
    }

private:
    QTemporaryDir m_dir;
};

// `leadglass run --ask app FLAGS -- sh -c SCRIPT` in the project. Ends with this object.
class Run {
public:
    Run(const Home& home, const QString& script, const QStringList& flags = {}) {
        m_program.setWorkingDirectory(home.project());
        m_program.setProcessChannelMode(QProcess::MergedChannels);
        m_program.start(QStringLiteral(LEADGLASS_BIN_DIR "/leadglass"),
                        QStringList{"run", "--ask", "app"} + flags + QStringList{"--", "sh", "-c", script});
    }
    ~Run() {
        if (m_program.state() != QProcess::NotRunning) {
            m_program.terminate();
            if (!m_program.waitForFinished(30'000)) {
                m_program.kill();
                m_program.waitForFinished();
            }
        }
    }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    // What it said, without waiting.
    QByteArray output() {
        m_output += m_program.readAll();
        return m_output;
    }
    // A line for what runs inside.
    void tell(const QByteArray& line) { m_program.write(line + '\n'); }
    // The app goes on meanwhile.
    bool ends(int milliseconds = 60'000) {
        return QTest::qWaitFor([this] { return m_program.state() == QProcess::NotRunning; }, milliseconds);
    }
    [[nodiscard]] int status() const { return m_program.exitCode(); }

private:
    QProcess m_program;
    QByteArray m_output;
};

// One connection that is asked about, and the word that says what became of it.
inline QString asks(const QString& host) {
    return QStringLiteral("curl -sS -o /dev/null -w '%{http_connect}\\n' --max-time 90 https://%1/ || true").arg(host);
}

} // namespace leadglass::app::real
