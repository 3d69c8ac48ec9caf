// Hunks as values: any of them can be taken, and the rest are then found as they were.
#include <QtTest>
#include <random>

#include "core/workspace/edit_script.h"
#include "core/workspace/hunks.h"

using namespace leadglass::workspace;

namespace {

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t limit) { return limit == 0 ? 0 : random() % limit; }

// Lines of few kinds, so that many are alike; CRLF, NUL, empty ones and lone carriage returns among them.
std::string line(Random& random, std::size_t kinds) {
    static const std::vector<std::string> kOdd{"", "\r", "x\r", std::string("a\0b", 3), "\xff\xfe", "@@ -1,1 +1,1 @@", "-", "+", "\\ No newline at end of file"};
    const std::size_t at = below(random, kinds + 3);
    return (at < kinds ? "line " + std::to_string(at) : kOdd[below(random, kOdd.size())]) + "\n";
}

std::vector<std::string> edited(Random& random, std::vector<std::string> lines, std::size_t kinds) {
    for (std::size_t edits = 1 + below(random, 8); edits > 0; --edits) {
        const std::size_t at = below(random, lines.size() + 1);
        const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
        switch (below(random, 3)) {
        case 0: lines.insert(place, line(random, kinds)); break;
        case 1:
            if (at < lines.size()) {
                lines.erase(place);
            }
            break;
        default:
            if (at < lines.size()) {
                *place = line(random, kinds);
            }
        }
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines, bool newlineAtEnd) {
    std::string out;
    for (const auto& each : lines) {
        out += each;
    }
    if (!newlineAtEnd && !out.empty()) {
        out.pop_back();
    }
    return out;
}

QByteArray shown(const std::string& text) { return QByteArray::fromStdString(text).replace('\0', "\\0"); }

std::string numbered(int count) {
    std::string out;
    for (int i = 1; i <= count; ++i) {
        out += "line " + std::to_string(i) + "\n";
    }
    return out;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) { return text.replace(text.find(what), what.size(), by); }

} // namespace

class TestHunks : public QObject {
    Q_OBJECT

private slots:
    // Twins, which say the same, have names of both texts: theirs do not stay, what they say does.
    void anyOfThemCanBeTakenAndTheOthersStayAsTheyWere() {
        for (unsigned seed = 0; seed < 6000; ++seed) {
            Random random(seed);
            const std::size_t kinds = seed % 3 == 0 ? 2 : seed % 3 == 1 ? 30 : 1000;
            std::vector<std::string> lines(below(random, 120));
            std::ranges::generate(lines, [&] { return line(random, kinds); });
            const std::string before = joined(lines, below(random, 4) != 0);
            const std::string after = joined(edited(random, lines, kinds), below(random, 4) != 0);
            const auto hunks = hunksOf(before, after);
            QCOMPARE(hunks.empty(), before == after);
            QCOMPARE(shown(withHunks(before, after, hunks, std::vector<bool>(hunks.size(), true))), shown(after));
            QCOMPARE(shown(withHunks(before, after, hunks, std::vector<bool>(hunks.size(), false))), shown(before));
            std::vector<bool> taken(hunks.size());
            std::vector<std::string> rest;
            std::vector<std::string> restIds;
            for (std::size_t i = 0; i < hunks.size(); ++i) {
                taken[i] = below(random, 2) == 0;
                if (!taken[i]) {
                    rest.push_back(hunks[i].body);
                    restIds.push_back(hunks[i].id);
                }
            }
            const std::string partly = withHunks(before, after, hunks, taken);
            const auto left = hunksOf(partly, after);
            QVERIFY2(std::ranges::equal(left, rest, {}, &Hunk::body), qPrintable(QStringLiteral("seed %1").arg(seed)));
            for (std::size_t i = 0; i < left.size(); ++i) {
                if (std::ranges::count(hunks, left[i].body, &Hunk::body) == 1) {
                    QCOMPARE(left[i].id, restIds[i]);
                }
            }
            QCOMPARE(shown(withHunks(partly, after, left, std::vector<bool>(left.size(), true))), shown(after));
        }
    }

