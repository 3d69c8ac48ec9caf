// leadglass-app: what a person sees. The one file of app/ that names the services behind core/api.
//
// leadglass-app [--background]: with --background, as at login, the window stays away until it is asked for.
#include <sys/prctl.h>
#include <sys/resource.h>

#include <QApplication>
#include <QCommandLineParser>
#include <QDBusConnection>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string_view>

#include "app/desktop/desk.h"
#include "app/desktop/instance.h"
#include "app/secrets/secret_program.h"
#include "app/settings/settings.h"
#include "app/widgets/dark.h"
#include "app/widgets/font_words.h"
#include "app/widgets/language.h"
#include "core/base/places.h"
#include "core/base/version.h"
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

namespace {

constexpr int kRefused = 125;

leadglass::app::Services servicesOf(const leadglass::Places& places) {
    leadglass::app::Services out;
    namespace session = leadglass::session;
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
    out.program = (QCoreApplication::applicationDirPath() + QStringLiteral("/leadglass")).toStdString();
    out.secrets = [program = out.program] { return std::make_unique<leadglass::app::SecretProgram>(program); };
    return out;
}

// One that only asks for help or the version needs no display.
bool asksWords(int argc, char** argv) {
    return std::any_of(argv + 1, argv + argc, [](const std::string_view word) { return word == "--help" || word == "-h" || word == "--help-all" || word == "--version" || word == "-v"; });
}

int fail(const leadglass::Error& error) {
    std::fprintf(stderr, "leadglass-app: %s\n", error.text().c_str());
    return kRefused;
}

} // namespace

int main(int argc, char** argv) {
    // Answers pass through this process: no core file. Not dumpable it may not be: runs look at their peers' namespaces.
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    leadglass::app::dropFontWords();
    const std::unique_ptr<QCoreApplication> app(asksWords(argc, argv) ? new QCoreApplication(argc, argv) : new QApplication(argc, argv));
    QCoreApplication::setApplicationName(QStringLiteral("leadglass-app"));
    QCoreApplication::setApplicationVersion(QString::fromUtf8(leadglass::version()));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Leadglass"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.leadglass.App"));
    if (qobject_cast<QApplication*>(app.get()) != nullptr) {
        leadglass::app::outlineBoxes();
    }
    const auto places = leadglass::findPlaces();
    if (!places) {
        return fail(places.error());
    }
    const QString language = leadglass::app::Settings(places->config).choices().language;
    leadglass::app::speak(language.isEmpty() ? QLocale::system() : QLocale(language));
    QCommandLineParser line;
    const QCommandLineOption background(QStringLiteral("background"), QCoreApplication::translate("main", "Show no window until it is asked for."));
    line.addOption(background);
    line.addHelpOption();
    line.addVersionOption();
    line.process(*app);

    const auto bus = QDBusConnection::sessionBus();
    leadglass::app::Instance instance(bus, places->runtime);
    const auto first = instance.claim(!line.isSet(background));
    if (!first) {
        return fail(first.error());
    }
    if (!*first) {
        std::fprintf(stderr, "leadglass-app: it runs already%s\n", bus.isConnected() && !line.isSet(background) ? ", and was asked to come up" : "");
        return 0;
    }
    leadglass::app::Desk desk(servicesOf(*places), bus);
    QObject::connect(&instance, &leadglass::app::Instance::activated, &desk, &leadglass::app::Desk::open);
    desk.start(line.isSet(background));
    return QApplication::exec();
}
