// All of one row, as text to read and copy; and for a refusal, what the policy says of it now.
#pragma once

#include <QWidget>

#include <optional>

#include "app/activity/event_words.h"
#include "app/bridge/services.h"

class QPlainTextEdit;
class QPushButton;

namespace leadglass::app {

class EventDetails : public QWidget {
    Q_OBJECT
public:
    explicit EventDetails(const Services& services, QWidget* parent = nullptr);

    // 0: none.
    void setEvent(qint64 id);
    // Of the row that is shown; empty: none, or not read yet.
    [[nodiscard]] QString run() const;
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool canExplain() const;
    void explain();

signals:
    void loaded();
    void explained();
    // All of this run.
    void runWanted(const QString& run);

private:
    void read();
    void take(qint64 id, const Result<api::ActivityRow>& row);
    void add(const QString& name, const QString& value);

    Services m_services;
    QPlainTextEdit* m_text;
    QPushButton* m_explain;
    QPushButton* m_run;
    qint64 m_wanted = 0;
    bool m_reading = false;
    std::optional<api::ActivityRow> m_row;
};

} // namespace leadglass::app
