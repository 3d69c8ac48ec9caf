// A line at the answers: that an input did not count and what to do, or, while another window has the focus, that the first
// press will not. Its place is kept whatever it says, so that nothing moves under the hand.
#pragma once

#include "app/approval/guard_filter.h"
#include "app/widgets/plain_label.h"

namespace leadglass::app {

class GuardNote : public PlainLabel {
    Q_OBJECT
public:
    // `guard`: borrowed.
    explicit GuardNote(GuardFilter& guard, QWidget* parent = nullptr);

    // Another card: what was said is over.
    void forget();

private:
    void say(Swallowed why);
    void retell();

    GuardFilter& m_guard;
    Swallowed m_said = Swallowed::No;
};

} // namespace leadglass::app
