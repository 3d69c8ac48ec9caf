// The first page: is everything guarded, what needs the person, what runs, how to begin.
#pragma once

#include <QWidget>

#include "app/bridge/question_feed.h"
#include "app/bridge/run_feed.h"

class QLabel;
class QListView;
class QPushButton;

namespace leadglass::app {

class MissedPanel;
class PlainLabel;
class RunModel;

class HomePage : public QWidget {
    Q_OBJECT
public:
    // Both borrowed.
    HomePage(RunFeed& runs, QuestionFeed& questions, const Services& services, QWidget* parent = nullptr);

    void setDoctor(api::DoctorCheck::Status worst);
    // There are first steps to be shown, while there is no run.
    void offerWelcome();

signals:
    void launchWanted();
    void answersWanted();
    void doctorWanted();
    void welcomeWanted();
    void runWanted(const std::string& id);
    // The same words again, in a run of its own.
    void againWanted(const std::string& id, const leadglass::api::ProjectRule& rule);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retell();

    RunFeed& m_runs;
    QuestionFeed& m_questions;
    RunModel* m_model;
    MissedPanel* m_missed;
    QLabel* m_shape;
    PlainLabel* m_sentence;
    QPushButton* m_answers;
    QPushButton* m_doctor;
    QPushButton* m_welcome;
    bool m_welcomes = false;
    QListView* m_list;
    PlainLabel* m_none;
    api::DoctorCheck::Status m_worst = api::DoctorCheck::Status::Ok;
};

} // namespace leadglass::app
