// What a policy file may say; every fault names file, line and column, and the way out.
#include <QTest>

#include "core/policy/address.h"
#include "core/policy/host_name.h"
#include "core/policy/parser.h"

using namespace leadglass;
using namespace leadglass::policy;

namespace {
const std::string kHead = "schema = 1\nname = \"t\"\n";
Result<Profile> parse(const QString& body) {
    return parseProfile(kHead + body.toStdString(), "t.toml", Layer::Profile);
}
} // namespace

class TestParser : public QObject {
    Q_OBJECT
private slots:
    // The library takes such tables down one inside the other: unbounded, a file of the agent's ends the process.
    void refusesAKeyOfTooManyParts() {
        const QString parts = QString("a.").repeated(100'000);
        const QString quoted = QString("\"a\" . ").repeated(100'000);
        for (const QString& body : {parts + "b = 1", "[" + parts + "b]", "[[" + parts + "b]]", "x = {" + parts + "b = 1}", quoted + "b = 1",
                                    "x = \"\"\"\"\"\"\n" + parts + "b = 1", "x = '''a'''''\n" + parts + "b = 1", "x = \"\\\"\"\n" + parts + "b = 1"}) {
            const auto p = parse(body);
            QVERIFY(!p);
            QVERIFY2(p.error().what.find("a key has more than 16 parts") != std::string::npos, p.error().what.c_str());
        }
        const QString dots = QString(".b").repeated(30);
        QVERIFY(parse(QString("# %1\nversion = \"%1\"\n[files]\nhide = ['%1']\n[environment]\nset = { A = \"\"\"%1\"\"\" }\n").arg(dots)).ok());
    }
    void readsAWholeProfile() {
        const auto p = parse(R"(
version = "1"
extends = "base"
[agent]
commands = ["x"]
key_variables = ["X_KEY"]
[workspace]
mode = "overlay"
protect = [".git/hooks/**"]
[files]
read = ["/opt/tools/", "~/.rustup"]
state = [".x/", ".x.json"]
config = [".x/a", { path = ".x/b", absent = "{}" }, { path = ".x/c", presence_matters = true }]
drop = [{ file = ".x.json", keys = ["a.*.b"] }]
hide = ["**/.env"]
state_scope = "project"
[environment]
pass = ["LANG", "LC_*"]
set = { A = "1" }
[egress]
default = "deny"
allow = [
  { host = "API.example.org" },
  { host = "*.example.org", port = [443, 80] },
  { host = "git.example.org", port = 22, protocol = "ssh" },
  { address = "10.0.0.0/8", port = 5432, protocol = "tcp" },
  { registry = "npm" },
  { loopback = 5432 },
]
ask = [ { host = "ask.example.org" } ]
deny = [ { host = "bad.example.org" } ]
[limits]
cpu = 2
memory = "8GiB"
processes = 512
disk = "10 MB"
open_files = 1024
file_size = "1KiB"
tmp = "7B"
wall_clock = "8h"
[approvals]
hold = "90s"
unattended = "deny"
[[example]]
egress = "api.example.org:443"
expect = "allow"
)");
        QVERIFY2(p.ok(), p.ok() ? "" : p.error().text().c_str());
        QCOMPARE(p->allow.size(), std::size_t{6});
        QCOMPARE(p->allow[0].host.name, std::string("api.example.org"));
        QCOMPARE(p->allow[0].origin.line, 25);
        QVERIFY(p->allow[1].host.below);
        QCOMPARE(p->allow[1].ports.size(), std::size_t{2});
        QVERIFY(p->allow[2].protocol == Protocol::Ssh);
        QCOMPARE(p->allow[3].range.prefix, 8);
        QCOMPARE(p->allow[5].loopbackPort, std::uint16_t{5432});
        QCOMPARE(*p->limits.memory, std::uint64_t{8} << 30);
        QCOMPARE(*p->limits.disk, std::uint64_t{10'000'000});
        QCOMPARE(*p->limits.tmp, std::uint64_t{7});
        QCOMPARE(*p->limits.wallClockSeconds, std::uint64_t{28800});
        QCOMPARE(*p->holdSeconds, std::uint64_t{90});
        QCOMPARE(p->files.read[0].path, std::string("/opt/tools"));
        QCOMPARE(p->files.read[1].path, std::string("~/.rustup"));
        QCOMPARE(p->files.state[0].path, std::string(".x/"));
        QCOMPARE(*p->files.config[1].absentContent, std::string("{}"));
        QVERIFY(!p->files.config[1].presenceMatters && p->files.config[2].presenceMatters);
        QVERIFY(p->files.stateScope == StateScope::Project);
        QVERIFY(p->notEnforced.empty());
    }

    void namesThePlaceOfEachFault_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("place"); // LINE:COLUMN
        QTest::addColumn<QString>("part");
        const auto row = [](const char* name, const char* body, const char* place, const char* part) {
            QTest::newRow(name) << body << place << part;
        };
        row("unknown key", "[egress]\nalow = []\n", "4:1", "did you mean 'allow'");
        row("unknown section", "[egres]\n", "3:2", "did you mean 'egress'");
        row("unknown rule key", "[egress]\nallow = [{ host = \"a.example\", prot = 1 }]\n", "4:32", "unknown key 'prot'");
        row("a key of no kind", "[@001:d1]\n", "3:2", "");
        row("a letter outside of quotes", "\xC3\xA9 = 1\n", "3:1", "");
        row("syntax", "[egress\n", "3:8", "");
        row("wrong type", "[limits]\nmemory = 5\n", "4:10", "must be a string, not an integer");
        row("a size without a unit", "[limits]\nmemory = 5\n", "4:10", "write it in quotes");
        row("text without quotes", "[egress]\ndefault = deny\n", "4:11", "text is written in quotes: default = \"deny\"");
        row("a size without quotes", "[limits]\nmemory = 8GiB\n", "4:", "memory = \"8GiB\"");
        row("in a table", "[egress]\nallow = [{ port = 443, host = a.example }]\n", "4:", "host = \"a.example\"");
        row("yes", "[egress]\nallow = [{ host = \"a.example\", private = yes }]\n", "4:", "write private = true");
        row("true in quotes", "[egress]\nallow = [{ host = \"a.example\", private = \"true\" }]\n", "4:", "without quotes");
        row("duplicate", "[egress]\ndefault = \"ask\"\ndefault = \"deny\"\n", "5:", "");
        row("allow all", "[egress]\ndefault = \"allow\"\n", "4:11", "must be \"deny\" or \"ask\"");
        row("star", "[egress]\nallow = [{ host = \"*\" }]\n", "4:12", "every host");
        row("public suffix", "[egress]\nallow = [{ host = \"*.com\" }]\n", "4:12", "public suffix");
        row("address as host", "[egress]\nallow = [{ host = \"10.0.0.1\" }]\n", "4:19", "is an address");
        row("hex address as host", "[egress]\nallow = [{ host = \"0xa9fea9fe\" }]\n", "4:19", "is an address");
        row("two targets", "[egress]\nallow = [{ host = \"a.example\", loopback = 1 }]\n", "4:10", "exactly one of");
        row("no target", "[egress]\nallow = [{ port = 443 }]\n", "4:10", "exactly one of");
        row("port without protocol", "[egress]\nallow = [{ host = \"a.example\", port = 8443 }]\n", "4:10", "add protocol");
        row("port 0", "[egress]\nallow = [{ host = \"a.example\", port = 0 }]\n", "4:39", "1 to 65535");
        row("port 65536", "[egress]\nallow = [{ host = \"a.example\", port = 65536 }]\n", "4:39", "1 to 65535");
        row("no ports", "[egress]\nallow = [{ host = \"a.example\", port = [] }]\n", "4:39", "matches nothing");
        row("address without port", "[egress]\nallow = [{ address = \"192.0.2.1\" }]\n", "4:10", "needs a port");
        row("everything", "[egress]\nallow = [{ address = \"0.0.0.0/0\", port = 443 }]\n", "4:10", "too wide");
        row("host bits", "[egress]\nallow = [{ address = \"192.0.2.1/24\", port = 443 }]\n", "4:12", "beyond the prefix");
        row("metadata", "[egress]\nallow = [{ address = \"169.254.169.254\", port = 80 }]\n", "4:10", "match nothing");
        row("metadata name", "[egress]\nallow = [{ host = \"metadata.google.internal\" }]\n", "4:10", "match nothing");
        row("loopback address", "[egress]\nallow = [{ address = \"127.0.0.1\", port = 80 }]\n", "4:10", "loopback = PORT");
        row("localhost", "[egress]\nallow = [{ host = \"localhost\", port = 80 }]\n", "4:10", "loopback = PORT");
        row("docker", "[egress]\nallow = [{ loopback = 2375 }]\n", "4:12", "needs unsafe = true");
        row("proxy", "[egress]\nallow = [{ loopback = 3128 }]\n", "4:12", "needs unsafe = true");
        row("debugger", "[egress]\nallow = [{ loopback = 9229 }]\n", "4:12", "needs unsafe = true");
        row("registry", "[egress]\nallow = [{ registry = \"nmp\" }]\n", "4:23", "did you mean 'npm'");
        row("path up", "[files]\nstate = [\".x/../.ssh\"]\n", "4:10", "without '~', '.' or '..'");
        row("absolute state", "[files]\nstate = [\"/etc\"]\n", "4:10", "below HOME");
        row("relative read", "[files]\nread = [\"etc\"]\n", "4:9", "absolute");
        row("hide all", "[files]\nhide = [\"**\"]\n", "4:9", "whole project");
        row("pass all", "[environment]\npass = [\"*\"]\n", "4:9", "no variable name");
        row("pass by two letters", "[environment]\npass = [\"AB*\"]\n", "4:9", "no variable name");
        row("key by pattern", "[agent]\nkey_variables = [\"X_*\"]\n", "4:18", "exact");
        row("size", "[limits]\nmemory = \"8 gigs\"\n", "4:10", "a size like");
        row("size overflow", "[limits]\nmemory = \"99999999999TiB\"\n", "4:10", "a size like");
        row("duration", "[limits]\nwall_clock = \"8\"\n", "4:14", "a duration like");
        row("no processes", "[limits]\nprocesses = 0\n", "4:1", "1 or more");
        row("cpu", "[limits]\ncpu = nan\n", "4:1", "0.01 to 4096");
        row("unattended", "[approvals]\nunattended = \"allow\"\n", "4:14", "must be \"deny\"");
        row("expect", "[[example]]\negress = \"a.example\"\nexpect = \"maybe\"\n", "5:10", "allow, ask or deny");
        row("mode", "[workspace]\nmode = \"overlai\"\n", "4:8", "must be overlay");
    }
    void namesThePlaceOfEachFault() {
        QFETCH(QString, body);
        QFETCH(QString, place);
        QFETCH(QString, part);
        const auto p = parse(body);
        QVERIFY(!p.ok());
        const QString text = QString::fromStdString(p.error().text());
        QVERIFY2(text.startsWith("t.toml:" + place), qPrintable(text));
        QVERIFY2(text.contains(part), qPrintable(text));
    }

    void refusesOtherSchemas() {
        QVERIFY(!parseProfile("name = \"t\"\n", "t", Layer::Profile).ok());
        const auto newer = parseProfile("schema = 2\nname = \"t\"\n", "t", Layer::Profile);
        QVERIFY(!newer.ok());
        QVERIFY(newer.error().text().find("newer") != std::string::npos);
        QVERIFY(!parseProfile("schema = 1\n", "t", Layer::Profile).ok());
        QVERIFY(!parseProfile(std::string(kMaxPolicyBytes + 1, '#'), "t", Layer::Profile).ok());
    }

    void namesWhatIsNotEnforcedYet_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("key");
        QTest::newRow("microvm") << "[isolation]\ntier = \"microvm\"\n" << "isolation.tier";
        QTest::newRow("methods") << "[egress]\nallow = [{ host = \"a.example\", methods = [\"GET\"] }]\n" << "egress.methods";
        QTest::newRow("paths") << "[egress]\nallow = [{ host = \"a.example\", paths = [\"/x\"] }]\n" << "egress.paths";
        QTest::newRow("exec") << "[[exec]]\nmatch = [\"git\"]\naction = \"ask\"\n" << "[[exec]]";
        QTest::newRow("tool") << "[[tool]]\nname = \"x\"\n" << "[[tool]]";
        QTest::newRow("secret") << "[[secret]]\nname = \"x\"\nsource = \"env:X\"\ninject = [{ host = \"a.example\", header = \"x\" }]\n" << "[[secret]]";
        QTest::newRow("output") << "[output]\ncanaries = true\n" << "[output]";
        QTest::newRow("tool_calls") << "[limits]\ntool_calls = 5\n" << "limits.tool_calls";
    }
    void namesWhatIsNotEnforcedYet() {
        QFETCH(QString, body);
        QFETCH(QString, key);
        const auto p = parse(body);
        QVERIFY2(p.ok(), p.ok() ? "" : p.error().text().c_str());
        QCOMPARE(p->notEnforced.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(p->notEnforced[0].key), key);
        QVERIFY(p->notEnforced[0].origin.line >= 3);
        for (const EgressRule& rule : p->allow) { // never a plain host allow instead
            QVERIFY(rule.needsInspection() && !rule.when.empty());
        }
    }

