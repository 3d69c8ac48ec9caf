// How far a run with this policy reaches: what it could write, read and connect to, counted and listed.
#pragma once

#include <QWidget>

#include "app/bridge/services.h"

class QTreeWidget;

namespace leadglass::app {

class PlainLabel;

class ReachTab : public QWidget {
    Q_OBJECT
public:
    explicit ReachTab(const Services& services, QWidget* parent = nullptr);

    void look(const api::PolicyQuery& query);
    [[nodiscard]] QTreeWidget& tree() { return *m_tree; }
    [[nodiscard]] QString summary() const;

private:
    void tell(const Result<api::Reach>& reach);
    void list(const QString& title, const std::vector<api::ReachLine>& lines);

    Services m_services;
    PlainLabel* m_sum;
    QTreeWidget* m_tree;
    int m_asked = 0;
};

} // namespace leadglass::app
