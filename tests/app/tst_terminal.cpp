// A terminal as a person meets it: keys, input methods, mouse, paste, what is painted and what a screen reader gets. Nothing
// runs in it.
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QInputMethodEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include "app/approval/chords.h"
#include "app/terminal/paste_dialog.h"
#include "app/terminal/terminal_access.h"
#include "app/terminal/terminal_tab.h"
#include "app/terminal/terminals_page.h"
#include "tests/app/find_button.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

constexpr Qt::KeyboardModifiers kChord = Qt::ControlModifier | Qt::ShiftModifier;

// A terminal that nothing runs in: its input is kept.
struct Bare {
    TerminalView view;
    Bare() {
        view.resize(view.sizeHint());
        view.show();
        view.setFocus();
        static_cast<void>(view.screen().takeOutput());
    }
    QByteArray typed() { return QByteArray::fromStdString(view.screen().takeOutput()); }
    void key(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(&view, static_cast<Qt::Key>(key), modifiers); }
    PasteDialog* asked() { return view.findChild<PasteDialog*>(); }
};

} // namespace

class TestTerminal : public QObject {
    Q_OBJECT

private slots:
    void keysAsProgramsExpectThem() {
        Bare bare;
        QTest::keyClicks(&bare.view, "ls");
        bare.key(Qt::Key_Return);
        bare.key(Qt::Key_Return, Qt::ShiftModifier);
        bare.key(Qt::Key_C, Qt::ControlModifier);
        bare.key(Qt::Key_Tab);
        bare.key(Qt::Key_Backspace);
        bare.key(Qt::Key_Up);
        QCOMPARE(bare.typed(), QByteArray("ls\r\r\x03\t\x7f\x1b[A"));
        QTest::keyClick(&bare.view, 'x', Qt::AltModifier);
        QCOMPARE(bare.typed(), QByteArray("\x1bx"));
    }

