// A value that is found is found by a whole parser, too, and it is the same; a credential is a string of it. First line: the pointer.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "core/secrets/json_pick.h"

using namespace leadglass;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const std::size_t line = text.find('\n');
    const std::string pointer = text.substr(0, line);
    const std::string json = line == std::string::npos ? std::string() : text.substr(line + 1);
    const auto found = secrets::jsonAt(json, pointer);
    const auto value = secrets::jsonString(json, pointer);
    if (!found) {
        if (value) {
            __builtin_trap();
        }
        return 0;
    }
    if (found->data() < json.data() || found->data() + found->size() > json.data() + json.size()) {
        __builtin_trap();
    }
    const auto whole = nlohmann::json::parse(json, nullptr, false);
    const auto part = nlohmann::json::parse(*found, nullptr, false);
    if (whole.is_discarded()) {
        return 0; // text that is no UTF-8, or a number that is too large for it
    }
    const nlohmann::json::json_pointer at(pointer);
    if (part.is_discarded() || !whole.contains(at) || (whole.at(at) != part && !part.is_object())) {
        __builtin_trap();
    }
    if (value && (!part.is_string() || value->reveal() != part.get<std::string>())) {
        __builtin_trap();
    }
    return 0;
}
