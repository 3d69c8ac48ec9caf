// What a terminal shows: colours, the two screens, history, sizes, wide characters; and that no byte of a run does harm.
#include <QElapsedTimer>
#include <QPalette>

#include <random>

#include "app/terminal/colours.h"
#include "app/terminal/environment.h"
#include "app/terminal/paste.h"
#include "app/terminal/screen.h"
#include "app/terminal/selection.h"

#include <QTest>

using namespace leadglass::app;

namespace {

QString rowText(const Screen& screen, int row) { return textOf(screen.line(screen.top() + row), 0, screen.columns()); }
QString lineText(const Screen& screen, std::int64_t line) { return textOf(screen.line(line), 0, screen.columns()); }
Cell cellAt(const Screen& screen, int row, int column) { return screen.line(screen.top() + row).at(static_cast<std::size_t>(column)); }

std::string guarded(std::string_view in) {
    StreamGuard guard;
    std::string out;
    guard.feed(in, out);
    return out;
}

std::string utf8(char32_t c) { return QString::fromUcs4(&c, 1).toStdString(); }

QPalette paletteOf(const QColor& base, const QColor& text) {
    QPalette out;
    out.setColor(QPalette::Base, base);
    out.setColor(QPalette::Text, text);
    return out;
}

} // namespace

class TestTerminalScreen : public QObject {
    Q_OBJECT
private slots:
    void coloursOfAllKinds() {
        Screen screen(24, 80);
        screen.feed("\x1b[31mA\x1b[38;5;200mB\x1b[38;2;1;2;3mC\x1b[48:2::4:5:6mD\x1b[0;1;3;4;7;9mE\x1b[mF");
        QCOMPARE(cellAt(screen, 0, 0).ink, (CellColour{CellColour::Kind::Indexed, 1, 0, 0}));
        QCOMPARE(cellAt(screen, 0, 1).ink, (CellColour{CellColour::Kind::Indexed, 200, 0, 0}));
        QCOMPARE(cellAt(screen, 0, 2).ink, (CellColour{CellColour::Kind::Rgb, 1, 2, 3}));
        QCOMPARE(cellAt(screen, 0, 3).ground, (CellColour{CellColour::Kind::Rgb, 4, 5, 6}));
        const Cell e = cellAt(screen, 0, 4);
        QVERIFY(e.bold && e.italic && e.underline == 1 && e.reverse && e.strike);
        QVERIFY(cellAt(screen, 0, 5).ink == CellColour() && !cellAt(screen, 0, 5).bold);
    }

    void faintTextIsFaintUntilItIsNot() {
        Screen screen(24, 80);
        screen.feed("\x1b[1;2mA\x1b[22mB\x1b[2mC\x1b[mD\x1b[11mE");
        QVERIFY(cellAt(screen, 0, 0).faint && cellAt(screen, 0, 0).bold && !cellAt(screen, 0, 1).faint && !cellAt(screen, 0, 1).bold);
        QVERIFY(cellAt(screen, 0, 2).faint && !cellAt(screen, 0, 3).faint && !cellAt(screen, 0, 4).faint);
        const TerminalColours colours(paletteOf(Qt::white, Qt::black));
        QVERIFY(colours.of(cellAt(screen, 0, 2)).ink != colours.of(cellAt(screen, 0, 3)).ink);
    }

    void manyColoursAtOnceAllCount() {
        Screen screen(24, 80); // 24 numbers: more than libvterm has room for
        screen.feed("\x1b[0;1;3;4;9;38;2;10;20;30;48;2;40;50;60;22;23;24;29;1;1;1;1;1;4mX");
        const Cell x = cellAt(screen, 0, 0);
        QCOMPARE(x.ink, (CellColour{CellColour::Kind::Rgb, 10, 20, 30}));
        QCOMPARE(x.ground, (CellColour{CellColour::Kind::Rgb, 40, 50, 60}));
        QVERIFY(x.bold && !x.italic && x.underline == 1 && !x.strike);
    }

