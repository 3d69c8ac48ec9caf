// What enforces a limit, in the person's language.
#include <QCoreApplication>
#include <QStringList>

#include <utility>

#include "app/runs/run_now_words.h"
#include "app/widgets/text.h"

namespace leadglass::app::words {
namespace {

struct Enforced {
    Q_DECLARE_TR_FUNCTIONS(Enforced)
};

} // namespace

QString enforcer(const std::string& code) {
    const std::pair<const char*, QString> known[] = {
        {"cgroup_memory", Enforced::tr("cgroup, for the whole run", "what enforces a limit")},
        {"watchdog_memory", Enforced::tr("a watch over the run with its files in memory", "what enforces a limit")},
        {"rlimit_data", Enforced::tr("RLIMIT_DATA for each process", "what enforces a limit")},
        {"cgroup_pids", Enforced::tr("cgroup, for the whole run", "what enforces a limit")},
        {"watchdog_processes", Enforced::tr("a watch that ends the run: the kernel does not count processes of real root", "what enforces a limit")},
        {"rlimit_nproc", Enforced::tr("RLIMIT_NPROC in the run's own user namespace", "what enforces a limit")},
        {"below_policy", Enforced::tr("lower than the policy says: this machine allows no more", "what enforces a limit")},
        {"cgroup_cpu", Enforced::tr("cgroup, for the whole run", "what enforces a limit")},
        {"file_system_size", Enforced::tr("the size of the file system", "what enforces a limit")},
        {"watchdog_copy", Enforced::tr("a watch over the copy with its changes: bytes, and files", "what enforces a limit")},
        {"watchdog_project", Enforced::tr("a watch over what the project grows by: bytes, and files", "what enforces a limit")},
        {"watchdog_changes", Enforced::tr("a watch over the changes: bytes, and files", "what enforces a limit")},
        {"rlimit_fsize", Enforced::tr("RLIMIT_FSIZE for each process", "what enforces a limit")},
        {"rlimit_nofile", Enforced::tr("RLIMIT_NOFILE for each process", "what enforces a limit")},
        {"watchdog_cpu", Enforced::tr("a watch over the run", "what enforces a limit")},
        {"rlimit_cpu", Enforced::tr("RLIMIT_CPU for each process", "what enforces a limit")},
        {"watchdog_all_runs", Enforced::tr("a watch over all of your live runs: the largest ends", "what enforces a limit")},
        {"no_further_run", Enforced::tr("no further one starts", "what enforces a limit")},
        {"watchdog_time", Enforced::tr("a watch over the time awake", "what enforces a limit")},
    };
    for (const auto& [each, words] : known) {
        if (code == each) {
            return words;
        }
    }
    return {};
}

QString enforcedBy(const api::LimitNow& limit) {
    QStringList out;
    for (const auto& code : limit.codes) {
        const QString words = enforcer(code);
        if (words.isEmpty()) { // of a later version: all of it as core says it
            return shown(limit.by, 300);
        }
        out.append(words);
    }
    return out.isEmpty() ? shown(limit.by, 300) : out.join(Enforced::tr("; ", "between what enforces a limit"));
}

} // namespace leadglass::app::words
