// Work of a service off the window's thread: nothing that a person sees ever waits for a disk, a lock or a run.
#pragma once

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <type_traits>
#include <utility>

namespace leadglass::app {

// For what a run or a person waits for: an answer, what is known before it, and the end of a run never stand in line behind
// long looks through files or the history, which have all of the other threads at times (as many as there are processors).
inline QThreadPool& urgentThreads() {
    static QThreadPool threads;
    static const bool many = (threads.setMaxThreadCount(8), true);
    static_cast<void>(many);
    return threads;
}

// Runs `work()` on a worker thread, then `done(result)` on the thread of the application object; not at all where
// `receiver` is gone by then. `work` must not touch `receiver` nor anything else of the window.
template <class Work, class Done> void offThread(QObject* receiver, Work work, Done done, QThreadPool& threads = *QThreadPool::globalInstance()) {
    threads.start(
        [guard = QPointer<QObject>(receiver), work = std::move(work), done = std::move(done)]() mutable {
            auto result = std::make_shared<std::invoke_result_t<Work>>(work());
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [guard, result, done = std::move(done)]() mutable {
                    if (guard) {
                        done(std::move(*result));
                    }
                },
                Qt::QueuedConnection);
        });
}

} // namespace leadglass::app