    void theAlternateScreenLeavesTheOtherAsItWas() {
        Screen screen(10, 40);
        screen.feed("shell$ vi\x1b[?1049h\x1b[2J\x1b[Hfull screen");
        QVERIFY(screen.alternate());
        QCOMPARE(rowText(screen, 0), QStringLiteral("full screen"));
        for (int i = 0; i < 50; ++i) {
            screen.feed("\r\nscrolls");
        }
        QCOMPARE(screen.top(), screen.first()); // nothing of it is history
        screen.feed("\x1b[?1049l");
        QVERIFY(!screen.alternate());
        QCOMPARE(rowText(screen, 0), QStringLiteral("shell$ vi"));
        QCOMPARE(screen.cursor().column, 9);
    }

    void historyIsKeptInOrderAndHasBounds() {
        Screen screen(5, 200);
        for (int i = 0; i < 20'000; ++i) {
            screen.feed("line " + std::to_string(i) + "\r\n");
        }
        QCOMPARE(screen.top() - screen.first(), static_cast<std::int64_t>(Screen::kMostLines));
        QCOMPARE(lineText(screen, screen.top() - 1), QStringLiteral("line 19995"));
        QCOMPARE(lineText(screen, screen.first()), QStringLiteral("line %1").arg(19996 - static_cast<int>(Screen::kMostLines)));
        QCOMPARE(screen.line(0).size(), std::size_t{0}); // gone, and its number is not given to another
        const std::string full(1000, 'x');
        Screen wide(5, 1000);
        for (int i = 0; i < 3000; ++i) {
            wide.feed(full + "\r\n");
        }
        QVERIFY(wide.historyBytes() <= Screen::kMostHistory);
        QVERIFY(wide.top() > wide.first());
        wide.forgetHistory();
        QCOMPARE(wide.historyBytes(), std::size_t{0});
        QCOMPARE(wide.top(), wide.first());
    }

    void aProgramCanForgetWhatScrolledAwayAndNothingElse() {
        Screen screen(5, 40);
        const auto lines = [&](int count, const char* word) {
            for (int i = 0; i < count; ++i) {
                screen.feed(word + std::to_string(i) + "\r\n");
            }
        };
        lines(20, "early ");
        const auto before = screen.top();
        screen.feed("\x1b[2J\x1b[?3J\x1b[13Jstays\x1b[3");
        QVERIFY(screen.top() - screen.first() >= 16);
        screen.feed("J here");
        QCOMPARE(screen.top(), screen.first());
        QCOMPARE(screen.historyBytes(), std::size_t{0});
        QVERIFY(screen.top() >= before); // numbers of lines stay theirs
        QVERIFY(screen.takeChange().lines);
        QCOMPARE(rowText(screen, screen.cursor().row), QStringLiteral("stays here"));
        screen.feed("\x1b[H\x1b[2J" "one\r\ntwo\r\nthree\r\nfour\r\nfive\r\nsix\x1b[3J\r\nseven\r\neight");
        QCOMPARE(screen.top() - screen.first(), std::int64_t{2}); // those that scrolled away since
        QCOMPARE(lineText(screen, screen.first()), QStringLiteral("two"));
        screen.feed("\x1b[?1049h\x1b[03J\x1b[?1049l");
        QCOMPARE(screen.top(), screen.first());
    }

    void aSmallerAndALargerWindowLoseNoLine() {
        Screen screen(10, 40);
        for (int i = 0; i < 10; ++i) {
            screen.feed((i > 0 ? "\r\n" : "") + std::string("line ") + std::to_string(i));
        }
        screen.resize(4, 40);
        QCOMPARE(rowText(screen, 3), QStringLiteral("line 9"));
        QCOMPARE(lineText(screen, screen.first()), QStringLiteral("line 0"));
        QCOMPARE(screen.cursor().row, 3);
        screen.resize(10, 40);
        QCOMPARE(rowText(screen, 0), QStringLiteral("line 0"));
        QCOMPARE(rowText(screen, 9), QStringLiteral("line 9"));
        screen.resize(-5, 1'000'000);
        QCOMPARE(screen.rows(), Screen::kLeast);
        QCOMPARE(screen.columns(), Screen::kMost);
    }

