// The scan of a stream: what is found, where, in which encoding, however it is cut; and what is not.
#include <QtTest>

#include <zlib.h>

#include "tests/unit/scan/examples.h"

#include "core/scan/compiled_formats.h"
#include "core/scan/scanner.h"

using namespace leadglass::scan;

namespace {

std::string base64(const std::string& text, std::size_t line = 0) {
    const QByteArray all = QByteArray(text.data(), static_cast<qsizetype>(text.size())).toBase64();
    std::string out;
    for (qsizetype i = 0; i < all.size(); ++i) {
        out.push_back(all[i]);
        if (line > 0 && static_cast<std::size_t>(i + 1) % line == 0) out.push_back('\n');
    }
    return out;
}
std::string hex(const std::string& text) {
    return QByteArray(text.data(), static_cast<qsizetype>(text.size())).toHex().toStdString();
}
std::string percent(const std::string& text) {
    std::string out;
    char one[8];
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::snprintf(one, sizeof one, i % 3 == 0 ? "%%%02X" : "%c", static_cast<unsigned char>(text[i]));
        out += one;
    }
    return out;
}
std::string gzip(const std::string& text, int windowBits = 31) {
    z_stream z{};
    deflateInit2(&z, 6, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&z, text.size()) + 64, '\0');
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    z.avail_in = static_cast<uInt>(text.size());
    z.next_out = reinterpret_cast<Bytef*>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    deflate(&z, Z_FINISH);
    out.resize(z.total_out);
    deflateEnd(&z);
    return out;
}

} // namespace

class StreamTest : public QObject {
    Q_OBJECT

    std::shared_ptr<Scanner> m_scanner;
    std::vector<std::string> m_words{"canary-7f3a9c", "LG_PLANTED_0042_TOKEN"};

    std::vector<Finding> scan(const std::string& text, const std::vector<std::size_t>& cuts = {}) {
        Stream stream(m_scanner);
        std::size_t at = 0;
        std::vector<Finding> all;
        const auto piece = [&](std::size_t end) {
            stream.feed({reinterpret_cast<const std::uint8_t*>(text.data()) + at, end - at});
            at = end;
            for (Finding& f : stream.takeFindings()) all.push_back(std::move(f));
        };
        for (std::size_t cut : cuts) piece(std::clamp(cut, at, text.size()));
        piece(text.size());
        stream.finish();
        for (Finding& f : stream.takeFindings()) all.push_back(std::move(f));
        std::sort(all.begin(), all.end(), [](const Finding& a, const Finding& b) { return std::tie(a.depth, a.offset, a.id) < std::tie(b.depth, b.offset, b.id); });
        return all;
    }
    static std::string text(const std::vector<Finding>& all) {
        std::string out;
        for (const Finding& f : all) out += f.id + "@" + std::to_string(f.offset) + "+" + std::to_string(f.length) + "/" + std::to_string(f.depth) + "\n";
        return out;
    }
    const Format& format(std::string_view id) {
        for (const Format& f : m_scanner->formats()->all()) {
            if (f.pattern->id == id) return f;
        }
        qFatal("no such format");
    }

private slots:
    void initTestCase() {
        auto formats = Database::formats();
        auto words = Database::words(m_words);
        QVERIFY(formats.ok() && words.ok());
        auto scanner = Scanner::make(*formats, *words);
        QVERIFY(scanner.ok());
        m_scanner = *scanner;
    }

