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
        {"ambiguous_path", Reason::tr("its path can be read in two ways, and a rule depends on it", "why something was refused")},
        {"ambiguous_query", Reason::tr("its query can be read in two ways, and a rule depends on it", "why something was refused")},
        {"method_override", Reason::tr("it names another method besides its own, and a rule depends on the method", "why something was refused")},
        {"cannot_inspect", Reason::tr("a rule asks for what only inspection shows, and this protocol has no requests that can be seen", "why something was refused")},
        {"push_malformed", Reason::tr("it is no git push as git makes it", "why something was refused")},
        {"push_too_large", Reason::tr("the push changes more refs than are looked at (256)", "why something was refused")},
        {"push_signed", Reason::tr("a signed push names its refs in a way that is not read", "why something was refused")},
        {"too_long_to_ask", Reason::tr("it is too long to be shown whole, so nobody can be asked about it", "why something was refused")},
        {"certificate_refused", Reason::tr("the program did not take the run's certificate (it brings its own, or holds to one)", "why something was refused")},
        {"upstream_untrusted", Reason::tr("nobody whom this machine trusts vouches for the server", "why something was refused")},
        {"upstream_expired", Reason::tr("the server's certificate has expired", "why something was refused")},
        {"upstream_wrong_name", Reason::tr("the server's certificate is for another name", "why something was refused")},
        {"upstream_revoked", Reason::tr("the server's certificate was revoked", "why something was refused")},
        {"upstream_protocol", Reason::tr("the server speaks no TLS that can be trusted", "why something was refused")},
        {"placeholder_elsewhere", Reason::tr("a credential's placeholder is where its policy does not let it go", "why something was refused")},
        {"placeholder_insecure", Reason::tr("a credential goes over TLS only", "why something was refused")},
        {"other_credential", Reason::tr("another credential stands where the policy puts its own", "why something was refused")},
        {"secret_unavailable", Reason::tr("the credential's value could not be had", "why something was refused")},
        {"secret_limit", Reason::tr("the credential was used as often as its policy says", "why something was refused")},
        {"body_too_large", Reason::tr("its body is larger than the policy lets out in one request", "why something was refused")},
        {"body_blocked", Reason::tr("what it sends has something in it that must not leave", "why something was refused")},
        {"canary", Reason::tr("it holds a canary of this run, which only somebody who collects credentials has", "why something was refused")},
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
