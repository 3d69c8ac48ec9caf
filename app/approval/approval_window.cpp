#include "app/approval/approval_window.h"

#include <QApplication>
#include <QCursor>
#include <QKeyEvent>
#include <QScreen>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

#include "app/approval/approval_card.h"

namespace leadglass::app {
namespace {

constexpr int kGathers = 60; // milliseconds

} // namespace

ApprovalWindow::ApprovalWindow(QuestionFeed& feed, const Services& services, QWidget* parent)
    : QWidget(parent, Qt::Window), m_feed(feed), m_view(new ApprovalView(feed, services)) {
    setAttribute(Qt::WA_ShowWithoutActivating);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_view);
    // A moment later: what is known besides is then mostly there, and the window has the size for it.
    connect(&feed, &QuestionFeed::raised, this, [this](const api::PendingQuestion& question) {
        if (!question.quiet) {
            QTimer::singleShot(kGathers, this, &ApprovalWindow::asked);
        }
    });
    connect(m_view, &ApprovalView::emptied, this, &QWidget::hide);
    connect(m_view, &ApprovalView::positionChanged, this, [this](int index, int count) {
        const QString title = tr("A run asks"); // the name of the app stands behind it
        //: Title of the approval window. %1: "A run asks"; %2 of %3: place in the queue
        setWindowTitle(count > 1 ? tr("%1 (%2 of %3)").arg(title).arg(index).arg(count) : title);
    });
}

void ApprovalWindow::setQuiet(bool quiet) {
    m_quiet = quiet;
    if (quiet) {
        hide();
    }
}

void ApprovalWindow::asked() {
    const auto& all = m_feed.questions();
    const bool calls = std::any_of(all.begin(), all.end(), [this](const auto& q) { return q.state == "pending" && !(m_isSilenced && m_isSilenced(q)); });
    if (isVisible() || m_quiet || !calls) {
        return; // what is read stays as it is; the queue has grown
    }
    // Where the person is: the screen with the focus, else the one with the pointer.
    QScreen* screen = QGuiApplication::focusWindow() != nullptr ? QGuiApplication::focusWindow()->screen() : QGuiApplication::screenAt(QCursor::pos());
    if (screen == nullptr) {
        screen = QGuiApplication::primaryScreen();
    }
    const QRect room = screen->availableGeometry();
    layout()->activate();
    resize(sizeHint().boundedTo(room.size()));
    place(room);
    show();
    QApplication::alert(this);
    // How high wrapped text is, is known for certain once it is laid out.
    for (const int later : {0, 4 * kGathers}) {
        QTimer::singleShot(later, this, [this, room] {
            if (const int more = m_view->cutOff(); more > 0) {
                resize(width(), qMin(height() + more, room.height()));
                place(room);
            }
        });
    }
}

void ApprovalWindow::place(const QRect& room) {
    move(room.center() - rect().center());
    auto* other = m_beside ? m_beside() : nullptr;
    if (other == nullptr || !room.intersects(other->frameGeometry())) {
        return;
    }
    const QRect there = other->frameGeometry();
    const int before = there.left() - room.left(), behind = room.right() - there.right();
    if (qMax(before, behind) < width() && there.width() + width() <= room.width()) { // both have room, once it makes some
        other->move(room.left(), there.top());
        move(room.right() - width() + 1, room.center().y() - height() / 2);
    } else { // where there is not room for both, as much of it as can be is in sight
        move(behind >= before ? room.right() - qMax(behind, width()) + 1 : room.left() + qMax(0, before - width()), room.center().y() - height() / 2);
    }
}

void ApprovalWindow::bringUp(const std::string& id) {
    m_view->showQuestion(id);
    if (m_view->waiting() == 0 && id.empty()) {
        return;
    }
    show();
    raise();
    activateWindow();
    m_view->focusCard();
}

void ApprovalWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        close();
        return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace leadglass::app
