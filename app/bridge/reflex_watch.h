// Does the person still read? The last answers of this session: almost all Allow, given the moment they could be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

namespace leadglass::app {

class ReflexWatch {
public:
    static constexpr std::size_t kAnswers = 20;      // that are looked at
    static constexpr int kAllowsAbove = 95;          // percent
    static constexpr std::int64_t kMedianBelow = 1500; // milliseconds from when Allow could be given to the answer

    void add(bool allow, std::int64_t milliseconds);
    [[nodiscard]] bool isReflex() const;

private:
    struct Answer {
        bool allow;
        std::int64_t took;
    };
    std::deque<Answer> m_answers; // the last kAnswers
};

} // namespace leadglass::app
