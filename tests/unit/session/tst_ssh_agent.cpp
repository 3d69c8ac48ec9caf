// The agent of a run between real clients (ssh, ssh-add, git), a real sshd and the person's real ssh-agent.
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/base64.h"
#include "core/audit/reader.h"
#include "core/session/ssh_agent_place.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

constexpr Nanos kMilli = 1'000'000;

sockaddr_in local(quint16 port) {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(port);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return at;
}
quint16 freePort() {
    const UniqueFd fd(::socket(AF_INET, SOCK_STREAM, 0));
    sockaddr_in at = local(0);
    socklen_t size = sizeof at;
    ::bind(fd.get(), reinterpret_cast<sockaddr*>(&at), size);
    ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&at), &size);
    return ntohs(at.sin_port);
}
bool listens(quint16 port) {
    const UniqueFd fd(::socket(AF_INET, SOCK_STREAM, 0));
    const sockaddr_in at = local(port);
    return ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0;
}

struct Bed : ApprovalQueue::Listener {
    QTemporaryDir dir{QDir::tempPath() + "/lg-ssh-XXXXXX"};
    QProcess agent;
    QProcess sshd;
    QString user;
    quint16 port = 0;
    std::unique_ptr<EventLoop> loop = std::move(EventLoop::create()).value();
    std::unique_ptr<AuditTrail> trail;
    std::unique_ptr<ApprovalQueue> queue;
    Attribution attribution;
    std::unique_ptr<SshAgentProxy> proxy;
    std::vector<Question> asked;
    std::optional<bool> answers = true; // nothing: nobody answers
    Scope scope = Scope::Once;

    [[nodiscard]] QString at(const QString& name) const { return dir.filePath(name); }
    [[nodiscard]] QString door() const { return at("doors/ssh-agent"); }

