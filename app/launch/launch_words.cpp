#include "app/launch/launch_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "app/widgets/text.h"

namespace leadglass::app::words {
namespace {

struct Launch {
    Q_DECLARE_TR_FUNCTIONS(Launch)
};

constexpr qsizetype kNamed = 8; // hosts, by name

QString reach(const policy::Profile& profile) {
    QStringList hosts;
    for (const auto& rule : profile.allow) {
        QString name;
        switch (rule.kind) {
            case policy::EgressRule::Kind::Host: {
                name = shown(rule.host.name, 80);
                if (rule.host.below) {
                    name.prepend(QLatin1String("*."));
                }
                break;
            }
            case policy::EgressRule::Kind::Loopback:
                //: %1: a port
                name = Launch::tr("port %1 of this machine").arg(rule.loopbackPort);
                break;
            case policy::EgressRule::Kind::Registry: name = shown(rule.registry, 40); break;
            case policy::EgressRule::Kind::Address: name = Launch::tr("a range of addresses"); break;
        }
        if (!hosts.contains(name)) {
            hosts.append(name);
        }
    }
    const QString rest = profile.egressDefault == policy::Verdict::Ask ? Launch::tr("For everything else you are asked.")
                                                                        : Launch::tr("Everything else is refused.");
    if (hosts.isEmpty()) {
        return Launch::tr("It reaches no host by itself.") + QLatin1Char(' ') + rest;
    }
    const qsizetype more = hosts.size() - kNamed;
    QString list = hosts.mid(0, kNamed).join(QStringLiteral(", "));
    if (more > 0) {
        list += Launch::tr(" and %n more", nullptr, static_cast<int>(more));
    }
    //: %1: hosts; %2: what becomes of all others
    return Launch::tr("It reaches %1. %2").arg(list, rest);
}

QString files(policy::WorkspaceMode mode) {
    switch (mode) {
        case policy::WorkspaceMode::Overlay: return Launch::tr("It works on a layer above the folder: nothing changes until you apply it.");
        case policy::WorkspaceMode::Copy: return Launch::tr("It works on a copy of the folder: nothing changes until you apply it.");
        case policy::WorkspaceMode::Direct: return Launch::tr("It works in the folder itself; what it changed can be undone afterwards.");
        case policy::WorkspaceMode::ReadOnly: return Launch::tr("It can read the folder and change nothing.");
        case policy::WorkspaceMode::Scratch: break;
    }
    return Launch::tr("It has an empty folder of its own, and sees nothing of yours.");
}

policy::WorkspaceMode modeOf(const QString& name, policy::WorkspaceMode otherwise) {
    return name == QLatin1String("overlay")    ? policy::WorkspaceMode::Overlay
           : name == QLatin1String("copy")     ? policy::WorkspaceMode::Copy
           : name == QLatin1String("direct")   ? policy::WorkspaceMode::Direct
           : name == QLatin1String("readonly") ? policy::WorkspaceMode::ReadOnly
           : name == QLatin1String("scratch")  ? policy::WorkspaceMode::Scratch
                                               : otherwise;
}

} // namespace

QString summary(const api::ShownPolicy& policy, const QString& mode) {
    const auto& profile = policy.effective.merged;
    QStringList out{files(modeOf(mode, profile.workspaceMode.value_or(policy::WorkspaceMode::Overlay))), reach(profile)};
    QStringList variables;
    for (const auto& each : profile.pass) {
        if (each.name.find('*') == std::string::npos && variables.size() < kNamed) {
            variables.append(shown(each.name, 60));
        }
    }
    if (!variables.isEmpty()) {
        //: %1: names of environment variables
        out.append(Launch::tr("Of your environment it sees %1, where set.").arg(variables.join(QStringLiteral(", "))));
    }
    if (policy.here.memory && policy.here.processes) {
        //: %1: "4 GiB"
        out.append(Launch::tr("At most %1 of memory and %n process(es).", nullptr, static_cast<int>(*policy.here.processes))
                       .arg(QLocale().formattedDataSize(static_cast<qint64>(*policy.here.memory), 0)));
    }
    return out.join(QLatin1Char('\n'));
}

} // namespace leadglass::app::words
