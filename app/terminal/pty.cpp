#include "app/terminal/pty.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QFile>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>
#include <vector>

namespace leadglass::app {
namespace {

constexpr int kPause = 4; // milliseconds

std::vector<char*> pointers(std::vector<QByteArray>& words) {
    std::vector<char*> out;
    for (auto& word : words) {
        out.push_back(word.data());
    }
    out.push_back(nullptr);
    return out;
}

std::vector<QByteArray> encoded(const QStringList& words) {
    std::vector<QByteArray> out;
    for (const auto& word : words) {
        out.push_back(QFile::encodeName(word));
    }
    return out;
}

// Between fork and exec: nothing that takes a lock.
[[noreturn]] void becomeProgram(int terminal, int failure, const char* folder, char* const* words, char* const* environment) {
    sigset_t none;
    sigemptyset(&none);
    struct sigaction plain {};
    plain.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal) {
        ::sigaction(signal, &plain, nullptr);
    }
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (::setsid() >= 0 && ::ioctl(terminal, TIOCSCTTY, 0) == 0 && ::dup2(terminal, 0) == 0 && ::dup2(terminal, 1) == 1 &&
        ::dup2(terminal, 2) == 2 && ::chdir(folder) == 0) {
        if (failure != 3) {
            ::dup3(failure, 3, O_CLOEXEC);
            failure = 3;
        }
        ::syscall(SYS_close_range, 4U, ~0U, 0U);
        ::execve(words[0], words, environment);
    }
    const int error = errno;
    [[maybe_unused]] const auto written = ::write(failure, &error, sizeof error);
    ::_exit(127);
}

// A program that was hung up may go on for a while: its supervisor tidies up.
void waitBehind(pid_t pid, UniqueFd child) {
    const int fd = child.release();
    if (QCoreApplication::instance() == nullptr || QCoreApplication::closingDown()) {
        ::close(fd);
        return; // whoever inherits it waits for it
    }
    auto* ends = new QSocketNotifier(fd, QSocketNotifier::Read, QCoreApplication::instance());
    QObject::connect(ends, &QSocketNotifier::activated, ends, [ends, fd, pid] {
        ends->setEnabled(false);
        ::waitpid(pid, nullptr, WNOHANG);
        ::close(fd);
        ends->deleteLater();
    });
}

} // namespace

Result<std::unique_ptr<Pty>> Pty::start(const Start& start, int rows, int columns) {
    std::unique_ptr<Pty> out(new Pty);
    out->m_master = UniqueFd(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
    std::array<char, 64> name{};
    if (!out->m_master || ::grantpt(out->m_master.get()) != 0 || ::unlockpt(out->m_master.get()) != 0 ||
        ::ptsname_r(out->m_master.get(), name.data(), name.size()) != 0) {
        return ioError("cannot make a terminal", errno);
    }
    const UniqueFd terminal(::open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC));
    std::array<int, 2> pipe{};
    if (!terminal || ::pipe2(pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return ioError("cannot open the terminal", errno);
    }
    out->m_failure = UniqueFd(pipe[0]);
    const UniqueFd failure(pipe[1]);
    termios modes{};
    if (::tcgetattr(terminal.get(), &modes) == 0) {
        modes.c_iflag |= IUTF8;
        ::tcsetattr(terminal.get(), TCSANOW, &modes);
    }
    out->resize(rows, columns);
    auto words = encoded(QStringList(start.program) + start.words);
    auto environment = encoded(start.environment);
    const QByteArray folder = QFile::encodeName(start.folder);
    const auto wordPointers = pointers(words), environmentPointers = pointers(environment);
    const pid_t pid = ::fork();
    if (pid == 0) {
        becomeProgram(terminal.get(), failure.get(), folder.constData(), wordPointers.data(), environmentPointers.data());
    }
    if (pid < 0) {
        return ioError("cannot start a program", errno);
    }
    out->m_pid = pid;
    out->m_child = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0U)));
    if (!out->m_child) {
        const int error = errno;
        ::kill(pid, SIGKILL);
        ::waitpid(pid, nullptr, 0);
        out->m_pid = 0;
        return ioError("cannot watch the program", error, "Linux 5.3 or later is needed");
    }
    ::fcntl(out->m_child.get(), F_SETFD, FD_CLOEXEC);
    out->watch();
    return out;
}