    void theScriptIsTheShortest() {
        for (unsigned seed = 0; seed < 400; ++seed) {
            Random random(seed);
            std::vector<std::string> one(below(random, 30));
            std::vector<std::string> other(below(random, 30));
            std::ranges::generate(one, [&] { return line(random, 3); });
            std::ranges::generate(other, [&] { return line(random, 3); });
            std::vector<std::vector<std::size_t>> common(one.size() + 1, std::vector<std::size_t>(other.size() + 1)); // longest
            for (std::size_t i = one.size(); i-- > 0;) {
                for (std::size_t j = other.size(); j-- > 0;) {
                    common[i][j] = one[i] == other[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
                }
            }
            const std::string a = joined(one, true);
            const std::string b = joined(other, true);
            const auto steps = editScript(splitLines(a), splitLines(b));
            QCOMPARE(static_cast<std::size_t>(std::ranges::count(steps, Step::Keep)), common[0][0]);
            QCOMPARE(static_cast<std::size_t>(std::ranges::count(steps, Step::Drop)), one.size() - common[0][0]);
            QCOMPARE(static_cast<std::size_t>(std::ranges::count(steps, Step::Add)), other.size() - common[0][0]);
        }
    }

    void aNameStaysWhenOtherHunksChange() {
        const std::string host = numbered(60);
        const std::string run = replaced(replaced(host, "line 10\n", "line ten\n"), "line 40\n", "line forty\n");
        const auto first = hunksOf(host, run);
        QCOMPARE(first.size(), std::size_t(2));
        const auto later = hunksOf(host, replaced(replaced(run, "line ten\n", "line TEN\nand more\nand more\n"), "line 25\n", ""));
        QCOMPARE(later.size(), std::size_t(3));
        QCOMPARE(later[2].id, first[1].id);
        QVERIFY(later[2].range != first[1].range);
        QVERIFY(later[0].id != first[0].id);
    }

    void twinsHaveNamesOfTheirOwnThatNeverPassToTheOther() {
        const std::string block = "{\n  a\n  b\n  c\n  d\n  e\n  f\n  g\n  h\n}\n";
        const std::string host = block + block + block;
        const std::string changed = replaced(block, "  e\n", "  E\n");
        const auto all = hunksOf(host, changed + changed + changed);
        QCOMPARE(all.size(), std::size_t(3));
        QCOMPARE(all[0].body, all[2].body);
        QSet<std::string> ids{all[0].id, all[1].id, all[2].id};
        QCOMPARE(ids.size(), qsizetype(3));
        const std::string partly = withHunks(host, changed + changed + changed, all, {true, false, false});
        const auto rest = hunksOf(partly, changed + changed + changed);
        QCOMPARE(rest.size(), std::size_t(2));
        for (const auto& hunk : rest) {
            QVERIFY(!ids.contains(hunk.id));
        }
    }

    void piecesAreTheHunksSplitAtEveryUnchangedLine() {
        const std::string host = numbered(12);
        const std::string run = replaced(replaced(replaced(host, "line 3\n", "line three\n"), "line 5\n", ""), "line 9\n", "line nine\nand more\n");
        const auto hunks = hunksOf(host, run);
        QCOMPARE(hunks.size(), std::size_t(1));
        const auto pieces = piecesOf(hunks, host, run);
        QCOMPARE(pieces.all.size(), std::size_t(3));
        QVERIFY((pieces.of == std::vector<std::size_t>{0, 0, 0}));
        QCOMPARE(pieces.all[0].range, std::string("@@ -1,4 +1,4 @@"));
        QCOMPARE(pieces.all[0].body, std::string(" line 1\n line 2\n-line 3\n+line three\n line 4\n"));
        QCOMPARE(pieces.all[1].range, std::string("@@ -4,5 +4,4 @@"));
        QCOMPARE(pieces.all[1].body, std::string(" line 4\n-line 5\n line 6\n line 7\n line 8\n"));
        QCOMPARE(pieces.all[2].body, std::string(" line 6\n line 7\n line 8\n-line 9\n+line nine\n+and more\n line 10\n line 11\n line 12\n"));
        QCOMPARE(shown(withHunks(host, run, pieces.all, {false, true, false})), shown(replaced(host, "line 5\n", "")));
        const QSet<std::string> ids{hunks[0].id, pieces.all[0].id, pieces.all[1].id, pieces.all[2].id};
        QCOMPARE(ids.size(), qsizetype(4));
        // What cannot be split keeps its name.
        const std::string one = replaced(host, "line 5\n", "line five\n");
        const auto single = hunksOf(host, one);
        QCOMPARE(piecesOf(single, host, one).all.at(0).id, single.at(0).id);
    }

    void anyChoiceOfPiecesIsTakenAsNamed() {
        for (unsigned seed = 0; seed < 300; ++seed) {
            Random random(seed);
            const int kinds = below(random, 2) == 0 ? 3 : 200;
            std::vector<std::string> lines(below(random, 40));
            std::ranges::generate(lines, [&] { return line(random, kinds); });
            const std::string before = joined(lines, below(random, 4) != 0);
            const std::string after = joined(edited(random, lines, kinds), below(random, 4) != 0);
            const auto hunks = hunksOf(before, after);
            const auto pieces = piecesOf(hunks, before, after);
            QCOMPARE(shown(withHunks(before, after, pieces.all, std::vector<bool>(pieces.all.size(), true))), shown(after));
            std::vector<bool> wanted(pieces.all.size());
            QSet<std::string> ids;
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                wanted[i] = below(random, 2) == 0;
                ids.insert(pieces.all[i].id);
                QVERIFY(!pieces.all[i].body.empty());
            }
            QCOMPARE(ids.size(), static_cast<qsizetype>(pieces.all.size()));
            const auto names = namesOf(hunks, pieces, wanted, true);
            const auto taken = takenBy(names, hunks, pieces);
            QVERIFY(taken.unknown.empty());
            QVERIFY2(taken.pieces == wanted, qPrintable(QStringLiteral("seed %1").arg(seed)));
            QVERIFY(takenBy({std::string(32, '0')}, hunks, pieces).unknown == std::string(32, '0'));
        }
    }

