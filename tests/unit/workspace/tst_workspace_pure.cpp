// Names, manifests, plans, diffs, marks and git objects as values.
#include <zlib.h>

#include <QtTest>

#include "core/workspace/decisions.h"
#include "core/workspace/diff.h"
#include "core/workspace/git_paths.h"
#include "core/workspace/git_view.h"
#include "core/workspace/journal.h"
#include "core/workspace/manifest_json.h"
#include "core/workspace/names.h"
#include "core/workspace/risk.h"

using namespace leadglass::workspace;

class TestWorkspacePure : public QObject {
    Q_OBJECT
private slots:
    void namesComeBackByteForByte() {
        for (int first = 1; first < 256; ++first) {
            const std::string name{static_cast<char>(first), 'x', '\\', static_cast<char>(255 - first + 1)};
            const auto back = decodeName(encodeName(name));
            QVERIFY(back.ok());
            QCOMPARE(*back, name);
        }
        QVERIFY(!decodeName("a\\q").ok());
        QVERIFY(!decodeName("a\\x4").ok());
    }
    void refusesPathsThatLeave() {
        for (const char* bad : {"", "/a", "a/", "a//b", "..", "a/../b", "."}) {
            QVERIFY2(!isPlainRelative(bad), bad);
        }
        QVERIFY(isPlainRelative("a/..b/c"));
    }
    void manifestsComeBackWhole() {
        RunManifest m;
        m.id = "0123456789abcdefghjk";
        m.project = "/p/\xff\xfe";
        m.command = {"a\nb", "\xe9"};
        m.hidden = {"d/\xff.env"};
        m.projectIno = ~0ULL;
        m.keep = true;
        m.git = {"/p/main/.git", 1, 2, "wt", 3};
        const auto back = manifestFromJson(manifestToJson(m));
        QVERIFY(back.ok() && back->git == m.git);
        QVERIFY(back.ok());
        QCOMPARE(back->project, m.project);
        QVERIFY(back->command == m.command);
        QVERIFY(back->hidden == m.hidden);
        QCOMPARE(back->projectIno, m.projectIno);
        QVERIFY(back->keep);
        std::string older = manifestToJson(m); // before there was such a field
        const std::string field = "\"keep\": true,";
        older.erase(older.find(field), field.size());
        QVERIFY(manifestFromJson(older).ok() && !manifestFromJson(older)->keep);
        m.schema = kManifestSchema + 1;
        QVERIFY(manifestFromJson(manifestToJson(m)).error().code == leadglass::Code::Unsupported);
        m.schema = kManifestSchema;
        m.hidden = {"../x"};
        QVERIFY(!manifestFromJson(manifestToJson(m)).ok());
    }
    void aDecisionIsOfOneVersionOnBothSides() {
        Change change;
        change.path = "d/\xff";
        change.conflict = leadglass::Why("changed_on_host");
        change.before.type = change.after.type = NodeType::File;
        change.before.ino = 7;
        Decisions made;
        made.add(change, "0002");
        Decisions back = Decisions::fromJson(made.toJson());
        QVERIFY(back == made && back.covers(change) && back.coverAll({{change}, {}}));
        for (std::int64_t Node::* part : {&Node::mtimeSec, &Node::ctimeNsec}) {
            for (Node Change::* side : {&Change::before, &Change::after}) {
                Change other = change;
                ++(other.*side.*part);
                QVERIFY(!back.covers(other) && !back.coverAll({{other}, {}}));
            }
        }
        change.before.dev = 99; // another number after a restart
        QVERIFY(back.covers(change));
        QCOMPARE(back.reopen("0003"), std::size_t{0});
        QCOMPARE(back.reopen("0001"), std::size_t{1});
        QVERIFY(!back.covers(change));
        for (const char* bad : {"", "[]", R"({"schema":1,"decided":[["../x","a","b","c"]]})",
                                R"({"schema":1,"decided":[["x","a","b"]]})", R"({"schema":2,"decided":[]})"}) {
            QVERIFY2(Decisions::fromJson(bad).empty(), bad);
        }
    }
    void showsTheShortestDifference_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QByteArray>("diff");
        QTest::newRow("equal") << QByteArray("a\n") << QByteArray("a\n") << QByteArray("");
        QTest::newRow("one line") << QByteArray("a\nb\nc\n") << QByteArray("a\nx\nc\n")
                                  << QByteArray("@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
        QTest::newRow("new") << QByteArray("") << QByteArray("a\n") << QByteArray("@@ -0,0 +1 @@\n+a\n");
        QTest::newRow("two in one") << QByteArray("a\nb\nc\nd\ne\n") << QByteArray("x\nb\nc\nd\ny\n")
                                    << QByteArray("@@ -1,5 +1,5 @@\n-a\n+x\n b\n c\n d\n-e\n+y\n");
        QTest::newRow("no newline") << QByteArray("a") << QByteArray("a\n")
                                    << QByteArray("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
    }
    void showsTheShortestDifference() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QByteArray, diff);
        QCOMPARE(QByteArray::fromStdString(unifiedDiff(before.toStdString(), after.toStdString())), diff);
    }
    void knowsLinksThatLeave() {
        QVERIFY(leavesProject("a", "/etc/passwd"));
        QVERIFY(leavesProject("d/a", "../../x"));
        QVERIFY(!leavesProject("d/a", "../x"));
        QVERIFY(!leavesProject("d/a", "./x/y"));
        QVERIFY(leavesProject("d/a", "l/../x")); // l may be a link
        QVERIFY(leavesProject("d/a", std::string("../..\0/b/c", 10)));
    }
    void seesSecrets() {
        QCOMPARE(secretIn("x = 'AKIAIOSFODNN7EXAMPLE'"), leadglass::Why("aws_key"));
        QCOMPARE(secretIn("nothing sk- here"), leadglass::Why());
    }
    void sortsGitPaths() {
        QVERIFY(gitPart(".git/config") == GitPart::Config);
        QVERIFY(gitPart(".git/hooks/pre-commit") == GitPart::Config);
        QVERIFY(gitPart(".git/objects/info/alternates") == GitPart::Config);
        QVERIFY(gitPart("sub/.git/index") == GitPart::Config);
        QVERIFY(gitPart(".git/index") == GitPart::Index);
        QVERIFY(gitPart(".git/refs/heads/main") == GitPart::Ref);
        QVERIFY(gitPart(".git/index.lock") == GitPart::Scratch);
        QVERIFY(gitPart(".git/opencode") == GitPart::Scratch);
        QVERIFY(gitPart(".git/opencode/hooks") == GitPart::Config);
        QVERIFY(isRefContent(".git/HEAD", "ref: refs/heads/main\n"));
        QVERIFY(!isRefContent(".git/HEAD", "ref: ../../x\n"));
        const std::string id(40, '1');
        const std::string head = "# pack-refs with: peeled fully-peeled sorted \n";
        const std::string b = id + " refs/heads/b\n";
        const std::string c = id + " refs/heads/c\n";
        for (const auto& good : {std::string(), head, head + b + c, c + b, head + b + "^" + id + "\n" + c}) {
            QVERIFY2(isRefContent(".git/packed-refs", good), good.c_str());
        }
        for (const auto& bad : {head + c + b, head + b + b, b + c + b, b + head + c, head + "^" + id + "\n" + b, b + "^" + id + "\n^" + id + "\n", head + b + id}) {
            QVERIFY2(!isRefContent(".git/packed-refs", bad), bad.c_str());
        }
    }
    void tellsOneWorktreeFromAnother() {
        const std::string own = ".git/worktrees/a";
        const auto part = [&](const std::string& path) { return gitPart(asOrdinary(path, own)); };
        QCOMPARE(asOrdinary(own + "/HEAD", own), std::string(".git/HEAD"));
        QVERIFY(part(own + "/index") == GitPart::Index && part(own + "/logs/HEAD") == GitPart::Log);
        QVERIFY(part(own + "/refs/bisect/bad") == GitPart::Ref && part(own + "/FETCH_HEAD") == GitPart::Scratch);
        QVERIFY(part(".git/refs/heads/x") == GitPart::Ref && part(".git/logs/refs/heads/x") == GitPart::Log);
        QVERIFY(part(".git/refs") == GitPart::Ref && part(".git/packed-refs") == GitPart::Ref);
        QVERIFY(part(".git/objects/pack") == GitPart::Object);
        for (const char* path : {"/config.worktree", "/gitdir", "/commondir", "/locked", "/refs/heads/x", "/objects/ab", "/packed-refs",
                                 "/hooks/x", "", "b/HEAD", "/../b/HEAD", "/logs/refs/heads/x"}) {
            QVERIFY2(part(own + path) == GitPart::Config, path);
        }
        for (const char* path : {".git/HEAD", ".git/index", ".git/ORIG_HEAD", ".git/logs/HEAD", ".git/COMMIT_EDITMSG", ".git/refs/bisect/x",
                                 ".git/config", ".git/worktrees/b/HEAD", ".git/worktrees/b/index", ".git/worktrees"}) {
            QVERIFY2(part(path) == GitPart::Config, path);
        }
        QCOMPARE(asOrdinary(".git/worktrees/b/HEAD", ""), std::string(".git/worktrees/b/HEAD"));
        QVERIFY(gitApplyRank(own + "/HEAD") == 4 && gitApplyRank(own + "/index") == 5);
    }
    void readsLooseCommits() {
        const std::string text = "tree " + std::string(40, 'a') + "\nparent " + std::string(40, 'b') +
                                 "\nauthor A <a@example.test> 1700000000 +0000\ncommitter A <a@example.test> 1 +0000\n\nAdd it\n\nmore\n";
        const std::string object = "commit " + std::to_string(text.size()) + std::string(1, '\0') + text;
        std::string packed(1000, '\0');
        uLongf size = packed.size();
        QCOMPARE(::compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                            reinterpret_cast<const Bytef*>(object.data()), object.size()), Z_OK);
        packed.resize(size);
        const auto commit = parseLooseCommit(packed);
        QVERIFY(commit.has_value());
        QCOMPARE(commit->subject, std::string("Add it"));
        QCOMPARE(commit->time, std::int64_t{1700000000});
        QVERIFY(!parseLooseCommit(packed.substr(0, 20)).has_value());
    }
    void plansComeBackWhole() {
        Op op;
        op.path = "d/\xff";
        op.before.ino = 7;
        op.afterMode = 0644;
        op.beforeTarget = "x\ny";
        const auto back = planFromJson(planToJson({op}));
        QVERIFY(back.ok());
        QVERIFY(back->at(0) == op);
        op.built = "built-12";
        op.open = true;
        op.part = {{std::string(32, 'a'), std::string(32, 'b')}, {std::string(32, 'c')}, 0, 7};
        op.afterType = NodeType::File;
        const auto partly = planFromJson(planToJson({op}));
        QVERIFY(partly.ok());
        QVERIFY(partly->at(0) == op);
        for (const char* name : {"built-", "built-x", "../built-1", "kept-1", "built-1/2"}) {
            op.built = name;
            QVERIFY2(!planFromJson(planToJson({op})).ok(), name);
        }
        op.built = "built-1";
        op.part.taken.assign(PartNames::kMostNamed + 10, std::string(32, 'a'));
        op.part.left = {std::string(33, 'x')};
        const auto bounded = planFromJson(planToJson({op}));
        QVERIFY(bounded.ok());
        QCOMPARE(bounded->at(0).part.taken.size(), PartNames::kMostNamed);
        QVERIFY(bounded->at(0).part.left.empty());
        op.kind = Op::Kind::Remove;
        QVERIFY(!planFromJson(planToJson({op})).ok());
        op.built.clear();
        op.path = "../x";
        QVERIFY(!planFromJson(planToJson({op})).ok());
    }
};

QTEST_APPLESS_MAIN(TestWorkspacePure)
#include "tst_workspace_pure.moc"
