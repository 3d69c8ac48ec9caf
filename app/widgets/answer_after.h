// A question that must not be waited for without end: at the end of a session, the whole desktop waits for it.
#pragma once

#include <chrono>

class QAbstractButton;
class QMessageBox;

namespace leadglass::app {

// After `patience` the box is answered with `button`, one of its own, and says so from the beginning. 0: it waits for the person.
void answerAfter(QMessageBox& box, QAbstractButton& button, std::chrono::seconds patience);

} // namespace leadglass::app
