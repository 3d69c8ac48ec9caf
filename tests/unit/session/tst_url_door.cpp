// A run's door to the person's browser, with a browser that writes down what it was started with.
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/audit/reader.h"
#include "core/session/url_door.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

constexpr Nanos kMilli = 1'000'000;

struct Bed : ApprovalQueue::Listener {
    QTemporaryDir dir{QDir::tempPath() + "/lg-url-XXXXXX"};
    std::unique_ptr<EventLoop> loop = std::move(EventLoop::create()).value();
    std::unique_ptr<AuditTrail> trail;
    std::unique_ptr<ApprovalQueue> queue;
    Attribution attribution;
    std::unique_ptr<Publisher> publisher;
    std::unique_ptr<UrlDoor> door;
    std::vector<Question> asked;
    std::optional<bool> answers = true; // nothing: nobody answers

    [[nodiscard]] std::string at(const char* name) const { return dir.filePath(name).toStdString(); }
    void script(const QByteArray& text) const {
        QFile file(dir.filePath("xdg-open"));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("#!/bin/sh\n" + text);
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    [[nodiscard]] QByteArray opened() const {
        QFile file(dir.filePath("opened"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    explicit Bed(ApprovalQueue::Options options = {}, bool installed = true) {
        QDir(dir.path()).mkdir("doors");
        script("printf '%s\\n' \"$#\" \"$@\" >> '" + dir.filePath("opened").toUtf8() + "'\nenv >> '" + dir.filePath("env").toUtf8() + "'\n");
        trail = std::make_unique<AuditTrail>(*loop, std::move(*audit::Writer::open(at("audit.db"), std::chrono::milliseconds(2000))), "r1");
        options.run = "r1";
        queue = std::make_unique<ApprovalQueue>(*loop, systemClock(), options, [this](const Resolution& resolution) { return door->onResolved(resolution); });
        queue->addListener(this);
        publisher = std::move(*Publisher::listen(*loop, *trail, {}, [](const wire::ToEgress&, const std::vector<int>&) {}));
        HostBrowser::Setup browser;
        browser.program = installed ? at("xdg-open") : std::string();
        browser.environment = {"PATH=/usr/bin:/bin", "DISPLAY=:7"};
        auto made = UrlDoor::open({*loop, *trail, *queue, attribution, *publisher, at("doors")}, browser);
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        door = std::move(*made);
        queue->approverCame();
    }
    ~Bed() override {
        door.reset();
        queue->removeListener(this);
    }
    void questionRaised(const Question& question) override {
        asked.push_back(question);
        if (answers) {
            const wire::Answer answer{question.id, question.digest, *answers, Scope::Once, {}};
            loop->defer([this, answer] { (void)queue->answer(answer, "test"); });
        }
    }
    void questionChanged(const Question&) override {}
    void questionClosed(const Question&) override {}
    void turn(int times = 20) const {
        for (int i = 0; i < times; ++i) {
            (void)loop->turn(5 * kMilli);
        }
    }
    std::vector<audit::Event> rows() {
        (void)trail->flush();
        std::vector<audit::Event> out;
        audit::Query query;
        query.kind = audit::Kind::Open;
        if (auto reader = audit::Reader::open(at("audit.db"), std::chrono::milliseconds(2000))) {
            const auto found = (*reader)->query(query);
            for (const auto& row : found.ok() ? *found : std::vector<audit::Row>()) {
                out.push_back(row.event);
            }
        }
        return out;
    }
};

class Client {
public:
    explicit Client(Bed& bed) : m_bed(bed), m_fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const std::string path = bed.at("doors/open-url");
        std::memcpy(static_cast<char*>(address.sun_path), path.data(), path.size());
        (void)::connect(m_fd.get(), reinterpret_cast<sockaddr*>(&address), sizeof address);
    }
    void send(const std::string& text) const { (void)::send(m_fd.get(), text.data(), text.size(), MSG_NOSIGNAL); }
    std::string answer(int patience = 2000) {
        for (int i = 0; i < patience; ++i) {
            (void)m_bed.loop->turn(2 * kMilli);
            std::array<char, 2048> buffer{};
            const ssize_t got = ::recv(m_fd.get(), buffer.data(), buffer.size(), 0);
            if (got > 0) {
                return {buffer.data(), static_cast<std::size_t>(got)};
            }
            if (got == 0 || errno != EAGAIN) {
                return "closed";
            }
        }
        return "nothing";
    }
    void close() { m_fd.reset(); }

private:
    Bed& m_bed;
    UniqueFd m_fd;
};

std::string ask(Bed& bed, const std::string& url) {
    Client client(bed);
    client.send(url + "\n");
    return client.answer();
}

const std::string kPage = "https://id.example/authorize?x=1&y=%20;$(touch%20/tmp/x)";

std::pair<UniqueFd, quint16> takenPort() {
    UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    ::bind(fd.get(), reinterpret_cast<sockaddr*>(&at), size);
    ::listen(fd.get(), 1);
    ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&at), &size);
    return {std::move(fd), ntohs(at.sin_port)};
}
bool listens(quint16 port) {
    const UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(port);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0;
}
std::string signIn(quint16 port) { return "https://id.example/authorize?redirect_uri=http%3A%2F%2Flocalhost%3A" + std::to_string(port) + "%2Fcb"; }

} // namespace

