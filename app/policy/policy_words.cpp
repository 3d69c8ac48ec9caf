#include "app/policy/policy_words.h"

#include <QCoreApplication>
#include <QLocale>

#include "app/widgets/text.h"

namespace leadglass::app::words {
namespace {

struct Policy {
    Q_DECLARE_TR_FUNCTIONS(Policy)
};

using api::ReachKind;

QString fileName(const std::string& path) { return shown(path.substr(path.rfind('/') + 1), 80); }

} // namespace

QString lineTitle(const std::string& title) {
    const std::pair<const char*, QString> known[] = {
        {"workspace", Policy::tr("Works on", "title of a line: how the project is written")},
        {"egress allow", Policy::tr("Connects to", "title of a line: a host that is allowed")},
        {"egress ask", Policy::tr("Asks about", "title of a line: a host that a person is asked about")},
        {"egress deny", Policy::tr("Refuses", "title of a line: a host that is refused")},
        {"egress default", Policy::tr("Any other host", "title of a line")},
        {"only as far as allow", Policy::tr("Only as far as: allowed", "title of a line of the project's own file, which restricts")},
        {"only as far as ask", Policy::tr("Only as far as: asked", "title of a line of the project's own file, which restricts")},
        {"only as far as deny", Policy::tr("Only as far as: refused", "title of a line of the project's own file, which restricts")},
        {"only as far as default", Policy::tr("Only as far as: any other", "title of a line of the project's own file, which restricts")},
        {"files read", Policy::tr("Can read", "title of a line")},
        {"files state", Policy::tr("Keeps for itself", "title of a line: the agent's own files")},
        {"files seed", Policy::tr("Copied once", "title of a line: files of the person's")},
        {"files config", Policy::tr("Copied at each start", "title of a line: files of the person's")},
        {"files ephemeral", Policy::tr("Empty in each run", "title of a line")},
        {"files drop", Policy::tr("Does not outlive a run", "title of a line: keys of a file")},
        {"files hide", Policy::tr("Hidden", "title of a line: files of the project")},
        {"files mask", Policy::tr("Shown empty", "title of a line: files")},
        {"files never", Policy::tr("Never shown", "title of a line: files")},
        {"workspace protect", Policy::tr("Protected", "title of a line: files of the project")},
        {"environment pass", Policy::tr("Variable", "title of a line: of the environment")},
        {"environment set", Policy::tr("Variable, set", "title of a line: of the environment")},
        {"ambient credential", Policy::tr("Variable with a key", "title of a line: of the environment")},
        {"device", Policy::tr("Device", "title of a line")},
        {"not enforced", Policy::tr("Not enforced", "title of a line: no run starts")},
        {"without effect", Policy::tr("Without effect", "title of a line")},
        {"note", Policy::tr("Note", "title of a line")},
    };
    for (const auto& [code, words] : known) {
        if (title == code) {
            return words;
        }
    }
    if (title.starts_with("limit ")) {
        //: %1: memory, cpu, disk: a word of the policy file
        return Policy::tr("Limit: %1").arg(shown(title.substr(6), 40));
    }
    return shown(title, 80);
}

QString layer(const policy::Origin& origin) {
    switch (origin.layer) {
        case policy::Layer::Base: return Policy::tr("built-in base", "a layer of the policy");
        case policy::Layer::Profile: return Policy::tr("profile", "a layer of the policy");
        case policy::Layer::Grant: return Policy::tr("your kept answers", "a layer of the policy");
        case policy::Layer::Project: return Policy::tr("the project's own file", "a layer of the policy");
        case policy::Layer::Run: return Policy::tr("this run", "a layer of the policy");
        case policy::Layer::Bundle: break;
    }
    return Policy::tr("team bundle", "a layer of the policy");
}

QString place(const policy::Origin& origin) {
    return leftToRight(origin.line > 0 ? QStringLiteral("%1:%2").arg(fileName(origin.file)).arg(origin.line) : fileName(origin.file));
}

QString lockedBy(policy::LockedBy by) {
    switch (by) {
        case policy::LockedBy::Nobody: return {};
        case policy::LockedBy::Program: return Policy::tr("Leadglass itself", "who keeps a line from being loosened");
        case policy::LockedBy::Base: return Policy::tr("the built-in base", "who keeps a line from being loosened");
        case policy::LockedBy::Project: return Policy::tr("the project's own file", "who keeps a line from being loosened");
        case policy::LockedBy::Bundle: break;
    }
    return Policy::tr("a team bundle", "who keeps a line from being loosened");
}

QString keyName(const std::string& key) {
    const std::pair<const char*, QString> known[] = {
        {"egress.allow", Policy::tr("Hosts: allowed", "a list in a policy file")},
        {"egress.ask", Policy::tr("Hosts: asked about", "a list in a policy file")},
        {"egress.deny", Policy::tr("Hosts: refused", "a list in a policy file")},
        {"egress.default", Policy::tr("Any other host", "a value in a policy file")},
        {"files.hide", Policy::tr("Hidden in the project", "a list in a policy file")},
        {"files.read", Policy::tr("Shown read-only", "a list in a policy file")},
        {"files.state", Policy::tr("Kept for the agent", "a list in a policy file: files of its own")},
        {"environment.set", Policy::tr("Variables that are set", "a list in a policy file")},
        {"example", Policy::tr("Examples, checked at every load", "a list in a policy file")},
        {"workspace.protect", Policy::tr("Protected in the project", "a list in a policy file")},
        {"workspace.mode", Policy::tr("How the project is written", "a value in a policy file")},
        {"environment.pass", Policy::tr("Variables that pass", "a list in a policy file")},
        {"devices.allow", Policy::tr("Devices", "a list in a policy file")},
        {"approvals.hold", Policy::tr("How long a question holds", "a value in a policy file")},
    };
    for (const auto& [code, words] : known) {
        if (key == code) {
            return words;
        }
    }
    return Policy::tr("Limit: %1").arg(shown(key.substr(key.find('.') + 1), 40));
}

QString itemText(const policy::PolicyItem& item) {
    if (!item.rule) {
        return leftToRight(shown(item.text, 200));
    }
    const auto& rule = *item.rule;
    QString out = !rule.host.empty()       ? shown(rule.host, 120)
                  : !rule.address.empty()  ? shown(rule.address, 80)
                  : !rule.registry.empty() ? Policy::tr("registry %1", "of packages; %1: npm").arg(shown(rule.registry, 40))
                                           : Policy::tr("port %1 of this machine").arg(rule.loopback);
    QStringList ports;
    for (const auto port : rule.ports) {
        ports << QString::number(port);
    }
    out += ports.isEmpty() ? QString() : QLatin1Char(':') + ports.join(QLatin1Char(','));
    out += rule.protocol.empty() ? QString() : QLatin1Char(' ') + shown(rule.protocol, 10);
    out += rule.allowPrivate ? QStringLiteral(" private") : QString();
    for (const auto* list : {&rule.methods, &rule.paths}) {
        for (const auto& text : list->value_or(std::vector<std::string>())) {
            out += QLatin1Char(' ') + shown(text, 60);
        }
    }
    return leftToRight(out);
}

QString reachKind(ReachKind kind) {
    switch (kind) {
        case ReachKind::ProjectLayer: return Policy::tr("The project, on a layer above it: yours changes when you apply");
        case ReachKind::ProjectCopy: return Policy::tr("A copy of the project: yours changes when you apply");
        case ReachKind::ProjectItself: return Policy::tr("The project itself, at once");
        case ReachKind::ProjectScratch: return Policy::tr("An empty folder in the project's place");
        case ReachKind::State: return Policy::tr("The agent's own files: a private copy that is kept");
        case ReachKind::PrivateHome: return Policy::tr("A private home and temporary files, gone at the end");
        case ReachKind::Protected: return Policy::tr("Protected: waits in the review, or cannot be changed");
        case ReachKind::ProjectFiles: return Policy::tr("The project");
        case ReachKind::System: return Policy::tr("The system");
        case ReachKind::Tool: return Policy::tr("Your tools");
        case ReachKind::Named: return Policy::tr("What a line shows");
        case ReachKind::Copied: return Policy::tr("Copies of files of yours");
        case ReachKind::Hidden: return Policy::tr("Not of the project: hidden");
        case ReachKind::Variable: return Policy::tr("Variables of your environment");
        case ReachKind::Credential: return Policy::tr("Keys in your environment");
        case ReachKind::Placeholder: return Policy::tr("Credentials it uses and never has: a placeholder stands for each");
        case ReachKind::Device: return Policy::tr("Devices, with the bugs of their drivers");
        case ReachKind::Host: return Policy::tr("Hosts");
        case ReachKind::HostsBelow: return Policy::tr("Every host below a name");
        case ReachKind::Address: return Policy::tr("Addresses");
        case ReachKind::Loopback: return Policy::tr("Ports of this machine");
        case ReachKind::AskedHost: return Policy::tr("After you were asked");
        case ReachKind::AskedRest: return Policy::tr("Everything else: you are asked");
        case ReachKind::DeniedRest: break;
    }
    return Policy::tr("Everything else is refused");
}

QString matched(const api::EditPreview& preview) {
    if (!preview.looksBack) {
        return {};
    }
    if (preview.looked == 0) {
        return Policy::tr("The history has no connections yet that it could have fitted.");
    }
    //: %1, %n: how many of the last connections; %2: how many of those were refused
    return Policy::tr("Would have fitted %1 of the last %n connection(s), %2 of them refused.", nullptr, static_cast<int>(preview.looked))
        .arg(preview.matched)
        .arg(preview.denied);
}

QString grantUse(const api::KeptGrant& grant) {
    if (grant.idleDays < 0) {
        return grant.lastUse.empty() ? Policy::tr("never", "when a kept answer was used") : shown(grant.lastUse, 40);
    }
    const QString days = grant.idleDays == 0 ? Policy::tr("today") : Policy::tr("%n day(s) ago", nullptr, static_cast<int>(qMin<std::int64_t>(grant.idleDays, 1'000'000)));
    //: When a kept answer was used. %1: "3 days ago": when it was made
    return grant.lastUse.empty() ? Policy::tr("never; made %1").arg(days) : days;
}

QStringList changes(const api::EditPreview& preview) {
    QStringList out;
    for (const auto& line : preview.begins) {
        //: What holds after a change of a policy. %1: "Connects to"; %2: "example.org:443"
        out << Policy::tr("From then on: %1 %2").arg(lineTitle(line.title), shown(line.what, 200));
    }
    for (const auto& line : preview.ends) {
        //: What does not hold any more after a change of a policy. %1: "Connects to"; %2: "example.org:443"
        out << Policy::tr("No more: %1 %2").arg(lineTitle(line.title), shown(line.what, 200));
    }
    for (const auto& notice : preview.notices) {
        out << shown(notice, 400);
    }
    return out;
}

} // namespace leadglass::app::words
