// What core tells of changes: codes, and their English words.
#include <QtTest>

#include <set>

#include "core/base/why.h"

using namespace leadglass;

class WhyTest : public QObject {
    Q_OBJECT
private slots:
    void everyCodeStandsOnceAndHasWords() {
        std::set<std::string_view> codes;
        for (const auto& phrase : kWhyPhrases) {
            QVERIFY2(codes.insert(phrase.code).second, std::string(phrase.code).c_str());
            QVERIFY(!phrase.words.empty());
            // Both forms have the same places, and a number is only told where there is one.
            for (const char* place : {"%1", "%2", "%n"}) {
                QVERIFY2(phrase.many.empty() || (phrase.words.find(place) == std::string_view::npos) == (phrase.many.find(place) == std::string_view::npos),
                         std::string(phrase.code).c_str());
            }
            QVERIFY(phrase.many.empty() || phrase.many.find("%n") != std::string_view::npos);
        }
    }

    void isToldInEnglish() {
        QCOMPARE(Why("executable").text(), std::string("executable"));
        QCOMPARE(Why("commits_hold", {"Makefile"}, Why("build_script")).text(), std::string("its commits hold Makefile: build script"));
        QCOMPARE(Why("log_names", {"0a1b"}, Why("commits_hold_more", {"a/.envrc"}, Why("linked_name", {"x"}), 3)).text(),
                 std::string("names 0a1b: its commits hold a/.envrc: the project's link 'x', a protected name, leads here (and 3 more risky)"));
        QCOMPARE(Why("git_looks_away", {}, 1).text(), std::string("git would no longer look at 1 file (assume-unchanged, skip-worktree)"));
        QCOMPARE(Why("git_looks_away", {}, 2).text(), std::string("git would no longer look at 2 files (assume-unchanged, skip-worktree)"));
        QCOMPARE(Why("submodule_missing", {"0a1b", "sub"}).text(),
                 std::string("the submodule's commit 0a1b is not in its repository here, sub (what the run did there is held, too)"));
        QCOMPARE(Why().text(), std::string());
    }

    // A name that looks like a place for another, or like an escape, stays a name.
    void namesAreEscapedAndNeverLookedThroughAgain() {
        QCOMPARE(Why("commits_hold", {"%2%n\x1b[2J\n"}, Why("lock_file_host", {"%1"})).text(),
                 std::string("its commits hold %2%n\\x1b[2J\\n: lock file names a new host: %1"));
        QCOMPARE(filled("%1 and %2", {"%2"}, "%1", 0), std::string("%2 and %1"));
        QCOMPARE(filled("100% of %1%", {"it"}, "", 0), std::string("100% of it%"));
    }

    void anErrorIsToldAsItIsButForOneWithACode() {
        const Error odd = makeError(Code::Io, "cannot open '\\x1b'", "look at it");
        QCOMPARE(Why("unreadable", {}, Why(odd)).text(), std::string("cannot be read: cannot open '\\x1b' (look at it)"));
        QCOMPARE(Why(odd).parts().front().code, kWhyError);
        QCOMPARE(Why(makeError(Code::Conflict, "the host changed it meanwhile")), Why("host_changed"));
        QCOMPARE(Why(makeError(Code::Conflict, "the run changed it after it was reviewed", "review the run again")), Why("left_changed"));
        // The words of a code that has places are no code: the name would be missing.
        QCOMPARE(Why(makeError(Code::Conflict, "%1 in it is held back")).text(), std::string("%1 in it is held back"));
    }
};

QTEST_APPLESS_MAIN(WhyTest)
#include "tst_why.moc"
