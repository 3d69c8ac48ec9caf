// The review page with real runs behind it: what it says is what becomes of the files.
#include <unistd.h>

#include <QBuffer>
#include <QCheckBox>
#include <QComboBox>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

#include "app/review/change_model.h"
#include "app/review/diff_pane.h"
#include "app/review/diff_view.h"
#include "app/review/review_page.h"
#include "tests/app/real_run.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

constexpr int kLong = 60'000;

struct Shown {
    ReviewPage page;
    ChangeModel& model = page.model();
    explicit Shown(const Services& services) : page(services) {
        page.resize(1000, 700);
        page.show();
    }
    bool idle() {
        return QTest::qWaitFor([&] { return page.isIdle() && page.diff().isReady(); }, kLong);
    }
    QPushButton* button(const char* name) { return page.findChild<QPushButton*>(QLatin1String(name)); }
    QTreeView* tree() { return page.findChild<QTreeView*>(); }
    QString outcome() { return page.findChild<QPlainTextEdit*>(QStringLiteral("outcome"))->toPlainText(); }
    void press(const char* name) { // to the end of what it does
        QSignalSpy done(&page, &ReviewPage::done);
        QVERIFY2(button(name)->isEnabled(), name);
        QTest::mouseClick(button(name), Qt::LeftButton);
        QVERIFY(QTest::qWaitFor([&] { return done.count() == 1; }, kLong));
        QVERIFY(idle());
    }
    void tick(const std::string& path) {
        QVERIFY2(model.setData(model.indexOf(path), Qt::Checked, Qt::CheckStateRole), path.c_str());
    }
    void go(const std::string& path) {
        tree()->setCurrentIndex(model.indexOf(path));
        QVERIFY(idle());
    }
};


QByteArray numbered(int count) {
    QByteArray out;
    for (int i = 1; i <= count; ++i) {
        out += "line " + QByteArray::number(i) + "\n";
    }
    return out;
}

QPushButton* gateButton(ReviewPage& page) {
    for (auto* button : page.diff().findChildren<QPushButton*>()) {
        if (button->isVisible()) {
            return button;
        }
    }
    return nullptr;
}

// A service whose every answer waits until it is let go.
struct Held {
    QSemaphore go;
    QAtomicInt asked = 0;
};
class Slow final : public api::ReviewService {
public:
    explicit Slow(std::shared_ptr<Held> held) : m_held(std::move(held)) {}
    Result<std::vector<api::RunInfo>> runs() override { return hold(std::vector<api::RunInfo>(1, info())); }
    Result<api::RunInfo> run(const std::string&) override { return hold(info()); }
    Result<api::Review> review(const std::string&) override {
        api::Review out;
        out.run = info();
        out.changes.resize(1);
        out.changes[0].path = "a";
        out.changes[0].kind = "changed";
        return hold(std::move(out));
    }
    Result<std::string> diff(const std::string&, const api::ChangeItem&) override { return hold(std::string("@@ -1,1 +1,1 @@\n-a\n+b\n")); }
    Result<std::vector<api::HunkItem>> split(const std::string&, const api::ChangeItem&, const std::string&) override { return hold(std::vector<api::HunkItem>()); }
    Result<api::FileSides> sides(const std::string&, const api::ChangeItem&, std::uint64_t) override { return hold(api::FileSides()); }
    Result<api::BaseDiff> baseDiff(const std::string&, const api::ChangeItem&) override { return hold(api::BaseDiff()); }
    Result<api::ApplyResult> apply(const api::ApplyRequest&) override { return hold(api::ApplyResult()); }
    Result<api::ApplyResult> undo(const std::string&) override { return hold(api::ApplyResult()); }
    Result<std::string> discard(const std::string&) override { return hold(std::string()); }
    Result<std::string> stop(const std::string&) override { return hold(std::string()); }

private:
    static api::RunInfo info() {
        api::RunInfo out;
        out.id = "r";
        out.state = "ended";
        return out;
    }
    template <class Value> Result<Value> hold(Value value) {
        m_held->asked.ref();
        m_held->go.acquire();
        return value;
    }
    std::shared_ptr<Held> m_held;
};

} // namespace

