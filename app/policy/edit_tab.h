// The lines of one policy file, to add, change and remove.
#pragma once

#include <QWidget>

#include "app/bridge/services.h"
#include "app/policy/edit_dialog.h"

class QComboBox;
class QPushButton;
class QTreeWidget;

namespace leadglass::app {

class PlainLabel;

class EditTab : public QWidget {
    Q_OBJECT
public:
    explicit EditTab(const Services& services, QWidget* parent = nullptr);

    void look(const api::PolicyQuery& query);
    [[nodiscard]] QTreeWidget& tree() { return *m_tree; }
    [[nodiscard]] QComboBox& files() { return *m_files; }
    [[nodiscard]] const api::EditableFile* file() const; // null: none yet
    // Null: the file is not changed here.
    EditDialog* edit(EditDialog::What what);
    void makeOwn();
    void makeProject(); // a file of the project's own, where it has none
    [[nodiscard]] QString state() const;

signals:
    void changed(); // a file was written
    void openWanted(const QString& file);
    void ownMade(const QString& profile);

private:
    void tell(Result<std::vector<api::EditableFile>> files);
    void showFile();
    void fit();
    void took(const Result<std::string>& made);
    [[nodiscard]] const policy::PolicyItem* item() const; // the selected one; null: none

    Services m_services;
    api::PolicyQuery m_query;
    std::vector<api::EditableFile> m_found;
    QString m_wanted; // the file that was looked at
    int m_asked = 0;
    QComboBox* m_files;
    QTreeWidget* m_tree;
    PlainLabel* m_state;
    QPushButton* m_add;
    QPushButton* m_change;
    QPushButton* m_remove;
    QPushButton* m_own;
    QPushButton* m_tighten;
    QPushButton* m_open;
};

} // namespace leadglass::app