Pty::~Pty() {
    m_reads.reset();
    m_writes.reset();
    m_ends.reset();
    m_master.reset(); // hangs up
    if (m_pid > 0) {
        waitBehind(m_pid, std::move(m_child));
    }
}

void Pty::watch() {
    m_reads = std::make_unique<QSocketNotifier>(m_master.get(), QSocketNotifier::Read);
    m_writes = std::make_unique<QSocketNotifier>(m_master.get(), QSocketNotifier::Write);
    m_ends = std::make_unique<QSocketNotifier>(m_child.get(), QSocketNotifier::Read);
    m_writes->setEnabled(false);
    m_pause.setSingleShot(true);
    connect(m_reads.get(), &QSocketNotifier::activated, this, &Pty::readTurn);
    connect(m_writes.get(), &QSocketNotifier::activated, this, &Pty::writeTurn);
    connect(m_ends.get(), &QSocketNotifier::activated, this, &Pty::childChanged);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (m_reads) {
            m_reads->setEnabled(true);
        }
    });
}

bool Pty::readSome(qsizetype& left) {
    std::array<char, 4096> piece;
    const auto got = ::read(m_master.get(), piece.data(), static_cast<std::size_t>(qMin<qsizetype>(left, piece.size())));
    if (got <= 0) {
        if (got < 0 && errno == EIO) { // nobody has the other end open
            m_reads->setEnabled(false);
        }
        return false;
    }
    left -= got;
    if (m_take) {
        m_take(QByteArrayView(piece.data(), got));
    }
    return true;
}

void Pty::readTurn() {
    QElapsedTimer timer;
    timer.start();
    qsizetype left = kMostAtOnce;
    while (readSome(left)) {
        if (left == 0 || timer.elapsed() >= kMostTime) {
            m_reads->setEnabled(false);
            m_pause.start(kPause);
            return;
        }
    }
}

bool Pty::write(const QByteArray& bytes) {
    if (!m_master || bytes.isEmpty()) {
        return true;
    }
    if (m_waiting.size() + bytes.size() > kMostWaiting) {
        return false;
    }
    m_waiting += bytes;
    writeTurn();
    return true;
}

void Pty::writeTurn() {
    const auto put = ::write(m_master.get(), m_waiting.constData(), static_cast<std::size_t>(m_waiting.size()));
    if (put > 0) {
        m_waiting.remove(0, put);
    } else if (put < 0 && errno != EAGAIN && errno != EINTR) {
        m_waiting.clear();
    }
    m_writes->setEnabled(!m_waiting.isEmpty());
}

void Pty::resize(int rows, int columns) {
    const winsize size{static_cast<unsigned short>(rows), static_cast<unsigned short>(columns), 0, 0};
    if (m_master) {
        ::ioctl(m_master.get(), TIOCSWINSZ, &size);
    }
}

void Pty::childChanged() {
    int status = 0;
    if (::waitpid(m_pid, &status, WNOHANG) != m_pid) {
        return;
    }
    m_pid = 0;
    m_ends->setEnabled(false);
    m_ends.release()->deleteLater(); // it is what calls us
    m_pause.stop();
    // What it wrote last is in the terminal still: at most so much, where something it left behind goes on.
    qsizetype left = 4 * kMostAtOnce;
    while (left > 0 && readSome(left)) {
    }
    int error = 0;
    if (::read(m_failure.get(), &error, sizeof error) != static_cast<ssize_t>(sizeof error)) {
        error = 0;
    }
    m_reads.reset();
    m_writes.reset();
    m_waiting.clear();
    m_master.reset();
    emit ended(status, error);
}

} // namespace leadglass::app
