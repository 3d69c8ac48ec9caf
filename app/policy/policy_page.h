// The policy of a profile and a project: what holds, its files to change, what would happen, the answers that were kept, and
// how far a run reaches. Looks anew whenever it comes up.
#pragma once

#include <QWidget>

#include "app/bridge/run_feed.h"
#include "app/bridge/services.h"

class QComboBox;
class QTabWidget;

namespace leadglass::app {

class EditTab;
class GrantsTab;
class LinesTab;
class PlainLabel;
class ReachTab;
class SimulateTab;

class PolicyPage : public QWidget {
    Q_OBJECT
public:
    // `runs`: borrowed; whose projects are proposed. What a service is missing for is not there.
    PolicyPage(RunFeed& runs, const Services& services, QWidget* parent = nullptr);
    ~PolicyPage() override;
    PolicyPage(const PolicyPage&) = delete;
    PolicyPage& operator=(const PolicyPage&) = delete;

    void choose(const QString& profile, const QString& project); // an empty project: none
    void look();

    [[nodiscard]] LinesTab& lines() { return *m_lines; }
    [[nodiscard]] EditTab* editing() { return m_edit; }     // null: no service
    [[nodiscard]] SimulateTab& simulate() { return *m_simulate; }
    [[nodiscard]] GrantsTab* grants() { return m_grants; }  // null: no service
    [[nodiscard]] ReachTab* reach() { return m_reach; }     // null: no service
    [[nodiscard]] QTabWidget& tabs() { return *m_tabs; }
    [[nodiscard]] QComboBox& profile() { return *m_profile; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void findProfiles();
    void proposeProjects();
    [[nodiscard]] api::PolicyQuery query() const;
    void openFile(const QString& file);

    RunFeed& m_runs;
    Services m_services;
    QComboBox* m_profile;
    QComboBox* m_project;
    PlainLabel* m_trouble;
    QTabWidget* m_tabs;
    LinesTab* m_lines;
    EditTab* m_edit = nullptr;
    SimulateTab* m_simulate;
    GrantsTab* m_grants = nullptr;
    ReachTab* m_reach = nullptr;
    api::PolicyQuery m_looked;
    int m_asked = 0;
};

} // namespace leadglass::app
