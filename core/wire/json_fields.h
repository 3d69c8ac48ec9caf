// Reading and writing the members of one JSON object, for run_control.cpp and run_command.cpp only.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadglass::wire {

using nlohmann::json;

constexpr std::size_t kMaxText = 4096;
constexpr std::size_t kMaxItems = 512;

template <class E, std::size_t N>
std::optional<E> lookUp(const std::array<const char*, N>& names, std::string_view word) {
    for (std::size_t i = 0; i < N; ++i) {
        if (word == names[i]) {
            return static_cast<E>(i);
        }
    }
    return std::nullopt;
}

template <class E, std::size_t N> const char* nameOf(const std::array<const char*, N>& names, E value) {
    const auto at = static_cast<std::size_t>(value);
    return at < N ? names[at] : names[0];
}

// Reads members of one object. The first that is missing, of another type or too long makes it bad.
class Fields {
public:
    explicit Fields(const json& object) : m_object(object), m_bad(!object.is_object()) {}

    std::string text(const char* name, std::size_t max = kMaxText) {
        const json* value = find(name);
        if (value == nullptr || !value->is_string()) {
            m_bad = true;
            return {};
        }
        const auto& s = value->get_ref<const std::string&>();
        m_bad = m_bad || s.size() > max;
        return m_bad ? std::string() : s;
    }
    bool flag(const char* name) {
        const json* value = find(name);
        if (value == nullptr || !value->is_boolean()) {
            m_bad = true;
            return false;
        }
        return value->get<bool>();
    }
    std::uint64_t number(const char* name, std::uint64_t max) {
        const json* value = find(name);
        if (value == nullptr || !value->is_number_unsigned() || value->get<std::uint64_t>() > max) {
            m_bad = true;
            return 0;
        }
        return value->get<std::uint64_t>();
    }
    std::int64_t time(const char* name) {
        return static_cast<std::int64_t>(
            number(name, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())));
    }
    std::uint32_t count(const char* name) {
        return static_cast<std::uint32_t>(number(name, std::numeric_limits<std::uint32_t>::max()));
    }
    const json* list(const char* name) {
        const json* value = find(name);
        if (value == nullptr || !value->is_array() || value->size() > kMaxItems) {
            m_bad = true;
            return nullptr;
        }
        return value;
    }
    std::vector<std::string> texts(const char* name) {
        std::vector<std::string> out;
        if (const json* items = list(name)) {
            for (const json& item : *items) {
                if (!item.is_string() || item.get_ref<const std::string&>().size() > kMaxText) {
                    m_bad = true;
                    return {};
                }
                out.push_back(item.get<std::string>());
            }
        }
        return out;
    }
    template <class E, std::size_t N> E word(const char* name, const std::array<const char*, N>& names) {
        const auto value = lookUp<E>(names, text(name, 32));
        m_bad = m_bad || !value;
        return value.value_or(static_cast<E>(0));
    }
    const json* find(const char* name) const {
        if (!m_object.is_object()) {
            return nullptr;
        }
        const auto it = m_object.find(name);
        return it == m_object.end() ? nullptr : &*it;
    }
    void spoil() { m_bad = true; }
    [[nodiscard]] bool bad() const { return m_bad; }

private:
    const json& m_object;
    bool m_bad;
};

} // namespace leadglass::wire
