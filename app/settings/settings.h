// The person's choices about the app, kept in one file: app.json in Leadglass's directory of settings.
//
// There is one app for a person (desktop/instance.h), and one of these in it: every window shows the same. A file that
// cannot be read is said once, the defaults hold, and it stays as it is; whatever is there and was not written by us is
// moved aside before we write, never written over.
#pragma once

#include <QObject>
#include <QThreadPool>

#include "app/settings/choices.h"
#include "core/api/approval_service.h"

namespace leadglass::app {

enum class SilenceFor { Hour, Run, Day };

class Settings : public QObject {
    Q_OBJECT
public:
    // `folder`: of Leadglass's settings; empty: nothing is kept.
    explicit Settings(const std::string& folder = {}, QObject* parent = nullptr);
    ~Settings() override; // what was changed is written

    [[nodiscard]] const Choices& choices() const { return m_choices; }
    [[nodiscard]] const QString& file() const { return m_file; }
    // There was none.
    [[nodiscard]] bool isNew() const { return m_isNew; }
    // Why the file was not read, or could not be written; empty: it was.
    [[nodiscard]] const QString& trouble() const { return m_trouble; }
    // Takes effect at once and is written off the window's thread, in order.
    void change(const std::function<void(Choices&)>& how);

    // "cdn.example.org:443"
    static QString targetOf(const api::PendingQuestion& question);
    [[nodiscard]] bool silences(const api::PendingQuestion& question) const;
    void silence(const api::PendingQuestion& question, SilenceFor how);
    // Takes out those whose time is over, and those of runs that `lives` denies.
    void sweep(const std::function<bool(const std::string& run)>& lives);

signals:
    void changed();
    void troubled();

private:
    void read();
    void write();

    QString m_file;
    Choices m_choices;
    QByteArray m_known; // what is in the file, as far as we know; of the writing thread once there is one
    bool m_isNew = true;
    QString m_trouble;
    QThreadPool m_writer; // one thread
};

} // namespace leadglass::app
