// What this machine gives a run: each check with its evidence and what to do; a report to copy.
#pragma once

#include <QWidget>

#include "app/bridge/services.h"

class QPushButton;
class QTreeWidget;

namespace leadglass::app {

class PlainLabel;

// Whether the app itself was started in a terminal says nothing of runs: it asks in windows, or a run in its own terminal.
std::vector<api::DoctorCheck> ofApp(std::vector<api::DoctorCheck> checks);

class DoctorPage : public QWidget {
    Q_OBJECT
public:
    explicit DoctorPage(const Services& services, QWidget* parent = nullptr);

    // Looks again, off the window's thread.
    void check();
    // There are first steps to be shown.
    void offerWelcome();
    [[nodiscard]] const std::vector<api::DoctorCheck>& checks() const { return m_checks; }

signals:
    // `worst`: of all checks.
    void checked(leadglass::api::DoctorCheck::Status worst);
    void welcomeWanted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void tell(std::vector<api::DoctorCheck> checks);
    void copy();

    Maker<api::DoctorService> m_makes;
    std::vector<api::DoctorCheck> m_checks;
    PlainLabel* m_sum;
    QTreeWidget* m_tree;
    QPushButton* m_again;
    QPushButton* m_welcome;
    bool m_busy = false;
};

} // namespace leadglass::app
