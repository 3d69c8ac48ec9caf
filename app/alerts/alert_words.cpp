#include "app/alerts/alert_words.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/activity/event_words.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

struct Alerts {
    Q_DECLARE_TR_FUNCTIONS(Alerts)
};

constexpr std::size_t kMostDetail = 16 * 1024;
constexpr std::size_t kMostSubject = 400; // cut in the middle of a path, never within the host: that is said beside it

bool isCanary(const Alert& alert) { return alert.kind.starts_with("canary"); }
bool isPlaceholder(const Alert& alert) { return alert.kind == "placeholder"; }
bool cameIn(const Alert& alert) { return alert.where == "response"; }
bool inFile(const Alert& alert) { return alert.where == "file"; }

} // namespace

Alert alertOf(qint64 row, const audit::Event& event) {
    Alert out{row, event.time, event.run, event.reason, {}, event.subject, {}, event.process, event.verdict == "deny"};
    if (event.detail.size() <= kMostDetail) {
        const auto detail = QJsonDocument::fromJson(QByteArray::fromStdString(event.detail)).object();
        out.where = detail.value(QLatin1String("where")).toString().toStdString();
        out.host = detail.value(QLatin1String("host")).toString().toStdString();
    }
    return out;
}

namespace words {

QString seenWhat(const Alert& alert) {
    if (isCanary(alert)) {
        //: A made-up secret that Leadglass put where only a thief would look.
        return Alerts::tr("a canary of this run");
    }
    //: %1: id of the kind, as "github-token"
    return isPlaceholder(alert) ? Alerts::tr("the placeholder of a credential") : Alerts::tr("a credential (%1)").arg(stored(alert.kind, 100));
}

QString seenWhere(const Alert& alert) {
    if (alert.where == "target") {
        return Alerts::tr("in the address of a request");
    }
    if (alert.where == "header") {
        return Alerts::tr("in a header");
    }
    if (alert.where == "body") {
        return Alerts::tr("in what was sent");
    }
    if (alert.where == "name") {
        return Alerts::tr("in the name of a host");
    }
    if (alert.where == "ref") {
        return Alerts::tr("in the name of a branch");
    }
    if (inFile(alert)) {
        return Alerts::tr("in a changed file");
    }
    return cameIn(alert) ? Alerts::tr("in a response") : Alerts::tr("on a connection");
}

QString seenOutcome(const Alert& alert) {
    if (inFile(alert)) {
        return Alerts::tr("held back", "what became of something that must not leave");
    }
    if (alert.blocked) {
        return Alerts::tr("stopped", "what became of something that must not leave");
    }
    return cameIn(alert) ? Alerts::tr("came in", "what became of something that must not leave") : Alerts::tr("went out", "what became of something that must not leave");
}

QString alert(const Alert& alert, bool names) {
    if (inFile(alert)) {
        const QString file = names ? leftToRight(stored(alert.subject, 300)) : Alerts::tr("a changed file");
        //: %1: a file; %2: "a canary of this run"
        return Alerts::tr("%1 holds %2: held back.").arg(file, seenWhat(alert));
    }
    const QString who = alert.process.empty() ? Alerts::tr("a program") : program(alert.process);
    const QString host = names ? leftToRight(stored(alert.host.empty() ? alert.subject : alert.host, 300)) : Alerts::tr("a host");
    //: %1: a program; %2: "a credential (github-token)"; %3: "in a header"; %4: a host
    const QString sends = cameIn(alert) ? Alerts::tr("%1 was sent %2 by %4, %3").arg(who, seenWhat(alert), seenWhere(alert), host)
                                        : Alerts::tr("%1 sent %2 to %4, %3").arg(who, seenWhat(alert), seenWhere(alert), host);
    //: %1: a sentence without its full stop; %2: "stopped", "went out"
    return Alerts::tr("%1: %2.").arg(sends, seenOutcome(alert));
}

QString alertAdvice(const Alert& alert) {
    if (isCanary(alert)) {
        return Alerts::tr("A canary is worth nothing, but who sends it reads what it should not: look at what the run did before.");
    }
    if (isPlaceholder(alert)) {
        return Alerts::tr("The placeholder is worth nothing. The agent tried to use the credential where no policy lets it go.");
    }
    return alert.blocked || cameIn(alert) ? Alerts::tr("Look at what the run read: it had a credential that it should not have.")
                                          : Alerts::tr("Take it for known: revoke that credential where it was made, and make a new one.");
}

} // namespace words
} // namespace leadglass::app
