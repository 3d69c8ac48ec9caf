#include "app/approval/question_words.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "app/approval/chords.h"
#include "app/policy/policy_words.h"
#include "app/widgets/text.h"

namespace leadglass::app::words {
namespace {

constexpr std::size_t kProgram = 64; // bytes

struct Question {
    Q_DECLARE_TR_FUNCTIONS(Question)
};

} // namespace

bool isSignature(const api::PendingQuestion& question) { return question.protocol == "ssh-key"; }

bool isPage(const api::PendingQuestion& question) { return question.protocol == "open-url"; }

bool isHostKey(const api::PendingQuestion& question) { return question.protocol == "ssh-host-key"; }

QString who(const api::PendingQuestion& question) {
    std::string_view process = question.process.empty() && !question.members.empty() ? question.members.front() : question.process;
    // "41822 node (/usr/bin/node) < bash < claude"
    if (const auto number = process.find_first_not_of("0123456789"); number != 0 && number != std::string_view::npos && process[number] == ' ') {
        process.remove_prefix(number + 1);
    }
    process = process.substr(0, std::min(process.find(" ("), process.find(" < ")));
    //: In place of the name of a program, where it is not known.
    return process.empty() ? Question::tr("A program") : leftToRight(shownOnce(std::string(process), kProgram));
}

QString wants(const api::PendingQuestion& question) {
    const QString program = who(question), project = shownPathOnce(question.project);
    if (isHostKey(question)) {
        //: %1: the program that asks; %2: the project's folder. Below follow a host and port, then the key's kind and fingerprint.
        return Question::tr("%1 in %2 wants to accept the ssh host key of").arg(program, project);
    }
    if (isPage(question)) {
        //: %1: the program that asks; %2: the project's folder. Below follow the page's host, then its whole address.
        return Question::tr("%1 in %2 wants to open a page in your browser, of").arg(program, project);
    }
    if (isSignature(question)) {
        //: %1: the program that asks; %2: the project's folder. Below follow a host and port, or "git" for commits; then for what and which key.
        return Question::tr("%1 in %2 wants a signature with your ssh key for").arg(program, project);
    }
    if (!question.method.empty()) {
        //: %1: the program that asks, for example "curl"; %2: the project's folder. The host follows below, then the request.
        return Question::tr("%1 in %2 wants to send a request to").arg(program, project);
    }
    //: %1: the program that asks, for example "curl"; %2: the project's folder. The host follows below.
    return Question::tr("%1 in %2 wants to connect to").arg(program, project);
}

QString asksBecause(const api::PendingQuestion& question) {
    const std::pair<const char*, QString> known[] = {
        {"default", Question::tr("no rule allows it", "why a person is asked")},
        {"rule", Question::tr("a rule asks", "why a person is asked")},
        {"project_restricts", Question::tr("the project's own policy file restricts it", "why a person is asked")},
    };
    const auto words = std::ranges::find(known, question.reason, [](const auto& each) { return std::string_view(each.first); });
    if (words == std::end(known)) { // of another version: all of it as core says it
        return shownOnce(question.why);
    }
    if (!question.origin || question.origin->file.empty()) {
        return words->second;
    }
    QString place = shownPathOnce(question.origin->file, 1024);
    if (question.origin->line > 0) {
        place += QLatin1Char(':') + QString::number(question.origin->line);
    }
    const QString layer = words::layer(*question.origin);
    //: %1: why a person is asked; %2: the file and line that says so; %3: the layer of the policy that it is of
    return question.rule.empty() ? Question::tr("%1 (%2, %3)").arg(words->second, leftToRight(place), layer)
                                 //: %4: the name of a rule
                                 : Question::tr("%1 (%2, %3, rule %4)").arg(words->second, leftToRight(place), layer, leftToRight(shownOnce(question.rule, 80)));
}

QString announcement(const api::PendingQuestion& question, api::Risk how, const QString& host) {
    //: Said by a screen reader. %1: how dangerous, one word; %2: "claude in ~/src/shop wants to connect to"; %3: a host and port
    return Question::tr("Leadglass asks. %1. %2 %3").arg(risk(how), wants(question), host);
}

std::string hosts(const api::OfferedRegistry& registry) {
    std::string out;
    for (const auto& host : registry.hosts) {
        out += (out.empty() ? "" : ", ") + host;
    }
    return out;
}

QString request(const api::PendingQuestion& question, std::size_t maxBytes) {
    if (isSignature(question) || isPage(question) || isHostKey(question)) {
        return shownOnce(question.object, maxBytes);
    }
    if (question.method.empty()) {
        return {};
    }
    const auto scheme = question.object.find("://");
    const auto path = scheme == std::string::npos ? scheme : question.object.find('/', scheme + 3);
    return shownOnce(question.method + " " + (path == std::string::npos ? "/" : question.object.substr(path)), maxBytes);
}

QString risk(api::Risk risk) {
    switch (risk) {
        case api::Risk::Routine: return Question::tr("Routine", "how dangerous a request looks");
        case api::Risk::Unusual: return Question::tr("Unusual", "how dangerous a request looks");
        case api::Risk::Dangerous: break;
    }
    return Question::tr("Dangerous", "how dangerous a request looks");
}

QString riskIcon(api::Risk risk) {
    return risk == api::Risk::Dangerous ? QStringLiteral("risk-dangerous")
           : risk == api::Risk::Unusual ? QStringLiteral("risk-unusual")
                                        : QStringLiteral("risk-routine");
}

QString reason(api::RiskReason reason) {
    switch (reason) {
        case api::RiskReason::FirstTime: return Question::tr("no run was let through to it before");
        case api::RiskReason::Address: return Question::tr("an address without a name: nobody says whose it is");
        case api::RiskReason::Lookalike: return Question::tr("the name has letters that can look like others");
        case api::RiskReason::OddPort: return Question::tr("an unusual port");
        case api::RiskReason::Unencrypted: return Question::tr("what is sent can be read on the way");
        //: Of a page that an agent wants opened: not in its sandbox, but in the person's own browser.
        case api::RiskReason::Outside: return Question::tr("it opens outside of the run, where you are signed in");
        case api::RiskReason::HostKey: return Question::tr("compare the fingerprint with what the server's owner publishes");
        case api::RiskReason::Unanswered: return Question::tr("nobody answered when it was asked before");
        case api::RiskReason::Refused: break;
    }
    return Question::tr("it was refused before");
}

QString reasons(const api::QuestionContext& context) {
    QStringList list;
    for (const auto each : context.reasons) {
        list.append(reason(each));
    }
    //: Between the reasons why a request looks unusual.
    return list.isEmpty() ? Question::tr("runs were let through to it before") : list.join(Question::tr("; "));
}

QString lifetime(api::AnswerScope scope, std::uint32_t seconds) {
    switch (scope) {
        case api::AnswerScope::Minutes: return Question::tr("for %n minute(s)", "how long an answer holds", static_cast<int>(seconds / 60));
        case api::AnswerScope::Once: return Question::tr("once", "how long an answer holds");
        case api::AnswerScope::Run: return Question::tr("for this run", "how long an answer holds");
        case api::AnswerScope::Project: return Question::tr("always in this project", "how long an answer holds");
        case api::AnswerScope::Always: break;
    }
    return Question::tr("always, in every project", "how long an answer holds");
}

QString allow(api::AnswerScope scope, std::uint32_t seconds) {
    switch (scope) {
        case api::AnswerScope::Minutes: return Question::tr("Allow for %n minute(s)", nullptr, static_cast<int>(seconds / 60));
        case api::AnswerScope::Once: return Question::tr("Allow once");
        case api::AnswerScope::Run: return Question::tr("Allow for this run");
        case api::AnswerScope::Project: return Question::tr("Always allow in this project");
        case api::AnswerScope::Always: break;
    }
    return Question::tr("Always allow everywhere");
}

QString lifetimeOfHostKey(api::AnswerScope scope) {
    return scope == api::AnswerScope::Always ? Question::tr("always, on this machine", "how long an answer holds")
                                             : Question::tr("for this run", "how long an answer holds");
}

QString acceptHostKey(api::AnswerScope scope) {
    return scope == api::AnswerScope::Always ? Question::tr("Always accept on this machine") : Question::tr("Accept for this run");
}

QString deny(api::AnswerScope scope) {
    switch (scope) {
        case api::AnswerScope::Once: return Question::tr("Deny once");
        case api::AnswerScope::Minutes:
        case api::AnswerScope::Run: return Question::tr("Deny for this run");
        case api::AnswerScope::Project: return Question::tr("Always deny in this project");
        case api::AnswerScope::Always: break;
    }
    return Question::tr("Always deny everywhere");
}

QString hold(const api::PendingQuestion& question, std::int64_t nowNanos) {
    if (question.state != "pending") {
        return Question::tr("Refused for now. Your answer counts for the next try.");
    }
    constexpr std::int64_t kSecond = 1'000'000'000;
    const auto left = std::max<std::int64_t>((question.expires - nowNanos + kSecond - 1) / kSecond, 0);
    const QString waits = Question::tr("%n connection(s) wait(s).", "held until the person answers", static_cast<int>(question.waiting));
    return waits + QLatin1Char(' ') + Question::tr("Refused in %n second(s); the agent may try again.", nullptr, static_cast<int>(left));
}

QString outcome(const std::string& outcome) {
    if (outcome == "allowed_by_user") {
        return Question::tr("allowed");
    }
    if (outcome == "denied_by_user") {
        return Question::tr("denied");
    }
    if (outcome == "expired_unanswered") {
        return Question::tr("not answered in time: refused");
    }
    if (outcome == "no_approver") {
        return Question::tr("nobody was there to answer: refused");
    }
    if (outcome == "superseded_by_rule") {
        return Question::tr("decided by a rule");
    }
    return Question::tr("the run has ended");
}

QString waitsForChord() {
    //: %1: a chord, as Ctrl+Shift+Y
    return Question::tr("Allow becomes available with %1.").arg(shownChord(chords().allow));
}

QString swallowed(Swallowed why) {
    switch (why) {
        case Swallowed::GaveFocus: return Question::tr("That press brought the window to the front. Press once more to answer.");
        case Swallowed::TooEarly: return Question::tr("That was before Allow could be given. Read it, then press once more.");
        case Swallowed::WaitsForChord: return waitsForChord();
        case Swallowed::AfterAnswer: return Question::tr("That came right after the last answer and does not count here. Press once more to answer.");
        case Swallowed::KeyHeld: return Question::tr("That key was held down from before. Let it go, then press once more.");
        case Swallowed::CardChanged: return Question::tr("This changed under that press. Look again, then press once more.");
        case Swallowed::No: break;
    }
    return Question::tr("The first press brings this window to the front; the next one answers.");
}

QString wouldMatch(const api::AnswerPreview& preview) {
    if (preview.looked == 0) {
        return Question::tr("There are no earlier connections to compare with.");
    }
    const int matched = static_cast<int>(preview.matched), looked = static_cast<int>(preview.looked);
    if (matched == 0) {
        return Question::tr("None of the last %n connection(s) would have matched.", nullptr, looked);
    }
    if (preview.denied == 0 || preview.denied == preview.matched) {
        //: %n: how many would have matched; %1: of how many.
        return (preview.denied == 0 ? Question::tr("%n of the last %1 connections would have matched: let through.", nullptr, matched)
                                    : Question::tr("%n of the last %1 connections would have matched: refused.", nullptr, matched))
            .arg(looked);
    }
    //: %n: how many would have matched; %1: of how many; %2: how many of the matching ones were refused.
    return Question::tr("%n of the last %1 connections would have matched: %2 of these refused, the others let through.", nullptr, matched)
        .arg(looked)
        .arg(preview.denied);
}

} // namespace leadglass::app::words