    void wideCharactersTakeTwoCellsAndMarksNone() {
        Screen screen(5, 10);
        screen.feed("漢e\xcc\x81x");
        QCOMPARE(int(cellAt(screen, 0, 0).width), 2);
        QCOMPARE(int(cellAt(screen, 0, 1).width), 0);
        QCOMPARE(cellAt(screen, 0, 2).chars[1], char32_t{0x301});
        QCOMPARE(rowText(screen, 0), QString::fromUtf8("漢e\xcc\x81x"));
        screen.feed("\r\n123456789漢");
        QCOMPARE(rowText(screen, 2), QString::fromUtf8("漢")); // it does not fit on the row before
    }

    void cursorShapesAndModesAreTold() {
        Screen screen(5, 20);
        screen.feed("\x1b[5 q");
        QVERIFY(screen.cursor().shape == CursorShape::Bar && screen.cursor().blinks);
        screen.feed("\x1b[4 q\x1b[?25l");
        QVERIFY(screen.cursor().shape == CursorShape::Underline && !screen.cursor().blinks && !screen.cursor().visible);
        screen.feed("\x1b[?1002;1006h"); // two modes at once
        QCOMPARE(screen.mouse(), MouseWish::Drag);
        screen.mouseMove(2, 3, {});
        screen.mouseButton(1, true, {});
        QCOMPARE(screen.takeOutput(), std::string("\x1b[<0;4;3M"));
        screen.feed("\x1b[?1002l");
        screen.mouseButton(1, false, {});
        QCOMPARE(screen.takeOutput(), std::string());
    }

    void keysFollowTheModeOfTheProgram() {
        Screen screen(5, 20);
        screen.special(SpecialKey::Up, {});
        screen.feed("\x1b[?1h");
        screen.special(SpecialKey::Up, {});
        screen.special(SpecialKey::Left, {false, false, true});
        screen.special(SpecialKey::Function, {}, 5);
        screen.special(SpecialKey::Tab, {true, false, false});
        QCOMPARE(screen.takeOutput(), std::string("\x1b[A\x1bOA\x1b[1;5D\x1b[15~\x1b[Z"));
    }

    void focusIsReportedOnlyWhereItIsWanted() {
        Screen screen(5, 20);
        screen.focus(true);
        QCOMPARE(screen.takeOutput(), std::string());
        screen.feed("\x1b[?1004h");
        screen.focus(false);
        QCOMPARE(screen.takeOutput(), std::string("\x1b[O"));
    }

    void questionsAreAnsweredWithDigitsOnlyAndNotWithoutEnd() {
        Screen screen(24, 80);
        screen.feed("\x1b[c\x1b[6n\x1b[?2004$p");
        QCOMPARE(screen.takeOutput(), std::string("\x1b[?1;2c\x1b[1;1R\x1b[?2004;2$y"));
        // Who are we, what is the title, which word is in the clipboard, which string is set: nothing says a word of theirs.
        screen.feed("\x05\x1b]2;rm -rf /\r\x07\x1b[21t\x1b]52;c;?\x07\x1bP$qrm\r\x1b\\\x1b]11;?\x07");
        QCOMPARE(screen.takeOutput(), std::string());
        for (int i = 0; i < 100'000; ++i) {
            screen.feed("\x1b[6n");
        }
        QVERIFY(screen.takeOutput().size() <= Screen::kMostAnswers);
    }