    void theChordsOfAnAnswerAreNeverTyped() {
        Bare bare;
        bare.key(Qt::Key_D, kChord); // Ctrl+D would end a shell
        bare.key(Qt::Key_Y, kChord);
        bare.key(Qt::Key_C, kChord);
        bare.key(Qt::Key_A, kChord); // another one, where the person chose it
        QCOMPARE(bare.typed(), QByteArray());
        bare.key(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(bare.typed(), QByteArray("\x04"));
    }

    void theChordsThatThePersonChoseAreNeverTypedEither() {
        Chords chosen;
        chosen.deny = Qt::ControlModifier | Qt::AltModifier | Qt::Key_D; // else ESC and the end of what reads
        chosen.allow = Qt::ControlModifier | Qt::ShiftModifier | Qt::Key_F9;
        setChords(chosen);
        const auto usual = qScopeGuard([] { setChords({}); });
        Bare bare;
        bare.key(Qt::Key_D, Qt::ControlModifier | Qt::AltModifier);
        bare.key(Qt::Key_F9, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(bare.typed(), QByteArray());
        setChords({});
        bare.key(Qt::Key_D, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(bare.typed(), QByteArray("\x1b\x04"));
    }

    void theKeyboardGetsOutOfIt() {
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* view = new TerminalView;
        auto* next = new QLineEdit;
        layout->addWidget(view);
        layout->addWidget(next);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Tab);
        QVERIFY(view->hasFocus());
        QTest::keyClick(view, Qt::Key_F6, Qt::ControlModifier);
        QVERIFY(next->hasFocus());
    }

    void theKeyboardChangesAndClosesTabs() {
        TerminalsPage page;
        auto* first = new TerminalTab({}, "first");
        auto* second = new TerminalTab({}, "second");
        page.add(first);
        page.add(second);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        second->view().setFocus();
        static_cast<void>(second->view().screen().takeOutput());
        QTest::keyClick(&second->view(), Qt::Key_Tab, Qt::ControlModifier);
        QCOMPARE(page.findChild<QTabWidget*>()->currentWidget(), first);
        QVERIFY(first->view().hasFocus());
        QTest::keyClick(&first->view(), Qt::Key_F6, Qt::ControlModifier);
        auto* close = qobject_cast<QPushButton*>(QApplication::focusWidget());
        QVERIFY(close != nullptr);
        QTest::keyClick(close, Qt::Key_Space);
        QCOMPARE(page.count(), 1);
    }

    void anInputMethodTypes() {
        Bare bare;
        QInputMethodEvent composing(QString::fromUtf8("か"), {});
        QApplication::sendEvent(&bare.view, &composing);
        QCOMPARE(bare.typed(), QByteArray());
        QInputMethodEvent done;
        done.setCommitString(QString::fromUtf8("漢\x1b"));
        QApplication::sendEvent(&bare.view, &done);
        QCOMPARE(bare.typed(), QByteArray("漢"));
        QInputMethodQueryEvent where(Qt::ImCursorRectangle);
        QApplication::sendEvent(&bare.view, &where);
        QVERIFY(where.value(Qt::ImCursorRectangle).toRect().height() > 5);
    }

    void severalLinesAreShownBeforeTheyArePasted() {
        Bare bare;
        bare.view.feed("\x1b[?2004h");
        bare.view.paste("one line");
        QCOMPARE(bare.typed(), QByteArray("\x1b[200~one line\x1b[201~"));
        bare.view.paste("first\nsecond\x1b[201~\n");
        QVERIFY(bare.asked() != nullptr);
        QCOMPARE(bare.typed(), QByteArray());
        QCOMPARE(bare.asked()->findChild<QPlainTextEdit*>()->toPlainText(), QStringLiteral("first\nsecond[201~\n"));
        QTest::keyClick(bare.asked(), Qt::Key_Return); // that of a paste before means no
        QTRY_VERIFY(bare.asked() == nullptr);
        QCOMPARE(bare.typed(), QByteArray());
        bare.view.paste("first\nsecond\x1b[201~\n");
        button(*bare.asked(), "Paste")->click();
        QCOMPARE(bare.typed(), QByteArray("\x1b[200~first\rsecond[201~\r\x1b[201~"));
        QSignalSpy said(&bare.view, &TerminalView::said);
        bare.view.paste(QString(kMostPasted + 1, 'x'));
        QCOMPARE(said.count(), 1);
        QCOMPARE(bare.typed(), QByteArray());
    }

    void droppedFilesAreQuotedPaths() {
        Bare bare;
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile("/tmp/a b; true")});
        QDragEnterEvent enters({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(bare.view.viewport(), &enters);
        QVERIFY(enters.isAccepted());
        QDropEvent drop({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(bare.view.viewport(), &drop);
        QCOMPARE(bare.typed(), QByteArray("'/tmp/a b; true' "));
    }

    void aDoubleClickSelectsAWordAndCopyTakesIt() {
        Bare bare;
        bare.view.feed("see src/main.c:12 there\r\n");
        const QPoint at = bare.view.cellRect(0, 8).center();
        QTest::mouseDClick(bare.view.viewport(), Qt::LeftButton, Qt::NoModifier, at);
        QTest::mouseRelease(bare.view.viewport(), Qt::LeftButton, Qt::NoModifier, at);
        QCOMPARE(bare.view.selectedText(), QStringLiteral("src/main.c:12"));
        bare.key(Qt::Key_C, kChord);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("src/main.c:12"));
        bare.view.feed("\x1b]52;c;aG9zdGlsZQ==\x07");
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("src/main.c:12"));
    }

    void theMouseIsTheProgramsWhereItAsksButForShift() {
        Bare bare;
        bare.view.feed("text to select\x1b[?1000;1006h");
        const QPoint at = bare.view.cellRect(0, 2).center();
        QTest::mouseClick(bare.view.viewport(), Qt::LeftButton, Qt::NoModifier, at);
        QCOMPARE(bare.typed(), QByteArray("\x1b[<0;3;1M\x1b[<0;3;1m"));
        QTest::mouseDClick(bare.view.viewport(), Qt::LeftButton, Qt::ShiftModifier, at);
        QCOMPARE(bare.typed(), QByteArray());
        QCOMPARE(bare.view.selectedText(), QStringLiteral("text"));
    }

    void theHistoryIsReadInPeaceAndTypingComesBack() {
        Bare bare;
        for (int i = 0; i < 200; ++i) {
            bare.view.feed("line " + QByteArray::number(i) + "\r\n");
        }
        bare.key(Qt::Key_PageUp, Qt::ShiftModifier);
        const QString read = bare.view.visibleText();
        QVERIFY(!read.contains("line 199"));
        for (int i = 0; i < 20; ++i) {
            bare.view.feed("more\r\n");
        }
        QCOMPARE(bare.view.visibleText(), read);
        bare.key(Qt::Key_X);
        QVERIFY(bare.view.visibleText().contains("more"));
    }

    void whatIsThereIsPainted() {
        Bare bare;
        bare.view.feed("\x1b[?25l\x1b[48;2;10;200;30m    \x1b[m\r\n\x1b[7m    ");
        const QImage image = bare.view.viewport()->grab().toImage();
        QCOMPARE(image.pixelColor(bare.view.cellRect(0, 1).center()), QColor(10, 200, 30));
        QCOMPARE(image.pixelColor(bare.view.cellRect(0, 6).center()), bare.view.palette().color(QPalette::Base));
        QCOMPARE(image.pixelColor(bare.view.cellRect(1, 1).center()), bare.view.palette().color(QPalette::Text));
    }

    void theFirstCellIsOnTheLeftInEveryLanguage() {
        QGuiApplication::setLayoutDirection(Qt::RightToLeft);
        Bare bare;
        bare.view.feed("\x1b[?25l\x1b[1mM");
        const QImage image = bare.view.viewport()->grab().toImage();
        QGuiApplication::setLayoutDirection(Qt::LeftToRight);
        const auto inked = [&](const QRect& cell) {
            for (int x = cell.left(); x <= cell.right(); ++x) {
                for (int y = cell.top(); y <= cell.bottom(); ++y) {
                    if (image.pixelColor(x, y) != bare.view.palette().color(QPalette::Base)) {
                        return true;
                    }
                }
            }
            return false;
        };
        QVERIFY(inked(bare.view.cellRect(0, 0)));
        QVERIFY(!inked(bare.view.cellRect(0, 1, bare.view.screen().columns() - 1)));
    }

    void aScreenReaderGetsTheTextAndTheCursor() {
        Bare bare;
        bare.view.setAccessibleName("Terminal: sh");
        bare.view.feed("first\r\nsecond");
        auto* face = QAccessible::queryAccessibleInterface(&bare.view);
        QVERIFY(face != nullptr && face->role() == QAccessible::Terminal);
        QCOMPARE(face->text(QAccessible::Name), QStringLiteral("Terminal: sh"));
        QVERIFY(!face->text(QAccessible::Description).isEmpty());
        auto* text = face->textInterface();
        QVERIFY(text != nullptr);
        QVERIFY(text->text(0, text->characterCount()).startsWith("first\nsecond\n"));
        QCOMPARE(text->cursorPosition(), 12);
        int from = 0, to = 0;
        QCOMPARE(text->textAtOffset(8, QAccessible::LineBoundary, &from, &to).trimmed(), QStringLiteral("second"));
        QCOMPARE(text->offsetAtPoint(text->characterRect(7).center() - QPoint(1, 0)), 7);
    }

    void aScreenReaderIsToldOnlyWhatIsNew() {
        QCOMPARE(changeOf("ready> \n", "ready> x\n"), (TextChange{7, "", "x"}));
        QCOMPARE(changeOf("one\ntwo", "one\ntwo\nthree"), (TextChange{7, "", "\nthree"}));
        QCOMPARE(changeOf("aa", "aaa"), (TextChange{2, "", "a"}));
        QCOMPARE(changeOf("abcd", "axd"), (TextChange{1, "bc", "x"}));
        QCOMPARE(changeOf("same", "same"), (TextChange{4, "", ""}));
    }
};

QTEST_MAIN(TestTerminal)
#include "tst_terminal.moc"
