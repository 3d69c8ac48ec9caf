// The parts of the review page, in process: diffs as rows, pictures, groups and ticks.
#include <QBuffer>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include "app/review/change_model.h"
#include "app/review/change_words.h"
#include "app/review/diff_text.h"
#include "app/review/picture.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

api::ChangeItem item(const std::string& path, const std::string& kind = "changed") {
    api::ChangeItem out;
    out.path = path;
    out.kind = kind;
    out.typeBefore = kind == "added" ? "none" : "file";
    out.typeAfter = kind == "deleted" ? "none" : "file";
    out.version = "v1";
    out.hostVersion = "h1";
    return out;
}

api::Review review() {
    api::Review out;
    out.run.id = "r1";
    out.changes = {item("Makefile"), item("docs/old.md", "deleted"), item("src/a.c"), item("src/b.c", "added"), item("src/conflict.c")};
    out.changes[0].risks = {Why("build_script")};
    out.changes[4].conflict = Why("changed_on_host");
    return out;
}

bool names(const api::ApplyRequest& request, const std::string& path) {
    return std::find(request.paths.begin(), request.paths.end(), path) != request.paths.end();
}

} // namespace

class TestReviewParts : public QObject {
    Q_OBJECT

private slots:
    void aDiffIsNumberedRows() {
        const auto diff = parseDiff("@@ -1,3 +1,4 @@\n one\n-two\n+two!\n+more\n three\n@@ -9,1 +10,1 @@\n-x\n\\ No newline at end of file\n+y\n");
        QCOMPARE(diff.hunks, std::size_t(2));
        QCOMPARE(diff.added, std::size_t(3));
        QCOMPARE(diff.dropped, std::size_t(2));
        QCOMPARE(diff.rows[2].before, 2);
        QCOMPARE(diff.rows[3].after, 2);
        QCOMPARE(diff.rows[5].before, 3);
        QCOMPARE(diff.rows[5].after, 4);
        QCOMPARE(diff.rows[7].before, 9);
        const auto columns = inColumns(diff.rows);
        QCOMPARE(columns.before.size(), columns.after.size());
        QCOMPARE(columns.before[2].text, QStringLiteral("two"));
        QCOMPARE(columns.after[2].text, QStringLiteral("two!"));
        QCOMPARE(columns.before[3].kind, DiffRow::Kind::Filler);
    }

    void whatDiffersInALineIsMarked() {
        const auto diff = parseDiff("@@ -1,1 +1,1 @@\n-int width = 10;\n+int width = 25;\n");
        QCOMPARE(diff.rows[1].text.mid(diff.rows[1].markStart, diff.rows[1].markLength), QStringLiteral("10"));
        QCOMPARE(diff.rows[2].text.mid(diff.rows[2].markStart, diff.rows[2].markLength), QStringLiteral("25"));
    }

    // Each piece between tabs is escaped by itself, and none may fall away unsaid.
    void whatIsCutFromALineHasAMarkWhereverItsTabsAre() {
        for (std::size_t before = 3900; before < 4010; ++before) {
            for (const std::size_t after : {0, 3, 100, 9000}) {
                const std::string line = std::string(before, 'a') + "\t" + std::string(after, 'b') + "|sh";
                const auto diff = parseDiff("@@ -0,0 +1,1 @@\n+" + line + "\n");
                const QString& text = diff.rows.back().text;
                QVERIFY2(text.contains(QChar(0x2026)) || text.toStdString() == line, QByteArray::number(static_cast<qulonglong>(before)));
            }
        }
        const QString tabs = parseDiff("@@ -0,0 +1,1 @@\n+" + std::string(4100, '\t') + "evil()\n").rows.back().text;
        QVERIFY(tabs.endsWith(QChar(0x2026)));
    }