    void stringsNeverReachTheScreenHoweverLong() {
        StreamGuard guard;
        std::string out;
        guard.feed("a\x1b]52;c;", out);
        const std::string much(1 << 20, 'A');
        for (int i = 0; i < 64; ++i) {
            guard.feed(much, out);
            QCOMPARE(out, std::string("a"));
        }
        guard.feed("\x07" "b\x1bPq;never\x07 ends so\x1b\\c\x1b_x\x1b\\d\x1bktitle\x1b\\e\x1b]8;;http://x/\x1b\\f", out);
        QCOMPARE(out, std::string("abcdef"));
    }

    void whatWouldBreakTheParserIsLeftOut() {
        QCOMPARE(guarded("\x1b[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20H"), std::string("\x1b[1;2H"));
        QCOMPARE(guarded("\x1b[99999999999999999999C"), std::string("\x1b[9999C"));
        QCOMPARE(guarded("\x1b[" + std::string(5000, '1') + "C"), std::string());
        QCOMPARE(guarded("\x1b[5b"), std::string()); // a repetition of nothing
        QCOMPARE(guarded("x\x1b[3b"), std::string("xxxx"));
        QCOMPARE(guarded("x\x1b[2000000000b").size(), std::size_t{1 + StreamGuard::kMostRepeats});
        QCOMPARE(guarded("\x1b#6\x1b%@\x1b G\x1bN\x1b[?69h\x1b[3;5s\x1b[?5W\x1b[2;2;2t\x1b[?1005h"), std::string());
        QCOMPARE(guarded("\xc2\x9b" "31mA\x9b" "31mB"), std::string("31mA\xef\xbf\xbd" "31mB"));
        QCOMPARE(guarded("a\xe2\x80\xae" "b"), std::string("ab")); // text is not turned round
        QCOMPARE(guarded("\xed\xa0\x80"), guarded("\xed\xa0\x80"));
        QCOMPARE(guarded("\xc0\xaf").find('/'), std::string::npos); // an overlong form
    }

