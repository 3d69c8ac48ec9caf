// The card of a burst: what is answered, with what, and that nothing answers by accident.
#include <QAbstractButton>
#include <QApplication>
#include <QMenu>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QThreadPool>
#include <QVBoxLayout>

#include <random>

#include "app/approval/answer_button.h"
#include "app/approval/approval_card.h"
#include "app/approval/approval_window.h"
#include "app/approval/chords.h"
#include "app/approval/group_card.h"
#include "app/approval/question_model.h"
#include "app/approval/question_words.h"
#include "app/widgets/plain_label.h"
#include "core/base/escape.h"
#include "tests/app/made_questions.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

constexpr int kLong = 20'000;
using Answered = std::vector<api::QuestionAnswer>;

std::vector<api::PendingQuestion> some(int count) {
    std::vector<api::PendingQuestion> out;
    for (int i = 1; i <= count; ++i) {
        out.push_back(made::question(i));
    }
    return out;
}

struct Shown {
    QWidget window;
    GroupCard* card = new GroupCard;
    std::vector<Answered> answers;
    explicit Shown(int count) {
        auto* layout = new QVBoxLayout(&window);
        layout->addWidget(card);
        QObject::connect(card, &GroupCard::answered, card, [this](const Answered& given) { answers.push_back(given); });
        window.resize(1000, 600);
        window.show();
        window.activateWindow();
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(&window, kLong);
        QTest::qWait(400); // past the time in which a click may be the one that brought the focus
        show(some(count));
    }
    void show(const std::vector<api::PendingQuestion>& questions, api::Risk risk = api::Risk::Routine) {
        card->setQuestions(questions);
        std::vector<std::string> ids;
        for (const auto& q : questions) {
            ids.push_back(q.id);
        }
        card->setContexts(ids, std::vector<api::QuestionContext>(ids.size(), {"example.org", risk, {}}));
    }
    QAbstractButton* button(const char* word) const {
        for (auto* each : card->findChildren<AnswerButton*>()) {
            if (each->text().startsWith(QLatin1String(word))) {
                return each;
            }
        }
        return nullptr;
    }
    bool tick(int row, bool on = true) {
        const auto index = card->model().index(row, GroupModel::Host);
        return card->table().model()->setData(index, on ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
    }
    bool still() { return QTest::qWaitFor([this] { return card->armed(); }, kLong); }
    [[nodiscard]] bool anyAllowed() const {
        return std::any_of(answers.begin(), answers.end(), [](const Answered& given) { return given.front().allow; });
    }
    void key(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(window.windowHandle(), static_cast<Qt::Key>(key), modifiers); }
};

// Raises them all, and then changes how often each was tried, again and again.
class Retries final : public made::Questions {
public:
    Retries(const std::vector<api::PendingQuestion>& questions, int rounds, std::shared_ptr<made::Answers> answers)
        : Questions(questions, {}, std::move(answers)), m_all(questions), m_rounds(rounds) {}
    Status watch(bool approver, const std::function<bool(const api::QuestionChange&)>& onChange, std::stop_token stop) override {
        for (const auto& question : m_all) {
            onChange({api::QuestionChange::Kind::Raised, question});
        }
        for (int round = 1; round <= m_rounds; ++round) {
            for (auto& question : m_all) {
                question.attempts = static_cast<std::uint32_t>(round);
                onChange({api::QuestionChange::Kind::Changed, question});
            }
        }
        return Questions::watch(approver, [](const api::QuestionChange&) { return true; }, stop);
    }

private:
    std::vector<api::PendingQuestion> m_all;
    int m_rounds;
};

constexpr Qt::KeyboardModifiers kChord = Qt::ControlModifier | Qt::ShiftModifier;

} // namespace

class TestGroupCard : public QObject {
    Q_OBJECT
private slots:
    void nothingIsTickedBeforehandAndNothingAllowsAll() {
        Shown app(14);
        QCOMPARE(app.card->model().rowCount(), 14);
        QCOMPARE(app.card->model().ticked(), 0);
        QVERIFY(app.still());
        QVERIFY(!app.button("Allow")->isEnabled());
        QCOMPARE(app.card->findChildren<AnswerButton*>().size(), 2); // and no third way
        app.key(Qt::Key_Y, kChord);
        app.card->table().setFocus();
        app.key(Qt::Key_A, Qt::ControlModifier);
        app.key(Qt::Key_Y, kChord);
        QVERIFY(app.answers.empty());
        QCOMPARE(app.card->model().ticked(), 0);
    }