class TestReview : public QObject {
    Q_OBJECT
    std::unique_ptr<real::Home> m_home;

    [[nodiscard]] QString path(const QString& name) const { return m_home->project() + QLatin1Char('/') + name; }
    void write(const QString& name, const QByteArray& text) const {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    [[nodiscard]] QByteArray read(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
    }
    void run(const QString& script) const {
        real::Run run(*m_home, script);
        QVERIFY(run.ends());
        QVERIFY2(run.status() == 0, run.output());
    }
    [[nodiscard]] Shown* shown() const {
        auto* out = new Shown(m_home->services());
        [&] { QVERIFY(out->idle()); }();
        return out;
    }

private slots:
    void init() { m_home = std::make_unique<real::Home>(); }

    // A run that goes on shows another content than was reviewed, and could put the first one back for apply.
    void aPictureIsOfWhatWasReviewedOrThereIsNone() {
        real::Run run(*m_home, "echo one > a; echo made; while read -r line; do eval \"$line\"; echo \"did $line\"; done");
        QVERIFY(QTest::qWaitFor([&] { return run.output().contains("made"); }, kLong));
        const auto service = m_home->services().review();
        const auto runs = service->runs();
        QVERIFY(runs && runs->size() == 1);
        const std::string id = runs->front().id;
        const auto review = service->review(id);
        QVERIFY(review && review->changes.size() == 1);
        const auto& change = review->changes.front();
        const auto shown = service->sides(id, change, 1000);
        QVERIFY(shown && shown->after.bytes == "one\n");
        for (const QByteArray other : {": > a", "rm a", "rm -f a; ln -s /etc/passwd a", "rm a; mkdir a", "rmdir a; echo two > a"}) {
            run.tell(other);
            QVERIFY(QTest::qWaitFor([&] { return run.output().contains("did " + other); }, kLong));
            const auto now = service->sides(id, change, 1000);
            QVERIFY2(!now && now.error().code == Code::Conflict, other);
        }
        run.tell("echo one > a; exit");
        QVERIFY(run.ends());
        const auto again = service->sides(id, change, 1000);
        QVERIFY(again && again->after.bytes == "one\n");
    }

    void whatIsRiskyIsWrittenOnlyWhereItWasTickedItself() {
        write("a.txt", "one\n");
        write("gone.txt", "here\n");
        QDir().mkpath(path(".git/hooks"));
        write(".git/HEAD", "ref: refs/heads/main\n");
        run("echo two > a.txt; rm gone.txt; echo x > .envrc; printf '#!/bin/sh\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit");
        const std::unique_ptr<Shown> app(shown());
        QTest::mouseClick(app->button("none"), Qt::LeftButton);
        QVERIFY(!app->button("apply")->isEnabled());
        QTest::mouseClick(app->button("all"), Qt::LeftButton);
        app->press("apply");
        QCOMPARE(read("a.txt"), QByteArray("two\n"));
        QCOMPARE(read("gone.txt"), QByteArray("(not there)"));
        QCOMPARE(read(".envrc"), QByteArray("(not there)"));
        QVERIFY(!QFile::exists(path(".git/hooks/pre-commit")));
        app->tick(".envrc");
        app->press("apply");
        QCOMPARE(read(".envrc"), QByteArray("x\n"));
        QVERIFY(!QFile::exists(path(".git/hooks/pre-commit")));
        app->press("undo");
        QCOMPARE(read(".envrc"), QByteArray("(not there)"));
        QCOMPARE(read("a.txt"), QByteArray("two\n"));
        app->press("undo");
        QCOMPARE(read("a.txt"), QByteArray("one\n"));
        QCOMPARE(read("gone.txt"), QByteArray("here\n"));
        QVERIFY(app->model.indexOf("a.txt").isValid()); // it waits again
    }

    void aFolderIsWrittenWithoutWhatIsInItAndNotTicked() {
        QDir().mkpath(path("d"));
        write("d/a.txt", "one\n");
        run("chmod 700 d; echo two > d/a.txt; echo x > d/.envrc; echo y > d/new.txt");
        const std::unique_ptr<Shown> app(shown());
        QTest::mouseClick(app->button("none"), Qt::LeftButton);
        app->tick("d");
        app->tick("d/new.txt");
        app->press("apply");
        QCOMPARE(QFile(path("d")).permissions() & QFile::ReadOther, QFile::Permissions());
        QCOMPARE(read("d/new.txt"), QByteArray("y\n"));
        QCOMPARE(read("d/a.txt"), QByteArray("one\n"));
        QCOMPARE(read("d/.envrc"), QByteArray("(not there)"));
    }

    void aConflictIsDecidedForTheVersionThatWasShown() {
        write("a.txt", "base\n");
        run("echo run > a.txt; echo other > b.txt");
        write("a.txt", "mine\n");
        const std::unique_ptr<Shown> app(shown());
        QTest::mouseClick(app->button("all"), Qt::LeftButton);
        app->press("apply");
        QCOMPARE(read("a.txt"), QByteArray("mine\n"));
        QCOMPARE(read("b.txt"), QByteArray("other\n"));
        app->go("a.txt");
        QVERIFY(app->model.needsChoice(app->model.indexOf("a.txt")));
        QVERIFY(app->page.diff().shownText().contains("mine"));
        const auto choose = [&](int which) { app->page.findChildren<QRadioButton*>().at(which)->click(); };
        choose(1);
        QCOMPARE(app->model.choice(app->model.indexOf("a.txt")), api::ConflictChoice::Theirs);
        write("a.txt", "mine again\n"); // after it was looked at
        app->press("apply");
        QCOMPARE(read("a.txt"), QByteArray("mine again\n"));
        QVERIFY2(app->outcome().contains("a.txt"), qPrintable(app->outcome()));
        QCOMPARE(app->model.choice(app->model.indexOf("a.txt")), api::ConflictChoice::Skip);
        choose(1);
        app->press("apply");
        QCOMPARE(read("a.txt"), QByteArray("run\n"));
        app->press("undo");
        QCOMPARE(read("a.txt"), QByteArray("mine again\n"));
        app->go("a.txt");
        choose(2);
        app->press("apply");
        QCOMPARE(read("a.txt"), QByteArray("mine again\n"));
        QVERIFY(!app->model.needsChoice(app->model.indexOf("a.txt")) || app->model.group(app->model.indexOf("a.txt"))->kind == ChangeGroup::Kind::Decided);
    }

    void whatTheRunChangesAfterTheLookIsNotApplied() {
        write("a.txt", "one\n");
        write("b.txt", "one\n");
        real::Run run(*m_home, "echo two > a.txt; echo two > b.txt; echo ready; read line; echo evil > a.txt; echo evil > c.txt; echo again; read line");
        QVERIFY(QTest::qWaitFor([&] { return run.output().contains("ready"); }, kLong));
        const std::unique_ptr<Shown> app(shown());
        QVERIFY(app->button("stop")->isVisible());
        QVERIFY(!app->button("discard")->isEnabled());
        app->go("a.txt");
        app->model.setData(app->model.indexOf("a.txt").siblingAtColumn(ChangeModel::Reviewed), Qt::Checked, Qt::CheckStateRole);
        run.tell("go");
        QVERIFY(QTest::qWaitFor([&] { return run.output().contains("again"); }, kLong));
        m_home->leadglass({"review", "last"}); // somebody else looked at it since: what this page saw still counts
        app->press("apply");
        QCOMPARE(read("a.txt"), QByteArray("one\n"));
        QCOMPARE(read("b.txt"), QByteArray("two\n"));
        QCOMPARE(read("c.txt"), QByteArray("(not there)"));
        QVERIFY2(app->outcome().contains("look again"), qPrintable(app->outcome()));
        QCOMPARE(app->model.indexOf("a.txt").siblingAtColumn(ChangeModel::Reviewed).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
        app->press("stop");
        QVERIFY(run.ends());
        QVERIFY(!app->button("stop")->isVisible());
        QVERIFY(app->model.indexOf("a.txt").isValid());
    }

    void discardAsksOnceAndNamesWhatIsLost() {
        run("echo x > a.txt; echo y > b.txt");
        const std::unique_ptr<Shown> app(shown());
        const auto asked = [&] { return app->page.findChild<QMessageBox*>(); };
        QTest::mouseClick(app->button("discard"), Qt::LeftButton);
        QTRY_VERIFY(asked() != nullptr);
        QVERIFY2(asked()->informativeText().contains("2 "), qPrintable(asked()->informativeText()));
        QTest::keyClick(asked(), Qt::Key_Return); // cancel is the default
        QTRY_VERIFY(asked() == nullptr);
        QVERIFY(m_home->leadglass({"runs", "list", "--json"}).contains("ended"));
        QTest::mouseClick(app->button("discard"), Qt::LeftButton);
        QTRY_VERIFY(asked() != nullptr);
        QSignalSpy done(&app->page, &ReviewPage::done);
        for (auto* each : asked()->buttons()) {
            if (asked()->buttonRole(each) == QMessageBox::DestructiveRole) {
                each->click();
                break;
            }
        }
        QTRY_COMPARE_WITH_TIMEOUT(done.count(), 1, kLong);
        QVERIFY(app->idle());
        QVERIFY(!m_home->leadglass({"runs", "list", "--json"}).contains("ended"));
        QCOMPARE(read("a.txt"), QByteArray("(not there)"));
        QCOMPARE(app->model.rowCount(), 0);
    }

    void hostileNamesAreShownSafelyAndAppliedAsTheyAre() {
        run("printf x > \"$(printf 'esc\\033[2J')\"; printf x > \"$(printf 'line\\nfeed')\"; printf x > \"$(printf 'bidi\\342\\200\\256gpj')\"; "
            "printf x > \"$(printf 'raw\\377\\376')\"; printf x > \"$(printf '%0255d' 7)\"");
        const std::unique_ptr<Shown> app(shown());
        const std::vector<std::string> names{"esc\x1b[2J", "line\nfeed", "bidi\xe2\x80\xaegpj", "raw\xff\xfe", std::string(254, '0') + "7"};
        for (const auto& name : names) {
            const auto at = app->model.indexOf(name);
            QVERIFY2(at.isValid(), name.c_str());
            app->go(name);
            for (const auto& text : {at.data().toString(), app->page.diff().shownText()}) {
                for (const QChar c : text) {
                    QVERIFY2(c.isPrint() || c == '\n' || c == QChar(0x2066) || c == QChar(0x2069), qPrintable(text));
                    QVERIFY(c.unicode() != 0x202e);
                }
            }
        }
        QTest::mouseClick(app->button("all"), Qt::LeftButton);
        app->press("apply");
        for (const auto& name : names) {
            QVERIFY2(::access((m_home->project().toStdString() + '/' + name).c_str(), F_OK) == 0, name.c_str());
        }
    }

    void fiveThousandChangesAreRowsNotWidgets() {
        run("mkdir many; cd many; i=0; while [ $i -lt 5000 ]; do : > file$i; i=$((i+1)); done");
        const std::unique_ptr<Shown> app(shown());
        QCOMPARE(app->model.ticked(), 5000);
        QVERIFY(app->page.findChildren<QWidget*>().size() < 400);
        for (int i = 0; i < 200; ++i) { // read one at a time, not two hundred at once
            QTest::keyClick(app->tree(), Qt::Key_J);
        }
        QVERIFY(app->idle());
        QCOMPARE(app->tree()->currentIndex().row(), 200);
    }

    void mostOfTheTreeGoneIsAnAlarm() {
        for (int i = 0; i < 12; ++i) {
            write(QString::number(i), "x");
        }
        run("rm -rf ./*; echo y > new");
        const std::unique_ptr<Shown> app(shown());
        QVERIFY(app->button("anyway")->isVisible());
        QVERIFY(!app->button("apply")->isEnabled());
        QTest::mouseClick(app->button("anyway"), Qt::LeftButton);
        QCOMPARE(app->model.ticked(), 1); // what is new
        app->press("apply");
        QCOMPARE(read("new"), QByteArray("y\n"));
        QCOMPARE(read("3"), QByteArray("x"));
    }

    void picturesAreShownSideBySide() {
        for (const auto& [name, side] : {std::pair("a.png", 20), std::pair("b.png", 30)}) {
            QImage image(side, side, QImage::Format_RGB32);
            image.fill(Qt::blue);
            QVERIFY(image.save(path(name)));
        }
        run("cp b.png a.png; head -c 100 /dev/zero > c.bin");
        const std::unique_ptr<Shown> app(shown());
        app->go("a.png");
        QVERIFY2(app->page.diff().shownText().contains("20 x 20") && app->page.diff().shownText().contains("30 x 30"), qPrintable(app->page.diff().shownText()));
        QCOMPARE(app->page.diff().findChildren<PictureView*>().at(1)->image().size(), QSize(30, 30));
        app->go("c.bin");
        QVERIFY2(app->page.diff().shownText().contains("binary"), qPrintable(app->page.diff().shownText()));
    }

    void keysMoveAndTickAndNeverApply() {
        write("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n");
        run("sed -i 's/^1$/one/; s/^19$/nineteen/' a.txt; echo x > b.txt");
        const std::unique_ptr<Shown> app(shown());
        auto* tree = app->tree();
        const auto current = [&] { return app->model.change(tree->currentIndex())->path; };
        QCOMPARE(current(), std::string("a.txt"));
        QTest::keyClick(tree, Qt::Key_J);
        QCOMPARE(current(), std::string("b.txt"));
        QTest::keyClick(tree, Qt::Key_K);
        QCOMPARE(current(), std::string("a.txt"));
        QVERIFY(app->idle());
        QCOMPARE(app->model.ticked(), 2);
        QTest::keyClick(tree, Qt::Key_Space);
        QCOMPARE(app->model.ticked(), 1);
        QTest::keyClick(tree, Qt::Key_Space);
        QVERIFY(app->page.diff().stepHunk(1));
        QVERIFY(!app->page.diff().stepHunk(1));
        app->page.diff().setSideBySide(true);
        QVERIFY(app->page.diff().shownText().contains("nineteen"));
        QSignalSpy done(&app->page, &ReviewPage::done);
        for (QWidget* each : app->page.findChildren<QWidget*>()) {
            if (each->isVisible()) {
                QTest::keyClick(each, Qt::Key_Return, Qt::ControlModifier);
                QTest::keyClick(each, Qt::Key_Enter, Qt::ControlModifier);
            }
        }
        QTest::qWait(300);
        QVERIFY(app->page.isIdle());
        QCOMPARE(done.count(), 0);
        QCOMPARE(read("b.txt"), QByteArray("(not there)"));
    }

    void theWindowNeverWaitsForTheService() {
        const auto held = std::make_shared<Held>();
        Services services;
        services.review = [held] { return std::make_unique<Slow>(held); };
        Shown app(services); // would hang here, or below, where it waited
        int expected = 0;
        const auto oneMore = [&] { return QTest::qWaitFor([&] { return held->asked.loadRelaxed() > expected; }, kLong); };
        for (; expected < 3; ++expected) { // runs, review, diff
            QVERIFY(oneMore());
            QVERIFY(!app.button("apply")->isEnabled() || expected == 2);
            held->go.release();
        }
        QVERIFY(app.idle());
        QTest::mouseClick(app.button("apply"), Qt::LeftButton);
        QVERIFY(oneMore());
        QVERIFY(!app.page.isIdle());
        QVERIFY(!app.button("apply")->isEnabled()); // one at a time
        QVERIFY(!app.button("undo")->isEnabled());
        held->go.release(100);
        QVERIFY(app.idle());
    }

    void hunksAreTakenByKeyboardAndByMouse() {
        write("a.txt", numbered(60));
        run("sed -i -e 's/^line 5$/five/' -e 's/^line 30$/thirty/' -e 's/^line 55$/fifty-five/' a.txt");
        const std::unique_ptr<Shown> app(shown());
        app->go("a.txt");
        auto* text = static_cast<DiffPane*>(app->page.diff().readers()[0]);
        text->setFocus();
        QVERIFY(text->rows()[0].kind == DiffRow::Kind::Hunk);
        QTest::keyClick(text, Qt::Key_Space); // the first, where the cursor is
        QTest::keyClick(text, Qt::Key_N);
        QTest::keyClick(text, Qt::Key_N);
        auto* take = app->page.diff().findChild<QCheckBox*>();
        QVERIFY(take->isVisible() && take->isChecked());
        QTest::keyClick(text, Qt::Key_Space);
        QVERIFY(!take->isChecked());
        const auto at = app->model.indexOf("a.txt");
        QCOMPARE(at.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::PartiallyChecked));
        QTest::mouseClick(take, Qt::LeftButton);
        QVERIFY((app->model.taken(at) == std::vector<bool>{false, true, true}));
        QTest::mouseClick(take, Qt::LeftButton);
        // The box beside the head of the first: on, and off again.
        QTest::keyClick(text, Qt::Key_P);
        QTest::keyClick(text, Qt::Key_P);
        auto* gutter = text->childAt(3, text->cursorRect().center().y());
        QVERIFY(gutter != nullptr && gutter != text->viewport());
        const QPoint box(3, text->cursorRect().center().y());
        QTest::mouseClick(gutter, Qt::LeftButton, {}, box);
        QVERIFY((app->model.taken(at) == std::vector<bool>{true, true, false}));
        QTest::mouseClick(gutter, Qt::LeftButton, {}, box);
        app->press("apply");
        QCOMPARE(read("a.txt"), numbered(60).replace("line 30\n", "thirty\n"));
        QVERIFY2(app->outcome().contains("in part"), qPrintable(app->outcome()));
        // What was left is there, and is not taken by the next apply.
        QVERIFY((app->model.taken(app->model.indexOf("a.txt")) == std::vector<bool>{false, false}));
        QVERIFY(!app->button("apply")->isEnabled());
        app->page.diff().setSideBySide(true);
        auto* right = app->page.diff().readers()[2];
        right->setFocus();
        QTest::keyClick(right, Qt::Key_Space);
        QVERIFY((app->model.taken(app->model.indexOf("a.txt")) == std::vector<bool>{true, false}));
        app->press("apply");
        QCOMPARE(read("a.txt"), numbered(60).replace("line 30\n", "thirty\n").replace("line 5\n", "five\n"));
        app->press("undo");
        app->press("undo");
        QCOMPARE(read("a.txt"), numbered(60));
    }

    void whatIsTakenStaysWhenTheAgentChangesOtherPlaces() {
        write("a.txt", numbered(60));
        real::Run agent(*m_home, "sed -i -e 's/^line 5$/five/' -e 's/^line 30$/thirty/' a.txt; touch ready; read line; "
                                 "sed -i -e 's/^five$/FIVE/' -e 's/^line 50$/fifty/' a.txt; touch done; sleep 60");
        Shown app(m_home->services());
        const auto seen = [&](const char* name) {
            return QTest::qWaitFor([&] {
                app.page.refresh();
                return app.idle() && app.model.indexOf(name).isValid();
            }, kLong);
        };
        QVERIFY(seen("ready"));
        app.go("a.txt");
        app.model.takeHunk(app.model.indexOf("a.txt"), 0, false);
        agent.tell("go");
        QVERIFY(seen("done"));
        app.go("a.txt");
        QVERIFY((app.model.taken(app.model.indexOf("a.txt")) == std::vector<bool>{false, true, false}));
        app.press("apply");
        QCOMPARE(read("a.txt"), numbered(60).replace("line 30\n", "thirty\n"));
    }

    void undoIsThereOnlyWhileThereIsSomethingToTakeBack() {
        real::Run agent(*m_home, "echo one > a; touch ready; sleep 300");
        Shown app(m_home->services());
        QVERIFY(QTest::qWaitFor([&] {
            app.page.refresh();
            return app.idle() && app.model.indexOf("ready").isValid();
        }, kLong));
        const auto isOffered = [&] { return app.button("undo")->isEnabled() && app.button("undo")->toolTip().isEmpty(); };
        QVERIFY(!isOffered()); // it is live, and nothing of it was applied
        QVERIFY(app.button("undo")->toolTip().contains("applied"));
        app.press("apply");
        QVERIFY(isOffered());
        app.press("undo");
        QVERIFY(!app.button("undo")->isEnabled());
        QVERIFY(app.button("undo")->toolTip().contains("taken back"));
    }

    void ofADirectRunUndoIsThereOnceItHasEndedWithChanges() {
        {
            real::Run idle(*m_home, "true", {"--workspace", "direct"});
            QVERIFY(idle.ends());
        }
        real::Run agent(*m_home, "echo one > a", {"--workspace", "direct"});
        QVERIFY(agent.ends());
        const std::unique_ptr<Shown> app(shown());
        QVERIFY(app->button("undo")->isEnabled());
        app->press("undo");
        QCOMPARE(read("a"), QByteArray("(not there)"));
        QVERIFY(!app->button("undo")->isEnabled());
    }

    void theGateKeepsWhatIsTaken() {
        write("long.txt", numbered(9000));
        run("sed -i '0~20s/^line/LINE/' long.txt"); // 450 places of 8 rows
        const std::unique_ptr<Shown> app(shown());
        app->go("long.txt");
        QVERIFY(app->page.diff().currentHunk() == -1);
        const auto at = app->model.indexOf("long.txt");
        QCOMPARE(app->model.taken(at).size(), std::size_t(450));
        for (std::size_t i = 0; i < 450; ++i) {
            app->model.takeHunk(at, i, i == 1);
        }
        QTest::mouseClick(gateButton(app->page), Qt::LeftButton);
        QCOMPARE(app->page.diff().currentHunk(), 0);
        QCOMPARE(std::ranges::count(app->model.taken(at), true), std::ptrdiff_t(1));
        app->page.refresh();
        QVERIFY(app->idle());
        QVERIFY(app->model.taken(app->model.indexOf("long.txt"))[1]);
        app->press("apply");
        QCOMPARE(read("long.txt"), numbered(9000).replace("line 40\n", "LINE 40\n"));
    }

    void aConflictShowsWhatEitherSideDidOrSaysThatItCannot() {
        write("noted.txt", numbered(20));
        for (const QStringList& words : {QStringList{"init", "-q"}, {"add", "noted.txt"}}) {
            QProcess git;
            git.setWorkingDirectory(m_home->project());
            git.start("git", words);
            QVERIFY(git.waitForFinished() && git.exitCode() == 0);
        }
        write("own.txt", numbered(20));
        run("sed -i 's/^line 5$/five/' noted.txt own.txt");
        write("noted.txt", numbered(20).replace("line 15\n", "mine\n"));
        write("own.txt", numbered(20).replace("line 15\n", "mine\n"));
        const std::unique_ptr<Shown> app(shown());
        app->go("noted.txt");
        auto& diff = app->page.diff();
        auto* compare = diff.findChild<QComboBox*>();
        QVERIFY(compare->isVisible());
        const auto show = [&](int which) {
            compare->setFocus();
            compare->setCurrentIndex(which);
            emit compare->activated(which);
            return diff.shownText();
        };
        QVERIFY2(show(1).contains("mine") && !diff.shownText().contains("five"), qPrintable(diff.shownText()));
        QVERIFY2(show(2).contains("five") && !diff.shownText().contains("mine"), qPrintable(diff.shownText()));
        QVERIFY(show(0).contains("mine") && diff.shownText().contains("five"));
        app->go("own.txt");
        QVERIFY2(show(1).contains("is not kept"), qPrintable(diff.shownText()));
        QVERIFY(compare->isVisible()); // the way back
        QVERIFY(show(0).contains("five"));
    }
};

QTEST_MAIN(TestReview)
#include "tst_review.moc"
