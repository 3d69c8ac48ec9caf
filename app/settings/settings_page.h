// How the app behaves towards the person. What a run may do is on the page Policy.
#pragma once

#include <QWidget>

#include "app/settings/groups.h"

namespace leadglass::app {

class SettingsPage : public QWidget {
    Q_OBJECT
public:
    // `settings`: borrowed.
    SettingsPage(Settings& settings, const Services& services, QWidget* parent = nullptr);

    [[nodiscard]] AnswersGroup& answers() { return *m_answers; }

    // Until when nothing is asked; not valid: what is asked comes up.
    void setQuiet(const QDateTime& until);

signals:
    void welcomeWanted();
    void quietWanted(int minutes); // 0: ask again

protected:
    void showEvent(QShowEvent* event) override;

private:
    void tellTrouble();
    Settings& m_settings;
    PlainLabel* m_trouble;
    AnswersGroup* m_answers;
    QuietGroup* m_quiet;
    HistoryGroup* m_history;
};

} // namespace leadglass::app
