#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>

#include <QTemporaryDir>
#include <QtTest>

#include "core/base/sys.h"
#include "core/session/control_client.h"
#include "core/session/control_server.h"
#include "core/session/local_approval_service.h"
#include "tests/support/require.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

constexpr Nanos kMilli = 1'000'000;

struct Bench {
    QTemporaryDir top;
    Places places;
    UniqueFd dir;
    std::unique_ptr<EventLoop> loop = std::move(EventLoop::create()).value();
    std::vector<Resolution> resolved;
    bool stopped = false;
    ApprovalQueue queue;
    std::unique_ptr<ControlServer> server;

    explicit Bench(ApprovalQueue::Options with = options())
        : queue(*loop, systemClock(), std::move(with), [this](const Resolution& r) {
              resolved.push_back(r);
              return Status();
          }) {
        // Longer than sun_path: the path must not matter.
        places.runtime = (top.path() + "/" + QString(120, 'x')).toStdString();
        const std::string run = places.runtime + "/runs/r1";
        dir = std::move(sys::makeDirs(run, 0700).ok() ? sys::open(run, O_RDONLY | O_DIRECTORY)
                                                      : Result<UniqueFd>(UniqueFd()))
                  .value();
        listen();
    }
    void listen() {
        server.reset(); // closes its peers, as it does with one that does not read
        server = std::move(ControlServer::listen(*loop, dir.get(), queue,
                                                 {[] {
                                                      wire::RunStatus s;
                                                      s.run = "r1";
                                                      s.state = "running";
                                                      return s;
                                                  },
                                                  [this] {
                                                      stopped = true;
                                                      return Status();
                                                  },
                                                  nullptr,
                                                  {},
                                                  [] {
                                                      wire::RunUsage usage;
                                                      usage.member = 4711;
                                                      usage.limits = {{"memory", "bytes", 1024, 512, false, "watchdog"}};
                                                      return usage;
                                                  }}))
                     .value();
    }
    static ApprovalQueue::Options options() {
        ApprovalQueue::Options o;
        o.run = "r1";
        return o;
    }
    void ask(std::uint64_t flow, const std::string& host, const std::string& program = "curl") {
        AskRequest r;
        r.flow = flow;
        r.host = host;
        r.port = 443;
        r.protocol = "tls";
        r.process = "1 " + program + program + program;
        r.program = program;
        r.scopes = {Scope::Once, Scope::Run};
        queue.ask(r);
    }
    // `inChild` runs in another process; its result is the exit status.
    template <class F> int peer(F inChild) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::_exit(inChild());
        }
        int status = 0;
        const Nanos end = systemClock().awake() + 90'000 * kMilli; // with sanitizers, beside other tests
        while (::waitpid(child, &status, WNOHANG) == 0) {
            if (systemClock().awake() > end) {
                ::kill(child, SIGKILL);
            }
            if (!loop->turn(5 * kMilli)) {
                return -1;
            }
        }
        for (int i = 0; i < 3; ++i) {
            static_cast<void>(loop->turn(kMilli));
        }
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
};