    // What stands before it, anybody may choose.
    void theEndOfALongHostIsAlwaysSeen() {
        auto questions = some(3);
        const std::string before = "accounts.example.org." + std::string(60, 'a') + ".";
        questions[0].host = before + "one.example";
        questions[1].host = before + "two.example";
        questions[2].host = before + "one.example";
        Shown app(3);
        auto& card = *app.card;
        card.setQuestions(questions);
        card.table().clearSelection();
        card.table().setCurrentIndex({});
        const auto picture = [&](int row) {
            return card.table().viewport()->grab(card.table().visualRect(card.model().index(row, GroupModel::Host)).adjusted(2, 2, -2, -2)).toImage();
        };
        QVERIFY(picture(0) == picture(2)); // else the next says nothing
        QVERIFY(picture(0) != picture(1));
    }

    void whatCoreEscapedIsNotEscapedAgain() {
        auto question = made::question(1);
        question.project = forScreen("/srv/a\\b\nc");
        question.members = {forScreen("my\\own")};
        QCOMPARE(question.project, std::string("/srv/a\\\\b\\nc"));
        const QString said = words::wants(question);
        QVERIFY2(said.contains("/srv/a\\\\b\\nc ") && said.contains("my\\\\own"), qPrintable(said));
        question.project = "/srv/\x1b[2J"; // and what is not fit for a screen becomes so, whoever sent it
        QVERIFY2(words::wants(question).contains("/srv/\\x1b[2J"), qPrintable(words::wants(question)));
    }

