// Edits of policy files: whatever stands in one, an edit is refused or means what it says, and its inverse gives the same bytes.
#include <algorithm>

#include "core/policy/policy_edit.h"
#include "core/policy/toml_outline.h"

using namespace leadglass;
using namespace leadglass::policy;

namespace {

std::string after(std::string_view text, const PolicyEdit& edit) {
    const auto out = editPolicy(text, "x.toml", Layer::Profile, std::span(&edit, 1));
    return out ? *out : std::string();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    (void)outlineOf(text); // of anything
    const auto items = policyItems(text, "x.toml", Layer::Profile);
    if (!items) {
        return 0;
    }
    PolicyEdit add;
    add.key = "egress.allow";
    add.rule.host = "new.example";
    const auto isRule = [](const PolicyItem& item) { return item.key == "egress.allow"; };
    const auto rules = static_cast<std::size_t>(std::count_if(items->begin(), items->end(), isRule));
    const std::string with = after(text, add);
    if (!with.empty()) {
        PolicyEdit remove = add;
        remove.kind = PolicyEdit::Kind::Remove;
        remove.index = rules;
        const std::string without = after(with, remove);
        if (without.empty() || (rules > 0 && without != text)) {
            __builtin_trap();
        }
    }
    for (const auto& item : *items) {
        PolicyEdit change;
        change.kind = PolicyEdit::Kind::Remove;
        change.key = item.key;
        change.index = item.index;
        (void)after(text, change);
        change.kind = PolicyEdit::Kind::Change;
        change.text = "x";
        change.rule.host = "y.example";
        (void)after(text, change);
        if (&item - items->data() > 8) {
            break;
        }
    }
    return 0;
}
