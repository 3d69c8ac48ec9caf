#include "core/wire/run_command.h"

namespace leadglass::wire {
namespace {

std::optional<std::uint64_t> numberOrNone(Fields& in, const char* name) {
    return in.find(name) == nullptr ? std::nullopt : std::optional(in.number(name, std::numeric_limits<std::uint64_t>::max()));
}

LimitUse readLimit(const json& object, Fields& parent) {
    Fields f(object);
    LimitUse out;
    out.name = f.text("name", 32);
    out.unit = f.text("unit", 32);
    out.limit = numberOrNone(f, "limit");
    out.used = numberOrNone(f, "used");
    out.atMost = f.flag("at_most");
    out.by = f.text("by", 512);
    if (const json* codes = f.find("codes") != nullptr ? f.list("codes") : nullptr) { // earlier versions sent none
        for (const json& code : *codes) {
            if (!code.is_string() || code.get_ref<const std::string&>().size() > 32 || out.codes.size() == kMaxEnforcers) {
                f.spoil();
                break;
            }
            out.codes.push_back(code.get<std::string>());
        }
    }
    if (f.bad()) {
        parent.spoil();
    }
    return out;
}

} // namespace

json toJson(const RunUsage& usage) {
    json limits = json::array();
    for (const LimitUse& use : usage.limits) {
        json one{{"name", use.name}, {"unit", use.unit}, {"at_most", use.atMost}, {"by", use.by}, {"codes", use.codes}};
        if (use.limit) {
            one["limit"] = *use.limit;
        }
        if (use.used) {
            one["used"] = *use.used;
        }
        limits.push_back(std::move(one));
    }
    return {{"member", usage.member}, {"limits", std::move(limits)}};
}

RunUsage readUsage(const json& object, Fields& parent) {
    Fields f(object);
    RunUsage out;
    out.member = f.number("member", std::numeric_limits<std::int32_t>::max());
    if (const json* limits = f.list("limits")) {
        if (limits->size() > kMaxLimitUses) {
            f.spoil();
        }
        for (const json& one : *limits) {
            if (f.bad()) {
                break;
            }
            out.limits.push_back(readLimit(one, f));
        }
    }
    if (f.bad()) {
        parent.spoil();
    }
    return out;
}

} // namespace leadglass::wire