    void theChordsThatThePersonChoseAreNamed() {
        Chords chosen;
        chosen.deny = Qt::ControlModifier | Qt::AltModifier | Qt::Key_D;
        chosen.allow = Qt::ControlModifier | Qt::AltModifier | Qt::Key_F9;
        chosen.arms = true;
        setChords(chosen);
        const auto usual = qScopeGuard([] { setChords({}); });
        Shown app(3);
        QCOMPARE(app.button("Deny")->toolTip(), shownChord(chosen.deny));
        QCOMPARE(app.button("Allow")->toolTip(), shownChord(chosen.allow));
        QTest::qWait(1000);
        QVERIFY(app.tick(1));
        const auto says = [&] { // that no time makes it available, but the chord
            const auto labels = app.card->findChildren<PlainLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](auto* each) { return each->isVisible() && each->text().contains(shownChord(chosen.allow)); });
        };
        QVERIFY(says());
        QVERIFY2(app.button("Allow")->accessibleDescription().contains(shownChord(chosen.allow)), qPrintable(app.button("Allow")->accessibleDescription()));
        QTest::qWait(1000);
        app.key(Qt::Key_F9, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(app.button("Allow")->isEnabled());
        QVERIFY(!says());
    }

    void eachTickedRowIsAnsweredWithItsOwnIdAndDigest() {
        Shown app(5);
        QVERIFY(app.still());
        QVERIFY(app.tick(1));
        QVERIFY(app.tick(3));
        QVERIFY(app.still());
        QTRY_VERIFY(app.button("Allow")->isEnabled());
        QTest::mouseClick(app.button("Allow"), Qt::LeftButton);
        QCOMPARE(app.answers.size(), std::size_t{1});
        const auto& given = app.answers[0];
        QCOMPARE(given.size(), std::size_t{2});
        QCOMPARE(given[0].id, std::string("madeuprun.2"));
        QCOMPARE(given[0].digest, std::string("digest2"));
        QCOMPARE(given[1].id, std::string("madeuprun.4"));
        QCOMPARE(given[1].digest, std::string("digest4"));
        for (const auto& one : given) {
            QVERIFY(one.allow && one.scope == api::AnswerScope::Run && one.pattern.empty());
        }
    }

    void theRestIsDeniedOnceAndWhatIsTickedIsNot() {
        Shown app(4);
        QVERIFY(app.still());
        QVERIFY(app.tick(0));
        QTest::mouseClick(app.button("Deny"), Qt::LeftButton); // never waits
        QCOMPARE(app.answers.size(), std::size_t{1});
        QCOMPARE(app.answers[0].size(), std::size_t{3});
        for (const auto& one : app.answers[0]) {
            QVERIFY(!one.allow && one.scope == api::AnswerScope::Once && one.id != "madeuprun.1");
        }
    }

    void whateverChangesArmsAnewAndAChangedRowLosesItsTick_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"a row comes", "a row goes", "a row changes", "a tick", "the window"}) {
            QTest::newRow(what) << what;
        }
    }
    void whateverChangesArmsAnewAndAChangedRowLosesItsTick() {
        QFETCH(QString, what);
        Shown app(4);
        QVERIFY(app.still());
        QVERIFY(app.tick(1));
        QVERIFY(app.still());
        QTest::mousePress(app.button("Allow"), Qt::LeftButton); // on what is there now
        auto questions = some(4);
        if (what == "a row comes") {
            questions.push_back(made::question(5));
            app.show(questions);
        } else if (what == "a row goes") {
            questions.erase(questions.begin());
            app.show(questions);
        } else if (what == "a row changes") {
            questions[1].digest = "other";
            app.show(questions);
            QCOMPARE(app.card->model().ticked(), 0);
        } else if (what == "a tick") {
            QVERIFY(app.tick(2));
        } else {
            app.window.resize(1010, 610);
            QTRY_VERIFY(!app.card->armed());
        }
        QVERIFY(!app.card->armed());
        QTest::mouseRelease(app.button("Allow"), Qt::LeftButton);
        QTest::mouseClick(app.button("Allow"), Qt::LeftButton);
        app.key(Qt::Key_Y, kChord);
        QVERIFY(app.answers.empty());
    }

    void rowsThatJustMovedCannotBeTicked() {
        Shown app(4);
        QVERIFY(!app.tick(0));
        QVERIFY(app.still());
        auto questions = some(4);
        questions.erase(questions.begin());
        app.show(questions);
        QVERIFY(!app.tick(0)); // it was meant for another
        QCOMPARE(app.card->model().ticked(), 0);
        QVERIFY(app.still());
        QVERIFY(app.tick(0));
        app.show(questions); // the same again: what is ticked stays
        QCOMPARE(app.card->model().ticked(), 1);
    }

    void dangerousRowsTakeLonger() {
        Shown app(3);
        app.show(some(3), api::Risk::Dangerous);
        QVERIFY(QTest::qWaitFor([&] { return app.card->armed(); }, kLong));
        QElapsedTimer since;
        since.start();
        QVERIFY(app.tick(0));
        QVERIFY(app.still());
        QVERIFY2(since.elapsed() >= AnswerGuard::kArmsDangerous - 50, QByteArray::number(since.elapsed()));
    }

    void returnSpaceLettersAndDigitsTickAtMost() {
        Shown app(4);
        QVERIFY(app.still());
        app.card->table().setFocus();
        app.card->table().setCurrentIndex(app.card->model().index(0, GroupModel::Host));
        app.key(Qt::Key_Space);
        QCOMPARE(app.card->model().ticked(), 1);
        QVERIFY(app.still());
        for (auto* place : std::initializer_list<QWidget*>{&app.card->table(), app.button("Allow"), app.button("Deny")}) {
            place->setFocus();
            for (const int key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Y, Qt::Key_A, Qt::Key_D, Qt::Key_1, Qt::Key_Escape}) {
                app.key(key);
                app.key(key, Qt::AltModifier);
            }
        }
        app.button("Allow")->setFocus();
        app.key(Qt::Key_Space);
        QVERIFY(app.answers.empty());
    }

    void theKeyboardAloneAnswersWithinSixStrokes() {
        Shown app(4);
        QVERIFY(app.still());
        app.card->setFocus();
        app.key(Qt::Key_Tab); // from what is read to the table
        QVERIFY(app.card->table().hasFocus());
        app.key(Qt::Key_Down);
        app.key(Qt::Key_Space);
        QCOMPARE(app.card->model().ticked(), 1);
        QVERIFY(app.still());
        app.key(Qt::Key_Y, kChord);
        QCOMPARE(app.answers.size(), std::size_t{1});
        QVERIFY(app.answers[0][0].allow);
        QCOMPARE(app.answers[0][0].scope, api::AnswerScope::Once); // as everywhere the chord means this once
        QCOMPARE(app.answers[0][0].id, std::string("madeuprun.2"));
    }

    void aHeldOrRepeatedChordAnswersNothing() {
        Shown app(4);
        QVERIFY(app.still());
        QVERIFY(app.tick(0));
        auto* window = app.window.windowHandle();
        const auto send = [&](QEvent::Type type, bool repeat) {
            QKeyEvent event(type, Qt::Key_Y, kChord, QString(), repeat);
            QCoreApplication::sendEvent(window, &event);
        };
        send(QEvent::KeyPress, false); // while Allow waits
        QVERIFY(app.still());
        for (int i = 0; i < 20; ++i) {
            send(QEvent::KeyPress, true);
        }
        QVERIFY(app.answers.empty());
        send(QEvent::KeyRelease, false);
        send(QEvent::KeyPress, false);
        QCOMPARE(app.answers.size(), std::size_t{1});
        send(QEvent::KeyRelease, false);
    }

    void theSecondHalfOfADoubleClickAnswersNothing() {
        Shown app(4);
        QVERIFY(app.still());
        QVERIFY(app.tick(0));
        QVERIFY(app.still());
        QTRY_VERIFY(app.button("Allow")->isEnabled());
        const QPoint there = app.button("Allow")->rect().center();
        QTest::mouseClick(app.button("Allow"), Qt::LeftButton, {}, there);
        QTest::mouseDClick(app.button("Allow"), Qt::LeftButton, {}, there);
        QTest::mouseClick(app.button("Deny"), Qt::LeftButton);
        QCOMPARE(app.answers.size(), std::size_t{1});
    }

    // Whatever comes in within the first 800 ms after rows came, went or changed: nothing is allowed, nothing is ticked.
    void noInputOfTheFirstMomentAllowsOrTicksAnything() {
        const auto seed = std::random_device()();
        qInfo("seed %u", seed);
        std::mt19937 random(seed);
        const auto upTo = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
        Shown app(8);
        int sent = 0, measured = 0;
        for (int round = 0; round < 60 && measured < 6; ++round) {
            app.show(some(8 + round)); // one more
            QElapsedTimer since;
            since.start();
            while (since.elapsed() < 700) {
                auto* window = app.window.windowHandle();
                const QPoint at(upTo(app.window.width()), upTo(app.window.height()));
                switch (upTo(6)) {
                    case 0: QTest::keyClick(window, static_cast<Qt::Key>(Qt::Key_A + upTo(26)), upTo(2) == 0 ? kChord : Qt::KeyboardModifiers()); break;
                    case 1: QTest::keyClick(window, upTo(2) == 0 ? Qt::Key_Space : Qt::Key_Return); break;
                    case 2: QTest::keyClick(window, upTo(2) == 0 ? Qt::Key_Tab : Qt::Key_Down); break;
                    case 3: QTest::mouseClick(app.button("Allow"), Qt::LeftButton); break;
                    case 4: QTest::mouseClick(app.card->table().viewport(), Qt::LeftButton, {}, at); break;
                    default: QTest::mouseDClick(app.button("Allow"), Qt::LeftButton); break;
                }
                ++sent;
            }
            if (since.elapsed() > 780) { // a machine that stood still: what came last may have come later
                for (int row = 0; row < app.card->model().rowCount(); ++row) {
                    app.tick(row, false);
                }
                app.answers.clear();
                continue;
            }
            ++measured;
            QCOMPARE(app.card->model().ticked(), 0);
            QVERIFY(!app.anyAllowed());
        }
        QVERIFY2(measured > 0, "in sixty tries this machine was never fast enough to tell");
        QVERIFY(sent > 100);
    }

    void fiveHundredRequestsInASecondAreOneCard() {
        const auto answers = std::make_shared<made::Answers>();
        const auto services = made::services(some(500), std::chrono::milliseconds(2), answers);
        QuestionFeed feed(services.approvals);
        ApprovalWindow window(feed, services);
        int cards = 0;
        connect(&window.view(), &ApprovalView::positionChanged, &window, [&](int, int count) { cards = std::max(cards, count); });
        feed.start();
        QTRY_VERIFY_WITH_TIMEOUT(window.isVisible(), kLong);
        QTRY_COMPARE_WITH_TIMEOUT(window.view().group().model().rowCount(), 500, kLong);
        QVERIFY(window.view().showsGroup());
        QVERIFY2(cards <= 2, QByteArray::number(cards)); // one or two single ones before there were enough for a table
        QTRY_VERIFY_WITH_TIMEOUT(window.view().group().unknown().empty(), kLong);
        QTRY_VERIFY_WITH_TIMEOUT(window.view().group().armed(), kLong);
        auto& table = window.view().group().table();
        QVERIFY(table.model()->setData(table.model()->index(499, GroupModel::Host), Qt::Checked, Qt::CheckStateRole));
        QTRY_VERIFY_WITH_TIMEOUT(window.view().group().armed(), kLong);
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, kLong));
        QTRY_VERIFY_WITH_TIMEOUT(window.view().group().armed(), kLong);
        QTest::keyClick(window.windowHandle(), Qt::Key_Y, kChord);
        const auto given = [&] {
            const std::lock_guard lock(answers->mutex);
            return answers->all;
        };
        QTRY_COMPARE_WITH_TIMEOUT(given().size(), std::size_t{1}, kLong);
        QCOMPARE(given()[0].id, std::string("madeuprun.500"));
    }

    void anAnswerAndWhatIsKnownBeforeItWaitForNoLongLook() {
        QSemaphore over;
        auto& others = *QThreadPool::globalInstance();
        const int many = others.maxThreadCount() + 2;
        for (int i = 0; i < many; ++i) { // through the changes of a run, or the history
            others.start([&over] { over.acquire(); });
        }
        const auto answers = std::make_shared<made::Answers>();
        const auto services = made::services(some(1), {}, answers);
        QuestionFeed feed(services.approvals);
        ApprovalWindow window(feed, services);
        feed.start();
        const auto given = [&] {
            const std::lock_guard lock(answers->mutex);
            return answers->all.size();
        };
        const auto isKnown = [&] {
            const auto labels = window.view().card().findChildren<PlainLabel*>();
            return window.isVisible() && std::none_of(labels.begin(), labels.end(), [](auto* each) { return each->text().contains("nothing is known"); });
        };
        const bool known = QTest::qWaitFor(isKnown, 5000);
        emit window.view().card().answered(window.view().card().answer(false));
        const bool arrived = QTest::qWaitFor([&] { return given() == 1; }, 5000);
        over.release(many);
        QVERIFY(others.waitForDone(kLong));
        QVERIFY(known);
        QVERIFY(arrived);
    }

    void aMenuOfTheCardIsAboutWhatItWasOpenedOn() {
        auto questions = some(2);
        questions[1].group = questions[1].id;
        const auto services = made::services(questions, {}, std::make_shared<made::Answers>());
        QuestionFeed feed(services.approvals);
        ApprovalWindow window(feed, services);
        std::vector<std::string> silenced;
        connect(&window.view(), &ApprovalView::silenceWanted, &window, [&](const api::PendingQuestion& question) { silenced.push_back(question.host); });
        feed.start();
        QTRY_COMPARE_WITH_TIMEOUT(feed.questions().size(), std::size_t{2}, kLong);
        QCOMPARE(window.view().card().question().id, questions[0].id);
        QMenu* menu = nullptr;
        for (auto* each : window.view().findChildren<QMenu*>()) {
            menu = each->actions().size() == 3 && each->actions().front()->text() == QLatin1String("for an hour") ? each : menu;
        }
        QVERIFY(menu != nullptr);
        emit menu->aboutToShow();
        window.view().showQuestion(questions[1].id); // as when the first is answered elsewhere
        QCOMPARE(window.view().card().question().id, questions[1].id);
        menu->actions().front()->trigger();
        QCOMPARE(silenced, std::vector<std::string>{questions[0].host});
    }

    void aRowShownAloneCanBeAnsweredInEveryWayAndLeadsBack() {
        const auto answers = std::make_shared<made::Answers>();
        const auto services = made::services(some(4), {}, answers);
        QuestionFeed feed(services.approvals);
        ApprovalWindow window(feed, services);
        feed.start();
        QTRY_VERIFY_WITH_TIMEOUT(window.view().showsGroup() && window.view().group().model().rowCount() == 4, kLong);
        emit window.view().group().aloneWanted("madeuprun.3");
        QVERIFY(!window.view().showsGroup());
        QCOMPARE(window.view().card().question().id, std::string("madeuprun.3"));
        emit feed.changed(feed.questions().front()); // what happens meanwhile does not bring the table back
        QTest::qWait(50);
        QVERIFY(!window.view().showsGroup());
        for (auto* button : window.view().findChildren<QAbstractButton*>()) {
            if (button->text() == QLatin1String("Back to the table")) {
                button->click();
            }
        }
        QVERIFY(window.view().showsGroup());
    }

    void afterALockWhatIsDangerousIsShownAsThatAgain() {
        auto services = made::services(some(1), {}, std::make_shared<made::Answers>(), api::Risk::Dangerous);
        QuestionFeed feed(services.approvals);
        ApprovalWindow window(feed, services);
        feed.start();
        const auto risk = [&] {
            for (auto* label : window.view().card().findChildren<QLabel*>()) {
                if (label->text() == words::risk(api::Risk::Dangerous)) {
                    return true;
                }
            }
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(risk() && window.view().card().hasContext(), kLong);
        window.view().setLocked(true);
        QVERIFY(window.view().card().question().id.empty());
        window.view().setLocked(false);
        QCOMPARE(window.view().card().question().id, std::string("madeuprun.1"));
        QTRY_VERIFY_WITH_TIMEOUT(window.view().card().hasContext(), kLong);
        QVERIFY(risk());
    }

    // What joined the question is let through by the same answer.
    void aProgramThatJoinsIsNamedOnTheCard() {
        ApprovalCard card;
        auto question = made::question(1);
        question.process = "12 npm < claude";
        question.members = {"npm"};
        card.setQuestion(question);
        const auto says = [&](const char* name) {
            const auto labels = card.findChildren<PlainLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](auto* each) { return each->text().contains(QLatin1String(name)); });
        };
        QVERIFY(!says("curl"));
        question.members = {"npm", "curl", "<b>wget</b>", "..."};
        question.digest = "another";
        card.setQuestion(question);
        QVERIFY(says("curl") && says("<b>wget</b>") && says("..."));
        GroupModel rows([] { return true; });
        rows.setQuestions({question});
        QVERIFY(rows.data(rows.index(0, GroupModel::Why), Qt::DisplayRole).toString().startsWith(QLatin1String("npm and others")));
    }

    // A run can have a thousand questions, and try each of them again all the time.
    void aFloodOfTriesIsToldNowAndThenAndWithItsLastCounts() {
        constexpr int kMany = 300, kRounds = 20;
        const auto answers = std::make_shared<made::Answers>();
        auto services = made::services(some(kMany), {}, answers);
        services.approvals = [=] { return std::make_unique<Retries>(some(kMany), kRounds, answers); };
        QuestionFeed feed(services.approvals);
        QSignalSpy told(&feed, &QuestionFeed::changed);
        ApprovalWindow window(feed, services);
        feed.start();
        const auto isLast = [&] {
            const auto& all = feed.questions();
            return all.size() == kMany && std::all_of(all.begin(), all.end(), [](const auto& q) { return q.attempts == kRounds; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(isLast(), kLong);
        const auto& rows = window.view().group().model().rows();
        QTRY_VERIFY_WITH_TIMEOUT(rows.size() == kMany && rows.back().question.attempts == kRounds && rows.front().question.attempts == kRounds, kLong);
        QVERIFY2(told.count() < kMany, QByteArray::number(told.count()));
    }

    void aChangeOfOneQuestionTouchesItsEntryAlone() {
        auto questions = some(4);
        for (auto& question : questions) {
            question.group = question.id; // each alone
        }
        const auto services = made::services(questions, {}, std::make_shared<made::Answers>());
        QuestionFeed feed(services.approvals);
        QuestionModel model(feed);
        feed.start();
        QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 4, kLong);
        QSignalSpy touched(&model, &QAbstractItemModel::dataChanged), anew(&model, &QAbstractItemModel::modelReset);
        emit feed.changed(feed.questions()[2]);
        QCOMPARE(touched.count(), 1);
        QCOMPARE(touched.first().at(0).toModelIndex().row(), 2);
        QCOMPARE(touched.first().at(1).toModelIndex().row(), 2);
        auto expired = feed.questions()[0]; // and yet it moves where it has to
        expired.state = "expired";
        const_cast<api::PendingQuestion&>(feed.questions()[0]).state = "expired";
        emit feed.changed(expired);
        QCOMPARE(anew.count(), 1);
        QCOMPARE(model.cardOf(expired).row(), 3);
    }

    void whatIsQuietComesUpByNobody_data() {
        QTest::addColumn<int>("count");
        QTest::newRow("one") << 1;
        QTest::newRow("some") << 4;
    }
    void whatIsQuietComesUpByNobody() {
        QFETCH(int, count);
        auto questions = some(count);
        for (auto& question : questions) {
            question.quiet = true;
        }
        const auto services = made::services(questions, {}, std::make_shared<made::Answers>());
        QuestionFeed feed(services.approvals);
        ApprovalWindow window(feed, services);
        feed.start();
        QTRY_COMPARE_WITH_TIMEOUT(feed.questions().size(), static_cast<std::size_t>(count), kLong);
        QTest::qWait(400);
        QVERIFY(!window.isVisible());
        QVERIFY(window.view().showsGroup()); // and yet it is there
        window.bringUp({});
        QVERIFY(window.isVisible());
    }
};

QTEST_MAIN(TestGroupCard)
#include "tst_group_card.moc"
