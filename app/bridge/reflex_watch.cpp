#include "app/bridge/reflex_watch.h"

#include <algorithm>
#include <vector>

namespace leadglass::app {

void ReflexWatch::add(bool allow, std::int64_t milliseconds) {
    m_answers.push_back({allow, milliseconds});
    if (m_answers.size() > kAnswers) {
        m_answers.pop_front();
    }
}

bool ReflexWatch::isReflex() const {
    if (m_answers.size() < kAnswers) {
        return false;
    }
    std::vector<std::int64_t> took;
    std::size_t allows = 0;
    for (const auto& answer : m_answers) {
        took.push_back(answer.took);
        allows += answer.allow ? 1 : 0;
    }
    const auto middle = took.begin() + static_cast<std::ptrdiff_t>(took.size() / 2);
    std::nth_element(took.begin(), middle, took.end());
    return allows * 100 > kAllowsAbove * took.size() && *middle < kMedianBelow;
}

} // namespace leadglass::app
