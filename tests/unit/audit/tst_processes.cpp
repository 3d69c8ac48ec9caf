// Several supervisors share one history; any of them may be killed at any moment.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTest>
#include <random>

#include "core/audit/reader.h"
#include "core/base/clock.h"
#include "core/base/unique_fd.h"
#include "history_fixture.h"

using namespace leadglass;
using namespace leadglass::audit;
using leadglass::test::History;

namespace {

// A child that appends batches for ever (or `batches` times) and writes each acknowledged id.
pid_t startAppender(const History& history, int out, int batches, unsigned long seed) {
    const pid_t pid = ::fork();
    if (pid != 0) {
        return pid;
    }
    std::mt19937 random(seed);
    auto writer = Writer::open(history.path(), std::chrono::seconds(20));
    if (!writer) {
        std::fprintf(stderr, "child: %s\n", writer.error().text().c_str());
        ::_exit(2);
    }
    for (int i = 0; batches < 0 || i < batches; ++i) {
        std::vector<Event> events(1 + random() % 8);
        for (auto& e : events) {
            e = test::sampleEvent(static_cast<int>(random() % 1000));
            e.run = "child" + std::to_string(::getpid());
        }
        const auto ids = (*writer)->append(events);
        if (!ids) {
            std::fprintf(stderr, "child: %s\n", ids.error().text().c_str());
            ::_exit(3);
        }
        const auto size = static_cast<ssize_t>(ids->size() * sizeof(std::int64_t));
        if (::write(out, ids->data(), static_cast<std::size_t>(size)) != size) {
            ::_exit(4);
        }
    }
    ::_exit(0);
}

std::vector<std::int64_t> readIds(int fd) {
    std::vector<std::int64_t> ids;
    std::int64_t id = 0;
    while (::read(fd, &id, sizeof id) == static_cast<ssize_t>(sizeof id)) {
        ids.push_back(id);
    }
    return ids;
}

}  // namespace

class TestProcesses : public QObject {
    Q_OBJECT

private slots:
    void severalProcessesGiveOneGaplessChain() {
        History history;  // not there yet: the children race to create it, too
        int ends[2];
        QCOMPARE(::pipe2(ends, O_CLOEXEC), 0);
        UniqueFd in(ends[0]);
        UniqueFd out(ends[1]);
        constexpr int kChildren = 6;
        constexpr int kBatches = 40;
        std::vector<pid_t> children;
        for (unsigned i = 0; i < kChildren; ++i) {
            children.push_back(startAppender(history, out.get(), kBatches, i));
        }
        out.reset();
        std::vector<std::int64_t> ids = readIds(in.get());
        for (const pid_t child : children) {
            int status = 0;
            QCOMPARE(::waitpid(child, &status, 0), child);
            QCOMPARE(status, 0);
        }
        std::sort(ids.begin(), ids.end());
        QVERIFY(ids.size() >= kChildren * kBatches);
        for (std::size_t i = 0; i < ids.size(); ++i) {
            QCOMPARE(ids[i], static_cast<std::int64_t>(i) + 1);  // no gap, none given twice
        }
        const VerifyReport report = history.verify();
        QVERIFY(report.intact());
        QCOMPARE(report.rows, static_cast<std::int64_t>(ids.size()));
    }

    void everyAcknowledgedRowSurvivesSigkill() {
        const char* given = std::getenv("LEADGLASS_SEED");
        const unsigned seed =
            given != nullptr ? static_cast<unsigned>(std::atoi(given)) : std::random_device{}();
        qInfo("LEADGLASS_SEED=%u", seed);
        std::mt19937 random(seed);
        History history;
        std::int64_t acknowledged = 0;
        for (int round = 0; round < 25; ++round) {
            int ends[2];
            QCOMPARE(::pipe2(ends, O_CLOEXEC), 0);
            UniqueFd in(ends[0]);
            UniqueFd out(ends[1]);
            const pid_t victim = startAppender(history, out.get(), -1, random());
            const pid_t other = startAppender(history, out.get(), 5, random());
            out.reset();
            ::usleep(static_cast<useconds_t>(random() % 40'000));
            ::kill(victim, SIGKILL);
            const auto ids = readIds(in.get());
            int status = 0;
            QCOMPARE(::waitpid(victim, &status, 0), victim);
            QVERIFY(WIFSIGNALED(status));
            QCOMPARE(::waitpid(other, &status, 0), other);
            QCOMPARE(status, 0);
            for (const auto id : ids) {
                acknowledged = std::max(acknowledged, id);
            }
            const VerifyReport report = history.verify();
            QVERIFY2(report.intact(),
                     report.findings.empty() ? "" : report.findings[0].what.c_str());
            QVERIFY(report.rows >= acknowledged);  // ids are gapless, so none below is missing
        }
        QVERIFY(acknowledged > 25);
    }

    void aReaderSeesRowsWhileAWriterIsOpen() {
        History history;
        auto writer = history.writer();
        test::must(writer->append(test::sampleEvents(3)), "append");
        auto reader = test::must(Reader::open(history.path(), std::chrono::seconds(2)), "reader");
        QCOMPARE(test::must(reader->query({}), "query").size(), std::size_t{3});
        test::must(writer->append(test::sampleEvents(2)), "append");
        QCOMPARE(test::must(reader->query({}), "query").size(), std::size_t{5});
        reader.reset();
        // Closing the reader must not have dropped the writer's locks (fcntl(2)).
        history.fill(1);
        test::must(writer->append(test::sampleEvents(1)), "append");
        QCOMPARE(history.verify().rows, 7);
        QVERIFY(history.verify().intact());
    }
};

QTEST_APPLESS_MAIN(TestProcesses)
#include "tst_processes.moc"
