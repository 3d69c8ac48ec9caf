#include "app/activity/history_jobs.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QSaveFile>

#include "app/activity/verify_words.h"
#include "app/bridge/off_thread.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr int kTellEvery = 100; // milliseconds
constexpr int kSteps = 1000;    // of the bar: rows may be more than an int holds

struct Written {
    Result<api::ActivityExported> what = api::ActivityExported{};
    QString why; // the file's own reason
};

Written writeOut(api::ActivityService& service, const QString& file, api::ExportForm form, const api::ActivitySought& sought,
                 const std::function<bool(std::int64_t, std::int64_t)>& progress) {
    QSaveFile out(file); // another file until commit(): never half a one under this name
    Written result;
    if (!out.open(QIODevice::WriteOnly) || !out.setPermissions(QFile::ReadOwner | QFile::WriteOwner)) {
        result.why = out.errorString();
        result.what = makeError(Code::Io, "");
        return result;
    }
    const auto write = [&out](std::string_view text) { return out.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size()); };
    result.what = service.exportRows(sought, form, write, progress);
    if (!result.what) {
        result.why = result.what.error().code == Code::Io ? out.errorString() : QString();
        out.cancelWriting();
    } else if (!out.commit()) {
        result.why = out.errorString();
        result.what = makeError(Code::Io, "");
    }
    return result;
}

} // namespace

HistoryJobs::HistoryJobs(const Services& services, QWidget* parent)
    : QWidget(parent), m_services(services), m_text(new PlainLabel), m_bar(new QProgressBar), m_button(new QPushButton) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_bar);
    layout->addWidget(m_button, 0, Qt::AlignTop);
    m_bar->setRange(0, kSteps);
    m_bar->setAccessibleName(tr("Progress"));
    connect(m_button, &QPushButton::clicked, this, [this] { isBusy() ? stop() : hide(); });
    hide();
}

HistoryJobs::~HistoryJobs() { stop(); }

QString HistoryJobs::text() const { return m_text->text(); }

void HistoryJobs::stop() {
    if (m_stop) {
        m_stop->store(true);
    }
}

HistoryJobs::Stop HistoryJobs::begin(const QString& text) {
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_text->setText(text);
    m_bar->setValue(0);
    m_bar->show();
    m_button->setText(tr("Stop"));
    show();
    return m_stop;
}

void HistoryJobs::end(const QString& text) {
    m_stop.reset();
    m_bar->hide();
    m_button->setText(tr("Close"));
    m_text->setText(text);
    emit ended(text);
}

void HistoryJobs::tell(qint64 done, qint64 total) {
    if (isBusy() && total > 0) {
        m_bar->setValue(static_cast<int>(static_cast<double>(done) / static_cast<double>(total) * kSteps));
    }
}

std::function<bool(std::int64_t, std::int64_t)> HistoryJobs::progressOf(const Stop& stop) {
    auto told = std::make_shared<QElapsedTimer>();
    return [guard = QPointer<HistoryJobs>(this), stop, told](std::int64_t done, std::int64_t total) {
        if (!told->isValid() || told->elapsed() >= kTellEvery) {
            told->start();
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [guard, done, total] {
                    if (guard) {
                        guard->tell(done, total);
                    }
                },
                Qt::QueuedConnection);
        }
        return !stop->load();
    };
}

void HistoryJobs::verify() {
    if (isBusy()) {
        return;
    }
    const auto progress = progressOf(begin(tr("Going through the history …")));
    offThread(
        this, [makes = m_services.audit, progress] { return makes()->verify(progress); },
        [this](const Result<api::AuditReport>& report) {
            if (report) {
                end(words::whole(*report));
            } else if (report.error().code == Code::Closed) {
                end(tr("Stopped. A check that was not finished says nothing."));
            } else {
                end(shown(report.error().text(), 2000));
            }
        });
}

void HistoryJobs::write(const QString& file, api::ExportForm form, const api::ActivitySought& sought) {
    if (isBusy()) {
        return;
    }
    const QString name = shownPath(file.toStdString());
    //: %1: path of a file
    const auto progress = progressOf(begin(tr("Writing %1 …").arg(name)));
    offThread(
        this, [makes = m_services.activity, file, form, sought, progress] { return writeOut(*makes(), file, form, sought, progress); },
        [this, name](const Written& written) {
            if (written.what && written.what->cut) {
                //: %1: path of a file
                end(tr("%1 is written: the newest %n event(s) of those that fit; a page holds no more. JSON lines and CSV hold all.", nullptr,
                       static_cast<int>(written.what->rows))
                        .arg(name));
            } else if (written.what) {
                //: %1: path of a file; %2: number of a row; %3: a hash
                end(tr("%1 is written: %n event(s). Head of the history: row %2, %3", nullptr, static_cast<int>(written.what->rows))
                        .arg(name, QString::number(written.what->headRow), shown(written.what->head)));
            } else if (written.what.error().code == Code::Closed) {
                end(tr("Stopped. Nothing was written."));
            } else {
                const QString why = written.why.isEmpty() ? shown(written.what.error().text(), 2000) : shown(written.why.toStdString());
                //: %1: path of a file; %2: the reason
                end(tr("%1 is not written: %2").arg(name, why));
            }
        });
}

} // namespace leadglass::app