    void takesDevicesByWordAndByPathBelowDev() {
        const auto p = parse("[devices]\nallow = [\"gpu\", \"kvm\", \"/dev/dri/renderD128\"]\n");
        QVERIFY2(p.ok(), p.ok() ? "" : p.error().text().c_str());
        QCOMPARE(p->devices.size(), std::size_t{3});
        QCOMPARE(p->devices[2].what, std::string("/dev/dri/renderD128"));
        QVERIFY(p->notEnforced.empty() && p->devices[0].origin.line >= 3);
        for (const char* bad : {"tpu", "", "/dev", "/dev/", "/dev/../etc/shadow", "/etc/shadow", "dev/kvm", "/dev//kvm", "/dev/kvm/"}) {
            const auto no = parse(QString("[devices]\nallow = [\"kvm\",\n \"%1\"]\n").arg(bad));
            QVERIFY2(!no.ok(), bad);
            const QString text = QString::fromStdString(no.error().text());
            QVERIFY2(text.startsWith("t.toml:5:2") && text.contains("'devices.allow'") && text.contains("renderD128"), qPrintable(text));
        }
        for (const char* body : {"[devices]\nallow = \"gpu\"\n", "[devices]\nallow = [1]\n", "[devices]\ndeny = []\n", "devices = []\n"}) {
            const auto no = parse(body);
            QVERIFY2(!no.ok() && QString::fromStdString(no.error().text()).startsWith("t.toml:"), body);
        }
    }

