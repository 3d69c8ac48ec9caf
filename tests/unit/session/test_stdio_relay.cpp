#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QCryptographicHash>
#include <QTemporaryFile>
#include <QtTest>
#include <array>
#include <thread>

#include "core/session/stdio_relay.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

constexpr Nanos kMilli = 1'000'000;

struct Pipe {
    UniqueFd read, write;
    Pipe() {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
            qFatal("pipe2");
        }
        read.reset(ends[0]);
        write.reset(ends[1]);
    }
};

// `sh -c SCRIPT` with the relay's ends; the relay runs until it ends and is drained.
struct Bench {
    std::unique_ptr<EventLoop> loop = std::move(EventLoop::create()).value();
    StdioRelay relay{*loop};
    pid_t child = -1;
    int status = -1;
    bool drained = false;

    void spawn(const char* script) {
        const std::array<int, 3> ends{relay.childEnd(0), relay.childEnd(1), relay.childEnd(2)};
        child = ::fork();
        if (child == 0) {
            for (int i = 0; i < 3; ++i) {
                if (ends[static_cast<std::size_t>(i)] >= 0) {
                    ::dup2(ends[static_cast<std::size_t>(i)], i);
                }
            }
            ::signal(SIGPIPE, SIG_DFL);
            ::execl("/bin/sh", "sh", "-c", script, static_cast<char*>(nullptr));
            ::_exit(127);
        }
        relay.closeChildEnds();
    }
    bool run(Nanos limit = 60'000 * kMilli) {
        const Nanos end = systemClock().awake() + limit;
        while (!drained && systemClock().awake() < end) {
            if (child > 0 && ::waitpid(child, &status, WNOHANG) == child) {
                child = -1;
                relay.finish([this] { drained = true; });
            }
            if (!loop->turn(5 * kMilli)) {
                return false;
            }
        }
        return drained;
    }
};

QByteArray readAll(int fd) {
    QByteArray out;
    std::array<char, 65536> buffer;
    ssize_t size = 0;
    while ((size = ::read(fd, buffer.data(), buffer.size())) > 0) {
        out.append(buffer.data(), size);
    }
    return out;
}

} // namespace

