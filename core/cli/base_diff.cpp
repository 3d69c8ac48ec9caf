#include "core/cli/base_diff.h"

#include "core/cli/review_text.h"

namespace leadglass::cli {

Status printBase(api::ReviewService& service, const std::string& run, const api::ChangeItem& change) {
    const auto base = LG_TRY(service.baseDiff(run, change));
    if (!base.why.empty()) {
        print("     " + base.why.text() + "\n");
        return {};
    }
    print("     above: from the host's file to the run's. What you changed since the run began:\n");
    printDiff(base.host);
    print("     What the run changed:\n");
    printDiff(base.run);
    return {};
}

Result<nlohmann::json> baseJson(api::ReviewService& service, const std::string& run, const api::ChangeItem& change) {
    const auto base = LG_TRY(service.baseDiff(run, change));
    if (!base.why.empty()) {
        return nlohmann::json{{"why", base.why.text()}};
    }
    return nlohmann::json{{"host_diff", jsonName(base.host)}, {"run_diff", jsonName(base.run)}};
}

} // namespace leadglass::cli
