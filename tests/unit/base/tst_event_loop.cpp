// The loop: order, removal while running, descriptor numbers used again.
#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <QtTest>
#include <array>

#include "core/base/event_loop.h"

using namespace leadglass;

namespace {
struct Pipe {
    UniqueFd read;
    UniqueFd write;
    Pipe() {
        std::array<int, 2> fds{};
        if (::pipe2(fds.data(), O_CLOEXEC) == 0) {
            read.reset(fds[0]);
            write.reset(fds[1]);
        }
    }
};
constexpr Nanos kMilli = 1'000'000;
} // namespace

class EventLoopTest : public QObject {
    Q_OBJECT
private slots:
    void firesTimersInOrderAndNotCancelledOnes() {
        auto loop = EventLoop::create().value();
        std::string order;
        loop->after(20 * kMilli, [&] { order += 'b'; });
        loop->after(10 * kMilli, [&] { order += 'a'; });
        const auto gone = loop->after(5 * kMilli, [&] { order += 'x'; });
        loop->cancel(gone);
        loop->after(30 * kMilli, [&] { loop->stop(); });
        QVERIFY(loop->run());
        QCOMPARE(order, std::string("ab"));
    }
    void aStopBeforeTheFirstWaitIsNotSleptThrough() {
        auto loop = EventLoop::create().value();
        int late = 0;
        loop->after(2000 * kMilli, [&] {
            ++late;
            loop->stop();
        });
        loop->defer([&] { loop->defer([&] { loop->stop(); }); });
        QVERIFY(loop->run());
        QCOMPARE(late, 0);
    }
    void aDescriptorRemovedInATurnGetsNoEventInThatTurn() {
        auto loop = EventLoop::create().value();
        Pipe first;
        Pipe second;
        int calls = 0;
        QVERIFY(loop->add(first.read.get(), EPOLLIN, [&](std::uint32_t) {
            ++calls;
            loop->remove(first.read.get());
            loop->remove(second.read.get());
        }));
        QVERIFY(loop->add(second.read.get(), EPOLLIN, [&](std::uint32_t) {
            ++calls;
            loop->remove(first.read.get());
            loop->remove(second.read.get());
        }));
        QCOMPARE(::write(first.write.get(), "x", 1), ssize_t{1});
        QCOMPARE(::write(second.write.get(), "x", 1), ssize_t{1});
        QVERIFY(loop->turn(100 * kMilli));
        QCOMPARE(calls, 1);
    }
    void aNumberUsedAgainInTheSameTurnGetsNoForeignEvent() {
        auto loop = EventLoop::create().value();
        Pipe first;
        Pipe second;
        int foreign = 0;
        const auto replace = [&](Pipe& mine, Pipe& other) {
            loop->remove(mine.read.get());
            loop->remove(other.read.get());
            const int number = other.read.release();
            ::close(number);
            Pipe fresh; // takes the freed number
            QVERIFY(loop->add(fresh.read.get(), EPOLLIN, [&](std::uint32_t) { ++foreign; }));
            loop->remove(fresh.read.get());
            QVERIFY(loop->add(fresh.read.get(), EPOLLIN, [&](std::uint32_t) { ++foreign; }));
            m_kept = std::move(fresh.read);
            m_keptWrite = std::move(fresh.write);
        };
        QVERIFY(loop->add(first.read.get(), EPOLLIN, [&](std::uint32_t) { replace(first, second); }));
        QVERIFY(loop->add(second.read.get(), EPOLLIN, [&](std::uint32_t) { replace(second, first); }));
        QCOMPARE(::write(first.write.get(), "x", 1), ssize_t{1});
        QCOMPARE(::write(second.write.get(), "x", 1), ssize_t{1});
        QVERIFY(loop->turn(100 * kMilli));
        QCOMPARE(foreign, 0);
    }
    void deferredCallsRunAfterTheTurn() {
        auto loop = EventLoop::create().value();
        std::string order;
        loop->after(0, [&] {
            loop->defer([&] { order += '2'; });
            order += '1';
        });
        QVERIFY(loop->turn(10 * kMilli));
        QCOMPARE(order, std::string("12"));
    }

private:
    UniqueFd m_kept;
    UniqueFd m_keptWrite;
};

QTEST_APPLESS_MAIN(EventLoopTest)
#include "tst_event_loop.moc"
