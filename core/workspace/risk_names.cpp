#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "core/workspace/folded_name.h"
#include "core/workspace/names.h"
#include "core/workspace/risk.h"

namespace leadglass::workspace {
namespace {

// What tools read configuration from, besides a name without any extension.
constexpr std::array<std::string_view, 16> kExtensions{
    "js", "cjs", "mjs", "jsx", "ts", "cts", "mts", "tsx", "json", "jsonc", "json5", "yaml", "yml", "toml", "rb", "php"};

struct Ending {
    std::string_view name;
    const RiskRule* rule;
};

struct Index {
    Index() {
        for (const auto& rule : riskRules()) {
            for (std::string_view rest = rule.names; !rest.empty();) {
                const std::size_t end = std::min(rest.find(' '), rest.size());
                add(rule, rest.substr(0, end));
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
        }
    }
    void add(const RiskRule& rule, std::string_view name) {
        switch (rule.match) {
        case Match::Directory:
        case Match::Below: places.try_emplace(name, &rule); break;
        case Match::File: files.try_emplace(name, &rule); break;
        case Match::Stem: stems.try_emplace(name, &rule); break;
        case Match::Prefix: prefixes.push_back({name, &rule}); break;
        case Match::Suffix: suffixes.push_back({name, &rule}); break;
        }
    }
    std::unordered_map<std::string_view, const RiskRule*> places, files, stems;
    std::vector<Ending> prefixes, suffixes;
};

const RiskRule* lookUp(const std::unordered_map<std::string_view, const RiskRule*>& table,
                       std::string_view name) {
    const auto found = table.find(name);
    return found == table.end() ? nullptr : found->second;
}

// The first that holds, else the first that tells.
const RiskRule* placeRule(const Index& index, std::string_view folded) {
    const RiskRule* told = nullptr;
    std::size_t before = 0; // where the component before the current one begins
    for (std::size_t from = 0; from < folded.size();) {
        const std::size_t to = std::min(folded.find('/', from), folded.size());
        const RiskRule* rule = lookUp(index.places, folded.substr(from, to - from));
        if (rule == nullptr && from > 0) {
            rule = lookUp(index.places, folded.substr(before, to - before));
        }
        if (rule != nullptr && rule->grade == Grade::Held) {
            return rule;
        }
        told = told == nullptr ? rule : told;
        before = from;
        from = to + 1;
    }
    return told;
}

// Templates that hold no values and are read by nothing.
bool isExample(std::string_view name) {
    return name == ".env.example" || name == ".env.sample" || name == ".env.template" ||
           name == ".env.dist" || name == ".env.defaults";
}

const RiskRule* fileRule(const Index& index, std::string_view name) {
    if (const RiskRule* rule = lookUp(index.files, name)) {
        return rule;
    }
    if (const RiskRule* rule = lookUp(index.stems, name)) {
        return rule;
    }
    const std::size_t dot = name.rfind('.');
    if (dot != std::string_view::npos &&
        std::ranges::find(kExtensions, name.substr(dot + 1)) != kExtensions.end()) {
        // "vite.config.ts", and "vite.config.prod.ts" of its kind.
        for (std::size_t end = dot; end != std::string_view::npos && end > 0;
             end = name.rfind('.', end - 1)) {
            if (const RiskRule* rule = lookUp(index.stems, name.substr(0, end))) {
                return rule;
            }
        }
    }
    const auto begins = std::ranges::find_if(
        index.prefixes, [&](const Ending& each) { return name.starts_with(each.name); });
    if (begins != index.prefixes.end() && !isExample(name)) {
        return begins->rule;
    }
    const auto ends = std::ranges::find_if(
        index.suffixes, [&](const Ending& each) { return name.ends_with(each.name); });
    return ends != index.suffixes.end() ? ends->rule : nullptr;
}

} // namespace

NameRisk riskOfName(std::string_view path, bool isDirectory) {
    static const Index index;
    const std::string folded = foldedName(path);
    const RiskRule* rule = placeRule(index, folded);
    if ((rule == nullptr || rule->grade != Grade::Held) && !isDirectory) {
        const RiskRule* own = fileRule(index, baseOf(folded));
        rule = own != nullptr && (rule == nullptr || own->grade == Grade::Held) ? own : rule;
    }
    return rule == nullptr ? NameRisk{} : NameRisk{rule->grade, rule->why};
}

bool leavesProject(std::string_view path, std::string_view target) {
    // A tree of git's can hold a NUL, at which the link that is made of it ends.
    if (target.starts_with('/') || target.find('\0') != std::string_view::npos) {
        return true;
    }
    bool below = false;
    std::ptrdiff_t depth = std::ranges::count(path, '/');
    for (std::size_t from = 0; from < target.size();) {
        const std::size_t to = std::min(target.find('/', from), target.size());
        const std::string_view part = target.substr(from, to - from);
        if (part == "..") {
            // From a name on, that may be a link, it is not known how deep it is.
            if (below || --depth < 0) {
                return true;
            }
        } else if (!part.empty() && part != ".") {
            below = true;
        }
        from = to + 1;
    }
    return false;
}

} // namespace leadglass::workspace