    void write(const QString& name, const QByteArray& text) const {
        QFile file(at(name));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(text);
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }
    [[nodiscard]] QByteArray read(const QString& name) const {
        QFile file(at(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QByteArray ran(const QString& program, const QStringList& words, const QStringList& extra = {}) {
        QProcess p;
        QStringList environment = QProcess::systemEnvironment();
        p.setEnvironment(environment + extra);
        p.setProcessChannelMode(QProcess::MergedChannels);
        p.start(program, words);
        p.waitForFinished(20000);
        return p.exitCode() == 0 ? p.readAll() : "FAILED: " + p.readAll();
    }
    void makeKey(const QString& name, const QString& type = "ed25519") const {
        const QByteArray out = ran("ssh-keygen", {"-q", "-t", type, "-N", "", "-C", name + "@test", "-f", at(name)});
        QVERIFY2(!out.startsWith("FAILED"), out.constData());
    }
    [[nodiscard]] bool agentListens() const {
        const UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM, 0));
        sockaddr_un to{};
        to.sun_family = AF_UNIX;
        const QByteArray path = at("agent.sock").toLocal8Bit();
        std::copy_n(path.constData(), std::min<std::size_t>(static_cast<std::size_t>(path.size()), sizeof to.sun_path - 1), to.sun_path);
        return ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
    }
    [[nodiscard]] std::string blob(const QString& name) const {
        return base64Decoded(read(name + ".pub").split(' ').value(1).toStdString());
    }
    [[nodiscard]] QByteArray knownLine(const QString& hostKey) const {
        return "[127.0.0.1]:" + QByteArray::number(port) + " " + read(hostKey + ".pub").split(' ').mid(0, 2).join(' ') + "\n";
    }

    explicit Bed(const QString& hostKeyType = "ed25519") {
        user = QString::fromUtf8(ran("id", {"-un"})).trimmed();
        makeKey("mine");
        makeKey("other");
        makeKey("host", hostKeyType);
        makeKey("stranger");
        QDir(dir.path()).mkdir("doors");
        agent.start("ssh-agent", {"-D", "-a", at("agent.sock")});
        QVERIFY(QTest::qWaitFor([&] { return agentListens(); }, 10000)); // its socket is there before that
        const QByteArray added = ran("ssh-add", {"-q", at("mine"), at("other")}, {"SSH_AUTH_SOCK=" + at("agent.sock")});
        QVERIFY2(!added.startsWith("FAILED"), added.constData());
    }
    ~Bed() override {
        proxy.reset();
        if (queue) {
            queue->removeListener(this);
        }
        for (QProcess* p : {&sshd, &agent}) {
            p->kill();
            p->waitForFinished(5000);
        }
    }
    void serve(const QString& hostKey = "host") {
        port = freePort();
        write("authorized", read("mine.pub") + read("other.pub"));
        write("sshd_config", ("Port " + QString::number(port) + "\nListenAddress 127.0.0.1\nHostKey " + at(hostKey) + "\nPidFile none\nUsePAM no\nStrictModes no\n"
                              "AuthorizedKeysFile " + at("authorized") + "\nPasswordAuthentication no\n").toUtf8());
        sshd.setProcessChannelMode(QProcess::MergedChannels);
        sshd.start("/usr/sbin/sshd", {"-D", "-e", "-f", at("sshd_config")});
        QVERIFY2(QTest::qWaitFor([&] { return listens(port); }, 10000), sshd.readAll().constData());
    }
    policy::SshRule rule(const QString& key, policy::SshApprove approve = policy::SshApprove::Each) const {
        policy::SshRule out;
        out.host = "127.0.0.1";
        out.port = port;
        out.key = keyFingerprint(blob(key));
        out.approve = approve;
        out.origin = "test.toml:1";
        return out;
    }
    void open(std::vector<policy::SshRule> rules, const QByteArray& known) {
        auto writer = audit::Writer::open(at("audit.db").toStdString(), std::chrono::milliseconds(2000));
        QVERIFY(writer);
        trail = std::make_unique<AuditTrail>(*loop, std::move(*writer), "r1");
        ApprovalQueue::Options options;
        options.run = "r1";
        queue = std::make_unique<ApprovalQueue>(*loop, systemClock(), options,
                                                [this](const Resolution& resolution) { return proxy->onResolved(resolution); });
        queue->addListener(this);
        queue->approverCame();
        KnownHosts hosts;
        hosts.add(known.toStdString());
        auto made = SshAgentProxy::open({*loop, *trail, *queue, attribution, LEADGLASS_BIN_DIR, at("agent.sock").toStdString(), at("doors").toStdString(),
                                         dir.path().toStdString()},
                                        SshKeyRules(std::move(rules), std::move(hosts), dir.path().toStdString()));
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        proxy = std::move(*made);
    }
    void questionRaised(const Question& question) override {
        asked.push_back(question);
        if (answers) {
            const wire::Answer answer{question.id, question.digest, *answers, scope, {}};
            loop->defer([this, answer] { (void)queue->answer(answer, "test"); });
        }
    }
    void questionChanged(const Question&) override {}
    void questionClosed(const Question&) override {}

    // A client, while the proxy turns.
    struct Ended {
        int status = -1;
        QByteArray out;
    };
    Ended client(const QString& program, const QStringList& words, const QStringList& extra = {}) {
        QProcess p;
        p.setProcessChannelMode(QProcess::MergedChannels);
        p.setWorkingDirectory(dir.path());
        p.setEnvironment(QProcess::systemEnvironment().filter(QRegularExpression("^(?!SSH_|HOME=|GIT_)")) +
                         QStringList{"SSH_AUTH_SOCK=" + door(), "HOME=" + dir.path(), "GIT_CONFIG_NOSYSTEM=1"} + extra);
        p.setStandardInputFile("/dev/null");
        p.start(program, words);
        for (int i = 0; i < 3000 && p.state() != QProcess::NotRunning; ++i) {
            (void)loop->turn(10 * kMilli);
            p.waitForFinished(1);
        }
        const bool done = p.state() == QProcess::NotRunning;
        if (!done) {
            p.kill();
            p.waitForFinished(1000);
        }
        return {done && p.exitStatus() == QProcess::NormalExit ? p.exitCode() : -1, p.readAll()};
    }
    [[nodiscard]] QStringList sshOptions() const {
        return {"-F", "none", "-o", "IdentitiesOnly=no", "-o", "IdentityFile=none", "-o", "UserKnownHostsFile=" + at("known"), "-o", "BatchMode=yes"};
    }
    Ended ssh(const QString& strict = "yes") {
        return client("ssh", sshOptions() + QStringList{"-o", "StrictHostKeyChecking=" + strict, "-p", QString::number(port), user + "@127.0.0.1", "echo", "inside"});
    }
    std::vector<audit::Event> rows(audit::Kind kind = audit::Kind::Credential) {
        (void)trail->flush();
        auto reader = audit::Reader::open(at("audit.db").toStdString(), std::chrono::milliseconds(2000));
        std::vector<audit::Event> out;
        if (reader) {
            audit::Query query;
            query.kind = kind;
            if (auto found = (*reader)->query(query)) {
                for (const auto& row : *found) {
                    out.push_back(row.event);
                }
            }
        }
        return out;
    }
};

// A hostile client, byte by byte.
class Raw {
public:
    explicit Raw(Bed& bed) : m_bed(bed), m_fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const QByteArray path = bed.door().toUtf8();
        std::memcpy(static_cast<char*>(address.sun_path), path.constData(), static_cast<std::size_t>(path.size()));
        connected = ::connect(m_fd.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    }
    void send(const std::string& bytes) { (void)::send(m_fd.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL); }
    // The next answer without its length; "closed" where there is none any more.
    std::string answer() {
        for (int i = 0; i < 1000; ++i) {
            (void)m_bed.loop->turn(10 * kMilli);
            std::array<char, 65536> buffer{};
            const ssize_t got = ::recv(m_fd.get(), buffer.data(), buffer.size(), 0);
            if (got == 0 || (got < 0 && errno != EAGAIN)) {
                return "closed";
            }
            if (got > 0) {
                m_frames.feed({buffer.data(), static_cast<std::size_t>(got)});
            }
            if (auto message = m_frames.next()) {
                return *message;
            }
        }
        return "nothing";
    }
    std::string ask(const std::string& frame) {
        send(frame);
        return answer();
    }
    bool connected = false;

private:
    Bed& m_bed;
    UniqueFd m_fd;
    wire::AgentFrames m_frames;
};

const std::string kFailure("\x05");

std::string lengthed(const std::string& text) {
    std::string out;
    for (int shift = 24; shift >= 0; shift -= 8) {
        out += static_cast<char>(text.size() >> static_cast<unsigned>(shift));
    }
    return out + text;
}
std::string other(int type, const std::string& body = {}) { return lengthed(static_cast<char>(type) + body); }
std::string userAuth(const std::string& session, const std::string& user, const std::string& key) {
    return lengthed(session) + "\x32" + lengthed(user) + lengthed("ssh-connection") + lengthed("publickey") + "\x01" + lengthed(wire::keyType(key)) +
           lengthed(key);
}

} // namespace