class TestStdioRelay : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { ::signal(SIGPIPE, SIG_IGN); }

    void binaryBytesAreTheSame_data() {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"pipe", "socket", "file"}) {
            QTest::newRow(kind) << kind;
        }
    }
    void binaryBytesAreTheSame() {
        QFETCH(QString, kind);
        constexpr int kSize = 64 * 1024 * 1024;
        QByteArray data(kSize, Qt::Uninitialized);
        quint32 x = 1;
        for (auto& c : data) {
            x = x * 1664525U + 1013904223U;
            c = static_cast<char>(x >> 24);
        }
        UniqueFd in, out, feed, drain;
        QTemporaryFile source, target;
        if (kind == "file") {
            QVERIFY(source.open() && target.open());
            QCOMPARE(source.write(data), kSize);
            QVERIFY(source.flush() && source.seek(0));
            ::lseek(source.handle(), 0, SEEK_SET);
            in.reset(::dup(source.handle()));
            out.reset(::dup(target.handle()));
        } else if (kind == "pipe") {
            Pipe a, b;
            in = std::move(a.read);
            feed = std::move(a.write);
            out = std::move(b.write);
            drain = std::move(b.read);
        } else {
            std::array<int, 2> a{}, b{};
            QVERIFY(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, a.data()) == 0);
            QVERIFY(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, b.data()) == 0);
            in.reset(a[0]);
            feed.reset(a[1]);
            out.reset(b[0]);
            drain.reset(b[1]);
        }
        QByteArray got;
        std::thread writer, reader;
        if (feed) {
            writer = std::thread([&] {
                const char* at = data.constData();
                for (qsizetype left = data.size(); left > 0;) {
                    const ssize_t n = ::write(feed.get(), at, static_cast<std::size_t>(left));
                    if (n <= 0) break;
                    at += n;
                    left -= n;
                }
                feed.reset();
            });
            reader = std::thread([&] { got = readAll(drain.get()); });
        }
        {
            Bench b;
            QVERIFY(b.relay.add(0, in.get()));
            QVERIFY(b.relay.add(1, out.get()));
            QVERIFY(b.relay.start());
            b.spawn("exec cat");
            QVERIFY(b.run());
            QCOMPARE(b.status, 0);
            QCOMPARE(b.relay.relayed(1), std::uint64_t{kSize});
        }
        in.reset();
        out.reset();
        if (writer.joinable()) {
            writer.join();
            reader.join();
        } else {
            QFile file(target.fileName());
            QVERIFY(file.open(QIODevice::ReadOnly));
            got = file.readAll();
        }
        QCOMPARE(QCryptographicHash::hash(got, QCryptographicHash::Sha256),
                 QCryptographicHash::hash(data, QCryptographicHash::Sha256));
    }

    void endOfOurInputIsEndOfTheCommands() {
        Pipe in, out;
        Bench b;
        QVERIFY(b.relay.add(0, in.read.get()));
        QVERIFY(b.relay.add(1, out.write.get()));
        QVERIFY(b.relay.start());
        b.spawn("cat; echo end");
        QVERIFY(::write(in.write.get(), "one\n", 4) == 4);
        in.write.reset();
        QVERIFY(b.run(5000 * kMilli));
        out.write.reset();
        QCOMPARE(readAll(out.read.get()), QByteArray("one\nend\n"));
    }

    void aReaderThatGoesAwayBreaksTheCommandsPipe() {
        Pipe out;
        Bench b;
        QVERIFY(b.relay.add(1, out.write.get()));
        QVERIFY(b.relay.start());
        out.read.reset();
        out.write.reset();
        b.spawn("exec yes");
        QVERIFY(b.run(5000 * kMilli));
        QVERIFY(WIFSIGNALED(b.status));
        QCOMPARE(WTERMSIG(b.status), SIGPIPE);
    }

    void aCommandThatReadsNothingDoesNotHang() {
        Pipe in, out;
        Bench b;
        QVERIFY(b.relay.add(0, in.read.get()));
        QVERIFY(b.relay.add(1, out.write.get()));
        QVERIFY(b.relay.start());
        b.spawn("exec <&-; echo out; sleep 0.2");
        ::fcntl(in.write.get(), F_SETFL, O_NONBLOCK);
        const QByteArray big(60000, 'x');
        QVERIFY(::write(in.write.get(), big.constData(), 60000) > 0);
        QVERIFY(b.run(5000 * kMilli));
        QCOMPARE(b.status, 0);
        out.write.reset();
        QCOMPARE(readAll(out.read.get()), QByteArray("out\n"));
    }

    void aBackgroundHolderIsNotWaitedFor() {
        Pipe out, err;
        Bench b;
        QVERIFY(b.relay.add(1, out.write.get()));
        QVERIFY(b.relay.add(2, err.write.get()));
        QVERIFY(b.relay.start());
        b.spawn("sleep 20 & echo $! >&2; echo done");
        QElapsedTimer timer;
        timer.start();
        QVERIFY(b.run(5000 * kMilli));
        QVERIFY(timer.elapsed() < 3000);
        out.write.reset();
        err.write.reset();
        QCOMPARE(readAll(out.read.get()), QByteArray("done\n"));
        const int holder = readAll(err.read.get()).trimmed().toInt();
        QVERIFY(holder > 0);
        ::kill(holder, SIGKILL);
    }

    void whatCannotBeWrittenIsKept() {
        Pipe in;
        const UniqueFd full(::open("/dev/full", O_WRONLY | O_CLOEXEC)), shut(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        Bench b;
        QVERIFY(b.relay.add(0, in.read.get()));
        QVERIFY(b.relay.add(1, full.get()));
        QVERIFY(b.relay.add(2, shut.get()));
        QVERIFY(b.relay.start());
        b.spawn("echo out; echo err >&2");
        QVERIFY(b.run());
        QCOMPARE(b.relay.failure(0), 0);
        QCOMPARE(b.relay.failure(1), ENOSPC);
        QCOMPARE(b.relay.failure(2), EBADF);
    }
    void aReaderThatWentAwayIsNoFailure() {
        Pipe in, out, err;
        Bench b;
        QVERIFY(b.relay.add(0, in.read.get()));
        QVERIFY(b.relay.add(1, out.write.get()));
        QVERIFY(b.relay.add(2, err.write.get()));
        out.read.reset();
        QVERIFY(b.relay.start());
        b.spawn("echo out; echo err >&2");
        QVERIFY(b.run());
        QCOMPARE(b.relay.failure(1), 0);
        QCOMPARE(b.relay.failure(2), 0);
    }

    void waitsWithoutSpinning() {
        Pipe in, out;
        Bench b;
        QVERIFY(b.relay.add(0, in.read.get()));
        QVERIFY(b.relay.add(1, out.write.get()));
        QVERIFY(b.relay.start());
        b.spawn("exec sleep 1");
        std::array<timespec, 2> cpu{};
        ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu[0]);
        QVERIFY(b.run(5000 * kMilli));
        ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu[1]);
        const double used = static_cast<double>(cpu[1].tv_sec - cpu[0].tv_sec) +
                            static_cast<double>(cpu[1].tv_nsec - cpu[0].tv_nsec) / 1e9;
        QVERIFY2(used < 0.3, qPrintable(QString::number(used)));
    }
};

QTEST_APPLESS_MAIN(TestStdioRelay)
#include "test_stdio_relay.moc"
