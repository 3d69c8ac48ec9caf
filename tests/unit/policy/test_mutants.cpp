// A valid policy and every way of getting one key of it wrong: each is refused with file, line and the key, and
// where a right name is near, that name. The keys are those that the parser's own source lists, so that a new one
// cannot be forgotten here.
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include "core/policy/parser.h"

using namespace leadglass;
using namespace leadglass::policy;

namespace {

const char* const kSample = R"(schema = 1
name = "t"
version = "1"
extends = "base"
[agent]
commands = ["x"]
key_variables = ["X_KEY"]
login = ["auth"]
login_hosts = ["id.example"]
outer_flags = ["--yolo"]
[isolation]
tier = "namespace"
[workspace]
mode = "overlay"
protect = [".git/hooks/**"]
[files]
read = ["/opt/tools"]
state = [".x/", ".x.json"]
seed = [".x/auth"]
config = [{ path = ".x/c", absent = "{}" }, { path = ".x/d", presence_matters = true }]
ephemeral = [".x/tmp/"]
drop = [{ file = ".x.json", keys = ["a.*.b"] }]
hide = ["**/.env"]
state_scope = "project"
[environment]
pass = ["LANG"]
set = { A = "1" }
[egress]
default = "deny"
allow = [
  { host = "*.example.org", port = [443, 80], sni = "match", via_proxy = true, private = true },
  { host = "git.example.org", port = 22, protocol = "ssh" },
  { address = "192.0.2.0/24", port = 5432, protocol = "tcp" },
  { registry = "npm", read_only = true },
  { host = "query.example.org", name = "q", query = { k = "v" }, query_only = true, headers = { k = "v" } },
  { host = "open.example.org", inspect = true },
  { host = "code.example.org", git = { repository = "a/b", access = "push", branches = ["x"], tags = ["v*"], create = true, delete = true, force = true, lfs = true } },
  { host = "org.example.org", git = { organisation = "a" } },
  { host = "paths.example.org", methods = ["GET"], paths = ["/x"] },
  { loopback = 2375, unsafe = true },
]
ask = [ { host = "ask.example.org" } ]
deny = [ { host = "bad.example.org" } ]
[limits]
cpu = 2.0
cpu_time = "2h"
memory = "8GiB"
processes = 512
disk = "10GiB"
open_files = 1024
file_size = "1GiB"
tmp = "1GiB"
wall_clock = "8h"
tool_calls = 1
rate = "1/min"
[approvals]
hold = "45s"
unattended = "deny"
[devices]
allow = []
[output]
canaries = true
secrets = "block"
max_bytes = "1MiB"
[[secret]]
name = "s"
source = ["keyring:a/b", "mint:aws"]
mint = { role = "r" }
env = "S_KEY"
file = ".netrc"
json = { "/a/b" = "{}" }
endpoint = false
shape = { prefix = "sk-", length = 51, alphabet = "hex" }
ttl = "5m"
uses = 9
inject = [{ host = "api.example.org", port = 443, header = "x-key", format = "{}", rule = "q" }, { host = "b.example.org", header = "y", basic = "u" }]
[[ssh]]
host = "git.example.org"
port = 22
user = "git"
key = "SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
approve = "run"
sign = ["git"]
[[exec]]
match = ["git"]
[[tool]]
name = "m"
[[example]]
egress = "git.example.org:22"
expect = "allow"
)";
// In sections that no version enforces yet: only the section itself is known.
const QSet<QString> kUnread = {"match", "A", "k", "role"};

struct Key {
    QString name;
    qsizetype at = 0;  // of the name
    qsizetype value = 0;
    qsizetype end = 0; // of the value
};

// "key = VALUE" wherever it stands; VALUE up to the comma, brace or line end that ends it.
std::vector<Key> keysOf(const QString& text) {
    std::vector<Key> out;
    static const QRegularExpression pattern(R"(([a-z_]+) = )");
    auto found = pattern.globalMatch(text);
    while (found.hasNext()) {
        const auto match = found.next();
        Key key{match.captured(1), match.capturedStart(1), match.capturedEnd(0), 0};
        int depth = 0;
        bool quoted = false;
        for (key.end = key.value; key.end < text.size(); ++key.end) {
            const QChar c = text[key.end];
            quoted = c == '"' ? !quoted : quoted;
            depth += quoted ? 0 : (c == '[' || c == '{') ? 1 : (c == ']' || c == '}') ? -1 : 0;
            if (!quoted && (depth < 0 || (depth == 0 && (c == ',' || c == '\n' || c == ' ')))) {
                break;
            }
        }
        out.push_back(key);
    }
    return out;
}