    void hostileSequencesAreOverSoon_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("times");
        QTest::newRow("a million marks") << QByteArray("a") + QByteArray("\xcc\x81").repeated(1 << 20) << 1;
        QTest::newRow("scrolls by much") << QByteArray("\x1b[2147483647S\x1b[2147483647T\x1b[9999L\x1b[9999M\x1b[9999@\x1b[9999P") << 300;
        QTest::newRow("far moves") << QByteArray("\x1b[9999;9999H\x1b[9999A\x1b[9999D\x1b[-1;-1H\x1b[9999I\x1b[9999Z\x1b[0;0r") << 3000;
        QTest::newRow("a device string without end") << QByteArray("\x1bP") + QByteArray(4 << 20, 'q') << 1;
        QTest::newRow("parameters without end") << QByteArray("\x1b[") + QByteArray("1;").repeated(1 << 20) + "m" << 1;
        QTest::newRow("repeats") << QByteArray("\xe6\xbc\xa2\x1b[9999b") << 500;
        QTest::newRow("regions") << QByteArray("\x1b[20;24r\x1b[?6h\x1b[1;1H\x1bM\n\x1b[S") << 2000;
        QTest::newRow("both screens") << QByteArray("\x1b[?1049h\x1b[?47l\x1b[?1047h\x1b[?1049l\x1b""c") << 2000;
    }
    void hostileSequencesAreOverSoon() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, times);
        Screen screen(24, 80);
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < times; ++i) {
            screen.feed(bytes.toStdString());
        }
        QVERIFY2(timer.elapsed() < 8000, qPrintable(QString::number(timer.elapsed())));
        screen.feed("\x18\x1b\\\x1b""c\x1b[2J\x1b[Hstill here");
        QCOMPARE(rowText(screen, 0), QStringLiteral("still here"));
    }

    // As an editor leaves it when the window becomes smaller: a region, and a place of the cursor, that are gone.
    void aSmallerWindowUnderAProgramThatKeepsPlaces() {
        Screen screen(50, 100);
        screen.feed("\x1b[40;50r\x1b[49;99H\x1b""7\x1b[?1049h\x1b[30;50r\x1b[45;90H\x1b""7");
        screen.resize(6, 10);
        screen.feed("\x1b[S\x1b[T\x1bM\n\n\x1b""8here\x1b[?1049l\x1b""8there\x1b[S\x1b[L\x1b[uX\x1b[?1048lY");
        QVERIFY(screen.cursor().row < 6 && screen.cursor().column < 10);
    }

    void everyCharacterThatTakesNoCellIsKnownToBeOne() {
        Screen screen(4, 8);
        QStringList others;
        for (char32_t c = 0xa0; c <= 0x10ffff; ++c) {
            if ((c >= 0xd800 && c <= 0xdfff) || takesNoCell(c)) {
                continue;
            }
            std::string out = guarded(utf8(c));
            if (out.empty()) {
                continue;
            }
            screen.feed("\r" + out);
            if (screen.cursor().column < 1) {
                others.append(QString::number(static_cast<uint>(c), 16));
            }
        }
        QVERIFY2(others.isEmpty(), qPrintable(others.join(QLatin1Char(' ')))); // they could be piled up without end
    }

    void howTheBytesAreCutDoesNotMatter() {
        std::mt19937 random(7);
        const std::string alphabet = "\x1b[]0;:?12mhlHbJcrP\\\x07\n\r\x9b\xe6\xbc\xa2\xcc\x81 aZ(\x18";
        for (int round = 0; round < 300; ++round) {
            std::string in;
            for (int i = 0; i < 200; ++i) {
                in += alphabet[random() % alphabet.size()];
            }
            std::string pieces;
            StreamGuard guard;
            for (const char c : in) {
                guard.feed({&c, 1}, pieces);
            }
            QCOMPARE(pieces, guarded(in));
        }
    }

    void aPasteCannotEndItself() {
        Screen screen(5, 20);
        screen.feed("\x1b[?2004h");
        const auto clean = cleanPaste(QStringLiteral("one\x1b[201~\nrm -rf ~\n\u009b201~\u202e"));
        QCOMPARE(clean.controls, 3);
        QCOMPARE(clean.lines, 3);
        QVERIFY(clean.asks());
        screen.paste(clean.text.toStdString());
        QCOMPARE(screen.takeOutput(), std::string("\x1b[200~one[201~\rrm -rf ~\r201~\x1b[201~"));
        screen.feed("\x1b[?2004l");
        screen.paste("x");
        QCOMPARE(screen.takeOutput(), std::string("x"));
        QVERIFY(!cleanPaste(QStringLiteral("one\ttwo")).asks());
        QCOMPARE(cleanPaste(QStringLiteral("a\r\nb\rc")).text, QStringLiteral("a\rb\rc"));
    }

    void filesArePastedAsQuotedWords() {
        const QString name = QStringLiteral("/tmp/it's $(here)");
        QCOMPARE(quotedPaths({QUrl::fromLocalFile(name), QUrl(QStringLiteral("https://example.com/x"))}), QStringLiteral("'/tmp/it'\\''s $(here)' "));
        QCOMPARE(quotedPaths({QUrl::fromLocalFile(QStringLiteral("/tmp/a\nb"))}), QString());
    }

    void selectionByCharacterWordAndLine() {
        Screen screen(4, 20);
        screen.feed("one src/main.c:12 x\r\n\xe6\xbc\xa2\xe5\xad\x97 two   \r\nlast");
        Selection selection;
        selection.begin(screen, {screen.top(), 6}, Selection::Unit::Word);
        QCOMPARE(selection.text(screen), QStringLiteral("src/main.c:12"));
        selection.begin(screen, {screen.top(), 4}, Selection::Unit::Character);
        QVERIFY(selection.empty());
        selection.extend(screen, {screen.top() + 1, 4});
        QCOMPARE(selection.text(screen), QString::fromUtf8("src/main.c:12 x\n漢字"));
        selection.extend(screen, {screen.top(), 0}); // backwards, beyond where it began
        QCOMPARE(selection.text(screen), QStringLiteral("one"));
        selection.begin(screen, {screen.top() + 1, 2}, Selection::Unit::Line);
        QCOMPARE(selection.text(screen), QString::fromUtf8("漢字 two"));
    }

    void aSelectionStaysOnItsLinesWhileOthersScroll() {
        Screen screen(4, 20);
        screen.feed("first\r\nsecond\r\n");
        Selection selection;
        selection.begin(screen, {screen.top() + 1, 0}, Selection::Unit::Line);
        for (int i = 0; i < 100; ++i) {
            screen.feed("more\r\n");
        }
        QCOMPARE(selection.text(screen), QStringLiteral("second"));
        selection.all(screen);
        QVERIFY(selection.text(screen).startsWith(QStringLiteral("first\nsecond\nmore\n")));
        for (std::size_t i = 0; i < Screen::kMostLines; ++i) {
            screen.feed("x\r\n");
        }
        QVERIFY(!selection.text(screen).contains(QStringLiteral("second"))); // gone from the history, and nothing else in its place
    }

    void aRowThatGoesOnInTheNextIsOneLine() {
        Screen screen(4, 10);
        screen.feed("https://example.com/");
        Selection selection;
        selection.all(screen);
        QCOMPARE(selection.text(screen).trimmed(), QStringLiteral("https://example.com/"));
    }

    void namedColoursCanBeReadInEveryTheme_data() {
        QTest::addColumn<QColor>("base");
        QTest::addColumn<QColor>("text");
        QTest::newRow("light") << QColor(Qt::white) << QColor(Qt::black);
        QTest::newRow("dark") << QColor(0x1b, 0x1e, 0x20) << QColor(0xfc, 0xfc, 0xfc);
        QTest::newRow("solarized") << QColor(0xfd, 0xf6, 0xe3) << QColor(0x83, 0x94, 0x96);
    }
    void namedColoursCanBeReadInEveryTheme() {
        QFETCH(QColor, base);
        QFETCH(QColor, text);
        const TerminalColours colours(paletteOf(base, text));
        for (int ink = -1; ink < 16; ++ink) {
            for (int ground = -1; ground < 16; ++ground) {
                for (const bool reverse : {false, true}) {
                    Cell cell;
                    cell.reverse = reverse;
                    cell.ink = ink < 0 ? CellColour() : CellColour{CellColour::Kind::Indexed, static_cast<std::uint8_t>(ink), 0, 0};
                    cell.ground = ground < 0 ? CellColour() : CellColour{CellColour::Kind::Indexed, static_cast<std::uint8_t>(ground), 0, 0};
                    const auto pair = colours.of(cell);
                    QVERIFY2(TerminalColours::contrast(pair.ink, pair.ground) >= 4.4, qPrintable(QStringLiteral("%1 on %2").arg(ink).arg(ground)));
                }
            }
        }
        Cell mixed;
        mixed.ink = {CellColour::Kind::Rgb, 12, 34, 56};
        QCOMPARE(colours.of(mixed).ink, QColor(12, 34, 56));
        mixed.ink = {CellColour::Kind::Indexed, 208, 0, 0};
        QCOMPARE(colours.of(mixed).ink, QColor(255, 135, 0));
    }

    void anotherTerminalIsNotInTheEnvironment() {
        const auto out = terminalEnvironment({"PATH=/bin", "TERM=dumb", "TMUX=/tmp/x", "KONSOLE_DBUS_SESSION=/S/1", "HOME=/h", "COLUMNS=80"});
        QCOMPARE(out, (QStringList{"PATH=/bin", "HOME=/h", "TERM=xterm-256color", "COLORTERM=truecolor"}));
    }
};

QTEST_GUILESS_MAIN(TestTerminalScreen)
#include "tst_terminal_screen.moc"
