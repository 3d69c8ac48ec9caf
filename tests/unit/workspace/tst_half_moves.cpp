// Moves of which one half is held back: nothing that the person had may be lost by the other half.
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "overlay_fixture.h"

using namespace leadglass;
using namespace leadglass::workspace;
using leadglass::test::OverlayFixture;

namespace {

std::string text(int seed) {
    std::string out;
    for (int line = 0; line < 12; ++line) {
        out += "line " + std::to_string(line) + " of file " + std::to_string(seed * 7919 + line) + "\n";
    }
    return out;
}

// Every text that a file or link of the tree holds.
std::set<std::string> contents(const std::string& top) {
    std::set<std::string> out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(top)) {
        if (entry.is_symlink()) {
            out.insert("-> " + std::filesystem::read_symlink(entry.path()).string());
        } else if (entry.is_regular_file()) {
            std::ifstream in(entry.path());
            std::ostringstream all;
            all << in.rdbuf();
            out.insert(all.str());
        }
    }
    return out;
}

} // namespace

class TestHalfMoves : public QObject {
    Q_OBJECT
private slots:
    void keepWhatTheyTookAway_data() {
        QTest::addColumn<QString>("script");
        QTest::newRow("a directory") << "mv d .vscode";
        QTest::newRow("below .git") << "mkdir -p .git && mv d .git/hooks";
        QTest::newRow("each file edited") << "mv d .vscode; for f in .vscode/*.txt; do echo more >> $f; done";
        QTest::newRow("a file renamed and edited") << "mv d/one.txt Makefile; echo more >> Makefile";
        QTest::newRow("a chain") << "mv b.txt Makefile; mv a.txt b.txt";
        QTest::newRow("a longer chain") << "mv c.txt Makefile; mv b.txt c.txt; mv a.txt b.txt; mv d/one.txt a.txt";
        QTest::newRow("a chain with edits") << "mv b.txt Makefile; echo x >> Makefile; mv a.txt b.txt; echo y >> b.txt";
        QTest::newRow("a swap") << "mv a.txt t; mv .envrc a.txt; mv t .envrc";
        QTest::newRow("a directory over another") << "rm -r e; mv d e; mv e .idea; mkdir e; echo new > e/other";
        QTest::newRow("a file in place of the directory") << "mv d .vscode; echo file > d";
        QTest::newRow("a directory in place of the file") << "mv a.txt Makefile; mkdir a.txt; mv b.txt a.txt/b.txt";
        QTest::newRow("a link") << "mkdir .vscode; mv link .vscode/link";
    }
    void keepWhatTheyTookAway() {
        QFETCH(QString, script);
        OverlayFixture f;
        const char* const names[] = {"a.txt", "b.txt", "c.txt", "d/one.txt", "d/two.txt", "d/sub/three.txt", ".envrc"};
        for (int i = 0; i < 7; ++i) {
            f.write(names[i], text(i));
        }
        f.write("e/four.txt", text(9));
        QCOMPARE(f.sh("ln -s d/one.txt link"), 0);
        f.write("d/empty", "");
        auto had = contents(f.project);
        had.erase(text(9)); // "rm -r e" is a deletion that is seen as one
        f.begin();
        QCOMPARE(f.agent(script.toStdString()), 0);
        f.review();
        f.apply();
        QVERIFY(!f.left.empty());
        const auto has = contents(f.project);
        for (const auto& one : had) {
            QVERIFY2(has.contains(one), one.c_str());
        }
    }

    // A move out of a conflict: the host's newer version has the new name.
    void keepTheOldNameWhereTheNewOneIsInConflict() {
        for (const bool ours : {false, true}) {
            OverlayFixture f;
            f.write("a.txt", text(1));
            f.begin();
            QCOMPARE(f.agent("mv a.txt new.txt; echo more >> new.txt"), 0);
            f.review();
            f.write("new.txt", "by the host\n");
            Selection selection;
            selection.onConflict = [ours](const Change&) { return ours ? OnConflict::Ours : OnConflict::Skip; };
            const auto selected = selectChanges(f.trees.view(), f.list(), selection);
            QVERIFY(selected.ok());
            QVERIFY(selected->chosen.empty());
        }
    }

    void leaveTrueDeletionsAndEditsAlone() {
        OverlayFixture f;
        f.write("gone.txt", text(1));
        f.write("edited.txt", text(2));
        f.begin();
        QCOMPARE(f.agent("rm gone.txt; echo more >> edited.txt; echo 'all:' > Makefile; cp edited.txt .envrc"), 0);
        f.review();
        f.apply();
        QVERIFY(!f.exists("gone.txt"));
        QCOMPARE(f.read("edited.txt"), text(2) + "more\n");
        QCOMPARE(f.left.size(), std::size_t{2});
    }

    void loseNothingInGeneratedTrees_data() {
        QTest::addColumn<unsigned>("seed");
        std::random_device device;
        for (int i = 0; i < 12; ++i) {
            const unsigned seed = device();
            QTest::newRow(qPrintable(QString("seed %1").arg(seed))) << seed;
        }
    }
    // Moves alone, never a deletion: so every content must be found again, wherever.
    void loseNothingInGeneratedTrees() {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const auto pick = [&](std::size_t count) { return static_cast<std::size_t>(random()) % count; };
        static const char* const kFiles[] = {"a.txt", "b.txt", "x/c.txt", "x/d.txt", "y/e.txt", "y/z/f.txt", "g.md"};
        static const char* const kPlaces[] = {"a.txt", "b.txt", "Makefile", ".envrc", "x/c.txt", "x/Makefile",
                                              ".vscode/tasks.json", "q/r.txt", "y/e.txt", "CLAUDE.md"};
        static const char* const kTrees[] = {"x", "y", "y/z", ".vscode", ".idea", "q", "w"};
        OverlayFixture f;
        for (int i = 0; i < 7; ++i) {
            f.write(kFiles[i], text(i));
        }
        const auto had = contents(f.project);
        f.begin();
        std::string script;
        for (int step = 0; step < 9; ++step) {
            const bool tree = pick(3) == 0;
            const std::string from = tree ? kTrees[pick(7)] : kPlaces[pick(10)];
            const std::string to = tree ? kTrees[pick(7)] : kPlaces[pick(10)];
            // Where something has the new name, the two change places.
            script += "if [ -e " + from + " ] && [ " + from + " != " + to + " ]; then case " + to + "/ in " + from +
                      "/*) ;; *) case " + from + "/ in " + to + "/*) ;; *) mkdir -p $(dirname " + to +
                      ") 2>/dev/null && { rm -rf swap; [ ! -e " + to + " ] || mv " + to + " swap; mv " + from + " " +
                      to + "; [ ! -e swap ] || mv swap " + from + "; } ;; esac ;; esac; fi\n";
        }
        QCOMPARE(f.agent("set +e\n" + script + "true"), 0);
        f.review();
        f.apply();
        const auto has = contents(f.project);
        for (const auto& one : had) {
            QVERIFY2(has.contains(one), (script + "lost: " + one).c_str());
        }
        f.apply(true);
        for (const auto& one : had) {
            QVERIFY2(contents(f.project).contains(one), (script + "lost at last: " + one).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestHalfMoves)
#include "tst_half_moves.moc"
