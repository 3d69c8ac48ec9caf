// When an answer counts: the whole matrix of keys and clicks, and ten thousand random sequences.
#include <QTest>

#include <random>

#include "app/approval/answer_guard.h"
#include "app/bridge/reflex_watch.h"

using leadglass::app::AnswerGuard;
using leadglass::app::AnswerKind;
using leadglass::app::Swallowed;
using Ms = AnswerGuard::Ms;

class TestAnswerGuard : public QObject {
    Q_OBJECT

public:
    enum class Repeats { None, Told, ToldWithReleases, NotTold };
    Q_ENUM(Repeats)

private slots:
    void allowsOnlyAfterTheCardStoodStill_data() {
        QTest::addColumn<bool>("dangerous");
        QTest::addColumn<Ms>("at");
        QTest::addColumn<bool>("counts");
        QTest::newRow("at once") << false << Ms(0) << false;
        QTest::newRow("just before") << false << Ms(799) << false;
        QTest::newRow("then") << false << Ms(800) << true;
        QTest::newRow("dangerous, just before") << true << Ms(1999) << false;
        QTest::newRow("dangerous, then") << true << Ms(2000) << true;
    }
    void allowsOnlyAfterTheCardStoodStill() {
        QFETCH(bool, dangerous);
        QFETCH(Ms, at);
        QFETCH(bool, counts);
        AnswerGuard guard;
        guard.show(1000, dangerous);
        guard.pressed(AnswerKind::Allow, false, 1000 + at);
        QCOMPARE(guard.released(AnswerKind::Allow, 1000 + at), counts);
        AnswerGuard keys;
        keys.show(1000, dangerous);
        keys.keyDown(Qt::Key_Y, false, 1000 + at);
        QCOMPARE(keys.chord(AnswerKind::Allow, Qt::Key_Y, false, 1000 + at), counts);
        QCOMPARE(keys.invoked(AnswerKind::Allow, 1000 + at), counts);
    }