    void whatIsListedIsWhatIsCountedEverywhere() {
        api::Review out;
        out.run.id = "r1";
        out.changes = {item(".git/hooks/pre-commit", "added"), item(".git/index"), item("gone.txt", "deleted"), item("new.c", "renamed"),
                       item("old.c", "deleted"), item("src/new", "added"), item("src/new/a.c", "added")};
        out.changes[0].risks = {Why("git_hooks")};
        out.changes[0].history = out.changes[1].history = true;
        out.changes[3].renamedFrom = "old.c";
        out.changes[4].renamedTo = "new.c";
        out.changes[5].typeAfter = "directory";
        ChangeModel model;
        model.setReview(out);
        int listed = 0;
        for (int group = 0; group < model.rowCount(); ++group) {
            listed += model.rowCount(model.index(group, 0));
        }
        QCOMPARE(listed, 5);
        QCOMPARE(words::summary(out), QStringLiteral("5 change(s): 3 changed, 1 deleted, 1 of git's own; among them 1 risky"));
        QCOMPARE(model.open(), 5);
        QCOMPARE(model.ticked(), 4); // all but what is risky: what "Apply 4 changes" says
        // What is written for that, as the service names it.
        QCOMPARE(entriesOf(out, {".git/index", "gone.txt", "new.c", "old.c", "src/new", "src/new/a.c"}), 4);
    }

    void hostileLinesStayInTheirRow() {
        // Escape codes, a direction mark, line and paragraph separators, bytes that are not UTF-8, what Qt takes for a frame.
        const auto diff = parseDiff("@@ -0,0 +1,6 @@\n+\x1b]52;c;AAAA\x07\n+\xe2\x80\xae" "txt\n+a\xe2\x80\xa9" "b\xe2\x80\xa8" "c\n+\xff\xfe\n+\xef\xb7\x90x\n+\ta\\n\n");
        QCOMPARE(diff.rows.size(), std::size_t(7));
        QString all;
        for (const auto& row : diff.rows) {
            for (const QChar c : row.text) {
                QVERIFY2(c == QLatin1Char('\t') || (c.isPrint() && c.unicode() != 0x202e), qPrintable(row.text));
            }
            all += row.text + QLatin1Char('\n');
        }
        QVERIFY2(all.contains("\\u{202e}"), qPrintable(all));
        QVERIFY(all.contains("\ta\\n\n")); // tabs and backslashes of source text stay as they are
    }

    void hunksThatCanBeTakenHaveNamesAndEachRowSaysWhichItIsOf() {
        const std::string one(32, 'a');
        const std::string other(32, '0');
        const auto diff = parseDiff("@@ -1,1 +1,1 @@ " + one + "\n-a\n+b\n@@ -9,1 +9,2 @@ " + other + "\n x\n+@@ -1,1 +1,1 @@ " + one + "\n");
        QVERIFY((diff.names == std::vector<std::string>{one, other}));
        QCOMPARE(diff.rows[0].text, QStringLiteral("@@ -1,1 +1,1 @@ "));
        QCOMPARE(diff.rows[2].hunk, 0);
        QCOMPARE(diff.rows[5].hunk, 1);
        const auto columns = inColumns(diff.rows);
        QVERIFY(std::ranges::all_of(columns.before, [](const auto& row) { return row.hunk >= 0; }));
        for (const char* bad : {"@@ -1,1 +1,1 @@\n-a\n", "@@ -1,1 +1,1 @@ 00\n-a\n", "@@ -1,1 +1,1 @@ 0000000000000000000000000000000g\n-a\n"}) {
            QVERIFY2(parseDiff("@@ -1,1 +1,1 @@ " + one + "\n-a\n" + bad).names.empty(), bad);
        }
        std::string text = "@@ -0,0 +1,150000 @@ " + one + "\n";
        for (int i = 0; i < 150'000; ++i) {
            text += "+x\n";
        }
        QVERIFY(parseDiff(text).names.empty()); // what is not shown is not taken apart
    }

    void noDiffIsAMessage() {
        QCOMPARE(parseDiff("binary files differ\n").message, QStringLiteral("binary files differ"));
        QVERIFY(parseDiff("").rows.empty());
        QVERIFY(parseDiff("").message.isEmpty());
        QVERIFY(!parseDiff("@@ -x +y @@\n+a\n").message.isEmpty());
        QVERIFY(!parseDiff("@@ -99999999999999999999 +1 @@\n+a\n").message.isEmpty());
    }

