#include "core/session/row_budget.h"

#include <algorithm>

namespace leadglass::session {
namespace {
constexpr double kSecond = 1e9;
}

bool RowBudget::take() {
    const Nanos now = systemClock().awake();
    m_tokens = std::min(m_burst, m_tokens + static_cast<double>(now - m_refilled) / kSecond * m_perSecond);
    m_refilled = now;
    if (m_tokens < 1) {
        ++m_suppressed;
        return false;
    }
    m_tokens -= 1;
    return true;
}

} // namespace leadglass::session
