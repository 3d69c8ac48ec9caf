// Whose host keys the person has accepted, as ssh itself reads the file; and the part a run is shown.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/base64.h"
#include "core/session/known_hosts_trust.h"
#include "core/session/ssh_agent_rules.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

std::string blobOf(const char* type, char fill) {
    const auto lengthed = [](const std::string& text) { return std::string("\0\0\0", 3) + static_cast<char>(text.size()) + text; };
    return lengthed(type) + lengthed(std::string(32, fill));
}
std::string line(const std::string& names, const std::string& blob) { return names + " ssh-ed25519 " + base64Encoded(blob) + " a comment\n"; }

const std::string kOne = blobOf("ssh-ed25519", '1');
const std::string kTwo = blobOf("ssh-ed25519", '2');

KnownHosts hostsOf(const std::string& text) {
    KnownHosts out;
    out.add(text);
    return out;
}
bool knows(const std::string& text, const std::string& host, std::uint16_t port = 22) { return !hostsOf(text).keysOf(host, port).empty(); }

} // namespace

class TestKnownHosts : public QObject {
    Q_OBJECT

private slots:
    void findsAHostByNamePatternAndPort() {
        QVERIFY(knows(line("git.example.com", kOne), "git.example.com"));
        QVERIFY(knows(line("a.example,GIT.example.com", kOne), "git.example.com"));
        QVERIFY(knows(line("*.example.com", kOne), "git.example.com"));
        QVERIFY(!knows(line("*.example.com,!git.example.com", kOne), "git.example.com"));
        QVERIFY(!knows(line("git.example.com", kOne), "git.example.com", 2222));
        QVERIFY(knows(line("[git.example.com]:2222", kOne), "git.example.com", 2222));
        QVERIFY(!knows(line("[git.example.com]:2222", kOne), "git.example.com"));
        QVERIFY(!knows(line("git.example.com", kOne), "evil.example"));
        QVERIFY(!knows(line("g", kOne), "[git.example.com]"));
    }

