// One change of a policy file: its fields, and beneath them what it would do, as long as it is changed. Nothing is written
// before a person has seen the very lines.
#pragma once

#include <QDialog>
#include <QTimer>

#include "app/bridge/services.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace leadglass::app {

class PlainLabel;

class EditDialog : public QDialog {
    Q_OBJECT
public:
    enum class What { Add, Change, Remove };
    // `item`: of Change and Remove.
    EditDialog(const Services& services, api::EditableFile file, What what, policy::PolicyItem item = {}, QWidget* parent = nullptr);

    [[nodiscard]] std::vector<policy::PolicyEdit> edits() const; // empty: nothing is said yet, or nothing would change
    [[nodiscard]] QString diff() const;
    [[nodiscard]] QString trouble() const;
    [[nodiscard]] QString effect() const;
    [[nodiscard]] bool canWrite() const;
    void write();

    // Fields, for whoever fills them in a person's place.
    [[nodiscard]] QComboBox& kind() { return *m_kind; }
    [[nodiscard]] QComboBox& about() { return *m_about; }
    [[nodiscard]] QLineEdit& value() { return *m_value; }
    [[nodiscard]] QLineEdit& ports() { return *m_ports; }
    [[nodiscard]] QLineEdit& methods() { return *m_methods; }
    [[nodiscard]] QLineEdit& paths() { return *m_paths; }
    [[nodiscard]] PlainLabel& narrow() { return *m_narrow; }

signals:
    void written();

private:
    void build();
    void fill();
    void fit();
    void fitNarrow();
    void ask();
    void told(const Result<api::EditPreview>& preview);
    [[nodiscard]] bool isRule() const;
    [[nodiscard]] std::string key() const;
    [[nodiscard]] policy::RuleWords rule(bool* fine) const;

    Services m_services;
    api::EditableFile m_file;
    What m_what;
    policy::PolicyItem m_item;
    QFormLayout* m_form = nullptr;
    QComboBox* m_kind;
    QComboBox* m_about;
    QLineEdit* m_value;
    QLineEdit* m_ports;
    QComboBox* m_protocol;
    QCheckBox* m_private;
    QLineEdit* m_methods;
    QLineEdit* m_paths;
    PlainLabel* m_narrow; // what is true of them today
    QLineEdit* m_comment;
    PlainLabel* m_effect;
    PlainLabel* m_trouble;
    QPlainTextEdit* m_diff;
    QPushButton* m_write = nullptr;
    QTimer m_typing;
    int m_asked = 0;
    bool m_ready = false; // what is shown is what would be written
};

} // namespace leadglass::app
