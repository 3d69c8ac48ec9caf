#include <QtTest>
#include <random>

#include "core/base/escape.h"
#include "core/session/vt_filter.h"
#include "tests/support/vt_scan.h"

using namespace leadglass::session;

namespace {
std::string filtered(const std::string& in) {
    std::string out;
    VtFilter filter;
    filter.feed(in, out);
    filter.finish(out);
    return out;
}
QByteArray bytes(const std::string& s) { return QByteArray(s.data(), static_cast<qsizetype>(s.size())); }
} // namespace

class TestVtFilter : public QObject {
    Q_OBJECT
private slots:
    void passesWhatFullScreenProgramsNeed_data() {
        QTest::addColumn<QByteArray>("in");
        const char* const list[] = {"plain text\r\n\t\b\a", "\x1b[1;31mred\x1b[m", "\x1b[38;2;1;2;3m\x1b[48:5:7m",
            "\x1b[4:3m\x1b[58:2::1:2:3m", "\x1b[H\x1b[2J\x1b[K\x1b[10;20H", "\x1b[5;20r\x1b[r", "\x1b[?1049h\x1b[?1049l",
            "\x1b[?25l\x1b[?25h", "\x1b[?2004h", "\x1b[?1000;1006h", "\x1b[?1h\x1b=", "\x1b[?2026h\x1b[?2026l",
            "\x1b[6n", "\x1b[c", "\x1b[>c", "\x1b[?u\x1b[>1u\x1b[<1u", "\x1b[?2026$p", "\x1b[>4;2m", "\x1b[2 q",
            "\x1b(0lqk\x1b(B", "\x1b" "7\x1b" "8\x1bM\x1b" "D", "\x1b[3L\x1b[2M\x1b[4@\x1b[5P\x1b[6X", "\x1b[3S\x1b[2T",
            "\x1b]8;id=a;https://example.com/x?y\x1b\\link\x1b]8;;\x1b\\", "\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80", "\x1b[!p", "\x1b" "c"};
        int n = 0;
        for (const char* text : list) {
            QTest::addRow("%d", n++) << QByteArray(text);
        }
    }
    void passesWhatFullScreenProgramsNeed() {
        QFETCH(QByteArray, in);
        QCOMPARE(bytes(filtered(in.toStdString())), in);
    }

    void leavesOut_data() {
        QTest::addColumn<QByteArray>("in");
        QTest::addColumn<QByteArray>("out");
        const auto row = [](const char* name, std::string in, std::string out) {
            QTest::newRow(name) << bytes(in) << bytes(out);
        };
        row("clipboard, BEL", "a\x1b]52;c;ZXZpbA==\x07z", "az");
        row("clipboard, ST", "a\x1b]52;c;?\x1b\\z", "az");
        row("title", "a\x1b]0;x\x07\x1b]2;y\x1b\\z", "az");
        row("icon and title reports", "a\x1b[21t\x1b[20t\x1b[18t\x1b[14tz", "az");
        row("resize window", "a\x1b[8;200;200tz", "az");
        row("title stack", "a\x1b[22;0t\x1b[23;0tz", "az");
        row("DECRQSS", "a\x1bP$q\"p\x1b\\z", "az");
        row("XTGETTCAP", "a\x1bP+q544e\x1b\\z", "az");
        row("sixel", "a\x1bPq#0;2;0;0;0#0~~\x1b\\z", "az");
        row("DECUDK", "a\x1bP0;1|17/6c73\x1b\\z", "az");
        row("kitty graphics", "a\x1b_Gf=32,t=f;L2V0Yy9wYXNzd2Q=\x1b\\z", "az");
        row("privacy message, SOS", "a\x1b^x\x1b\\\x1bXy\x1b\\z", "az");
        row("tmux passthrough", "a\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\z", "az");
        row("screen title", "a\x1bkname\x1b\\z", "az");
        row("answerback", "a\x05z", "az");
        row("DECID", "a\x1bZz", "az");
        row("XTVERSION", "a\x1b[>qz", "az");
        row("DA3", "a\x1b[=cz", "az");
        row("DECRQCRA reads the screen", "a\x1b[1;1;1;1;5;5*yz", "az");
        row("DECREQTPARM", "a\x1b[xz", "az");
        row("DECRQM of others", "a\x1b[?1$p\x1b[4$pz", "az");
        row("colour queries", "a\x1b]10;?\x07\x1b]4;1;?\x07\x1b]11;#fff\x07z", "az");
        row("notifications", "a\x1b]9;hi\x07\x1b]777;notify;a;b\x07z", "az");
        row("iTerm", "a\x1b]1337;File=:AAAA\x07z", "az");
        row("directory", "a\x1b]7;file:///etc\x07z", "az");
        row("link to a file", "a\x1b]8;;file:///etc/passwd\x1b\\z", "az");
        row("link to a scheme", "a\x1b]8;;ssh://x\x07z", "az");
        row("print", "a\x1b[5i\x1b[4iz", "az");
        row("hilite mouse", "a\x1b[?1001h\x1b[1;2;3;4;5Tz", "az");
        row("one bad mode of two", "a\x1b[?1049;1001hz", "a\x1b[?1049hz");
        row("lock keyboard, echo", "a\x1b[2h\x1b[12lz", "az");
        row("leave UTF-8", "a\x1b%@z", "az");
        row("8-bit controls on", "a\x1b Gz", "az");
        row("C1 as bytes", "a\x9b" "6nz\x9d" "52;c;x\x9c", "a\xef\xbf\xbd" "6nz\xef\xbf\xbd" "52;c;x\xef\xbf\xbd");
        row("C1 as UTF-8", "a\xc2\x9b" "6nz", "a6nz");
        row("overlong ESC", "a\xc0\x9b[6nz", "a\xef\xbf\xbd\xef\xbf\xbd[6nz");
        row("surrogate", "a\xed\xa0\x80z", "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz");
        row("cut character", "a\xe4\xb8" "z", "a\xef\xbf\xbdz");
        row("control inside a sequence", "a\x1b[3\n1mz", "a\n\x1b[31mz");
        row("query hidden by CAN", "a\x1b[6\x18nz", "anz");
        row("unfinished at the end", "a\x1b[31", "a");
        row("kitty pop of what is not ours", "a\x1b[<5uz", "az");
        row("kitty pop is limited to our pushes", "\x1b[>1u\x1b[<9u", "\x1b[>1u\x1b[<1u");
        row("huge number", "a\x1b[99999999999mz", "az");
        row("huge string ends at BEL", "a\x1b]52;c;" + std::string(100000, 'A') + "\x07z", "az");
    }
    void leavesOut() {
        QFETCH(QByteArray, in);
        QFETCH(QByteArray, out);
        QCOMPARE(bytes(filtered(in.toStdString())), out);
        QCOMPARE(bytes(filtered(out.toStdString())), out);
    }

