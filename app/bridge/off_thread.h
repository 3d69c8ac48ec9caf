// Work of a service off the window's thread: nothing that a person sees ever waits for a disk, a lock or a run.
#pragma once

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <type_traits>
#include <utility>

namespace leadglass::app {

// Runs `work()` on a worker thread, then `done(result)` on the thread of the application object; not at all where
// `receiver` is gone by then. `work` must not touch `receiver` nor anything else of the window.
template <class Work, class Done> void offThread(QObject* receiver, Work work, Done done) {
    QThreadPool::globalInstance()->start(
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
