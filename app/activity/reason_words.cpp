#include "app/activity/reason_words.h"

#include <QCoreApplication>

#include <utility>

namespace leadglass::app::words {
namespace {

struct Reason {
    Q_DECLARE_TR_FUNCTIONS(Reason)
};

} // namespace

QString reasonOf(const std::string& code) {
    const std::pair<const char*, QString> known[] = {
        {"default", Reason::tr("no rule allows it", "why something was refused")},
        {"rule", Reason::tr("a rule denies it", "why something was refused")},
        {"project_restricts", Reason::tr("the project's own policy file restricts it", "why something was refused")},
        {"private_needs_rule", Reason::tr("a private address needs a rule that names it", "why something was refused")},
        {"literal_needs_rule", Reason::tr("a bare address needs a rule that names it", "why something was refused")},
        {"no_protocol", Reason::tr("what it speaks is not known", "why something was refused")},
        {"denied_address", Reason::tr("it resolves to an address that a rule denies", "why something was refused")},
        {"bad_name", Reason::tr("no valid name", "why something was refused")},
        {"bad_port", Reason::tr("no valid port", "why something was refused")},
        {"hard_denial:metadata", Reason::tr("instance metadata, never allowed", "why something was refused")},
        {"hard_denial:link_local", Reason::tr("a link-local address, never allowed", "why something was refused")},
        {"hard_denial:multicast", Reason::tr("a multicast address, never allowed", "why something was refused")},
        {"hard_denial:unspecified", Reason::tr("the unspecified address, never allowed", "why something was refused")},
        {"hard_denial:reserved", Reason::tr("a reserved address, never allowed", "why something was refused")},
        {"hard_denial:book_range", Reason::tr("an address that stands for names of a run, never allowed by itself", "why something was refused")},
        {"hard_denial:loopback", Reason::tr("this machine itself, never allowed without a loopback rule", "why something was refused")},
        {"hard_denial:own_address", Reason::tr("this machine's own address, never allowed", "why something was refused")},
        {"answer", Reason::tr("you denied it", "why something was refused")},
        {"late_answer", Reason::tr("you denied it", "why something was refused")},
        {"hold", Reason::tr("nobody answered in time", "why something was refused")},
        {"nobody_to_ask", Reason::tr("it needs an answer, and nobody is there to ask", "why something was refused")},
        {"ask_deny", Reason::tr("it needs an answer, and nobody is asked in this run", "why something was refused")},
        {"question_flood", Reason::tr("too many questions at once", "why something was refused")},
        {"name_inconsistent", Reason::tr("the name inside the connection is another one", "why something was refused")},
        {"bad_protocol", Reason::tr("what is spoken is not what the rule says", "why something was refused")},
        {"too_many_connections", Reason::tr("too many at once", "why something was refused")},
        {"not_recorded", Reason::tr("the history could not be written", "why something was refused")},
        {"own_addresses_unknown", Reason::tr("this machine's own addresses could not be read", "why something was refused")},
        {"run_ended", Reason::tr("the run ended", "why something was refused")},
        {"apply_started", Reason::tr("an apply began", "what happened to changes of a run")},
        {"applied", Reason::tr("written to the project", "what happened to changes of a run")},
        {"apply_finished", Reason::tr("the apply ended", "what happened to changes of a run")},
        {"apply_resumed", Reason::tr("an interrupted apply was finished", "what happened to changes of a run")},
        {"undo_started", Reason::tr("an undo began", "what happened to changes of a run")},
        {"undone", Reason::tr("put back as it was", "what happened to changes of a run")},
        {"undo_finished", Reason::tr("the undo ended", "what happened to changes of a run")},
        {"discarded", Reason::tr("thrown away", "what happened to changes of a run")},
    };
    for (const auto& [each, words] : known) {
        if (code == each) {
            return words;
        }
    }
    return {};
}

} // namespace leadglass::app::words
