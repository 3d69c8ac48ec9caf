// A run that is there to be looked at: a toy agent in a real sandbox tries a file beside its project and a host that nobody
// has. Its question is a real one, on every surface.
//
// It works on a throw-away folder below the system's temporary directory, with the built-in policy and none of the person's
// settings; an answer that outlives the run lies in that folder, and goes with it. What stays are the rows of the history.
// The name ends in .invalid (RFC 2606): denied, nothing asks a network for it; allowed, no network knows it.
#pragma once

#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>

#include "app/bridge/question_feed.h"
#include "app/settings/settings.h"

namespace leadglass::app {

struct RehearsalState {
    enum class Stage { Idle, Starting, Asking, Ending, Done, Failed };
    enum class File { Unknown, NotThere, Read }; // beside the project, for the agent
    Stage stage = Stage::Idle;
    File file = File::Unknown;
    std::string run;
    std::string question;
    QList<QStringList> rows; // of the history: the question and its answer, oldest first; each some cells of the page Activity
    bool answered = false; // by a person; else it was refused when its time was over
    QString trouble;
};

class Rehearsal : public QObject {
    Q_OBJECT
public:
    using Stage = RehearsalState::Stage;

    // All borrowed.
    Rehearsal(QuestionFeed& questions, const Services& services, Settings& settings, QObject* parent = nullptr);
    ~Rehearsal() override; // ends the run; what cannot be cleaned at once is by the next start

    void start(); // nothing while one goes on
    void stop();
    [[nodiscard]] const RehearsalState& state() const { return m_state; }
    [[nodiscard]] bool goesOn() const { return m_state.stage == Stage::Starting || m_state.stage == Stage::Asking; }

    static QString host();
    // Takes away what one that was cut off has left. At every start of the app.
    static void clean(const Services& services, Settings& settings, QObject* receiver);

signals:
    void changed();

private:
    void set(Stage stage);
    void fail(const QString& why);
    void launch(const QString& folder);
    void ended();
    void read(const QByteArray& output);
    void follow(const api::PendingQuestion& question);

    Services m_services;
    Settings& m_settings;
    QString m_folder;
    QProcess m_program;
    QByteArray m_output;
    QTimer m_deadline;
    RehearsalState m_state;
};

} // namespace leadglass::app
