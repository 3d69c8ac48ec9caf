// The window that comes up when a run asks. It never takes the focus by itself; closing it, or Esc, means "later".
#pragma once

#include <QWidget>

#include "app/approval/approval_view.h"

namespace leadglass::app {

class ApprovalWindow : public QWidget {
    Q_OBJECT
public:
    ApprovalWindow(QuestionFeed& feed, const Services& services, QWidget* parent = nullptr);

    [[nodiscard]] ApprovalView& view() { return *m_view; }
    // By the person's own doing (tray, notification, shortcut): in front, and with the focus.
    void bringUp(const std::string& id);
    // It does not come up by itself until it is off again.
    void setQuiet(bool quiet);
    // Nor for a question of which this is true; it waits in the queue as any other.
    void setSilenced(std::function<bool(const api::PendingQuestion&)> isSilenced) { m_isSilenced = std::move(isSilenced); }

    // Where it returns a window, that one explains what comes up: it is not covered where there is room beside it.
    void setBeside(std::function<QWidget*()> beside) { m_beside = std::move(beside); }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void asked();
    void place(const QRect& room);
    QuestionFeed& m_feed;
    ApprovalView* m_view;
    std::function<bool(const api::PendingQuestion&)> m_isSilenced;
    std::function<QWidget*()> m_beside;
    bool m_quiet = false;
};

} // namespace leadglass::app