    void theFormatsOfTheBuildAreTheTables() {
        const auto built = Database::formats(compiledFormats());
        QVERIFY(built.ok());
        QVERIFY2(!(*built)->wasCompiledHere(), "else every run that scans begins half a second later");
        std::mt19937 random(21);
        const auto scanner = *Scanner::make(*built);
        for (const Format& f : (*built)->all()) {
            const std::string text = "x = \"" + scantest::example(f, random) + "\"\n";
            Stream stream(scanner);
            stream.feed({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
            stream.finish();
            QVERIFY2(!stream.takeFindings().empty(), text.c_str());
        }
    }
    void whatIsNotOfThisBuildIsCompiledHere_data() {
        QTest::addColumn<int>("at");
        QTest::newRow("other tables") << 0;
        QTest::newRow("another version") << 12;
        QTest::newRow("damaged in the middle") << 40000;
        QTest::newRow("cut") << -1;
    }
    void whatIsNotOfThisBuildIsCompiledHere() {
        QFETCH(int, at);
        std::vector<std::uint8_t> bytes(compiledFormats().begin(), compiledFormats().end());
        if (at < 0) {
            bytes.resize(bytes.size() / 2);
        } else {
            bytes[static_cast<std::size_t>(at)] ^= 0x5a;
        }
        const auto db = Database::formats(bytes);
        QVERIFY(db.ok() && (*db)->wasCompiledHere());
    }
    void aBeginningOfACanaryIsHeldBack() {
        const auto words = *Database::words(m_words);
        for (const auto& scanner : {*Scanner::make({}, words), m_scanner}) {
            Stream stream(scanner);
            const std::string text = "say " + m_words[0].substr(0, 10);
            stream.feed({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
            QVERIFY(stream.undecided() >= 10);
            const std::string other = "0 else entirely, and much more of it";
            stream.feed({reinterpret_cast<const std::uint8_t*>(other.data()), other.size()});
            QCOMPARE(stream.undecided(), std::size_t(0));
        }
    }

    void findsEveryFormatWhereItStands() {
        std::mt19937 random(11);
        int other = 0;
        for (const Format& f : m_scanner->formats()->all()) {
            const std::string one = scantest::example(f, random);
            const std::string before = "{\"message\": \"here it is:\\n";
            const auto all = scan(before + one + "\", \"more\": 1}\n");
            QVERIFY2(!all.empty(), (std::string(f.pattern->id) + ": " + one).c_str());
            // Another format may say the same of it, in the same place.
            const auto at = std::find_if(all.begin(), all.end(), [&](const Finding& x) {
                return x.depth == 0 && x.offset < before.size() + one.size() && x.offset + x.length > before.size() + scantest::secretStart(f, one);
            });
            QVERIFY2(at != all.end(), (std::string(f.pattern->id) + ": " + one + "\n" + text(all)).c_str());
            other += at->id == f.pattern->id ? 0 : 1;
            if (at->id == f.pattern->id && all.size() == 1 && f.pattern->borders) {
                QCOMPARE(at->offset, before.size() + scantest::secretStart(f, one));
                QVERIFY2(at->length + scantest::secretStart(f, one) <= one.size(), (one + text(all)).c_str());
            }
        }
        QVERIFY2(other <= 25, qPrintable(QString::number(other)));
    }

    void cutsDoNotMatter() {
        std::mt19937 random(12);
        std::string text;
        for (const char* id : {"github-token", "aws-access-key-id", "private-key", "jwt", "database-url", "anthropic-key", "slack-bot-token", "age-secret-key"}) {
            text += "some words, then x = \"" + scantest::example(format(id), random) + "\"\n";
        }
        text += "auth: " + base64("token " + scantest::example(format("gitlab-token"), random) + " in a longer text") + "\n";
        text += "form: a=1&key=" + percent(scantest::example(format("npm-token"), random)) + "&b=2\n";
        text += "hex " + hex("key=" + scantest::example(format("stripe-key"), random)) + "\n" + m_words[0] + gzip(std::string(3000, ' ') + m_words[1]) + "\n";
        const std::string want = StreamTest::text(scan(text));
        QVERIFY2(std::count(want.begin(), want.end(), '\n') == 13, want.c_str());
        std::vector<std::size_t> each;
        for (std::size_t i = 1; i < text.size(); ++i) each.push_back(i);
        QCOMPARE(StreamTest::text(scan(text, each)), want);
        for (int round = 0; round < 60; ++round) {
            std::vector<std::size_t> cuts;
            for (unsigned i = static_cast<unsigned>(random() % 30); i > 0; --i) cuts.push_back(random() % text.size());
            std::sort(cuts.begin(), cuts.end());
            QCOMPARE(StreamTest::text(scan(text, cuts)), want);
        }
    }

    void looksIntoEncodings_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("depth");
        std::mt19937 random(13);
        auto formats = Database::formats();
        std::string inner;
        for (const Format& f : (*formats)->all()) {
            if (f.pattern->id == std::string_view("github-token")) inner = "{\"a\": \"text around it\", \"token\": \"" + scantest::example(f, random) + "\"} and more text";
        }
        const auto row = [](const char* name, const std::string& t, int depth) { QTest::newRow(name) << QByteArray(t.data(), static_cast<qsizetype>(t.size())) << depth; };
        row("plain", inner, 0);
        row("base64", base64(inner), 1);
        row("base64, in lines", base64(inner, 76), 1);
        row("base64, indented", "data: |\n    " + QString::fromStdString(base64(inner, 64)).replace("\n", "\n    ").toStdString(), 1);
        row("base64, lines written out", QString::fromStdString(base64(inner, 76)).replace("\n", "\\n").toStdString(), 1);
        row("base64 for URLs", QByteArray(inner.data(), static_cast<qsizetype>(inner.size())).toBase64(QByteArray::Base64UrlEncoding).toStdString(), 1);
        row("hex", hex(inner), 1);
        row("percent", percent(inner), 1);
        row("gzip", gzip(inner), 1);
        row("zlib", gzip(inner, 15), 1);
        row("gzip behind something", "--boundary\r\n\r\n" + gzip(inner) + "\r\n--boundary", 1);
        row("base64 of gzip", "x=" + base64(gzip(inner)), 2);
        row("percent of base64", percent("v=" + base64(inner)), 2);
        row("base64 of base64 of base64", base64(base64(base64(inner))), 3);
        row("gzip of hex of base64", gzip(hex(base64(inner))), 3);
        row("too deep", base64(base64(base64(base64(inner)))), -1);
    }
    void looksIntoEncodings() {
        QFETCH(QByteArray, text);
        QFETCH(int, depth);
        const auto all = scan(text.toStdString());
        if (depth < 0) {
            QVERIFY2(all.empty(), StreamTest::text(all).c_str());
            return;
        }
        QCOMPARE(all.size(), std::size_t(1));
        QCOMPARE(all[0].id, std::string("github-token"));
        QCOMPARE(int(all[0].depth), depth);
    }

    void findsCanariesAnywhere() {
        for (const std::string& t : {"in a word" + m_words[1] + "more", base64("xx " + m_words[1] + " and some words more"), gzip(m_words[1]), percent(m_words[1]), hex("--" + m_words[1] + "---")}) {
            const auto all = scan(t);
            QCOMPARE(all.size(), std::size_t(1));
            QCOMPARE(all[0].id, std::string("canary:1"));
        }
        QCOMPARE(scan("in a word" + m_words[1] + "more")[0].length, std::uint32_t(m_words[1].size()));
    }

    void findsCanariesHoweverTheyAreSpelledAndWhereverTheyBegin() {
        const auto cased = [](std::string t, int (*to)(int)) {
            std::transform(t.begin(), t.end(), t.begin(), [to](char c) { return static_cast<char>(to(static_cast<unsigned char>(c))); });
            return t;
        };
        const std::string& word = m_words[1];
        std::string wide, spaced;
        for (const char c : word) {
            wide += std::string(1, '\0') + c;
            spaced += hex(std::string(1, c)) + " ";
        }
        for (const std::string& t : {cased(word, std::tolower), cased(word, std::toupper), wide, spaced, std::string(word.rbegin(), word.rend()), "0x" + hex(word), "data/" + hex(word)}) {
            const auto all = scan("so: " + t + ".");
            QCOMPARE(all.size(), std::size_t(1));
            QCOMPARE(all[0].id, std::string("canary:1"));
        }
        for (int before = 0; before < 8; ++before) { // behind what is of the same letters, as a path is
            for (int in = 0; in < 3; ++in) {
                const auto all = scan("GET " + std::string(static_cast<std::size_t>(before), '/') + base64(std::string(static_cast<std::size_t>(in), 'x') + word + "--"));
                QCOMPARE(all.size(), std::size_t(1));
            }
        }
    }

    void findsWhatIsInTheSecondOfTwoPackedFiles() {
        const std::string two = gzip("nothing in here") + gzip("and " + m_words[1]);
        QCOMPARE(scan(two).size(), std::size_t(1));
        for (std::size_t cut = 1; cut < two.size(); ++cut) {
            QVERIFY2(scan(two, {cut}).size() == 1, std::to_string(cut).c_str());
        }
        QCOMPARE(scan(std::string("\x1f\x8b\x08zzzzzzzzzzzzzzz", 18) + gzip(m_words[1])).size(), std::size_t(1)); // only looks like one
    }

    void canariesAloneAreLookedForWithoutFormats() {
        auto words = Database::words(m_words);
        auto scanner = Scanner::make(*words);
        QVERIFY(scanner.ok());
        Stream stream(*scanner);
        const std::string t = "x " + m_words[0] + " " + base64("and inside " + m_words[1] + " of it");
        stream.feed({reinterpret_cast<const std::uint8_t*>(t.data()), t.size()});
        QCOMPARE(stream.undecided(), std::size_t(0));
        stream.finish();
        QCOMPARE(stream.takeFindings().size(), std::size_t(2));
    }

    void aBombCostsNothing() {
        const std::string bomb = gzip(gzip(std::string(300'000'000, 'x')));
        QVERIFY(bomb.size() < 10'000);
        QElapsedTimer timer;
        timer.start();
        Stream stream(m_scanner);
        stream.feed({reinterpret_cast<const std::uint8_t*>(bomb.data()), bomb.size()});
        stream.finish();
        QVERIFY(stream.limited());
        QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
    }

    void saysWhatIsNotDecided() {
        std::mt19937 random(14);
        const std::string token = scantest::example(format("github-token"), random);
        Stream stream(m_scanner);
        const auto feed = [&](const std::string& t) {
            stream.feed({reinterpret_cast<const std::uint8_t*>(t.data()), t.size()});
            return stream.undecided();
        };
        QCOMPARE(feed("data: {\"text\": \"hello tasks\"}\n\n"), std::size_t(0));
        QCOMPARE(feed("my risk"), std::size_t(0));
        QCOMPARE(feed(" " + token.substr(0, 6)), std::size_t(0)); // not enough to be anything yet
        QCOMPARE(feed(token.substr(6, 10)), std::size_t(16));
        QCOMPARE(feed(token.substr(16)), token.size());
        QVERIFY(stream.takeFindings().empty());
        QCOMPARE(feed("\n"), std::size_t(0));
        QCOMPARE(stream.takeFindings().size(), std::size_t(1));
        QCOMPARE(feed("client_secret = \"9hTq2LmX0bZ"), std::size_t(11));
    }
};

QTEST_APPLESS_MAIN(StreamTest)
#include "stream_test.moc"