    void whoAllowsAllAtOnceIsToldSo_data() {
        QTest::addColumn<int>("answers");
        QTest::addColumn<int>("denials");
        QTest::addColumn<Ms>("took");
        QTest::addColumn<bool>("reflex");
        QTest::newRow("all, at once") << 20 << 0 << Ms(900) << true;
        QTest::newRow("too few to say") << 19 << 0 << Ms(900) << false;
        QTest::newRow("one denied") << 20 << 1 << Ms(900) << false; // 95 percent, and not above
        QTest::newRow("read before") << 20 << 0 << Ms(1500) << false;
        QTest::newRow("long ago it was otherwise") << 60 << 0 << Ms(200) << true;
    }
    void whoAllowsAllAtOnceIsToldSo() {
        QFETCH(int, answers);
        QFETCH(int, denials);
        QFETCH(Ms, took);
        QFETCH(bool, reflex);
        leadglass::app::ReflexWatch watch;
        if (answers > 20) {
            watch.add(false, 60'000);
        }
        for (int i = 0; i < answers; ++i) {
            watch.add(i >= denials, took);
        }
        QCOMPARE(watch.isReflex(), reflex);
    }

    void nothingCountsWithoutACard() {
        AnswerGuard guard;
        guard.keyDown(Qt::Key_D, false, 5000);
        QVERIFY(!guard.chord(AnswerKind::Deny, Qt::Key_D, false, 5000));
        guard.pressed(AnswerKind::Deny, false, 5000);
        QVERIFY(!guard.released(AnswerKind::Deny, 5000));
        guard.show(5000, false);
        guard.hide();
        QVERIFY(!guard.invoked(AnswerKind::Deny, 9000));
        QVERIFY(!guard.invoked(AnswerKind::Allow, 9000));
    }

    void byChordAllowWaitsForItAndNeverLessThanTheTime() {
        AnswerGuard guard;
        guard.setArmsByChord(true);
        guard.show(0, false);
        const auto press = [&](Ms at) { // as GuardFilter does; true: it answers
            guard.keyDown(Qt::Key_Y, false, at);
            const bool answers = !guard.arm(Qt::Key_Y, false, at) && guard.chord(AnswerKind::Allow, Qt::Key_Y, false, at);
            guard.keyUp(Qt::Key_Y, false);
            return answers;
        };
        QVERIFY(!press(400)); // too early to arm
        QVERIFY(!guard.armed(60'000));
        QVERIFY(!guard.invoked(AnswerKind::Allow, 60'000)); // no time alone arms
        QVERIFY(!press(60'000));                            // arms, and answers nothing
        QVERIFY(!press(60'100));                            // a hand that trembles
        QVERIFY(guard.armed(60'300));
        QVERIFY(guard.invoked(AnswerKind::Allow, 60'300));
        QVERIFY(press(60'400));
        guard.disturb(61'000); // read anew: armed anew
        QVERIFY(!press(61'500));
        QVERIFY(!guard.armed(70'000));
        guard.keyDown(Qt::Key_Y, false, 70'000); // held: repeats arm nothing
        QVERIFY(!guard.arm(Qt::Key_Y, true, 70'001));
        guard.show(80'000, true);
        QVERIFY(!guard.arm(Qt::Key_Y, false, 90'000)); // it was held when the card came
        QVERIFY(guard.invoked(AnswerKind::Deny, 80'000)); // deny never waits
    }

    void whatDoesNotCountIsToldWhy() {
        AnswerGuard guard;
        QCOMPARE(guard.pressed(AnswerKind::Deny, true, 0), Swallowed::No); // there is no card
        guard.show(1000, false);
        QCOMPARE(guard.pressed(AnswerKind::Deny, true, 1100), Swallowed::GaveFocus);
        QCOMPARE(guard.pressed(AnswerKind::Allow, false, 1100), Swallowed::TooEarly);
        QCOMPARE(guard.pressed(AnswerKind::Deny, false, 1100), Swallowed::No);
        QVERIFY(guard.released(AnswerKind::Deny, 1110));
        guard.answered(1110);
        QCOMPARE(guard.pressed(AnswerKind::Deny, false, 1300), Swallowed::AfterAnswer);
        guard.keyDown(Qt::Key_D, false, 1500);
        guard.show(1600, false);
        QCOMPARE(guard.whyNot(AnswerKind::Deny, Qt::Key_D, false, 1700), Swallowed::KeyHeld);
        guard.keyUp(Qt::Key_D, false);
        guard.keyDown(Qt::Key_D, false, 1800);
        QCOMPARE(guard.whyNot(AnswerKind::Deny, Qt::Key_D, false, 1800), Swallowed::No);
        guard.setArmsByChord(true);
        guard.show(2000, false);
        QCOMPARE(guard.whyNot(AnswerKind::Allow, 2100), Swallowed::TooEarly);
        QCOMPARE(guard.whyNot(AnswerKind::Allow, 9000), Swallowed::WaitsForChord);
    }

    void denyNeverWaits() {
        AnswerGuard guard;
        guard.show(0, true);
        guard.keyDown(Qt::Key_D, false, 1);
        QVERIFY(guard.chord(AnswerKind::Deny, Qt::Key_D, false, 1));
        guard.pressed(AnswerKind::Deny, false, 2);
        QVERIFY(guard.released(AnswerKind::Deny, 3));
    }

    void aKeyThatIsHeldAnswersNothing_data() {
        QTest::addColumn<Ms>("down"); // when it went down; the card comes at 1000
        QTest::newRow("before the card") << Ms(500);
        QTest::newRow("while Allow waits") << Ms(1200);
    }
    void aKeyThatIsHeldAnswersNothing() {
        QFETCH(Ms, down);
        AnswerGuard guard;
        if (down < 1000) {
            guard.keyDown(Qt::Key_Y, false, down);
        }
        guard.show(1000, false);
        if (down >= 1000) {
            guard.keyDown(Qt::Key_Y, false, down);
        }
        for (Ms at = 1300; at < 4000; at += 40) { // as the keyboard repeats it
            guard.keyDown(Qt::Key_Y, true, at);
            QVERIFY(!guard.chord(AnswerKind::Allow, Qt::Key_Y, true, at));
            // Some systems do not say that it is a repeat.
            QVERIFY(!guard.chord(AnswerKind::Allow, Qt::Key_Y, false, at));
        }
        guard.keyUp(Qt::Key_Y, true);
        guard.keyDown(Qt::Key_Y, true, 4000);
        QVERIFY(!guard.chord(AnswerKind::Allow, Qt::Key_Y, false, 4000));
        guard.keyUp(Qt::Key_Y, false);
        guard.keyDown(Qt::Key_Y, false, 4100);
        QVERIFY(guard.chord(AnswerKind::Allow, Qt::Key_Y, false, 4100));
    }

    void aKeyHeldInAnotherWindowIsSeenByItsRepeat() {
        AnswerGuard guard;
        guard.keyDown(Qt::Key_D, false, 0);
        guard.keysLost(); // released over there, perhaps
        guard.show(100, false);
        guard.keyDown(Qt::Key_D, true, 120);
        QVERIFY(!guard.chord(AnswerKind::Deny, Qt::Key_D, true, 120));
        QVERIFY(!guard.chord(AnswerKind::Deny, Qt::Key_D, false, 130));
    }

    void theClickThatActivatesTheWindowIsSwallowed() {
        AnswerGuard guard;
        guard.show(0, false);
        for (const auto kind : {AnswerKind::Deny, AnswerKind::Allow}) {
            guard.pressed(kind, true, 5000);
            QVERIFY(!guard.released(kind, 5050));
        }
    }

    void aPressThatBeganBeforeAllowCouldBeGivenDoesNotCount() {
        AnswerGuard guard;
        guard.show(0, false);
        guard.pressed(AnswerKind::Allow, false, 799);
        QVERIFY(!guard.released(AnswerKind::Allow, 1500));
    }

    void pressAndReleaseOnDifferentCardsOrButtonsDoNotCount() {
        AnswerGuard guard;
        guard.show(0, false);
        guard.pressed(AnswerKind::Deny, false, 900);
        guard.show(950, false);
        QVERIFY(!guard.released(AnswerKind::Deny, 2000));
        guard.pressed(AnswerKind::Deny, false, 2000);
        QVERIFY(!guard.released(AnswerKind::Allow, 2010));
        QVERIFY(!guard.released(AnswerKind::Deny, 2020));
    }

    void whateverDisturbsTheCardArmsItAnew() {
        AnswerGuard guard;
        guard.show(0, false);
        QVERIFY(guard.armed(800));
        guard.disturb(900);
        QVERIFY(!guard.armed(1699));
        QVERIFY(guard.armed(1700));
        guard.pressed(AnswerKind::Allow, false, 1700);
        guard.disturb(1710);
        QVERIFY(!guard.released(AnswerKind::Allow, 3000));
    }

    void theSecondHalfOfADoubleClickAnswersNothing() {
        AnswerGuard guard;
        guard.show(0, false);
        guard.answered(2000);
        guard.show(2000, false);
        for (const Ms at : {Ms(2050), Ms(2200), Ms(2299)}) {
            guard.pressed(AnswerKind::Deny, false, at);
            QVERIFY(!guard.released(AnswerKind::Deny, at + 5));
            QVERIFY(!guard.invoked(AnswerKind::Deny, at));
        }
        guard.pressed(AnswerKind::Deny, false, 2300);
        QVERIFY(guard.released(AnswerKind::Deny, 2310));
    }

    // No sequence of whatever kind within the first 800 ms gives an Allow, and later only input that began, as a whole, while
    // the card stood still. The oracle keeps its own books, of nothing but what happened.
    // Keyboards repeat a key that is held: each says so, or does not, and some tell a release between two of them.
    void noSequenceOfInputAllowsByAccident_data() {
        QTest::addColumn<unsigned>("seed");
        QTest::addColumn<Repeats>("repeats");
        const unsigned fresh = std::random_device()();
        for (const unsigned seed : {1U, 20261130U, 4'000'000'007U, fresh}) {
            QTest::addRow("seed %u, no repeats", seed) << seed << Repeats::None;
            QTest::addRow("seed %u, told as repeats", seed) << seed << Repeats::Told;
            QTest::addRow("seed %u, told with releases", seed) << seed << Repeats::ToldWithReleases;
            QTest::addRow("seed %u, not told", seed) << seed << Repeats::NotTold;
        }
    }
    void noSequenceOfInputAllowsByAccident() {
        QFETCH(unsigned, seed);
        QFETCH(Repeats, repeats);
        std::mt19937 random(seed);
        const auto upTo = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
        int allows = 0;
        for (int round = 0; round < 10'000; ++round) {
            AnswerGuard guard;
            Ms now = 0, still = -1, quiet = 0, pressAt = -1;
            bool pressActivates = false;
            AnswerKind pressKind = AnswerKind::Deny;
            Ms delay = AnswerGuard::kArms;
            Ms keyAt = -1; // a fresh press of Y that is held; -1: none
            for (int step = 0; step < 40; ++step) {
                const Ms until = now + upTo(500);
                // What the keyboard does by itself while Y is held. What is told as a repeat never answers; what is not, as the press
                // that it began with.
                for (Ms at = now + 33; repeats != Repeats::None && keyAt >= 0 && at < until; at += 33) {
                    const bool told = repeats != Repeats::NotTold;
                    if (repeats == Repeats::ToldWithReleases) {
                        guard.keyUp(Qt::Key_Y, true);
                    }
                    guard.keyDown(Qt::Key_Y, told, at);
                    if (guard.chord(AnswerKind::Allow, Qt::Key_Y, told, at)) {
                        QVERIFY(!told && still >= 0 && keyAt >= still + delay && at >= quiet);
                    }
                }
                now = until;
                bool allowed = false;
                Ms began = now;
                switch (upTo(10)) {
                    case 0: {
                        const bool dangerous = upTo(2) == 0;
                        delay = dangerous ? AnswerGuard::kArmsDangerous : AnswerGuard::kArms;
                        guard.show(now, dangerous);
                        still = now;
                        break;
                    }
                    case 1:
                        if (still >= 0) {
                            still = now;
                        }
                        guard.disturb(now);
                        break;
                    case 2:
                        guard.hide();
                        still = -1;
                        break;
                    case 3:
                    case 4:
                        pressKind = upTo(2) == 0 ? AnswerKind::Deny : AnswerKind::Allow;
                        pressActivates = upTo(3) == 0;
                        pressAt = now;
                        guard.pressed(pressKind, pressActivates, now);
                        break;
                    case 5:
                    case 6:
                        allowed = guard.released(AnswerKind::Allow, now);
                        if (allowed) {
                            QVERIFY(pressAt >= 0 && pressKind == AnswerKind::Allow && !pressActivates);
                            began = pressAt;
                        }
                        pressAt = -1;
                        break;
                    case 7:
                        guard.keyDown(Qt::Key_Y, keyAt >= 0 && repeats != Repeats::NotTold, now);
                        keyAt = keyAt < 0 ? now : keyAt;
                        allowed = guard.chord(AnswerKind::Allow, Qt::Key_Y, upTo(2) == 0, now);
                        began = keyAt;
                        break;
                    case 8:
                        guard.keyUp(Qt::Key_Y, false);
                        keyAt = -1;
                        break;
                    default:
                        guard.answered(now);
                        quiet = now + AnswerGuard::kAfterAnswer;
                        pressAt = -1;
                        break;
                }
                if (allowed) {
                    ++allows;
                    QVERIFY(still >= 0);
                    QVERIFY(began >= still + delay);
                    QVERIFY(now >= quiet);
                }
            }
        }
        QVERIFY(allows > 100); // it is not shut for good either
    }
};

QTEST_APPLESS_MAIN(TestAnswerGuard)
#include "tst_answer_guard.moc"
