// The person's credentials: which are kept, where each may go, and what is wrong with it. Set, tested and removed here; a
// value is never shown. Looks anew whenever it comes up; asks no keyring for its password by itself.
#pragma once

#include <QWidget>

#include "app/bridge/services.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QTreeWidget;

namespace leadglass::app {

class EmptyState;
class PlainLabel;
class SetSecretDialog;

class SecretsPage : public QWidget {
    Q_OBJECT
public:
    // `services.secrets` is there.
    explicit SecretsPage(const Services& services, QWidget* parent = nullptr);

    void look();
    // The dialog, shown; of the selected one where `again`.
    SetSecretDialog* set(bool again);
    void test();   // the selected one
    void remove(); // asks first

    [[nodiscard]] QTreeWidget& tree() { return *m_tree; }
    [[nodiscard]] QString notice() const; // of stores
    [[nodiscard]] QString said() const;   // of the last thing that was done
    [[nodiscard]] bool isBusy() const { return m_busy > 0; }
    [[nodiscard]] bool isEmpty() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void tell(const Result<api::KeptSecrets>& found);
    void say(const QString& text);
    void forget(const api::KeptSecret& secret);
    void buttons();
    [[nodiscard]] const api::KeptSecret* selected() const;

    Services m_services;
    std::vector<api::KeptSecret> m_secrets;
    PlainLabel* m_about;
    QWidget* m_noticeRow;
    QLabel* m_noticeIcon;
    PlainLabel* m_notice;
    QStackedWidget* m_stack;
    QTreeWidget* m_tree;
    EmptyState* m_empty;
    PlainLabel* m_said;
    QPushButton* m_new;
    QPushButton* m_again;
    QPushButton* m_test;
    QPushButton* m_remove;
    QString m_wanted; // to be selected once it is listed
    int m_asked = 0;
    int m_busy = 0;
};

} // namespace leadglass::app
