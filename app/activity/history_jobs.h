// Long work over the whole history: it is checked, or written out. One at a time, with progress, until it is told to stop.
#pragma once

#include <QWidget>

#include <atomic>
#include <memory>

#include "app/bridge/services.h"

class QProgressBar;
class QPushButton;

namespace leadglass::app {

class PlainLabel;

class HistoryJobs : public QWidget {
    Q_OBJECT
public:
    explicit HistoryJobs(const Services& services, QWidget* parent = nullptr);
    ~HistoryJobs() override; // stops what runs

    [[nodiscard]] bool isBusy() const { return m_stop != nullptr; }
    [[nodiscard]] QString text() const;
    void verify();
    // Into `file`, whole or not at all; only the person's own to read.
    void write(const QString& file, api::ExportForm form, const api::ActivitySought& sought);
    void stop();

signals:
    // `text` says how it ended.
    void ended(const QString& text);

private:
    using Stop = std::shared_ptr<std::atomic<bool>>;
    Stop begin(const QString& text);
    void end(const QString& text);
    void tell(qint64 done, qint64 total);
    // To be called on any thread, often; false: stop.
    std::function<bool(std::int64_t, std::int64_t)> progressOf(const Stop& stop);

    Services m_services;
    PlainLabel* m_text;
    QProgressBar* m_bar;
    QPushButton* m_button; // stops; afterwards, puts away
    Stop m_stop;           // null: nothing runs
};

} // namespace leadglass::app