    void takesNothingThatLoosensFromAProject_data() {
        QTest::addColumn<QString>("body");
        QTest::newRow("pass") << "[environment]\npass = [\"AWS_SECRET_ACCESS_KEY\"]\n";
        QTest::newRow("set") << "[environment]\nset = { LD_PRELOAD = \"/x\" }\n";
        QTest::newRow("read") << "[files]\nread = [\"~/.ssh\"]\n";
        QTest::newRow("state") << "[files]\nstate = [\".ssh/\"]\n";
        QTest::newRow("config") << "[files]\nconfig = [\".ssh/\"]\n";
        QTest::newRow("seed") << "[files]\nseed = [\".ssh/\"]\n";
        QTest::newRow("mode") << "[workspace]\nmode = \"overlay\"\n";
        QTest::newRow("extends") << "extends = \"base\"\n";
        QTest::newRow("agent") << "[agent]\nkey_variables = [\"A_TOKEN\"]\n";
        QTest::newRow("devices") << "[devices]\nallow = []\n";
        QTest::newRow("tier") << "[isolation]\ntier = \"namespace\"\n";
    }
    void takesNothingThatLoosensFromAProject() {
        QFETCH(QString, body);
        const auto p = parseProfile("schema = 1\n" + body.toStdString(), "p/.leadglass.toml", Layer::Project);
        QVERIFY(!p.ok());
        const QString text = QString::fromStdString(p.error().text());
        QVERIFY2(text.startsWith("p/.leadglass.toml:") && text.contains("only tighten"), qPrintable(text));
    }

