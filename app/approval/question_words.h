// A question in the person's language. Words from a run go in as they are shown elsewhere: escaped, clipped, never markup.
#pragma once

#include <QString>

#include "app/approval/answer_guard.h"
#include "core/api/approval_service.h"

namespace leadglass::app::words {

// A signature with the person's ssh key, not a connection.
bool isSignature(const api::PendingQuestion& question);
// A page in the person's browser.
bool isPage(const api::PendingQuestion& question);
// A server's host key that nobody has accepted, not a connection: "once" is for the run, "always" for this machine.
bool isHostKey(const api::PendingQuestion& question);
// "POST /v1/pulls": of a question about a request, beside its host; at most `maxBytes`, cut in the middle, and that is seen.
// Empty: it is about a connection.
QString request(const api::PendingQuestion& question, std::size_t maxBytes = 4096);
QString who(const api::PendingQuestion& question);            // the program that asks; its name is of the run's choosing
QString wants(const api::PendingQuestion& question);          // "curl in ~/src/shop wants to connect to"
// What is said aloud when it comes up; `host`: as the card shows it.
QString asksBecause(const api::PendingQuestion& question); // "no rule allows it (/usr/share/…/base.toml:44, built-in base)"
QString announcement(const api::PendingQuestion& question, api::Risk risk, const QString& host);
std::string hosts(const api::OfferedRegistry& registry);      // as they come, not yet fit for a screen
QString risk(api::Risk risk);                                 // one word
QString riskIcon(api::Risk risk);                             // a name for icon()
QString reason(api::RiskReason reason);                       // one clause
QString reasons(const api::QuestionContext& context);
// `seconds`: as in QuestionAnswer.
QString lifetime(api::AnswerScope scope, std::uint32_t seconds); // "for this run"
QString allow(api::AnswerScope scope, std::uint32_t seconds);    // of the button: what it does, and for how long
// The same of a host key.
QString lifetimeOfHostKey(api::AnswerScope scope);
QString acceptHostKey(api::AnswerScope scope);
QString deny(api::AnswerScope scope);
QString hold(const api::PendingQuestion& question, std::int64_t nowNanos); // "refused in 41 s unless ..."
QString outcome(const std::string& outcome);                  // what became of it
// What is said of an input that did not count; No: that the next press will not, as another window has the focus.
QString swallowed(Swallowed why);
QString waitsForChord();                                      // where Allow becomes available with its chord
QString wouldMatch(const api::AnswerPreview& preview);

} // namespace leadglass::app::words
