// Manifest, review, plan and list of copied files of a run: whatever is read is fit, and survives being written again.
#include <cstdint>
#include <string_view>

#include "core/workspace/copy_tree.h"
#include "core/workspace/decisions.h"
#include "core/workspace/freeze.h"
#include "core/workspace/journal.h"
#include "core/workspace/manifest_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace leadglass::workspace;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto manifest = manifestFromJson(text)) {
        if (!manifestFromJson(manifestToJson(*manifest))) {
            __builtin_trap();
        }
    }
    if (const auto frozen = frozenFromJson(text)) {
        const auto again = frozenFromJson(frozenToJson(*frozen));
        if (!again || *again != *frozen) {
            __builtin_trap();
        }
    }
    const auto decisions = Decisions::fromJson(text);
    if (!(Decisions::fromJson(decisions.toJson()) == decisions)) {
        __builtin_trap();
    }
    if (const auto plan = planFromJson(text)) {
        const auto again = planFromJson(planToJson(*plan));
        if (!again || *again != *plan) {
            __builtin_trap();
        }
    }
    if (const auto copied = copiedListFromText(text)) {
        if (copiedListToText(*copied) != text) {
            __builtin_trap();
        }
    }
    return 0;
}