class TestUrlDoor : public QObject {
    Q_OBJECT

private slots:
    void opensAnAllowedPageAsOneWordInACleanEnvironment() {
        Bed bed;
        QCOMPARE(ask(bed, kPage), std::string("ok\n"));
        QCOMPARE(bed.opened(), "1\n" + QByteArray::fromStdString(kPage) + "\n");
        QCOMPARE(bed.asked.size(), std::size_t{1});
        const Question& question = bed.asked.front();
        QCOMPARE(question.protocol, std::string(kOpenUrlAct));
        QCOMPARE(question.host, std::string("id.example"));
        QCOMPARE(question.object, "open a page of id.example in your browser: " + kPage);
        QCOMPARE(question.scopes, std::vector<Scope>{Scope::Once});
        QFile env(bed.dir.filePath("env"));
        QVERIFY(env.open(QIODevice::ReadOnly));
        const QByteArray text = env.readAll();
        QVERIFY(text.contains("DISPLAY=:7"));
        QVERIFY(!text.contains("HOME="));
        const auto rows = bed.rows();
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows.front().verdict, std::string("allow"));
        QCOMPARE(rows.front().outcome, std::string("allowed_by_user"));
    }

    void remembersNoAllow() {
        Bed bed;
        QCOMPARE(ask(bed, kPage), std::string("ok\n"));
        QCOMPARE(ask(bed, kPage), std::string("ok\n"));
        QCOMPARE(bed.asked.size(), std::size_t{2});
    }

    void opensNothingThatIsDeniedOrNotAnswered() {
        Bed bed;
        bed.answers = false;
        QVERIFY(ask(bed, kPage).starts_with("no the person did not allow it"));
        bed.turn();
        QCOMPARE(bed.opened(), QByteArray());
        ApprovalQueue::Options options;
        options.hold = 50 * kMilli;
        Bed late(options);
        late.answers.reset();
        QVERIFY(ask(late, kPage).starts_with("no not answered in time"));
        QCOMPARE(late.opened(), QByteArray());
        options.askNobody = true;
        Bed nobody(options);
        QVERIFY(ask(nobody, kPage).starts_with("no this run asks nobody"));
        QCOMPARE(nobody.rows().front().outcome, std::string("no_approver"));
    }

    void asksAboutNothingThatIsNoPage() {
        Bed bed;
        for (const char* text : {"http://a.example/", "file:///etc/passwd", "javascript:alert(1)", "https://me:x@a.example/", "https://localhost/", "", "x\x1b[2J"}) {
            const std::string said = ask(bed, text);
            QVERIFY2(said.starts_with("no "), text);
            QVERIFY(said.find('\x1b') == std::string::npos);
        }
        QVERIFY(ask(bed, std::string(10000, 'a')).starts_with("no "));
        QVERIFY(bed.asked.empty());
        for (const auto& row : bed.rows()) {
            QCOMPARE(row.verdict, std::string("deny"));
            QCOMPARE(row.reason, std::string("bad_address"));
        }
    }

    void asksAFewTimesAMinuteHoweverManyCome() {
        Bed bed;
        bed.answers.reset();
        std::vector<std::unique_ptr<Client>> clients;
        for (int i = 0; i < 100; ++i) {
            clients.push_back(std::make_unique<Client>(bed));
            clients.back()->send("https://id.example/" + std::to_string(i) + "\n");
            bed.turn(1);
        }
        bed.turn();
        QCOMPARE(bed.asked.size(), UrlDoor::kWaiting);
        for (const auto& question : bed.asked) {
            (void)bed.queue->answer({question.id, question.digest, false, Scope::Once, {}}, "test");
        }
        clients.clear();
        bed.turn();
        bed.answers = false;
        for (int i = 0; i < 20; ++i) {
            (void)ask(bed, "https://id.example/more" + std::to_string(i));
        }
        QCOMPARE(bed.asked.size(), UrlDoor::kPerMinute);
        QCOMPARE(bed.opened(), QByteArray());
    }

    void opensNothingForOneThatHasLeft() {
        Bed bed;
        bed.answers.reset();
        Client client(bed);
        client.send(kPage + "\n");
        bed.turn();
        QCOMPARE(bed.asked.size(), std::size_t{1});
        client.close();
        bed.turn();
        QVERIFY(bed.queue->answer({bed.asked[0].id, bed.asked[0].digest, true, Scope::Once, {}}, "test"));
        bed.turn();
        QCOMPARE(bed.opened(), QByteArray());
    }

    void saysWhereNoBrowserOpensIt() {
        Bed none({}, false);
        QVERIFY(ask(none, kPage).starts_with("no there is no xdg-open here"));
        Bed fails;
        fails.script("exit 3\n");
        QVERIFY(ask(fails, kPage).starts_with("no xdg-open found no browser"));
    }

    void forwardsThePortOfASignInOnceItIsAllowed() {
        Bed bed;
        quint16 port = 0;
        {
            const auto [fd, taken] = takenPort();
            port = taken;
            bed.answers = true;
            QCOMPARE(ask(bed, signIn(port)), std::string("ok\n"));
            QVERIFY(bed.asked.back().object.find("port is taken on this machine") != std::string::npos);
        }
        bed.answers = false;
        QVERIFY(ask(bed, signIn(port)).starts_with("no "));
        QVERIFY(bed.asked.back().object.find("forward port " + std::to_string(port)) != std::string::npos);
        QVERIFY(!listens(port));
        bed.answers = true;
        QCOMPARE(ask(bed, signIn(port) + "2"), std::string("ok\n"));
        QVERIFY(listens(port));
        bed.publisher->runEnding();
        QVERIFY(!listens(port));
    }

    void passesOnWhatFindsADesktopAndNoTokenOrProgramOfTheProject() {
        QTemporaryDir project, tools;
        for (const auto* place : {&project, &tools}) {
            QFile file(place->filePath("xdg-open"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.close();
            QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        }
        const auto in = project.path().toStdString(), out = tools.path().toStdString();
        const auto found = HostBrowser::ofPerson({"PATH=.:" + in + ":" + out, "GITHUB_TOKEN=canary", "HOME=/home/p", "LD_PRELOAD=/x.so", "XDG_RUNTIME_DIR=/run/x"}, in);
        QCOMPARE(found.program, out + "/xdg-open");
        QCOMPARE(found.environment, (std::vector<std::string>{"PATH=" + out, "HOME=/home/p", "XDG_RUNTIME_DIR=/run/x"}));
        QVERIFY(HostBrowser::ofPerson({"PATH=" + in}, in).program.empty());
    }
};

QTEST_GUILESS_MAIN(TestUrlDoor)
#include "tst_url_door.moc"
