// The questions of all live runs, as signals on the window's thread.
//
// One thread follows the runs' control sockets and sleeps while nothing happens. What it saw is kept in order; a question that
// is closed leaves the list, with its outcome told once.
#pragma once

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "app/bridge/reflex_watch.h"
#include "app/bridge/services.h"

namespace leadglass::app {

class QuestionFeed : public QObject {
    Q_OBJECT
public:
    // `makes`: not empty. Does nothing until start().
    explicit QuestionFeed(Maker<api::ApprovalService> makes, QObject* parent = nullptr);
    ~QuestionFeed() override; // waits for the thread, which ends at once

    void start();
    // Oldest first; those that were refused for now stay, since an answer still counts for the next try.
    [[nodiscard]] const std::vector<api::PendingQuestion>& questions() const { return m_questions; }
    [[nodiscard]] const api::PendingQuestion* find(const std::string& id) const;
    // How the person answers them, wherever they are shown.
    [[nodiscard]] ReflexWatch& reflex() { return m_reflex; }

signals:
    void raised(const leadglass::api::PendingQuestion& question);
    // Where it is only how many wait or have tried, of each run one is told now and then: a run changes a thousand at once.
    void changed(const leadglass::api::PendingQuestion& question);
    // It was answered, on whichever surface, or needs no answer any more; `question.outcome` says which.
    void closed(const leadglass::api::PendingQuestion& question);
    // Questions cannot be followed: runs still hold and refuse as their policy says.
    void failed(const QString& why);

private:
    void take(const api::QuestionChange& change);
    void tellCounts();

    Maker<api::ApprovalService> m_makes;
    std::vector<api::PendingQuestion> m_questions;
    std::map<std::string, std::string> m_counted; // by run the last one with other counts; told when m_counts ends
    QTimer m_counts;
    ReflexWatch m_reflex;
    std::jthread m_thread; // last: it ends before what it uses
};

} // namespace leadglass::app
