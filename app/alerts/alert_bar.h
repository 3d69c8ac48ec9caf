// The red bar above every page while something that must not leave was seen and the person has not put it away. Without
// height where there is nothing.
#pragma once

#include <QFrame>

#include "app/alerts/alert_feed.h"

class QLabel;
class QPushButton;

namespace leadglass::app {

class PlainLabel;

class AlertBar : public QFrame {
    Q_OBJECT
public:
    static constexpr int kShown = 3;

    // `feed`: borrowed.
    explicit AlertBar(AlertFeed& feed, QWidget* parent = nullptr);

    [[nodiscard]] QString text() const;
    [[nodiscard]] QPushButton& seenButton() { return *m_seen; }
    [[nodiscard]] QPushButton& showButton() { return *m_show; }

signals:
    // The rows are to be shown; `row`: the newest.
    void rowsWanted(qint64 row);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retell();
    void paintRed();

    AlertFeed& m_feed;
    QLabel* m_icon;
    PlainLabel* m_heading;
    PlainLabel* m_text;
    QPushButton* m_show;
    QPushButton* m_seen;
};

} // namespace leadglass::app
