#include "app/widgets/answer_after.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

namespace leadglass::app {
namespace {

struct Answer {
    Q_DECLARE_TR_FUNCTIONS(Answer)
};

} // namespace

void answerAfter(QMessageBox& box, QAbstractButton& button, std::chrono::seconds patience) {
    if (patience.count() == 0) {
        return;
    }
    box.setInformativeText(box.informativeText() + QLatin1Char('\n') +
                           Answer::tr("The session is ending. Without an answer it goes on in %n second(s).", nullptr, static_cast<int>(patience.count())));
    QTimer::singleShot(patience, &button, &QAbstractButton::click);
}

} // namespace leadglass::app