int refusedAfter(int unshareFlags, int dir) {
    if (::unshare(unshareFlags) != 0) {
        return 77;
    }
    const pid_t child = ::fork(); // a new pid namespace begins with the next child
    if (child == 0) {
        const auto client = ControlClient::connectIn(dir, std::chrono::milliseconds(3000));
        ::_exit(!client && client.error().code == Code::Closed ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

} // namespace

class TestControlServer : public QObject {
    Q_OBJECT
private slots:
    void aThousandQuestionsAreListedAndWatchedInFull() {
        Bench b;
        constexpr std::size_t kMany = 1000;
        for (std::size_t i = 0; i < kMany; ++i) {
            b.ask(i + 1, "h" + std::to_string(i) + "." + std::string(60, 'x') + ".example.com");
        }
        QCOMPARE(b.peer([&] {
            const auto service = makeLocalApprovalService(b.places);
            const auto list = service->list();
            if (!list || list->size() != kMany) {
                return 1;
            }
            std::set<std::string> seen;
            for (const auto& question : *list) {
                seen.insert(question.id);
            }
            if (seen.size() != kMany) {
                return 2;
            }
            std::set<std::string> watched;
            std::stop_source stop;
            const Status done = service->watch(
                false,
                [&](const api::QuestionChange& change) {
                    watched.insert(change.question.id);
                    return watched.size() < kMany;
                },
                stop.get_token());
            return done && watched == seen ? 0 : 3;
        }), 0);
    }
    // As many as wait and are kept, each as long as a run can make it: backslashes are written twice, and once more in a frame.
    void allThatARunCanAskReachesAWatcher() {
        auto options = Bench::options();
        const std::size_t many = options.maxPending + options.maxKept;
        options.maxPending = many;
        options.newPerMinute = static_cast<unsigned>(many);
        options.project = "/home/" + std::string(250, 'p');
        Bench b(options);
        std::uint64_t flow = 0;
        for (std::size_t i = 0; i < many; ++i) {
            const std::string host = "h" + std::to_string(i) + "." + std::string(60, 'x') + "." + std::string(60, 'y') + "." + std::string(60, 'z') + ".example.com";
            for (char program = 'a'; program < 'i'; ++program) {
                b.ask(++flow, host, program + std::string(250, '\\'));
            }
        }
        QCOMPARE(b.peer([&] {
            std::set<std::string> watched;
            std::stop_source stop;
            const Status done = makeLocalApprovalService(b.places)->watch(
                false,
                [&](const api::QuestionChange& change) {
                    watched.insert(change.question.id);
                    return watched.size() < many;
                },
                stop.get_token());
            return done && watched.size() == many ? 0 : 1;
        }), 0);
    }
    void aWatcherThatLostItsRunButNotForGoodFollowsItAgain() {
        Bench b;
        b.ask(1, "a.example.com");
        b.loop->after(500 * kMilli, [&] {
            b.listen();
            b.ask(2, "b.example.com");
        });
        QCOMPARE(b.peer([&] {
            auto service = makeLocalApprovalService(b.places);
            bool second = false;
            std::stop_source stop;
            const Status done = service->watch(
                false,
                [&](const api::QuestionChange& change) {
                    second = change.kind == api::QuestionChange::Kind::Raised && change.question.host == "b.example.com";
                    return !second;
                },
                stop.get_token());
            return done && second ? 0 : 1;
        }), 0);
    }
    void answersFromAnotherProcess() {
        Bench b;
        b.ask(1, "a.example.com");
        struct stat s {};
        QVERIFY(::fstatat(b.dir.get(), "control.sock", &s, 0) == 0);
        QCOMPARE(s.st_mode & 0777U, 0600U);
        QCOMPARE(b.peer([&] {
            ::prctl(PR_SET_DUMPABLE, 0); // as the command is
            auto service = makeLocalApprovalService(b.places);
            const auto list = service->list();
            if (!list || list->size() != 1 || list->front().object != "a.example.com:443:tls") {
                return 1;
            }
            api::QuestionAnswer a{list->front().id, "0000", true, api::AnswerScope::Once, {}};
            const Status changed = service->answer(a);
            if (changed || changed.error().code != Code::Conflict) {
                return 2;
            }
            a.digest = list->front().digest;
            if (!service->answer(a)) {
                return 3;
            }
            const Status again = service->answer(a);
            if (again || again.error().code != Code::Conflict) {
                return 4;
            }
            a.id = "r1.77";
            if (service->answer(a).error().code != Code::NotFound) {
                return 5;
            }
            a.id = "nosuchrun.1";
            return service->answer(a).error().code == Code::NotFound ? 0 : 6;
        }), 0);
        QCOMPARE(b.resolved.size(), std::size_t{1});
        QVERIFY(b.resolved[0].allow);
        QVERIFY(QString::fromStdString(b.resolved[0].approver).startsWith("pid "));
    }

    void watchersAreToldAndCountAsApproversWhileTheyLive() {
        Bench b;
        b.loop->after(150 * kMilli, [&] {
            QCOMPARE(b.queue.approvers(), 1);
            b.ask(1, "late.example.com");
        });
        QCOMPARE(b.peer([&] {
            auto client = ControlClient::connect(b.places, "r1");
            wire::Request watch;
            watch.method = wire::Method::ApprovalsWatch;
            watch.approver = true;
            if (!client || !client->call(watch)) {
                return 1;
            }
            const auto event = client->nextEvent(std::chrono::milliseconds(5000));
            return event && event->kind == wire::QuestionEvent::Kind::Raised &&
                           event->question.host == "late.example.com"
                       ? 0
                       : 2;
        }), 0);
        QCOMPARE(b.queue.approvers(), 0);
        QCOMPARE(b.server->peers(), std::size_t{0});
    }

    void refusesAPeerOfAnotherNamespace_data() {
        QTest::addColumn<int>("flags");
        QTest::newRow("user") << CLONE_NEWUSER;
        QTest::newRow("user and pid") << (CLONE_NEWUSER | CLONE_NEWPID);
        QTest::newRow("user and mount") << (CLONE_NEWUSER | CLONE_NEWNS);
    }
    void refusesAPeerOfAnotherNamespace() {
        QFETCH(int, flags);
        Bench b;
        // Positive control: the same peer without the namespaces is let in.
        QCOMPARE(b.peer([&] { return ControlClient::connectIn(b.dir.get()) ? 0 : 1; }), 0);
        const int rc = b.peer([&] { return refusedAfter(flags, b.dir.get()); });
        if (rc == 77) {
            leadglass::test::missing("userns", "unshare(2) failed");
        }
        QCOMPARE(rc, 0);
    }

    void refusesAPeerOfAnotherMountNamespaceOfTheSameUser() {
        if (::geteuid() != 0) {
            QSKIP("needs root: the other rows cover an ordinary user");
        }
        Bench b;
        QCOMPARE(b.peer([&] { return refusedAfter(CLONE_NEWNS, b.dir.get()); }), 0);
        QCOMPARE(b.peer([&] { return refusedAfter(CLONE_NEWPID, b.dir.get()); }), 0);
    }

    void refusesAnotherUser() {
        if (::geteuid() != 0) {
            QSKIP("needs root to become another user");
        }
        Bench b;
        QCOMPARE(b.peer([&] {
            if (::fchmod(b.dir.get(), 0777) != 0 || ::fchmodat(b.dir.get(), "control.sock", 0777, 0) != 0 ||
                ::setresgid(65534, 65534, 65534) != 0 || ::setresuid(65534, 65534, 65534) != 0) {
                return 2;
            }
            const auto client = ControlClient::connectIn(b.dir.get());
            return !client ? 0 : 1;
        }), 0);
        QCOMPARE(b.queue.approvers(), 0);
    }

    void whatItTakesIsTold() {
        Bench b;
        QCOMPARE(b.peer([&] {
            auto client = ControlClient::connect(b.places, "r1");
            wire::Request usage;
            usage.method = wire::Method::Usage;
            const auto reply = client ? client->call(usage) : Result<wire::Reply>(client.error());
            return reply && reply->usage && reply->usage->member == 4711 && reply->usage->limits.size() == 1 && reply->usage->limits[0].used == 512U ? 0 : 1;
        }), 0);
    }

    void stopReachesTheRun() {
        Bench b;
        QCOMPARE(b.peer([&] {
            auto client = ControlClient::connect(b.places, "r1");
            wire::Request stop;
            stop.method = wire::Method::Stop;
            return client && client->call(stop) ? 0 : 1;
        }), 0);
        QVERIFY(b.stopped);
    }

    void rubbishEndsTheConnectionOnly_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("not json") << QByteArray("\x04\x00\x00\x00rubb", 8);
        QTest::newRow("too long") << QByteArray("\xff\xff\xff\xff", 4);
        QTest::newRow("empty frame") << QByteArray("\0\0\0\0", 4);
        QTest::newRow("other version")
            << QByteArray("\x25\0\0\0", 4) + QByteArray(R"({"v":9,"id":1,"method":"status"})").leftJustified(0x25, ' ');
    }
    void rubbishEndsTheConnectionOnly() {
        QFETCH(QByteArray, bytes);
        Bench b;
        QCOMPARE(b.peer([&] {
            auto client = ControlClient::connect(b.places, "r1");
            if (!client || ::write(client->fd(), bytes.constData(), static_cast<std::size_t>(bytes.size())) != bytes.size()) {
                return 1;
            }
            const auto event = client->nextEvent(std::chrono::milliseconds(3000));
            return !event && event.error().code != Code::Busy ? 0 : 2;
        }), 0);
        QCOMPARE(b.server->peers(), std::size_t{0});
        QCOMPARE(b.peer([&] { return ControlClient::connect(b.places, "r1") ? 0 : 1; }), 0);
    }
};

QTEST_APPLESS_MAIN(TestControlServer)
#include "test_control_server.moc"
