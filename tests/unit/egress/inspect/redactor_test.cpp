// A credential that comes back is masked however it is cut, and nothing else is held up.
#include <QtTest>

#include <random>
#include <string>

#include "core/egress/inspect/redactor.h"

using leadglass::egress::Redactor;

namespace {

std::string run(const std::vector<std::string>& values, const std::string& text, const std::vector<std::size_t>& cuts, std::size_t* held = nullptr) {
    Redactor redactor;
    for (const std::string& v : values) {
        if (!redactor.look(v)) qFatal("value not taken");
    }
    std::vector<std::uint8_t> out;
    std::size_t at = 0;
    const auto piece = [&](std::size_t end) {
        redactor.feed({reinterpret_cast<const std::uint8_t*>(text.data()) + at, end - at}, out);
        at = end;
        if (held != nullptr) *held = std::max(*held, redactor.heldBack());
    };
    for (std::size_t cut : cuts) {
        piece(std::max(at, std::min(cut, text.size())));
    }
    piece(text.size());
    redactor.finish(out);
    return {out.begin(), out.end()};
}

// By looking everywhere: what must be masked, and what must not be touched. Of a value longer than eight bytes the first
// four may be seen.
bool right(const std::vector<std::string>& values, const std::string& text, const std::string& got) {
    std::string may = text;
    std::string must = text;
    for (const std::string& v : values) {
        const std::size_t free = v.size() > Redactor::kShort ? Redactor::kFree : 0;
        for (std::size_t at = text.find(v); at != std::string::npos; at = text.find(v, at + 1)) {
            may.replace(at, v.size(), v.size(), '*');
            must.replace(at + free, v.size() - free, v.size() - free, '*');
        }
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (got[i] != may[i] && (must[i] == '*' || got[i] != text[i])) return false;
    }
    return got.size() == text.size();
}

} // namespace

class RedactorTest : public QObject {
    Q_OBJECT
private slots:
    void masksAValueAtEveryCut() {
        const std::string text = "{\"token\":\"s3cr3t-value\",\"again\":\"s3cr3t-value\"}";
        const std::string want = "{\"token\":\"************\",\"again\":\"************\"}";
        for (std::size_t cut = 0; cut <= text.size(); ++cut) {
            const std::string got = run({"s3cr3t-value"}, text, {cut});
            QVERIFY(right({"s3cr3t-value"}, text, got));
            QVERIFY(got.find("s3cr3") == std::string::npos);
            // Short ones are masked to the last byte.
            QVERIFY(run({"s3cr3t"}, text, {cut}).find("s3") == std::string::npos);
        }
        QCOMPARE(run({"s3cr3t-value"}, text, {}), want);
        std::vector<std::size_t> each;
        for (std::size_t i = 1; i < text.size(); ++i) each.push_back(i);
        QVERIFY(right({"s3cr3t-value"}, text, run({"s3cr3t-value"}, text, each)));
    }

    void masksOverlapsLikeALookEverywhere() {
        // Three letters only, so that values lie in, over and behind each other all the time.
        std::mt19937 random(7);
        const auto letters = [&](std::size_t size) {
            std::string s;
            for (std::size_t i = 0; i < size; ++i) s.push_back("abc"[random() % 3]);
            return s;
        };
        for (int round = 0; round < 4000; ++round) {
            std::vector<std::string> values;
            std::size_t longest = 0;
            for (std::size_t i = 1 + random() % 4; i > 0; --i) {
                values.push_back(letters(1 + random() % 12));
                longest = std::max(longest, values.back().size());
            }
            std::string text = letters(random() % 60);
            text += values[0] + letters(random() % 5) + values[0];
            std::vector<std::size_t> cuts;
            for (std::size_t i = random() % 20; i > 0; --i) cuts.push_back(random() % (text.size() + 1));
            std::sort(cuts.begin(), cuts.end());
            std::size_t held = 0;
            const std::string got = run(values, text, cuts, &held);
            QVERIFY2(right(values, text, got), text.c_str());
            QVERIFY(held < longest);
        }
    }

    void passesWhatIsNoBeginningAtOnce() {
        Redactor redactor;
        QVERIFY(redactor.look("sk-live-0123456789"));
        const std::string event = "data: {\"delta\":\"hello\"}\n\n";
        std::vector<std::uint8_t> out;
        for (int i = 0; i < 3; ++i) {
            out.clear();
            redactor.feed({reinterpret_cast<const std::uint8_t*>(event.data()), event.size()}, out);
            QCOMPARE(out.size(), event.size());
            QCOMPARE(redactor.heldBack(), std::size_t(0));
        }
        const std::string end = "all tasks";
        out.clear();
        redactor.feed({reinterpret_cast<const std::uint8_t*>(end.data()), end.size()}, out);
        QCOMPARE(redactor.heldBack(), std::size_t(0)); // a letter that a credential begins with
        const std::string half = "data: sk-li";
        out.clear();
        redactor.feed({reinterpret_cast<const std::uint8_t*>(half.data()), half.size()}, out);
        QCOMPARE(out.size(), std::size_t(6));
        QCOMPARE(redactor.heldBack(), std::size_t(5));
    }

    void masksInFieldsAndCounts() {
        Redactor redactor;
        QVERIFY(redactor.look("topsecret"));
        std::string value = "Bearer topsecret; topsecret";
        QVERIFY(redactor.field("set-cookie", value));
        QCOMPARE(value, std::string("Bearer *********; *********"));
        std::vector<std::uint8_t> out;
        const std::string text = "xx topsecret";
        redactor.feed({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, out);
        QCOMPARE(redactor.redacted(), 3U);
    }

    void refusesWhatItCannotLookFor() {
        Redactor redactor;
        QVERIFY(!redactor.look(""));
        QVERIFY(!redactor.look(std::string(Redactor::kMaxTotal + 1, 'x')));
        QVERIFY(redactor.look(std::string(Redactor::kMaxTotal, 'x')));
        QVERIFY(!redactor.look("y"));
    }
};

QTEST_APPLESS_MAIN(RedactorTest)
#include "redactor_test.moc"
