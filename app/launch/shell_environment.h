// Trust: what the person's own shell prints when it starts; its profile may print anything, or never end.
// Privilege: the person's; starts their login shell once.
// Input: bytes of that shell, at most 1 MiB, within five seconds.
// Fails: nothing is taken, and the reason is said; the app's own environment stands.
//
// An app that the desktop started has no login-shell environment: PATH and what toolchains need (nvm, pyenv, cargo ...) are
// asked of the shell, in a child with a deadline.
#pragma once

#include <QMap>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QTimer>

namespace leadglass::app {

class ShellEnvironment : public QObject {
    Q_OBJECT
public:
    explicit ShellEnvironment(QObject* parent = nullptr);
    ~ShellEnvironment() override;

    // Asks again; `shell`: absolute; empty: the person's own. Ends with done().
    void ask(const QString& shell = {});
    // What was taken: PATH, and variables of toolchains whose names are on the list; never a key or a token.
    [[nodiscard]] const QMap<QString, QString>& taken() const { return m_taken; }
    // Why nothing was; empty: it was.
    [[nodiscard]] const QString& trouble() const { return m_trouble; }
    // This process's environment with `taken` in it, as NAME=VALUE.
    [[nodiscard]] QStringList merged() const;

signals:
    void done();

private:
    void end(const QString& trouble);
    void take(const QByteArray& output);

    QProcess m_shell;
    QTimer m_deadline;
    bool m_asking = false;
    QByteArray m_output;
    QByteArray m_mark;
    QMap<QString, QString> m_taken;
    QString m_trouble;
};

} // namespace leadglass::app
