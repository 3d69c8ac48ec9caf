// A credential is kept, or gets a new value. The dialog stays until that is done, or the person gives up.
#pragma once

#include <QDialog>

#include "app/bridge/services.h"

class QComboBox;
class QLineEdit;
class QPushButton;

namespace leadglass::app {

class PlainLabel;
class SecretEdit;

class SetSecretDialog : public QDialog {
    Q_OBJECT
public:
    // `known`: a credential that gets a new value; its name and store are settled.
    SetSecretDialog(const Services& services, const api::KeptSecret* known, QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit& name() { return *m_name; }
    [[nodiscard]] QComboBox& store() { return *m_store; }
    [[nodiscard]] SecretEdit& value() { return *m_value; }
    [[nodiscard]] QPushButton& keepButton() { return *m_keep; }
    [[nodiscard]] QString trouble() const;
    void keep();

signals:
    void kept(const QString& name);

private:
    void build();
    void tell();
    void told(const Status& done);

    Services m_services;
    QLineEdit* m_name;
    QComboBox* m_store;
    SecretEdit* m_value;
    PlainLabel* m_trouble;
    QPushButton* m_keep = nullptr;
    bool m_busy = false;
};

} // namespace leadglass::app
