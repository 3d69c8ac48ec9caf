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

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void asked();
    ApprovalView* m_view;
    bool m_quiet = false;
};

} // namespace leadglass::app
