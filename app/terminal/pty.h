// Trust: the program is ours (`leadglass run`); what comes through it is of the run.
// Privilege: the person's; starts one program, by its words, in a session and on a terminal of its own.
// Input: bytes of the program; at most kMostAtOnce before other work of the window has its turn.
// Fails: start() says which step failed; a program that cannot be executed ends with its reason in ended().
//
// A pseudo-terminal with a program on it. Closing hangs up, as closing a terminal does: the program gets SIGHUP, and is
// waited for, so that no zombie stays.
#pragma once

#include <QByteArray>
#include <QElapsedTimer>
#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

#include <functional>
#include <memory>

#include "app/launch/terminals.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass::app {

class Pty : public QObject {
    Q_OBJECT
public:
    static constexpr qsizetype kMostAtOnce = 64 << 10; // bytes read in one turn
    static constexpr int kMostTime = 12;               // milliseconds of one turn
    static constexpr qsizetype kMostWaiting = 8 << 20; // bytes that the program has not read yet

    // The program's directory, words and environment are those of `start`, which must name all of them.
    static Result<std::unique_ptr<Pty>> start(const Start& start, int rows, int columns);
    ~Pty() override; // hangs up; a program that goes on is waited for behind the window

    // `take` gets what the program writes, in small pieces; it must not destroy this object.
    void setReader(std::function<void(QByteArrayView)> take) { m_take = std::move(take); }
    // False: more waits than is kept; nothing of it was taken.
    bool write(const QByteArray& bytes);
    void resize(int rows, int columns);
    [[nodiscard]] bool live() const { return m_pid > 0; }
    [[nodiscard]] qint64 pid() const { return m_pid; }

signals:
    // After the last of its output was read. `status`: as of waitpid(). `error`: errno where it could not be executed, else 0.
    void ended(int status, int error);

private:
    Pty() = default;
    void watch();
    void readTurn();
    bool readSome(qsizetype& left); // false: nothing is there, or the other end is closed
    void writeTurn();
    void childChanged();

    UniqueFd m_master;
    UniqueFd m_child;   // pidfd
    UniqueFd m_failure; // why it could not be executed
    pid_t m_pid = 0;
    std::unique_ptr<QSocketNotifier> m_reads;
    std::unique_ptr<QSocketNotifier> m_writes;
    std::unique_ptr<QSocketNotifier> m_ends;
    QTimer m_pause; // single shot: others have their turn
    QByteArray m_waiting;
    std::function<void(QByteArrayView)> m_take;
};

} // namespace leadglass::app
