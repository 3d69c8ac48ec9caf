#include <QTest>
#include <algorithm>

#include "core/cli/shell_words.h"

using namespace leadglass::cli;

namespace {

constexpr std::string_view kBreaks = "\"'@><=;|&(:";

std::vector<std::string> wordsOf(std::string_view text, Shell shell) {
    const ShellLine line = readShellLine(text, shell, kBreaks);
    std::vector<std::string> out;
    for (const auto& word : line.words) {
        out.push_back(word.text);
    }
    out.push_back(line.current.text);
    return out;
}

using Words = std::vector<std::string>;

} // namespace

class TestShellWords : public QObject {
    Q_OBJECT
private slots:
    void readsWordsWithoutExpandingThem() {
        QVERIFY((wordsOf("leadglass apply  'a b' \"c\\\"$d\" e\\ f", Shell::Bash) == Words{"leadglass", "apply", "a b", "c\"$d", "e f"}));
        QVERIFY((wordsOf("x $(touch y) ", Shell::Bash) == Words{"x", "$(touch", "y)", ""}));
        QVERIFY((wordsOf("x $'a\\n\\x41\\101' \"\" ", Shell::Zsh) == Words{"x", "a\nAA", "", ""}));
        QVERIFY((wordsOf("x 'it\\'s' a\\x41 $'b'", Shell::Fish) == Words{"x", "it's", "aA", "$b"}));
    }

    void whatIsHalfTypedCountsForNothingYet() {
        QVERIFY((wordsOf("x a\\", Shell::Bash) == Words{"x", "a"}));
        QVERIFY((wordsOf("x $'caf\\35", Shell::Bash) == Words{"x", "caf"}));
        QVERIFY((wordsOf("x $'caf\\x", Shell::Bash) == Words{"x", "caf"}));
        QVERIFY(readShellLine("x \"a b", Shell::Bash).open == Quote::Double);
        QVERIFY(readShellLine("x $'a b", Shell::Bash).open == Quote::Ansi);
    }

    void keepsWhatReadlineKeeps() {
        QCOMPARE(readShellLine("x --limit=memory=4", Shell::Bash, kBreaks).kept, std::size_t{15});
        QCOMPARE(readShellLine("x a\\:b", Shell::Bash, kBreaks).kept, std::size_t{0});
        QCOMPARE(readShellLine("x src/'my f", Shell::Bash, kBreaks).kept, std::size_t{4});
        QCOMPARE(readShellLine("x 'my dir'/f", Shell::Bash, kBreaks).kept, std::size_t{0});
    }

    void leavesRedirectionsOut() {
        const ShellLine line = readShellLine("x a 2> err >out b", Shell::Bash);
        QCOMPARE(line.words.size(), std::size_t{2});
        QVERIFY(!line.redirected && line.current.text == "b");
        QVERIFY(readShellLine("x a > ou", Shell::Bash).redirected);
    }

    void countsCharactersNotBytes() {
        QCOMPARE(readShellLine("x --ä-ö cmd", Shell::Bash).current.at, std::size_t{8});
    }

    void anAwkwardWordIsPrintableAndReadBackAsTheSameBytes() {
        for (unsigned a = 1; a < 256; ++a) {
            for (const char b : {'x', '\'', '"', '\\', '\n', ' ', '$', '\xe9', '7'}) {
                const std::string word{'w', static_cast<char>(a), b};
                for (const Quote open : {Quote::None, Quote::Ansi, Quote::Single, Quote::Double}) {
                    const char* before = open == Quote::Ansi ? "$'" : open == Quote::Single ? "'" : open == Quote::Double ? "\"" : "";
                    const auto text = bashWord(word, open);
                    if (!text) {
                        QVERIFY(open == Quote::Single || open == Quote::Double);
                        continue;
                    }
                    QVERIFY(std::ranges::all_of(*text, [](char c) { return c >= ' ' && c != 0x7f; }) || a >= 0x80);
                    QVERIFY(text->find('\n') == std::string::npos);
                    QCOMPARE(readShellLine("x " + (before + *text), Shell::Bash, kBreaks).current.text, word);
                }
            }
        }
    }

    void whatMeansSomethingToBashIsEscaped() {
        QVERIFY(bashWord("a b$(c)`d`;e&f|g>h<i*j?k[l]m{n}o!p#q~r'\"\\", Quote::None) ==
                "a\\ b\\$\\(c\\)\\`d\\`\\;e\\&f\\|g\\>h\\<i\\*j\\?k\\[l\\]m\\{n\\}o\\!p\\#q\\~r\\'\\\"\\\\");
        QVERIFY(bashWord("a'$`!\n", Quote::None) == "$'a\\047\\044\\140\\041\\012'");
        QVERIFY(bashWord("$(a)`\"\\'", Quote::Double) == "\\$(a)\\`\\\"\\\\'");
    }

    void aNameThatNoFormOfAQuoteHoldsIsNotOfferedInIt() {
        QVERIFY(!bashWord("it's", Quote::Single) && bashWord("it's", Quote::Double));
        QVERIFY(!bashWord("a!b", Quote::Double) && !bashWord("a\nb", Quote::Double));
        QVERIFY(!fishWord("a\nb") && !fishWord("a\tb") && !fishWord("a\xe2\x80\xae") && fishWord("a\xe9 b"));
        QVERIFY(zshWord("a\nb\\") == "a\\012b\\134");
    }
};

QTEST_APPLESS_MAIN(TestShellWords)
#include "tst_shell_words.moc"