int lineOf(const QString& text, qsizetype at) { return static_cast<int>(text.left(at).count('\n')) + 1; }

} // namespace

class TestMutants : public QObject {
    Q_OBJECT
private slots:
    void theSampleLoadsAndHasEveryKeyOfTheParser() {
        const auto sample = parse(kSample);
        QVERIFY2(sample.ok(), sample.ok() ? "" : sample.error().text().c_str());
        QSet<QString> there;
        for (const Key& key : keysOf(kSample)) {
            there.insert(key.name);
        }
        for (const char* section : {"agent", "isolation", "workspace", "files", "environment", "egress", "limits", "approvals",
                                    "devices", "output", "secret", "ssh", "exec", "tool", "example"}) {
            there.insert(section);
        }
        const QDir sources(QString(LEADGLASS_TEST_DATA) + "/../../../core/policy");
        int known = 0;
        for (const QString& name : sources.entryList({"parser*.cpp"})) {
            QFile file(sources.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            static const QRegularExpression section(R"(Section \w+\([^;{]*\{([^}]*)\})");
            static const QRegularExpression word("\"([a-z_]+)\"");
            auto sections = section.globalMatch(text);
            while (sections.hasNext()) {
                auto words = word.globalMatch(sections.next().captured(1));
                while (words.hasNext()) {
                    const QString key = words.next().captured(1);
                    ++known;
                    QVERIFY2(there.contains(key), qPrintable("the sample of this test lacks the key " + key));
                }
            }
        }
        QVERIFY2(known > 60, qPrintable(QString("only %1 keys were found in the parser").arg(known)));
    }

    void aKeyThatIsNotSpelledRightIsNamedWithTheRightOne() {
        const QString text = kSample;
        for (const Key& key : keysOf(text)) {
            if (kUnread.contains(key.name) || inUnread(text, key)) {
                continue;
            }
            for (const QString& wrong : {key.name + "x", key.name.left(1) + "q" + key.name.mid(1), key.name.chopped(1) + "-"}) {
                const QString mutant = text.left(key.at) + wrong + text.mid(key.at + key.name.size());
                refused(mutant, lineOf(text, key.at), wrong);
                if (key.name.size() > 3 && wrong == key.name + "x") {
                    QVERIFY2(last.contains("did you mean '" + key.name + "'"), qPrintable(last));
                }
            }
        }
    }

    void aValueOfAnotherTypeIsRefusedAtItsPlace() {
        const QString text = kSample;
        for (const Key& key : keysOf(text)) {
            const QString value = text.mid(key.value, key.end - key.value);
            if (inUnread(text, key) || key.name == "mint" || key.name == "role") { // what is minted with is known to who mints
                continue;
            }
            for (const char* other : {"\"\\u0000\"", "-1", "1.5", "true", "1979-05-27", "[1, \"a\", [2]]", "{ zz = 1 }", "[[]]", "nan"}) {
                // rate and tool_calls are read by no version yet; an integer will do for cores, and "no" words of no type exist
                if (key.name == "rate" || key.name == "tool_calls" || (key.name == "cpu" && QString(other) == "1.5") ||
                    (value == "true" && QString(other) == "true")) {
                    continue;
                }
                refused(text.left(key.value) + other + text.mid(key.end), lineOf(text, key.at), "");
            }
        }
    }

    void aKeyThatIsThereTwiceIsRefused() {
        const QString text = kSample;
        for (const Key& key : keysOf(text)) {
            const bool ofLine = key.at == 0 || text[key.at - 1] == '\n';
            const qsizetype line = text.indexOf('\n', key.end);
            if (ofLine && text[key.value] != '[') {
                const QString again = text.mid(key.at, line - key.at + 1);
                refused(text.left(line + 1) + again + text.mid(line + 1), lineOf(text, key.at) + 1, "");
                QVERIFY2(last.contains("is there twice"), qPrintable(last));
            }
        }
    }

    void aKeyOfAnotherTableIsRefused() {
        const QString text = kSample;
        for (const char* section : {"[agent]\n", "[egress]\n", "[limits]\n", "[approvals]\n", "[files]\n", "[workspace]\n"}) {
            const qsizetype at = text.indexOf(section) + qstrlen(section);
            for (const char* key : {"schema = 1\n", "zzz = 1\n", "tier = \"namespace\"\n", "host = \"a.example\"\n"}) {
                refused(text.left(at) + key + text.mid(at), lineOf(text, at), "");
            }
        }
    }

    void aFileThatIsCutAnywhereLoadsWholeOrIsRefused() {
        const QString text = kSample;
        for (qsizetype size = 0; size < text.size(); ++size) {
            const auto parsed = parse(text.left(size));
            if (!parsed) {
                checkFault(parsed.error());
            }
        }
    }

    void whatIsNoSuchFileIsRefused_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("NUL") << QByteArray("schema = 1\0\nname = \"t\"\n", 22);
        QTest::newRow("not UTF-8") << QByteArray("schema = 1\nname = \"\xff\xfe\"\n");
        QTest::newRow("overlong") << QByteArray("schema = 1\nname = \"\xc0\xaf\"\n");
        QTest::newRow("a later schema") << QByteArray("schema = 2\nname = \"t\"\n");
        QTest::newRow("two MiB") << QByteArray("schema = 1\nname = \"t\"\n#") + QByteArray(2 << 20, 'x');
        QTest::newRow("deep") << QByteArray("schema = 1\nname = \"t\"\nx = ") + QByteArray(5000, '[');
        QTest::newRow("UTF-16") << QByteArray("\xff\xfes\0c\0h\0", 8);
        QTest::newRow("control bytes") << QByteArray("schema = 1\nname = \"t\x1b[2J\"\n");
        QTest::newRow("JSON") << QByteArray("{\"schema\": 1}");
    }
    void whatIsNoSuchFileIsRefused() {
        QFETCH(QByteArray, bytes);
        const auto parsed = parseProfile(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())), "t.toml",
                                         Layer::Profile);
        QVERIFY(!parsed.ok());
        checkFault(parsed.error());
    }

    void aByteOrderMarkAndCarriageReturnsDoNotMatter() {
        for (QString text : {QString(kSample).replace("\n", "\r\n"), QString(QChar(0xfeff)) + kSample}) {
            const auto parsed = parse(text);
            QVERIFY2(parsed.ok(), parsed.ok() ? "" : parsed.error().text().c_str());
        }
    }

