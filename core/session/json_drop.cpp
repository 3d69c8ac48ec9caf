#include "core/session/json_drop.h"

#include <nlohmann/json.hpp>

#include "core/base/json_depth.h"

namespace leadglass::session {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> split(const std::string& key) {
    std::vector<std::string> parts;
    std::size_t start = 0;
    while (start <= key.size()) {
        const std::size_t end = std::min(key.find('.', start), key.size());
        parts.push_back(key.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

void drop(Json& value, const std::vector<std::string>& path, std::size_t at) {
    if (value.is_array()) { // a list of objects hides nothing
        for (auto& element : value) {
            drop(element, path, path[at] == "*" && at + 1 < path.size() ? at + 1 : at);
        }
        return;
    }
    if (!value.is_object()) {
        return;
    }
    const bool last = at + 1 == path.size();
    if (path[at] == "*") {
        if (last) {
            value.clear();
            return;
        }
        for (auto& element : value) {
            drop(element, path, at + 1);
        }
        return;
    }
    if (last) {
        value.erase(path[at]);
    } else if (value.contains(path[at])) {
        drop(value[path[at]], path, at + 1);
    }
}

} // namespace

Result<std::string> dropJsonKeys(std::string_view json, const std::vector<std::string>& keys) {
    if (isTooDeepJson(json)) {
        return makeError(Code::Invalid, "JSON nested too deeply");
    }
    Json document = Json::parse(json, nullptr, false);
    if (document.is_discarded() || !document.is_object()) {
        return makeError(Code::Invalid, "not a JSON object");
    }
    for (const auto& key : keys) {
        drop(document, split(key), 0);
    }
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace leadglass::session
