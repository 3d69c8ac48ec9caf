#include "app/runs/proposed_folders.h"

#include "core/base/escape.h"

namespace leadglass::app {

QStringList proposedFolders(const std::vector<api::RunInfo>& runs) {
    QStringList out;
    for (const auto& run : runs) {
        const QString folder = QString::fromStdString(run.project);
        if (!folder.isEmpty() && !out.contains(folder) && forScreen(run.project, run.project.size() + 1) == run.project) {
            out.append(folder);
        }
    }
    return out;
}

} // namespace leadglass::app