    void namesAreAtTheEndOfTheFirstLines() {
        const auto hunks = hunksOf("a\n", "b\n");
        QCOMPARE(hunks[0].id.size(), std::size_t(32));
        QCOMPARE(diffText(hunks, Names::Shown), "@@ -1 +1 @@ " + hunks[0].id + "\n-a\n+b\n");
        QCOMPARE(diffText(hunks, Names::Left), std::string("@@ -1 +1 @@\n-a\n+b\n"));
    }

    void everyByteOfTheEndIsKept_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        const auto row = [](const char* name, QByteArray before, QByteArray after) { QTest::newRow(name) << before << after; };
        row("to empty", "a\nb", "");
        row("from empty", "", "a\r\nb");
        row("newline comes", "a\nb", "a\nb\n");
        row("newline goes", "a\nb\n", "a\nb");
        row("more after a line without one", "a\nb", "a\nb\nc");
        row("less before a line without one", "a\nb\nc", "a\nb");
        row("another last line without one", "a\nb", "a\nc");
        row("only the line end", "a\r\nb\r\n", "a\nb\n");
        row("one line end of two", "a\r\nb\r\n", "a\r\nb\n");
        row("NUL", QByteArray("a\0b\n", 4), QByteArray("a\0c\n", 4));
        row("only newlines", "\n\n\n", "\n\n");
    }
    void everyByteOfTheEndIsKept() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        const std::string a = before.toStdString();
        const std::string b = after.toStdString();
        const auto hunks = hunksOf(a, b);
        QCOMPARE(hunks.size(), std::size_t(1));
        QCOMPARE(QByteArray::fromStdString(withHunks(a, b, hunks, {true})), after);
        QCOMPARE(QByteArray::fromStdString(withHunks(a, b, hunks, {false})), before);
    }

    // A long file of equal lines, all but different texts: neither costs minutes.
    void hostileTextsAreBounded() {
        QElapsedTimer timer;
        timer.start();
        std::string newlines(1 << 20, '\n');
        const auto few = hunksOf(newlines, "x\n" + newlines.substr(3000));
        QVERIFY(!few.empty());
        std::string one;
        std::string other;
        for (int i = 0; i < 19'000; ++i) {
            one += i % 2 == 0 ? "a\n" : "b\n";
            other += i % 3 == 0 ? "b\n" : "a\n";
        }
        const auto many = hunksOf(one, other);
        QCOMPARE(withHunks(one, other, many, std::vector<bool>(many.size(), true)), other);
        QCOMPARE(hunksOf(numbered(50'000), replaced(numbered(90'000), "line 1\n", "")).size(), std::size_t(1)); // too much to search
        QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_GUILESS_MAIN(TestHunks)
#include "tst_hunks.moc"