private:
    static Result<Profile> parse(const QString& text) {
        return parseProfile(text.toStdString(), "t.toml", Layer::Profile);
    }

    static bool inUnread(const QString& text, const Key& key) {
        const QString before = text.left(key.at);
        const qsizetype head = before.lastIndexOf("\n[");
        const QString section = head < 0 ? QString() : before.mid(head + 1);
        return section.startsWith("[[exec]]") || section.startsWith("[[tool]]") || key.name == "A";
    }

    void checkFault(const Error& error) {
        last = QString::fromStdString(error.text());
        QVERIFY2(QRegularExpression(R"(\At\.toml:\d+:\d+: \S)").match(last).hasMatch(), qPrintable(last));
        QVERIFY2(!last.contains("Error while parsing") && !last.contains("toml++") && !last.contains(QChar(0x1b)), qPrintable(last));
        QVERIFY2(last.size() < 600, qPrintable(last));
    }

    void refused(const QString& mutant, int line, const QString& word) {
        const auto parsed = parse(mutant);
        const QString where = mutant.section('\n', line - 1, line - 1);
        QVERIFY2(!parsed.ok(), qPrintable("loaded: " + where));
        checkFault(parsed.error());
        const int told = last.section(':', 1, 1).toInt();
        QVERIFY2(told == line || told == line + 1, qPrintable(QString("line %1: ").arg(line) + last + " <- " + where));
        QVERIFY2(word.isEmpty() || last.contains(word), qPrintable(last));
    }

    QString last;
};

QTEST_APPLESS_MAIN(TestMutants)
#include "test_mutants.moc"
