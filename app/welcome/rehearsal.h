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

class Rehearsal : public QObject {
    Q_OBJECT
public:
    enum class Stage { Idle, Starting, Asking, Ending, Done, Failed };
    enum class FileTried { Unknown, NotThere, Read };

    // All borrowed.
    Rehearsal(QuestionFeed& questions, const Services& services, Settings& settings, QObject* parent = nullptr);
    ~Rehearsal() override; // ends the run; what cannot be cleaned at once is by the next start

    void start(); // nothing while one goes on
    void stop();
    [[nodiscard]] Stage stage() const { return m_stage; }
    [[nodiscard]] FileTried fileTried() const { return m_file; }
    [[nodiscard]] const std::string& run() const { return m_run; }
    [[nodiscard]] const std::string& question() const { return m_question; }
    // Of the history: the question and its answer, oldest first; each the cells of the page Activity.
    [[nodiscard]] const QList<QStringList>& rows() const { return m_rows; }
    [[nodiscard]] const QString& trouble() const { return m_trouble; }

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
    Stage m_stage = Stage::Idle;
    FileTried m_file = FileTried::Unknown;
    std::string m_run;
    std::string m_question;
    QList<QStringList> m_rows;
    QString m_trouble;
};

} // namespace leadglass::app
