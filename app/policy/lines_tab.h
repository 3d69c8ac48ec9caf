// Every line that holds, with its value, its place and layer; a lock where nothing loosens it.
#pragma once

#include <QWidget>

#include "app/bridge/services.h"

class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace leadglass::app {

class PlainLabel;

class LinesTab : public QWidget {
    Q_OBJECT
public:
    explicit LinesTab(QWidget* parent = nullptr);
    void tell(const Result<api::ShownPolicy>& policy);
    [[nodiscard]] QTreeWidget& tree() { return *m_tree; }
    [[nodiscard]] QLineEdit& filter() { return *m_filter; }
    [[nodiscard]] QString summary() const;

signals:
    void openWanted(const QString& file);

private:
    void sift();
    void select();

    QLineEdit* m_filter;
    QTreeWidget* m_tree;
    PlainLabel* m_sum;
    PlainLabel* m_details;
    QPushButton* m_open;
};

} // namespace leadglass::app
