// A button with the saved searches: one takes one, saves what is in the search line under a name, or removes one.
#pragma once

#include <QToolButton>

#include "app/activity/saved_searches.h"

namespace leadglass::app {

class SavedMenu : public QToolButton {
    Q_OBJECT
public:
    // `file`: where they are kept; read and written off the window's thread.
    explicit SavedMenu(const QString& file, QWidget* parent = nullptr);

    // What could be saved; empty: nothing.
    void setLine(const QString& line);
    [[nodiscard]] const QList<SavedSearch>& all() const { return m_saved.all; }
    [[nodiscard]] QString error() const { return m_saved.error; }
    void save(const QString& name); // the line that was set
    void remove(const QString& name);
    void reload();

signals:
    void wanted(const QString& line);
    void changed(); // all() and error() are new

private:
    void fill();
    void askName();
    void work(SavedSearches (*how)(const QString& file, const SavedSearch& search), const SavedSearch& search);

    QString m_file;
    QString m_line;
    SavedSearches m_saved;
};

} // namespace leadglass::app
