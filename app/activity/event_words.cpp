#include "app/activity/event_words.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/activity/reason_words.h"
#include "app/alerts/alert_words.h"
#include "core/base/clock.h"
#include "core/base/escape_once.h"

namespace leadglass::app::words {
namespace {

struct Event {
    Q_DECLARE_TR_FUNCTIONS(Event)
};

constexpr std::size_t kRunShown = 13; // bytes: as `leadglass runs` shows it
constexpr std::size_t kWholeField = 16 * 1024;
constexpr std::size_t kHunkName = 40;

EventLine::Verdict verdictOf(const audit::Event& event) {
    if (event.kind == audit::Kind::Sighting) {
        return EventLine::Verdict::Alert; // whatever became of it
    }
    if (event.verdict == "allow") {
        return EventLine::Verdict::Allow;
    }
    if (event.verdict == "deny") {
        return EventLine::Verdict::Deny;
    }
    return event.verdict == "ask" ? EventLine::Verdict::Ask : EventLine::Verdict::None;
}

QString verdict(const audit::Event& event) {
    switch (verdictOf(event)) {
        case EventLine::Verdict::Allow: return Event::tr("allowed", "a verdict");
        case EventLine::Verdict::Deny: return Event::tr("blocked", "a verdict");
        case EventLine::Verdict::Ask: return Event::tr("asked", "a verdict");
        //: Of something that must not leave. %1: "stopped", "went out"
        case EventLine::Verdict::Alert: return Event::tr("alert: %1").arg(seenOutcome(alertOf(0, event)));
        case EventLine::Verdict::None: break;
    }
    return stored(event.verdict, 16);
}

QString why(const api::ActivityRow& row) {
    const audit::Event& e = row.row.event;
    const QString own = row.why.empty() ? QString() : reasonOf(e.reason);
    QString out = !own.isEmpty() ? own : stored(row.why.empty() ? e.reason : row.why);
    if (e.kind == audit::Kind::Sighting) {
        const Alert seen = alertOf(row.row.id, e);
        //: %1: "a credential (github-token)"; %2: "in a header"
        out = Event::tr("%1 %2", "what was seen, and where").arg(seenWhat(seen), seenWhere(seen));
    }
    if (e.outcome == "allowed_by_user") {
        out = Event::tr("you allowed it");
    } else if (e.outcome == "denied_by_user") {
        out = Event::tr("you denied it");
    } else if (e.outcome == "allowed_by_policy") {
        out = Event::tr("a rule allows it");
    } else if (e.outcome == "expired_unanswered") {
        out = Event::tr("not answered in time");
    } else if (e.outcome == "no_approver") {
        out = Event::tr("nobody was there to answer");
    } else if (e.outcome == "superseded_by_rule") {
        out = Event::tr("decided by a rule");
    } else if (e.outcome == "run_ended") {
        out = Event::tr("the run has ended");
    }
    //: Why something was decided so. %1: the reason; %2: id of the rule
    return e.rule.empty() ? out : Event::tr("%1 (%2)").arg(out, stored(e.rule, 120));
}

// Of a file that an apply took in part. Names are digits; what else is there is no name and stays in the detail.
void addHunks(QList<EventField>& out, const audit::Event& event) {
    if (event.kind != audit::Kind::Apply || event.detail.size() > kWholeField) {
        return;
    }
    const QJsonObject detail = QJsonDocument::fromJson(QByteArray::fromStdString(event.detail)).object();
    const auto one = [&](const QString& label, const char* names, const char* more) {
        QStringList shownNames;
        const QJsonArray found = detail.value(QLatin1String(names)).toArray();
        for (const auto& name : found) {
            if (name.isString()) {
                shownNames.append(stored(name.toString().toStdString(), kHunkName));
            }
        }
        const int rest = detail.value(QLatin1String(more)).toInt();
        if (rest > 0) {
            //: Behind names of hunks. %n: how many are not named
            shownNames.append(Event::tr("and %n more", nullptr, rest));
        }
        if (!shownNames.isEmpty()) {
            out.append({label, shownNames.join(QStringLiteral(", "))});
        }
    };
    //: A hunk is one place in which a file differs
    one(Event::tr("Hunks taken"), "hunks_taken", "more_hunks_taken");
    //: Hunks that an apply did not take
    one(Event::tr("Hunks left"), "hunks_left", "more_hunks_left");
}

} // namespace

QString stored(const std::string& text, std::size_t maxBytes) { return QString::fromStdString(onceForScreen(text, maxBytes)); }

QString program(const std::string& whole) {
    const std::string own = whole.substr(0, whole.find(" < "));
    const std::size_t space = own.find(' ');
    if (space == std::string::npos) {
        return stored(own);
    }
    return stored(own.substr(space + 1, own.find(" (") - space - 1) + " " + own.substr(0, space));
}

QString time(qint64 wallNanoseconds) {
    return QDateTime::fromMSecsSinceEpoch(wallNanoseconds / 1'000'000).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QString kind(audit::Kind kind) {
    switch (kind) {
        case audit::Kind::RunStart: return Event::tr("Run started", "kind of an event");
        case audit::Kind::RunEnd: return Event::tr("Run ended", "kind of an event");
        case audit::Kind::Plan: return Event::tr("Plan", "kind of an event: what a run is given");
        case audit::Kind::Egress: return Event::tr("Connection", "kind of an event");
        case audit::Kind::EgressEnd: return Event::tr("Connection ended", "kind of an event");
        case audit::Kind::Dns: return Event::tr("Name lookup", "kind of an event: DNS");
        case audit::Kind::Question: return Event::tr("Question", "kind of an event");
        case audit::Kind::Answer: return Event::tr("Answer", "kind of an event");
        case audit::Kind::Change: return Event::tr("Files changed", "kind of an event");
        case audit::Kind::Apply: return Event::tr("Applied", "kind of an event: changes of a run, to the project");
        case audit::Kind::Undo: return Event::tr("Undone", "kind of an event");
        case audit::Kind::Discard: return Event::tr("Discarded", "kind of an event");
        case audit::Kind::Limit: return Event::tr("Limit", "kind of an event");
        case audit::Kind::Policy: return Event::tr("Policy", "kind of an event");
        case audit::Kind::Credential: return Event::tr("Credential", "kind of an event");
        case audit::Kind::Exec: return Event::tr("Command", "kind of an event: run beside the agent");
        case audit::Kind::ExecEnd: return Event::tr("Command ended", "kind of an event");
        case audit::Kind::Paste: return Event::tr("Paste", "kind of an event");
        case audit::Kind::Request: return Event::tr("Request", "kind of an event: of HTTP, on a connection that is looked into");
        case audit::Kind::RequestEnd: return Event::tr("Request ended", "kind of an event");
        //: Something that must not leave was seen in what leaves: a canary, a credential, a placeholder in the wrong place.
        case audit::Kind::Sighting: return Event::tr("Sighting", "kind of an event");
        case audit::Kind::Open: return Event::tr("Page", "kind of an event: a page that was opened in the person's browser, or was to be");
        case audit::Kind::Fault: break;
    }
    return Event::tr("Fault", "kind of an event");
}

EventLine line(const api::ActivityRow& row) {
    const audit::Event& e = row.row.event;
    EventLine out;
    out.id = row.row.id;
    out.run = stored(e.run, 64);
    out.verdict = verdictOf(e);
    out.cells = {time(e.time), stored(e.run.substr(0, kRunShown), 64), kind(e.kind), verdict(e), stored(e.subject), why(row), program(e.process)};
    return out;
}

QList<EventField> fields(const api::ActivityRow& row) {
    const audit::Event& e = row.row.event;
    QList<EventField> out;
    const auto add = [&](const QString& name, const QString& value) {
        if (!value.isEmpty()) {
            out.append({name, value});
        }
    };
    const auto whole = [](const std::string& text) { return stored(text, kWholeField); };
    add(Event::tr("Row"), QString::number(row.row.id));
    //: %1: local time; %2: the same in UTC
    add(Event::tr("Time"), Event::tr("%1 (%2)").arg(time(e.time), QString::fromStdString(rfc3339(e.time))));
    add(Event::tr("Run"), whole(e.run));
    add(Event::tr("What"), kind(e.kind));
    add(Event::tr("Verdict"), verdict(e));
    add(Event::tr("Why"), why(row));
    if (e.kind == audit::Kind::Sighting) {
        add(Event::tr("What to do"), alertAdvice(alertOf(row.row.id, e)));
    }
    add(Event::tr("Subject"), whole(e.subject));
    add(Event::tr("Rule"), whole(e.rule));
    add(Event::tr("Written in"), whole(e.origin));
    add(Event::tr("To allow it"), whole(row.wayOut));
    add(Event::tr("Outcome"), whole(e.outcome));
    add(Event::tr("Reason"), whole(e.reason));
    add(Event::tr("Policy"), whole(e.policy));
    add(Event::tr("Inputs"), whole(e.inputs));
    add(Event::tr("Process"), whole(e.process));
    addHunks(out, e);
    add(Event::tr("Detail"), whole(e.detail));
    add(Event::tr("Hash"), whole(row.row.hash));
    return out;
}

} // namespace leadglass::app::words