    void findsAHashedHostAsSshKeygenWritesIt() {
        QTemporaryDir dir;
        const QString path = dir.filePath("known_hosts");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(line("git.example.com", kOne) + line("[git.example.com]:2222", kTwo)));
        file.close();
        QCOMPARE(QProcess::execute("ssh-keygen", {"-q", "-H", "-f", path}), 0);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string text = file.readAll().toStdString();
        QVERIFY(text.find("git.example.com") == std::string::npos);
        QCOMPARE(hostsOf(text).keysOf("git.example.com", 22), std::vector<std::string>{kOne});
        QCOMPARE(hostsOf(text).keysOf("git.example.com", 2222), std::vector<std::string>{kTwo});
        QVERIFY(!knows(text, "evil.example"));
        QCOMPARE(hostsOf(text).linesFor("git.example.com", 2222), "[git.example.com]:2222 ssh-ed25519 " + base64Encoded(kTwo) + "\n");
    }

    void namesNoKeyByALineThatItDoesNotUnderstand() {
        const std::string good = base64Encoded(kOne);
        for (const std::string& text : std::vector<std::string>{
                                        "git.example.com\n", "git.example.com ssh-ed25519\n", "git.example.com ssh-ed25519 ***\n",
                                        "git.example.com ssh-rsa " + good + "\n", "@cert-authority git.example.com ssh-ed25519 " + good + "\n",
                                        "@unknown git.example.com ssh-ed25519 " + good + "\n", "# git.example.com ssh-ed25519 " + good + "\n",
                                        "|1|bad|bad ssh-ed25519 " + good + "\n", "|1|| ssh-ed25519 " + good + "\n"}) {
            QVERIFY2(!knows(text, "git.example.com"), text.c_str());
        }
    }

    void aRevokedKeyIsNobodys() {
        const auto hosts = hostsOf(line("git.example.com", kOne) + line("git.example.com", kTwo) + "@revoked other.example ssh-ed25519 " + base64Encoded(kOne) + "\n");
        QCOMPARE(hosts.keysOf("git.example.com", 22), std::vector<std::string>{kTwo});
        QVERIFY(hosts.isRevoked(kOne));
    }

    void showsARunTheHostsOfItsRulesAndNoOther() {
        policy::SshRule rule;
        rule.host = "git.example.com";
        rule.key = "mine";
        const SshKeyRules rules({rule, rule}, hostsOf(line("git.example.com,10.0.0.1", kOne) + line("secret.example", kTwo)), "/nowhere");
        QCOMPARE(rules.knownHostsText(), "git.example.com ssh-ed25519 " + base64Encoded(kOne) + "\n");
        QVERIFY(rules.notices().empty());
        rule.host = "unknown.example";
        QCOMPARE(SshKeyRules({rule}, {}, "/nowhere").notices().size(), std::size_t{1});
    }

    void aCommentNamesAKeyOnlyWhereThereIsOneOfIt() {
        policy::SshRule rule;
        rule.host = "git.example.com";
        rule.key = "mine";
        const SshKeyRules rules({rule}, {}, "/nowhere");
        QCOMPARE(rules.shown({{kOne, "mine"}, {kTwo, "other"}}).size(), std::size_t{1});
        QVERIFY(rules.shown({{kOne, "mine"}, {kTwo, "mine"}}).empty());
    }

    void ofSeveralRulesTheOneThatAsksMostHolds() {
        policy::SshRule never;
        never.key = keyFingerprint(kOne);
        never.sign = {"git"};
        never.approve = policy::SshApprove::NeverAsk;
        auto each = never;
        each.approve = policy::SshApprove::Each;
        const auto lengthed = [](const std::string& text) { return std::string("\0\0\0", 3) + static_cast<char>(text.size()) + text; };
        const std::string data = "SSHSIG" + lengthed("git") + lengthed("") + lengthed("sha512") + lengthed(std::string(64, 'h'));
        const SshKeyRules rules({never, each, never}, {}, "/nowhere");
        const auto verdict = rules.judge({kOne, data, 0}, {{kOne, "mine"}}, std::nullopt);
        QVERIFY(verdict.rule != nullptr);
        QVERIFY(verdict.rule->approve == policy::SshApprove::Each);
    }

    void aChangedKeyIsRefusedWithBothFingerprintsAndANewOneIsAccepted() {
        QTemporaryDir home;
        Places places;
        places.home = home.path().toStdString();
        const auto scan = [&](const std::string& text) { return judgeScan(places.home, "git.example.com", 22, text); };
        const auto fresh = scan("# a comment\n" + line("git.example.com", kOne) + line("other.example", kTwo));
        QVERIFY(fresh && fresh->size() == 1 && !fresh->front().known);
        QCOMPARE(fresh->front().fingerprint, keyFingerprint(kOne));
        QVERIFY(acceptHostKey(places.home, {"git.example.com", 22}, fresh->front()));
        const auto again = scan(line("git.example.com", kOne));
        QVERIFY(again && again->size() == 1 && again->front().known);
        const auto changed = scan(line("git.example.com", kTwo));
        QVERIFY(!changed && changed.error().code == Code::Refused);
        for (const auto& blob : {kOne, kTwo}) {
            QVERIFY2(changed.error().what.find(keyFingerprint(blob)) != std::string::npos, changed.error().what.c_str());
        }
        QVERIFY(scan("rubbish").error().code == Code::NotFound);
        QVERIFY(scan(line("other.example", kTwo)).error().code == Code::NotFound);
        QFile file(home.filePath(".ssh/known_hosts"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray::fromStdString("git.example.com ssh-ed25519 " + base64Encoded(kOne) + "\n"));
        QCOMPARE(QFile(home.filePath(".ssh/known_hosts")).permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteOther), QFile::Permissions());
    }

    void aHostIsNamedAsSshNamesIt() {
        QCOMPARE(parseSshHost("GIT.example.com.:2222")->port, std::uint16_t{2222});
        QCOMPARE(parseSshHost("GIT.example.com.")->host, std::string("git.example.com"));
        QCOMPARE(parseSshHost("[2001:DB8::1]:22")->host, std::string("2001:db8::1"));
        for (const char* text : {"-oProxyCommand=x", "a b", "git@example.com", "", "a/b"}) {
            QVERIFY2(!parseSshHost(text), text);
        }
    }

    void aSessionIsOfTheHostThatSignedIt() {
        policy::SshRule rule;
        rule.host = "git.example.com";
        rule.key = keyFingerprint(kOne);
        const SshKeyRules rules({rule}, hostsOf(line("git.example.com", kTwo)), "/nowhere");
        const auto lengthed = [](const std::string& text) { return std::string("\0\0\0", 3) + static_cast<char>(text.size()) + text; };
        const auto data = [&](const std::string& session, const std::string& hostKey = {}) {
            return lengthed(session) + "\x32" + lengthed("git") + lengthed("ssh-connection") +
                   lengthed(hostKey.empty() ? "publickey" : "publickey-hostbound-v00@openssh.com") + "\x01" + lengthed("ssh-ed25519") + lengthed(kOne) +
                   (hostKey.empty() ? "" : lengthed(hostKey));
        };
        const std::string session(32, 's');
        const BoundSession bound{session, kTwo};
        const auto reason = [&](const std::string& bytes, const BoundSession& by) { return rules.judge({kOne, bytes, 0}, {{kOne, ""}}, by).reason; };
        QCOMPARE(reason(data(session), bound), std::string());
        QCOMPARE(reason(data(session, kTwo), bound), std::string());
        QCOMPARE(reason(data(std::string(32, 't')), bound), std::string("other_session"));
        QCOMPARE(reason(data(session, kOne), bound), std::string("other_session"));
        QCOMPARE(reason(data(session), {session, kOne}), std::string("unknown_host_key"));
    }
};

QTEST_GUILESS_MAIN(TestKnownHosts)
#include "tst_known_hosts.moc"
