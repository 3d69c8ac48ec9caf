// What a person does to a run: end it, throw away what it changed, or both. Asks before anything is lost.
#pragma once

#include <QObject>

#include <functional>
#include <string>

#include "app/bridge/services.h"

class QWidget;

namespace leadglass::app {

class RunActs : public QObject {
    Q_OBJECT
public:
    static constexpr int kEndsWithin = 20; // seconds: then it is not discarded, and that is said

    // `parent`: of the questions.
    RunActs(Maker<api::ReviewService> makes, QWidget* parent);

    void stop(const std::string& run);
    void discard(const api::RunInfo& run);
    // `run` is live.
    void stopAndDiscard(const api::RunInfo& run);

signals:
    // What is being done, or what it failed of; empty: it is done.
    void told(const QString& text);

private:
    bool sure(const api::RunInfo& run, const QString& title, const QString& question, const QString& yes);
    void act(const QString& doing, std::function<Result<std::string>(api::ReviewService&)> work);

    Maker<api::ReviewService> m_makes;
    QWidget* m_window;
};

} // namespace leadglass::app
