// "What would happen to ...": one connection, file, limit or device, as the policy decides it; nothing is tried.
#pragma once

#include <QWidget>

#include "app/bridge/services.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace leadglass::app {

class PlainLabel;

class SimulateTab : public QWidget {
    Q_OBJECT
public:
    explicit SimulateTab(const Services& services, QWidget* parent = nullptr);

    void look(const api::PolicyQuery& query);
    // `kind`: "", "loopback:", "read ", "write ", "limit ", "device ".
    void ask(const QString& kind, const QString& what);
    [[nodiscard]] QString answer() const;
    [[nodiscard]] QString verdict() const;

signals:
    void openWanted(const QString& file);

private:
    void askNow();
    void tell(const Result<api::ExplainedDecision>& decision);

    Services m_services;
    api::PolicyQuery m_query;
    QComboBox* m_kind;
    QLineEdit* m_what;
    QPushButton* m_ask;
    QLabel* m_shape;
    PlainLabel* m_verdict;
    PlainLabel* m_answer;
    QPushButton* m_open;
    QString m_file;
    int m_asked = 0;
};

} // namespace leadglass::app
