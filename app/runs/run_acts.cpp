#include "app/runs/run_acts.h"

#include <QMessageBox>
#include <QPushButton>
#include <QThread>

#include "app/bridge/off_thread.h"
#include "app/runs/run_words.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr unsigned long kLookEvery = 200; // milliseconds

// The one that discards refuses a run that lives.
Result<std::string> endThenDiscard(api::ReviewService& service, const std::string& run) {
    auto stopped = service.stop(run);
    if (!stopped && stopped.error().code != Code::NotFound) { // it had ended by itself
        return stopped;
    }
    for (unsigned long waited = 0; waited < 1000UL * RunActs::kEndsWithin; waited += kLookEvery) {
        auto gone = service.discard(run);
        if (gone || gone.error().code != Code::Busy) {
            // One that changed nothing is gone by itself.
            return gone || gone.error().code != Code::NotFound ? gone : Result<std::string>(run);
        }
        QThread::msleep(kLookEvery);
    }
    return service.discard(run);
}

} // namespace

RunActs::RunActs(Maker<api::ReviewService> makes, QWidget* parent) : QObject(parent), m_makes(std::move(makes)), m_window(parent) {}

void RunActs::act(const QString& doing, std::function<Result<std::string>(api::ReviewService&)> work) {
    emit told(doing);
    offThread(
        this, [makes = m_makes, work = std::move(work)] { return work(*makes()); },
        [this](const Result<std::string>& done) { emit told(done ? QString() : shown(done.error().text(), 2000)); },
        urgentThreads());
}

bool RunActs::sure(const api::RunInfo& run, const QString& title, const QString& question, const QString& yes) {
    QMessageBox box(QMessageBox::Warning, title, question, QMessageBox::NoButton, m_window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(words::runTitle(run) + QLatin1Char('\n') + tr("It cannot be brought back. The history keeps what it did."));
    auto* button = box.addButton(yes, QMessageBox::DestructiveRole);
    box.setDefaultButton(box.addButton(tr("Keep"), QMessageBox::RejectRole));
    box.exec();
    return box.clickedButton() == button;
}

void RunActs::stop(const std::string& run) {
    act(tr("It is being ended; what does not end within 5 seconds is killed."), [run](api::ReviewService& service) { return service.stop(run); });
}

void RunActs::discard(const api::RunInfo& run) {
    const std::string id = run.id; // the list may be another one when the question is answered
    if (sure(run, tr("Discard"), tr("Throw away what this run changed and was not applied?"), tr("Discard"))) {
        act(tr("It is being thrown away."), [id](api::ReviewService& service) { return service.discard(id); });
    }
}

void RunActs::stopAndDiscard(const api::RunInfo& run) {
    const std::string id = run.id;
    if (sure(run, tr("Stop and discard"), tr("End this run, and throw away what it changed and was not applied?"), tr("Stop and discard"))) {
        act(tr("It is being ended and thrown away."), [id](api::ReviewService& service) { return endThenDiscard(service, id); });
    }
}

} // namespace leadglass::app
