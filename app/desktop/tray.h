// The icon in the tray: a shape for each state, the same words in its tool tip, and a menu with what matters most.
//
// It is there only while a host shows such icons; nothing depends on it.
#pragma once

#include <QDateTime>
#include <QMenu>
#include <QSystemTrayIcon>

#include <memory>

namespace leadglass::app {

struct TrayState {
    int waiting = 0;      // questions
    int live = 0;         // runs
    QDateTime quietUntil; // valid: nothing is asked until then
    QString problem;      // empty: none
    int alerts = 0;       // something that must not leave was seen
    bool operator==(const TrayState&) const = default;
};

class Tray : public QObject {
    Q_OBJECT
public:
    explicit Tray(QObject* parent = nullptr);
    ~Tray() override;

    void setAvailable(bool available);
    [[nodiscard]] bool available() const { return m_icon != nullptr; }
    void setState(const TrayState& state);
    [[nodiscard]] QMenu& menu() { return m_menu; }

signals:
    void openWanted();
    void reviewWanted();
    void quietWanted(int minutes); // 0: ask again
    void quitWanted();

private:
    void build();
    void retell();

    TrayState m_state;
    QMenu m_menu;
    QAction* m_status;
    QAction* m_review;
    QMenu* m_quiet;
    QAction* m_resume;
    std::unique_ptr<QSystemTrayIcon> m_icon; // last: it shows the menu
};

} // namespace leadglass::app
