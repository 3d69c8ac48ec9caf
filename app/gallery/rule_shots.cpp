#include "app/gallery/rule_shots.h"

#include <QApplication>
#include <QLineEdit>

#include "app/gallery/policy_fixtures.h"
#include "app/gallery/settle.h"
#include "app/policy/edit_dialog.h"
#include "app/runs/limit_gauges.h"

namespace leadglass::app::gallery {
namespace {

policy::PolicyItem narrowed() {
    policy::PolicyItem out;
    out.key = "egress.allow";
    out.narrowed = true;
    out.rule.emplace();
    out.rule->host = "api.example.com";
    out.rule->methods = {"GET", "HEAD"};
    out.rule->paths = {"/v1/**", "/status"};
    return out;
}

api::LimitNow limit(const char* name, const char* unit, std::uint64_t most, std::uint64_t used, std::vector<std::string> codes) {
    api::LimitNow out;
    out.name = name;
    out.unit = unit;
    out.limit = most;
    out.used = used;
    out.by = name; // its words stand only where a code is not known
    out.codes = std::move(codes);
    return out;
}

} // namespace

bool shootRules(const QDir& into) {
    const api::EditableFile file{"/home/anna/.config/leadglass/profiles/claude.toml", "claude", false, {}, {}, {}, {}};
    EditDialog dialog(servicesOf(policyScenes().front()), file, EditDialog::What::Change, narrowed());
    dialog.show();
    dialog.methods().setText(QStringLiteral("GET"));
    settle(700);
    LimitGauges gauges;
    gauges.setLimits({limit("memory", "bytes", 8'589'934'592, 3'221'225'472, {"cgroup_memory", "watchdog_memory", "rlimit_data"}),
                      limit("processes", "tasks", 512, 490, {"rlimit_nproc", "below_policy"}), limit("disk", "bytes", 4'294'967'296, 1'073'741'824, {"watchdog_copy"}),
                      limit("cpu_time", "seconds", 7200, 600, {"watchdog_cpu", "rlimit_cpu"}), limit("wall_clock", "seconds", 3600, 900, {"watchdog_time"})},
                     {});
    gauges.resize(gauges.fontMetrics().averageCharWidth() * 60, gauges.sizeHint().height());
    gauges.show();
    settle(100);
    return dialog.grab().save(into.filePath(QStringLiteral("rule-narrowed.png"))) && gauges.grab().save(into.filePath(QStringLiteral("limits-enforced.png")));
}

} // namespace leadglass::app::gallery