    void readsFlags_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("ok");
        const auto row = [](const char* text, bool ok) { QTest::newRow(text) << text << ok; };
        row("a.example", true);
        row("a.example:80", true);
        row("a.example:8443/tls", true);
        row("a.example:22/ssh", true);
        row("a.example:8443", false);
        row("*.example.org", true);
        row("*", false);
        row("192.0.2.1:443", true);
        row("192.0.2.0/24:22/tcp", true);
        row("192.0.2.1", false);
        row("[2001:db8::1]:443", true);
        row("2001:db8::/32", false); // no port
        row("loopback:5432", true);
        row("loopback:2375", false);
        row("loopback:", false);
        row("loopback:0", false);
        row("registry:npm", true);
        row("registry:x", false);
        row("localhost:3000/http", false);
        row("127.0.0.1:443", false);
        row("169.254.169.254:80", false);
        row("0xa9fea9fe:80", false);
        row("a.example:443/quic", false);
        row("user@a.example", false);
        row("a.example:0", false);
        row("", false);
    }
    void readsFlags() {
        QFETCH(QString, text);
        QFETCH(bool, ok);
        const auto rule = parseEgressFlag(text.toStdString(), "--allow", 1);
        QCOMPARE(rule.ok(), ok);
        if (!ok) {
            QVERIFY(rule.error().text().find("--allow '") != std::string::npos);
        }
    }

    void readsRangesInFlags() {
        const auto rule = parseEgressFlag("10.0.0.0/8:5432/tcp", "--allow", 1);
        QVERIFY(rule.ok());
        QCOMPARE(rule->range.prefix, 8);
        QCOMPARE(rule->ports, (std::vector<std::uint16_t>{5432}));
        QVERIFY(rule->protocol == Protocol::Tcp);
    }
};

QTEST_APPLESS_MAIN(TestParser)
#include "test_parser.moc"