class TestSshAgent : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!QFile::exists("/usr/sbin/sshd") || ::getuid() == 0) {
            QSKIP("needs sshd, and an ordinary user");
        }
    }

    void listsOnlyTheKeysThatThePolicyNames() {
        Bed bed;
        bed.open({bed.rule("mine")}, {});
        const auto listed = bed.client("ssh-add", {"-L"});
        QCOMPARE(listed.status, 0);
        QVERIFY2(listed.out.contains("mine@test"), listed.out.constData());
        QVERIFY2(!listed.out.contains("other@test"), listed.out.constData());
    }

    void signsInWhereAPersonAllowsItWithEachKindOfHostKey_data() {
        QTest::addColumn<QString>("type");
        for (const char* type : {"ed25519", "ecdsa", "rsa"}) {
            QTest::newRow(type) << QString(type);
        }
    }
    void signsInWhereAPersonAllowsItWithEachKindOfHostKey() {
        QFETCH(QString, type);
        Bed bed(type);
        bed.serve();
        bed.write("known", bed.knownLine("host"));
        bed.open({bed.rule("mine")}, bed.knownLine("host"));
        const auto done = bed.ssh();
        QVERIFY2(done.status == 0 && done.out.contains("inside"), done.out + bed.sshd.readAll());
        QCOMPARE(bed.asked.size(), std::size_t{1});
        const QByteArray object = QByteArray::fromStdString(bed.asked.front().object);
        QVERIFY2(object.startsWith("sign in at [127.0.0.1]:" + QByteArray::number(bed.port) + " as " + bed.user.toUtf8()), object.constData());
        QVERIFY(object.contains(QByteArray::fromStdString(keyFingerprint(bed.blob("mine")))));
        const auto rows = bed.rows();
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows.front().outcome, std::string("allowed_by_user"));
        QCOMPARE(bed.ssh().status, 0);
        QCOMPARE(bed.asked.size(), std::size_t{2}); // "each" is each
    }

    void signsNothingThatAPersonDenies() {
        Bed bed;
        bed.serve();
        bed.write("known", bed.knownLine("host"));
        bed.open({bed.rule("mine")}, bed.knownLine("host"));
        bed.answers = false;
        QVERIFY(bed.ssh().status != 0);
        QCOMPARE(bed.rows().front().outcome, std::string("denied_by_user"));
    }

    void asksOnceInARunWhereThePolicySaysSoAndNobodyWhereItSaysThat() {
        Bed bed;
        bed.serve();
        bed.write("known", bed.knownLine("host"));
        bed.open({bed.rule("mine", policy::SshApprove::Run)}, bed.knownLine("host"));
        QCOMPARE(bed.ssh().status, 0);
        QCOMPARE(bed.ssh().status, 0);
        QCOMPARE(bed.asked.size(), std::size_t{1});
        Bed quiet;
        quiet.serve();
        quiet.write("known", quiet.knownLine("host"));
        quiet.open({quiet.rule("mine", policy::SshApprove::NeverAsk)}, quiet.knownLine("host"));
        QCOMPARE(quiet.ssh().status, 0);
        QCOMPARE(quiet.asked.size(), std::size_t{0});
        QCOMPARE(quiet.rows().front().outcome, std::string("allowed_by_policy"));
    }

    void signsForNoServerWhoseKeyThePersonHasNotAccepted() {
        Bed bed;
        bed.serve("stranger"); // and the client inside does not mind
        bed.open({bed.rule("mine")}, bed.knownLine("host"));
        QVERIFY(bed.ssh("no").status != 0);
        QCOMPARE(bed.asked.size(), std::size_t{0});
        QCOMPARE(bed.rows().front().reason, std::string("unknown_host_key"));
    }

    void asksAboutAHostKeyThatNobodyHasAcceptedOnceInARun() {
        Bed bed;
        bed.serve();
        bed.open({bed.rule("mine", policy::SshApprove::NeverAsk)}, {});
        const auto done = bed.ssh("no"); // a client that asks nobody: the signature is where it is asked about
        QVERIFY2(done.status == 0 && done.out.contains("inside"), done.out + bed.sshd.readAll());
        QCOMPARE(bed.asked.size(), std::size_t{1});
        const auto& asked = bed.asked.front();
        QCOMPARE(asked.object, "accept the host key ssh-ed25519 " + keyFingerprint(bed.blob("host")) + " of [127.0.0.1]:" + std::to_string(bed.port));
        QCOMPARE(asked.protocol, std::string(kHostKeyAct));
        QVERIFY((asked.scopes == std::vector<Scope>{Scope::Once, Scope::Always}));
        QCOMPARE(bed.ssh("no").status, 0);
        QCOMPARE(bed.asked.size(), std::size_t{1});
        QVERIFY(!QFile::exists(bed.at(".ssh/known_hosts")));
        QCOMPARE(bed.rows(audit::Kind::Answer).size(), std::size_t{1});
    }

    void keepsAHostKeyThatIsAcceptedForGoodAndNothingElseOfTheFile() {
        Bed bed;
        bed.serve();
        QDir(bed.dir.path()).mkdir(".ssh");
        const QByteArray before = "# mine\nother.example " + bed.read("stranger.pub").split(' ').mid(0, 2).join(' '); // without a line's end
        bed.write(".ssh/known_hosts", before);
        bed.scope = Scope::Always;
        bed.open({bed.rule("mine", policy::SshApprove::NeverAsk)}, before);
        QCOMPARE(bed.ssh("no").status, 0);
        QCOMPARE(bed.read(".ssh/known_hosts"), before + "\n" + bed.knownLine("host"));
        bed.asked.clear();
        bed.proxy.reset();
        bed.queue->removeListener(&bed);
        bed.queue.reset();
        bed.trail.reset();
        QFile::remove(bed.door());
        bed.open({bed.rule("mine", policy::SshApprove::NeverAsk)}, bed.read(".ssh/known_hosts")); // the next run
        QCOMPARE(bed.ssh("no").status, 0);
        QCOMPARE(bed.asked.size(), std::size_t{0});
    }

    void signsNothingForAHostKeyThatAPersonDeniesAndAsksNoMoreInThisRun() {
        Bed bed;
        bed.serve();
        bed.open({bed.rule("mine", policy::SshApprove::NeverAsk)}, {});
        bed.answers = false;
        for (int i = 0; i < 2; ++i) {
            QVERIFY(bed.ssh("no").status != 0);
            QCOMPARE(bed.asked.size(), std::size_t{1});
        }
        for (const auto& row : bed.rows()) {
            QCOMPARE(row.outcome + " " + row.reason, std::string("denied_by_user unknown_host_key"));
        }
        QVERIFY(!QFile::exists(bed.at(".ssh/known_hosts")));
    }

    void asksAboutNoHostKeyThatTheHostItselfDoesNotShow() {
        Bed bed;
        bed.serve();
        const auto rule = bed.rule("mine", policy::SshApprove::NeverAsk);
        QProcess elsewhere; // as a program inside could start one, with a key of its own making
        const quint16 port = freePort();
        bed.write("sshd_other", bed.read("sshd_config").replace("Port " + QByteArray::number(bed.port), "Port " + QByteArray::number(port))
                                    .replace("HostKey " + bed.at("host").toUtf8(), "HostKey " + bed.at("stranger").toUtf8()));
        elsewhere.start("/usr/sbin/sshd", {"-D", "-e", "-f", bed.at("sshd_other")});
        QVERIFY(QTest::qWaitFor([&] { return listens(port); }, 10000));
        bed.open({rule}, {});
        bed.port = port;
        QVERIFY(bed.ssh("no").status != 0);
        QCOMPARE(bed.asked.size(), std::size_t{0});
        QCOMPARE(bed.rows().front().reason, std::string("unknown_host_key"));
        elsewhere.kill();
        elsewhere.waitForFinished(5000);
    }

    void asksAboutNoHostKeyOfAHostThatThePersonKnowsByAnother() {
        Bed bed("ecdsa");
        bed.serve();
        const auto rule = bed.rule("mine", policy::SshApprove::NeverAsk);
        bed.open({rule}, {});
        QDir(bed.dir.path()).mkdir(".ssh");
        bed.write(".ssh/known_hosts", bed.knownLine("stranger")); // since this run began, and of another type
        QVERIFY(bed.ssh("no").status != 0);
        QCOMPARE(bed.asked.size(), std::size_t{0});
        bed.write(".ssh/known_hosts", bed.knownLine("host"));
        QCOMPARE(bed.ssh("no").status, 0);
        QCOMPARE(bed.asked.size(), std::size_t{0});
    }

    void sshInsideWaitsForTheAnswerBeforeItSignsInInWhateverWay() {
        Bed bed;
        bed.serve();
        bed.open({bed.rule("mine", policy::SshApprove::NeverAsk)}, {});
        const QStringList command{"-o", "KnownHostsCommand=" LEADGLASS_BIN_DIR "/leadglass-knownhost " + bed.door() + " %H %t %K"};
        const auto strict = [&](const QStringList& more) {
            return bed.client("ssh", bed.sshOptions() + command + more +
                                         QStringList{"-o", "StrictHostKeyChecking=yes", "-p", QString::number(bed.port), bed.user + "@127.0.0.1", "echo", "inside"});
        };
        bed.answers = false;
        const auto denied = strict({"-o", "PreferredAuthentications=password"});
        QVERIFY2(denied.status != 0 && denied.out.contains("Host key verification failed"), denied.out.constData());
        QCOMPARE(bed.asked.size(), std::size_t{1});
        Bed other;
        other.serve();
        other.open({other.rule("mine", policy::SshApprove::NeverAsk)}, {});
        const auto allowed = other.client("ssh", other.sshOptions() + QStringList{"-o", "KnownHostsCommand=" LEADGLASS_BIN_DIR "/leadglass-knownhost " + other.door() + " %H %t %K"} +
                                                     QStringList{"-o", "StrictHostKeyChecking=yes", "-p", QString::number(other.port), other.user + "@127.0.0.1", "echo", "inside"});
        QVERIFY2(allowed.status == 0 && allowed.out.contains("inside"), allowed.out.constData());
        QCOMPARE(other.asked.size(), std::size_t{1}); // the signature asks no second time
    }

    void tellsAProgramInsideOfNoKeyButThoseOfNamedHosts() {
        Bed bed;
        bed.serve();
        bed.open({bed.rule("mine", policy::SshApprove::NeverAsk)}, {});
        const auto key = [&](const QString& name) { return QString::fromLatin1(bed.read(name + ".pub").split(' ').value(1)); };
        const QString name = "[127.0.0.1]:" + QString::number(bed.port);
        const auto ask = [&](const QString& host, const QString& blob) {
            return bed.client(LEADGLASS_BIN_DIR "/leadglass-knownhost", {bed.door(), host, "ssh-ed25519", blob}).out;
        };
        QCOMPARE(ask(name, key("stranger")), QByteArray());
        QCOMPARE(ask("other.example", key("host")), QByteArray());
        QCOMPARE(ask(name, "NONE"), QByteArray());
        QCOMPARE(ask(name, "!!"), QByteArray());
        QCOMPARE(bed.asked.size(), std::size_t{0});
        QCOMPARE(ask(name, key("host")), bed.knownLine("host"));
        QCOMPARE(bed.asked.size(), std::size_t{1});
        QCOMPARE(ask(name, key("host")), bed.knownLine("host"));
        QCOMPARE(bed.asked.size(), std::size_t{1});
        QCOMPARE(ask(name, key("stranger")), QByteArray()); // it has changed
    }

    void signsForNoServerWhoseKeyIsRevoked() {
        Bed bed;
        bed.serve();
        bed.open({bed.rule("mine")}, bed.knownLine("host") + "@revoked * " + bed.read("host.pub").split(' ').mid(0, 2).join(' ') + "\n");
        QVERIFY(bed.ssh("no").status != 0);
        QCOMPARE(bed.rows().front().reason, std::string("revoked_host_key"));
    }

    void signsForNoUserThatTheRuleDoesNotName() {
        Bed bed;
        bed.serve();
        bed.write("known", bed.knownLine("host"));
        auto rule = bed.rule("mine");
        rule.user = "git";
        bed.open({rule}, bed.knownLine("host"));
        QVERIFY(bed.ssh().status != 0);
        QCOMPARE(bed.rows().front().reason, std::string("user_not_in_policy"));
    }

    void refusesWhatIsNoSignInOrOfAnotherKeyOrUnbound() {
        Bed bed;
        bed.open({bed.rule("mine", policy::SshApprove::NeverAsk)}, bed.knownLine("host"));
        const std::string mine = bed.blob("mine");
        const std::string session(32, 's');
        const auto reasonOf = [&](const std::string& key, const std::string& data, std::uint32_t flags = 0) {
            Raw raw(bed);
            const std::string answer = raw.ask(wire::agentSignRequest({key, data, flags}));
            const auto rows = bed.rows();
            return answer == kFailure && !rows.empty() ? rows.front().reason : "answered: " + answer;
        };
        QCOMPARE(reasonOf(mine, userAuth(session, "git", mine)), std::string("no_session_bind"));
        QCOMPARE(reasonOf(mine, userAuth(session, "git", bed.blob("other"))), std::string("other_key"));
        QCOMPARE(reasonOf(bed.blob("other"), userAuth(session, "git", bed.blob("other"))), std::string("key_not_in_policy"));
        QCOMPARE(reasonOf(mine, "any text that somebody wants to have signed"), std::string("not_a_sign_in"));
        QCOMPARE(reasonOf(mine, userAuth(session, "git", mine) + "more"), std::string("not_a_sign_in"));
        QCOMPARE(reasonOf(mine, userAuth(session, "git", mine), 2), std::string("weak_algorithm"));
        QCOMPARE(reasonOf(mine, "SSHSIG" + lengthed("file") + lengthed("") + lengthed("sha256") + lengthed(std::string(32, 'x'))), std::string("namespace"));
        QCOMPARE(bed.asked.size(), std::size_t{0});
    }

    void signsNothingWithSha1AndAnAnswerIsAboutOneContentOnly() {
        policy::SshRule rule;
        rule.key = "c";
        rule.sign = {"git"};
        const SshKeyRules rules({rule}, KnownHosts(), "/");
        const auto judged = [&](const std::string& type, char content) {
            const wire::AgentKey key{lengthed(type) + lengthed("x"), "c"};
            return rules.judge({key.blob, "SSHSIG" + lengthed("git") + lengthed("") + lengthed("sha256") + lengthed(std::string(32, content)), 0}, {key}, std::nullopt);
        };
        for (const char* weak : {"ssh-rsa", "ssh-rsa-cert-v01@openssh.com", "ssh-dss", "ssh-dss-cert-v01@openssh.com"}) {
            QCOMPARE(judged(weak, 'x').reason, std::string("weak_algorithm"));
        }
        const auto one = judged("ssh-ed25519", 'x');
        QVERIFY(one.rule != nullptr && one.mark != judged("ssh-ed25519", 'y').mark);
        QVERIFY(one.mark.size() >= 32); // fewer, and an agent finds two contents that one answer would be about
    }

    void bindsNoSessionThatTheHostKeyHasNotSigned() {
        Bed bed;
        bed.open({bed.rule("mine", policy::SshApprove::NeverAsk)}, bed.knownLine("host"));
        const std::string session(32, 's');
        const std::string signature = lengthed("ssh-ed25519") + lengthed(std::string(64, 'x'));
        Raw raw(bed);
        QCOMPARE(raw.ask(wire::agentBindRequest({bed.blob("host"), session, signature, false})), kFailure);
        QCOMPARE(raw.ask(wire::agentBindRequest({"rubbish", session, "rubbish", false})), kFailure);
        QCOMPARE(raw.ask(wire::agentBindRequest({bed.blob("host"), session, signature, true})), kFailure);
        QCOMPARE(raw.ask(wire::agentSignRequest({bed.blob("mine"), userAuth(session, "git", bed.blob("mine")), 0})), kFailure);
        QCOMPARE(bed.rows().front().reason, std::string("no_session_bind"));
    }

    void takesNothingElseToThePersonsAgent() {
        Bed bed;
        bed.open({bed.rule("mine")}, {});
        Raw raw(bed);
        for (const int type : {1, 9, 17, 18, 19, 20, 21, 22, 23, 25, 26, 99, 255}) {
            QVERIFY2(raw.ask(other(type, lengthed(bed.blob("mine")))) == kFailure, QByteArray::number(type).constData());
        }
        QCOMPARE(raw.ask(other(27, lengthed("query"))), kFailure);
        QCOMPARE(raw.ask(other(27, lengthed("restrict-destination-v00@openssh.com") + std::string(1000, 'x'))), kFailure);
        const QByteArray left = Bed::ran("ssh-add", {"-L"}, {"SSH_AUTH_SOCK=" + bed.at("agent.sock")});
        QVERIFY2(left.contains("mine@test") && left.contains("other@test"), left.constData());
    }

    void endsAConnectionThatBreaksTheProtocol() {
        Bed bed;
        bed.open({bed.rule("mine")}, {});
        for (const std::string& bytes : {std::string(4, '\0'), std::string("\xff\xff\xff\xff"), std::string("\x00\x04\x00\x01", 4), other(13, "x"),
                                         other(11, "more"), other(27), other(27, lengthed("session-bind@openssh.com") + "x")}) {
            Raw raw(bed);
            QCOMPARE(raw.ask(bytes), std::string("closed"));
        }
    }

    void servesEightAtATimeAndAgainOnceTheyHaveLeft() {
        Bed bed;
        bed.open({bed.rule("mine")}, {});
        {
            std::vector<std::unique_ptr<Raw>> many;
            for (std::size_t i = 0; i < InsideDoor::kMaxPeers; ++i) {
                many.push_back(std::make_unique<Raw>(bed));
                QVERIFY(many.back()->ask(wire::agentListRequest()).starts_with("\x0c"));
            }
            Raw more(bed);
            QCOMPARE(more.ask(wire::agentListRequest()), std::string("closed"));
        }
        for (int i = 0; i < 20; ++i) {
            (void)bed.loop->turn(kMilli);
        }
        Raw again(bed);
        QVERIFY(again.ask(wire::agentListRequest()).starts_with("\x0c"));
    }

    void signsCommitsOnlyWhereThePolicySaysSo() {
        Bed bed;
        auto rule = bed.rule("mine");
        rule.host.clear();
        rule.sign = {"git"};
        bed.open({rule}, {});
        bed.write("signers", "me@test " + bed.read("mine.pub"));
        const QStringList git{"-c", "user.name=me", "-c", "user.email=me@test", "-c", "gpg.format=ssh", "-c", "user.signingkey=" + bed.at("mine.pub"),
                              "-c", "gpg.ssh.allowedSignersFile=" + bed.at("signers"), "-C", bed.at("repo")};
        QVERIFY(!Bed::ran("git", {"init", "-q", bed.at("repo")}).startsWith("FAILED"));
        QFile::remove(bed.at("mine")); // git must not find the private key beside it
        const auto done = bed.client("git", git + QStringList{"commit", "-q", "--allow-empty", "-S", "-m", "signed"});
        QVERIFY2(done.status == 0, done.out.constData());
        const auto checked = bed.client("git", git + QStringList{"verify-commit", "HEAD"});
        QVERIFY2(checked.status == 0 && checked.out.contains("Good \"git\" signature"), checked.out.constData());
        QCOMPARE(bed.asked.size(), std::size_t{1});
        QVERIFY(QByteArray::fromStdString(bed.asked.front().object).startsWith("sign for git with your key SHA256:"));
        bed.answers = false;
        QVERIFY(bed.client("git", git + QStringList{"commit", "-q", "--allow-empty", "-S", "-m", "denied"}).status != 0);
        Bed none;
        none.serve();
        none.open({none.rule("mine", policy::SshApprove::NeverAsk)}, none.knownLine("host"));
        none.write("text", "text");
        QVERIFY(none.client("ssh-keygen", {"-Y", "sign", "-n", "git", "-f", none.at("mine.pub"), none.at("text")}).status != 0);
    }

    void fetchesWithGitOverSsh() {
        Bed bed;
        bed.serve();
        bed.write("known", bed.knownLine("host"));
        bed.open({bed.rule("mine", policy::SshApprove::Run)}, bed.knownLine("host"));
        QVERIFY(!Bed::ran("git", {"init", "-q", bed.at("origin")}).startsWith("FAILED"));
        QVERIFY(!Bed::ran("git", {"-C", bed.at("origin"), "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "one"}).startsWith("FAILED"));
        const auto done = bed.client("git", {"clone", "-q", "ssh://" + bed.user + "@127.0.0.1:" + QString::number(bed.port) + bed.at("origin"), bed.at("copy")},
                                     {"GIT_SSH_COMMAND=ssh " + bed.sshOptions().join(' ') + " -o StrictHostKeyChecking=yes"});
        QVERIFY2(done.status == 0 && QFile::exists(bed.at("copy/.git/HEAD")), done.out.constData());
    }
};

QTEST_GUILESS_MAIN(TestSshAgent)
#include "tst_ssh_agent.moc"