    void aHugeDiffIsCutWithAMark() {
        std::string text = "@@ -0,0 +1,150000 @@\n";
        for (int i = 0; i < 150'000; ++i) {
            text += "+x\n";
        }
        const auto diff = parseDiff(text);
        QVERIFY(diff.cut);
        QCOMPARE(diff.rows.size(), kMaxDiffRows);
    }

    void picturesAreOnlyWhatQtKnowsAsSuch() {
        QImage image(30, 20, QImage::Format_RGB32);
        image.fill(Qt::red);
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        QVERIFY(image.save(&buffer, "PNG"));
        const auto side = [](const std::string& bytes) { return api::FileSide{"file", bytes.size(), bytes}; };
        QCOMPARE(decodePicture(side(png.toStdString())).image.size(), QSize(30, 20));
        QVERIFY(decodePicture(side("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")).image.isNull());
        QVERIFY(decodePicture(side(png.left(60).toStdString())).image.isNull());
        std::string bomb = png.toStdString(); // as its head says: 60,000 pixels a side
        bomb.replace(16, 8, std::string("\x00\x00\xea\x60\x00\x00\xea\x60", 8));
        QElapsedTimer timer;
        timer.start();
        QVERIFY(decodePicture(side(bomb)).image.isNull());
        QVERIFY(timer.elapsed() < 30'000);
    }

    void theRiskyComeFirstAndDeletionsAreListed() {
        const auto made = review();
        const auto groups = groupsOf(made);
        using Kind = ChangeGroup::Kind;
        QCOMPARE(groups[0].kind, Kind::Risky);
        QCOMPARE(groups[1].kind, Kind::Conflict);
        QCOMPARE(groups[2].kind, Kind::Deleted);
        QCOMPARE(groups[3].kind, Kind::Folder);
        QCOMPARE(groups[3].folder, std::string("src"));
    }

    void allTicksNothingThatIsRiskyOrInConflict() {
        ChangeModel model;
        model.setReview(review());
        model.tickAll(true);
        const auto request = model.request();
        QVERIFY(!names(request, "Makefile"));
        QVERIFY(!names(request, "src/conflict.c"));
        QVERIFY(names(request, "src/a.c"));
        QVERIFY(names(request, "docs/old.md"));
        QVERIFY(!request.includeRisky);
        QVERIFY(request.exactly);
        QVERIFY(!model.index(0, 0).data(Qt::CheckStateRole).isValid()); // the risky have no box for all
        QVERIFY(!model.setData(model.index(0, 0), Qt::Checked, Qt::CheckStateRole));
        QVERIFY(model.setData(model.indexOf("Makefile"), Qt::Checked, Qt::CheckStateRole));
        QVERIFY(names(model.request(), "Makefile"));
        QVERIFY(model.request().includeRisky);
    }

    void aChangeThatIsDifferentLosesItsMarks() {
        ChangeModel model;
        model.setReview(review());
        for (const char* path : {"Makefile", "src/a.c"}) {
            const auto at = model.indexOf(path);
            model.setData(at, Qt::Checked, Qt::CheckStateRole);
            model.setData(at.siblingAtColumn(ChangeModel::Reviewed), Qt::Checked, Qt::CheckStateRole);
        }
        model.choose(model.indexOf("src/conflict.c"), api::ConflictChoice::Theirs);
        model.setReview(review()); // the same once more: all stays
        QVERIFY(names(model.request(), "Makefile"));
        QCOMPARE(model.choice(model.indexOf("src/conflict.c")), api::ConflictChoice::Theirs);
        auto changed = review();
        changed.changes[0].version = changed.changes[2].version = "v2";
        changed.changes[4].hostVersion = "h2";
        model.setReview(changed);
        const auto reviewed = [&](const char* path) { return model.indexOf(path).siblingAtColumn(ChangeModel::Reviewed).data(Qt::CheckStateRole).toInt(); };
        QVERIFY(!names(model.request(), "Makefile"));
        QVERIFY(names(model.request(), "src/a.c"));
        QCOMPARE(reviewed("src/a.c"), static_cast<int>(Qt::Unchecked));
        QCOMPARE(model.choice(model.indexOf("src/conflict.c")), api::ConflictChoice::Skip);
    }

    void aChoiceIsOfTheHostsVersionThatWasShown() {
        ChangeModel model;
        model.setReview(review());
        model.choose(model.indexOf("src/conflict.c"), api::ConflictChoice::Theirs);
        const auto request = model.request();
        auto now = review().changes[4];
        QCOMPARE(request.onConflict(now), api::ConflictChoice::Theirs);
        now.hostVersion = "h2";
        QCOMPARE(request.onConflict(now), api::ConflictChoice::Skip);
    }

    void aFileIsTickedInPart() {
        ChangeModel model;
        model.setReview(review());
        const auto at = model.indexOf("src/a.c");
        model.setHunks(at, {"h1", "h2", "h3"});
        QVERIFY((model.taken(at) == std::vector<bool>{true, true, true}));
        model.takeHunk(at, 1, false);
        QCOMPARE(at.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::PartiallyChecked));
        QCOMPARE(at.parent().data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::PartiallyChecked));
        QVERIFY((model.request().hunks["src/a.c"] == std::vector<std::string>{"h1", "h3"}));
        QVERIFY(!names(model.request(), "src/a.c"));
        model.tickAll(true); // no decision of that kind is lost by it
        QVERIFY(model.isInPart(at));
        model.takeHunk(at, 1, true);
        QCOMPARE(at.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
        QVERIFY(names(model.request(), "src/a.c") && model.request().hunks.empty());
        for (std::size_t i = 0; i < 3; ++i) {
            model.takeHunk(at, i, false);
        }
        QCOMPARE(at.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
        QVERIFY((model.taken(at) == std::vector<bool>{false, false, false}));
        model.takeHunk(at, 2, true);
        QVERIFY((model.taken(at) == std::vector<bool>{false, false, true}));
        model.setData(at, Qt::Checked, Qt::CheckStateRole); // the whole of it
        QVERIFY((model.taken(at) == std::vector<bool>{true, true, true}));
        model.takeHunk(at, 0, false);
        model.tickAll(false);
        QCOMPARE(model.ticked(), 0);
        QVERIFY(!model.hasHunks(model.index(0, 0)));
    }

    void whatIsTakenInPartStaysSoWhenOtherHunksChange() {
        ChangeModel model;
        model.setReview(review());
        model.setHunks(model.indexOf("src/a.c"), {"h1", "h2", "h3"});
        model.takeHunk(model.indexOf("src/a.c"), 1, false);
        auto later = review();
        later.changes[2].version = "v2";
        model.setReview(later);
        const auto at = model.indexOf("src/a.c");
        QVERIFY(model.isInPart(at)); // before its difference is read again, too
        QVERIFY((model.request().hunks["src/a.c"] == std::vector<std::string>{"h1", "h3"}));
        model.setHunks(at, {"new", "h1", "h2"});
        QVERIFY((model.taken(at) == std::vector<bool>{false, true, false})); // what nobody looked at is not taken
        model.setHunks(at, {"new", "h2"});
        QCOMPARE(at.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
    }

    void aRiskyFileThatIsDifferentLosesWhatWasTakenOfIt() {
        ChangeModel model;
        model.setReview(review());
        model.setHunks(model.indexOf("Makefile"), {"h1", "h2"});
        model.takeHunk(model.indexOf("Makefile"), 0, true);
        QVERIFY(model.request().includeRisky);
        auto later = review();
        later.changes[0].version = "v2";
        model.setReview(later);
        QVERIFY(model.request().hunks.empty());
    }

    void hunksOfAConflictDecideForIt() {
        ChangeModel model;
        model.setReview(review());
        const auto at = model.indexOf("src/conflict.c");
        model.setHunks(at, {"h1", "h2"});
        QVERIFY((model.taken(at) == std::vector<bool>{false, false}));
        model.takeHunk(at, 1, true);
        QCOMPARE(model.choice(at), api::ConflictChoice::Theirs);
        const auto request = model.request();
        QVERIFY((request.hunks.at("src/conflict.c") == std::vector<std::string>{"h2"}));
        QCOMPARE(request.onConflict(review().changes[4]), api::ConflictChoice::Theirs);
        model.choose(at, api::ConflictChoice::Ours);
        QVERIFY(model.request().hunks.empty());
        model.choose(at, api::ConflictChoice::Theirs);
        QVERIFY((model.taken(at) == std::vector<bool>{true, true}));
        model.takeHunk(at, 0, false);
        model.takeHunk(at, 1, false);
        QCOMPARE(model.choice(at), api::ConflictChoice::Skip);
    }

    void whatWasWrittenInPartIsNotTickedAgain() {
        ChangeModel model;
        model.setReview(review());
        model.setHunks(model.indexOf("src/a.c"), {"h1", "h2"});
        model.takeHunk(model.indexOf("src/a.c"), 0, false);
        model.noteWritten({"src/a.c"});
        auto rest = review();
        rest.changes[2].hostVersion = "h2";
        model.setReview(rest);
        const auto at = model.indexOf("src/a.c");
        model.setHunks(at, {"h1"});
        QVERIFY((model.taken(at) == std::vector<bool>{false}));
        QVERIFY(!names(model.request(), "src/a.c"));
    }

    void bothNamesOfARenamedFileAreOneEntryAsRiskyAsEither() {
        auto made = review();
        made.changes = {item("new.sh", "renamed"), item("old.sh", "deleted")};
        made.changes[0].renamedFrom = "old.sh";
        made.changes[1].renamedTo = "new.sh";
        made.changes[1].risks = {Why("git_hooks")};
        ChangeModel model;
        model.setReview(made);
        QCOMPARE(model.rowCount(), 1);
        model.tickAll(true);
        QCOMPARE(model.ticked(), 0);
        model.setData(model.indexOf("new.sh"), Qt::Checked, Qt::CheckStateRole);
        QVERIFY(names(model.request(), "old.sh"));
    }

    void whereMostIsDeletedNoDeletionIsTicked() {
        auto made = review();
        made.mostDeleted = true;
        ChangeModel model;
        model.setReview(made);
        QVERIFY(!names(model.request(), "docs/old.md"));
    }

    void stepsGoOverTheBordersOfGroups() {
        ChangeModel model;
        model.setReview(review());
        QStringList seen;
        for (auto at = model.step({}, 1);;) {
            seen << QString::fromStdString(model.change(at)->path);
            const auto next = model.step(at, 1);
            if (next == at) {
                break;
            }
            at = next;
        }
        QCOMPARE(seen, QStringList({"Makefile", "src/conflict.c", "docs/old.md", "src/a.c", "src/b.c"}));
        QCOMPARE(model.change(model.step(model.indexOf("docs/old.md"), -1))->path, std::string("src/conflict.c"));
    }

    void hostileNamesAreOneLineOfPlainText() {
        auto made = review();
        made.changes = {item("a\x1b[2Jb\nc\xe2\x80\xae" "d<b>\xff"), item(std::string(255, 'n'))};
        ChangeModel model;
        model.setReview(made);
        const auto at = model.indexOf(made.changes[0].path);
        const QString text = at.data().toString();
        QVERIFY2(!text.contains(QChar(0x1b)) && !text.contains('\n') && !text.contains(QChar(0x202e)) && text.contains("\\xFF", Qt::CaseInsensitive), qPrintable(text));
        QVERIFY(at.data(Qt::ToolTipRole).toString().contains("&lt;b&gt;"));
        QVERIFY(model.indexOf(made.changes[1].path).data().toString().size() < 500);
    }
};

QTEST_MAIN(TestReviewParts)
#include "tst_review_parts.moc"
