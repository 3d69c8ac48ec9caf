// The answers that were kept: which there are, which are unused, and taking them back.
#pragma once

#include <QWidget>

#include "app/bridge/services.h"

class QCheckBox;
class QPushButton;
class QTreeWidget;

namespace leadglass::app {

class PlainLabel;

class GrantsTab : public QWidget {
    Q_OBJECT
public:
    explicit GrantsTab(const Services& services, QWidget* parent = nullptr);

    void look();
    void revoke(); // the selected ones
    [[nodiscard]] QTreeWidget& tree() { return *m_tree; }
    [[nodiscard]] QCheckBox& onlyUnused() { return *m_unused; }
    [[nodiscard]] QString summary() const;
    [[nodiscard]] bool isKnown() const { return m_known; }

signals:
    void changed();

private:
    void tell(Result<std::vector<api::KeptGrant>> grants);
    void show(const std::vector<api::KeptGrant>& grants);

    Services m_services;
    std::vector<api::KeptGrant> m_grants;
    PlainLabel* m_sum;
    QCheckBox* m_unused;
    QTreeWidget* m_tree;
    QPushButton* m_revoke;
    int m_asked = 0;
    bool m_known = false;
};

} // namespace leadglass::app