    void anyCutGivesTheSameAndNothingForbidden() {
        // Pieces that matter, mixed at random; the seed is fixed so that a failure is repeatable.
        const std::string pieces[] = {"\x1b", "[", "]", "P", "52;c;", "8;;http://a/", "\x1b\\", "\x07", "?1049h", "6n", "c",
                                      "$p", "\xc2", "\x9b", "\xe4\xb8\xad", "abc", "\x18", ";", "1", "31m", ">", "u", "<", "?",
                                      "\x05", "\n", "_G", "k", "t", "q", " ", "\x1b[", "\x1b]", "\xff", "=", "4", "\x7f"};
        std::mt19937 random(7);
        for (int round = 0; round < 3000; ++round) {
            std::string in;
            for (unsigned i = 0; i < random() % 40; ++i) {
                in += pieces[random() % std::size(pieces)];
            }
            const std::string whole = filtered(in);
            VtFilter filter;
            std::string out;
            for (std::size_t at = 0; at < in.size();) {
                const std::size_t size = 1 + random() % 5;
                filter.feed(std::string_view(in).substr(at, size), out);
                at += size;
            }
            filter.finish(out);
            QCOMPARE(bytes(out), bytes(whole));
            QCOMPARE(bytes(filtered(whole)), bytes(whole));
            QVERIFY(leadglass::isValidUtf8(whole));
            QCOMPARE(QString::fromStdString(leadglass::test::forbiddenIn(whole)), QString());
        }
    }

    void resetUndoesWhatWasSetOnly() {
        VtFilter filter;
        std::string out;
        filter.feed("\x1b[?1049h\x1b[?25l\x1b[?1003h\x1b[?2004h\x1b[>1u\x1b[>4;2m", out);
        const std::string reset = vtResetSequence(filter.modes(), VtReset::ForGood);
        for (const char* part : {"\x1b[?1049l", "\x1b[?25h", "\x1b[?1003l", "\x1b[?2004l", "\x1b[<1u", "\x1b[>4m"}) {
            QVERIFY2(reset.find(part) != std::string::npos, part);
        }
        const std::string plain = vtResetSequence(VtModes{}, VtReset::ForGood);
        QVERIFY(plain.find("1049") == std::string::npos); // would move a shell's cursor
        QVERIFY(plain.find('<') == std::string::npos);    // would pop what is not ours
        // A question's reset is undone.
        VtFilter after;
        std::string ignored;
        after.feed(vtRestoreSequence(filter.modes()), ignored);
        QVERIFY(after.modes().alternateScreen && after.modes().cursorHidden && after.modes().bracketedPaste);
        QCOMPARE(after.modes().mouse, filter.modes().mouse);
    }

    void resetLeavesTheCursorWhereAnEditorLeftIt() {
        VtFilter filter;
        std::string out;
        filter.feed("\x1b[?1049h\x1b[1;24r\x1b[?1049l", out); // as vim: margins of the whole screen
        const std::string reset = vtResetSequence(filter.modes(), VtReset::ForGood);
        const std::size_t margins = reset.find("\x1b" "7\x1b[r\x1b" "8");
        QVERIFY(margins != std::string::npos);
        QVERIFY(reset.find('H') == std::string::npos);
    }

    void countsDeviceQueries() {
        VtFilter filter;
        std::string out;
        filter.feed("\x1b[c\x1b[0c\x1b[>c\x1b[1c", out);
        QCOMPARE(filter.takeDeviceQueries(), 2U);
        QCOMPARE(filter.takeDeviceQueries(), 0U);
    }
};

QTEST_APPLESS_MAIN(TestVtFilter)
#include "test_vt_filter.moc"
