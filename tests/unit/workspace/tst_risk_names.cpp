// Which names hold a change back, which are told, and which are nothing; spellings; manifests.
#include <QtTest>
#include <set>

#include "core/workspace/folded_name.h"
#include "core/workspace/manifest_parts.h"
#include "core/workspace/risk.h"

using namespace leadglass::workspace;

namespace {

std::vector<std::string> namesOf(const RiskRule& rule) {
    std::vector<std::string> names;
    for (const auto& name : QByteArray(rule.names.data(), static_cast<qsizetype>(rule.names.size())).split(' ')) {
        names.push_back(name.toStdString());
    }
    return names;
}

// A path that the rule is meant for.
std::string sample(Match match, const std::string& name) {
    switch (match) {
    case Match::Directory:
    case Match::Below: return "a/" + name + "/b";
    case Match::File: return "a/" + name;
    case Match::Stem: return "a/" + name + ".json";
    case Match::Prefix: return "a/" + name + "x";
    case Match::Suffix: return "a/x" + name;
    }
    return {};
}

// The nearest that it is not meant for.
std::string near(Match match, const std::string& name) {
    switch (match) {
    case Match::Directory:
    case Match::Below: return "a/" + name + "-x/b";
    case Match::File: return "a/x-" + name + "-x";
    case Match::Stem: return "a/" + name + "-x.md";
    case Match::Prefix: return "a/x" + name;
    case Match::Suffix: return "a/x" + name + "-x";
    }
    return {};
}

} // namespace

class TestRiskNames : public QObject {
    Q_OBJECT
private slots:
    void everyEntryMatchesWhatItIsForAndNothingBeside() {
        std::set<std::string> seen;
        int entries = 0;
        for (const auto& rule : riskRules()) {
            QVERIFY(rule.grade != Grade::None && rule.why != leadglass::kWhyError);
            for (const auto& name : namesOf(rule)) {
                ++entries;
                QVERIFY2(!name.empty() && foldedName(name + "x") == name + "x", (std::string(rule.why.code()) + ": '" + name + "' is not folded").c_str());
                QVERIFY2(seen.insert(std::to_string(static_cast<int>(rule.match)) + name).second, ("twice: " + name).c_str());
                const NameRisk found = riskOfName(sample(rule.match, name));
                QVERIFY2(found.grade == rule.grade || found.grade == Grade::Held, name.c_str());
                QVERIFY2(found.grade != rule.grade || found.why == rule.why || rule.match == Match::Stem || rule.match == Match::Suffix,
                         (name + ": " + std::string(found.why ? found.why->code() : "")).c_str());
                const NameRisk beside = riskOfName(near(rule.match, name));
                QVERIFY2(beside.why != rule.why || beside.grade == Grade::None, near(rule.match, name).c_str());
            }
        }
        QVERIFY(entries > 400);
    }
    void holdsBackWhatRunsUnasked_data() {
        QTest::addColumn<QByteArray>("paths");
        QTest::newRow("version control") << QByteArray(".git/config sub/.git docs/HEAD x/.hg/hgrc .jj/repo/config.toml .svn/wc.db .bzr/branch/branch.conf "
                                                       ".gitattributes .gitmodules x/pre-commit tools/hooks/post-checkout .husky/_/h lefthook.yml "
                                                       ".pre-commit-config.yaml .lintstagedrc .lintstagedrc.mjs .huskyrc.js");
        QTest::newRow("editors") << QByteArray(".vscode/tasks.json a/.idea/runConfigurations/x.xml .fleet/run.json .zed/settings.json .devcontainer/devcontainer.json "
                                               ".local.vimrc .exrc .vimrc .nvim.lua .dir-locals.el .gdbinit .lldbinit .ctags.d/x.ctags x.code-workspace .pdbrc .pylintrc");
        QTest::newRow("linters that editors load") << QByteArray("eslint.config.js .eslintrc .eslintrc.cjs .eslintrc.json .prettierrc .prettierrc.mjs prettier.config.ts "
                                                                 ".babelrc .babelrc.js babel.config.json postcss.config.cjs tailwind.config.ts svelte.config.js .rubocop.yml");
        QTest::newRow("agents") << QByteArray(".claude/settings.json .mcp.json sub/.MCP.json .codex/config.toml .gemini/settings.json .cursor/rules/x.mdc AGENTS.md agents.MD "
                                              "sub/CLAUDE.md GEMINI.md .github/copilot-instructions.md .github/prompts/x.prompt.md .leadglass.toml opencode.json");
        QTest::newRow("shells") << QByteArray(".envrc .envrc. mise.toml .mise.toml mise.local.toml .mise/tasks/x .tool-versions flake.nix shell.nix default.nix .env .env.local .bashrc .irbrc .pryrc sitecustomize.py evil.pth");
        QTest::newRow("builds") << QByteArray("Makefile x.mk CMakeLists.txt CMakePresets.json Justfile Taskfile.yml meson.build build.gradle build.gradle.kts settings.gradle.kts gradlew mvnw .mvn/jvm.config "
                                              "pom.xml build.rs .cargo/config.toml .cargo/config rust-toolchain rust-toolchain.toml build.zig setup.py Gemfile Rakefile foo.gemspec Guardfile Vagrantfile Fastfile Podfile "
                                              "Tiltfile bunfig.toml .bazelrc BUILD WORKSPACE MODULE.bazel rules.bzl Directory.Build.props Directory.Build.targets App.csproj docker-compose.yml compose.yaml "
                                              ".npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .yarn/releases/yarn.cjs");
        QTest::newRow("bundlers") << QByteArray("vite.config.ts vite.config.prod.mts webpack.config.js rollup.config.mjs next.config.mjs nuxt.config.ts astro.config.mjs gulpfile.js gulpfile.babel.js Gruntfile.cts");
        QTest::newRow("in place of a source") << QByteArray("__pycache__/mod.cpython-311.pyc a/x.pyo a/_x.cpython-311-x86_64-linux-gnu.so lib/x.jar build/x.node init.elc _build/x.beam .zshrc.zwc "
                                                            "f.zwc main.o libx.a node_modules/.cache/babel/x.json node_modules/x/y.node venv/bin/activate venv/pyvenv.cfg .golangci.yml .clangd "
                                                            "hardhat.config.ts Thorfile node_modules/a/.vscode/tasks.json node_modules/a/.npmrc");
        QTest::newRow("CI") << QByteArray(".github/workflows/a.yml sub/.github/actions/x/action.yml .gitlab-ci.yml .circleci/config.yml Jenkinsfile Jenkinsfile.release azure-pipelines.yml .travis.yml");
    }
    void holdsBackWhatRunsUnasked() {
        QFETCH(QByteArray, paths);
        for (const auto& path : paths.split(' ')) {
            const NameRisk risk = riskOfName(path.toStdString());
            QVERIFY2(risk.grade == Grade::Held && risk.why.has_value(), path.constData());
        }
    }
    void tellsOfWhatThePersonStarts() {
        for (const char* path : {"jest.config.js", "vitest.config.mts", "playwright.config.ts", "cypress.config.js", "karma.conf.cjs", ".mocharc", ".mocharc.yml",
                                 "tests/conftest.py", "pytest.ini", "tox.ini", "noxfile.py", ".rspec", "Dockerfile", "Dockerfile.dev", "app.dockerfile", "infra/main.tf", "terragrunt.hcl",
                                 "node_modules/a/index.js", "a/node_modules/b/package.json", "build/X.class", "tools/x.ps1", "make.bat", "x.CMD"}) {
            QVERIFY2(riskOfName(path).grade == Grade::Told, path);
        }
    }
    void leavesOrdinaryFilesAlone() {
        for (const char* path : {"src/main.c", "src/hooks/useThing.ts", "docs/agents.txt", "hello.py", "package.json", "Cargo.toml", "pyproject.toml", "README.md", "tsconfig.json",
                                 ".gitignore", ".editorconfig", "src/mcp.ts", "src/render.ts", "src/vite.ts", "config.py", "src/user.service.ts", ".env.example", "docs/makefiles.md", "Info.plist",
                                 ".github/ISSUE_TEMPLATE/bug.md", "workflows/a.yml", "objects/x", "refs/x", "config", "vite.config.md", "src/app/app.config.ts"}) {
            QVERIFY2(riskOfName(path).grade == Grade::None, path);
        }
    }
    void judgesDirectoriesByTheirPlaceOnly() {
        for (const char* path : {"build", "src/update", "workspace", "x.service"}) {
            QVERIFY2(riskOfName(path, true).grade == Grade::None, path);
            QVERIFY2(riskOfName(path, false).grade == Grade::Held, path);
        }
        QVERIFY(riskOfName("a/.vscode", true).grade == Grade::Held);
    }
    void foldsWhatCarelessFileSystemsTakeForOneName_data() {
        QTest::addColumn<QByteArray>("spelling");
        // git's own tests of is_hfs_dotgit() and is_ntfs_dotgit(), and what casefold of ext4 drops.
        for (const char* spelling : {".GIT", ".giT", ".git.", ".git ", ".git. . ", ".git::$INDEX_ALLOCATION", ".git:x", ".git...:alternate-stream",
                                     ".g\xe2\x80\x8cit", ".gi\xe2\x80\x8dT", "\xe2\x80\x8e.git", ".git\xe2\x80\x8f", ".\xe2\x80\xaagit", ".g\xe2\x80\xab\x69t", ".git\xe2\x80\xac",
                                     ".git\xe2\x80\xad", ".git\xe2\x80\xae", ".g\xe2\x81\xaait", ".g\xe2\x81\xabit", ".g\xe2\x81\xac\x69t", ".g\xe2\x81\xad\x69t", ".g\xe2\x81\xae\x69t",
                                     ".g\xe2\x81\xafit", ".git\xef\xbb\xbf", ".g\xc2\xadit", ".g\xcd\x8fit", ".g\xef\xb8\x8fit", ".g\xf3\xa0\x80\x81it", ".g\xe2\x81\xa0it", ".g\xe2\x80\x8bit"}) {
            QTest::newRow(spelling) << QByteArray(spelling);
        }
    }
    void foldsWhatCarelessFileSystemsTakeForOneName() {
        QFETCH(QByteArray, spelling);
        QCOMPARE(foldedName(spelling.toStdString()), std::string(".git"));
        QVERIFY(riskOfName("a/" + spelling.toStdString() + "/config").grade == Grade::Held);
        QVERIFY(riskOfName("a\\" + spelling.toStdString() + "\\config").grade == Grade::Held);
    }
    void foldsLettersThatFoldToAscii() {
        QCOMPARE(foldedName(".v\xc5\xbf" "code"), std::string(".vscode"));
        QCOMPARE(foldedName("ma\xe2\x84\xaa" "e\xef\xac\x81le"), std::string("makefile"));
        QCOMPARE(foldedName("\xc3\xa9\xff/\xe2\x82"), std::string("\xc3\xa9\xff/\xe2\x82"));
        QVERIFY(riskOfName("GIT~1/config").grade == Grade::Held);
        QVERIFY(riskOfName("\xe2\x80\x8d.husk\xcd\x8fY/x").grade == Grade::Held);
    }
    void tellsWhatRunsInAManifestFromWhatOnlyDescribes_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<bool>("same");
        const auto row = [](const char* title, const char* name, const char* before, const char* after, bool same) {
            QTest::newRow(title) << QByteArray(name) << QByteArray(before) << QByteArray(after) << same;
        };
        row("npm dependency", "package.json", R"({"dependencies":{"a":"1"}})", R"({"dependencies":{"a":"2","b":"1"},"version":"2"})", true);
        row("npm script", "package.json", "{}", R"({"scripts":{"postinstall":"x"}})", false);
        row("npm tool settings", "package.json", "{}", R"({"prettier":{"plugins":["./x.js"]}})", false);
        row("npm not JSON", "package.json", "{}", "{", false);
        row("deno with comments", "deno.json", "{ // a\n \"tasks\": {\"x\": \"a\"} }", "{ // a\n \"tasks\": {\"x\": \"b\"} }", false);
        row("TypeScript options", "tsconfig.json", "{ // a\n \"compilerOptions\": {\"strict\": true} }", R"({"extends": "../tsconfig.base.json", "compilerOptions":{}})", true);
        row("TypeScript plugin", "tsconfig.build.json", R"({"compilerOptions":{}})", R"({"compilerOptions":{"plugins":[{"name":"x"}]}})", false);
        row("TypeScript of another file", "jsconfig.json", "{}", R"({"extends":"./x.json"})", false);
        row("TypeScript not JSON", "tsconfig.json", "{\"files\":[],}", R"({"compilerOptions":{"\u0070lugins":[{"name":"x"}],},})", false);
        row("TypeScript with a comma", "tsconfig.json", "{\"files\":[],}", "{\"files\":[\"a\"],}", true);
        const QByteArray deep = R"({"scripts":)" + QByteArray(3'000'000, '[') + QByteArray(3'000'000, ']') + "}";
        QTest::newRow("npm, deeper than a stack") << QByteArray("package.json") << QByteArray("{}") << deep << false;
        row("python dependency", "pyproject.toml", "[project]\nversion = \"1\"\ndependencies = [\n \"a\",\n]\n", "[project]\nversion = \"2\"\ndependencies = [\n \"a\",\n \"b\",\n]\n", true);
        row("python back end", "pyproject.toml", "[build-system]\nrequires = []\n", "[build-system]\nrequires = []\nbackend-path = [\".\"]\n", false);
        row("python tool", "pyproject.toml", "[tool.poe.tasks]\nx = 'a'\n", "[tool.poe.tasks]\nx = 'b'\n", false);
        row("python tool by dots", "pyproject.toml", "", "tool.poe.tasks.x = 'b'\n", false);
        row("python header in a string", "pyproject.toml", "[tool.x]\n", "[tool.x]\na = \"\"\"\n[project]\n\"\"\"\nb = 1\n", false);
        row("python table in an array", "pyproject.toml", "[project]\na = [\n]\n", "[project]\na = [\n[\"project\"],\n]\n", false);
        row("cargo dependency", "cargo.toml", "[package]\nversion = \"1\"\n[dependencies]\n", "[package]\nversion = \"2\"\n[dependencies]\na = \"1\"\n", true);
        row("cargo build script", "cargo.toml", "[package]\n", "[package]\nbuild = \"x.rs\"\n", false);
        row("cargo build script quoted", "cargo.toml", "[package]\n", "[package]\n\"build\" = \"x.rs\"\n", false);
        row("cargo build script escaped", "cargo.toml", "[package]\n", "[package]\n\"b\\u0075ild\" = \"x.rs\"\n", false);
        row("cargo procedural macro", "cargo.toml", "[lib]\n", "[lib]\nproc-macro = true\n", false);
        row("cargo patch", "cargo.toml", "", "[patch.crates-io]\na = { path = \"x\" }\n", false);
    }
    void tellsWhatRunsInAManifestFromWhatOnlyDescribes() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(bool, same);
        QVERIFY(isManifest(name.toStdString()));
        QCOMPARE(partsThatRun(name.toStdString(), before.toStdString()) == partsThatRun(name.toStdString(), after.toStdString()), same);
    }

    // A commit costs its writer nothing, and its judge a parse of whatever it holds.
    void judgingContentsEndsHoweverManyCommitsHoldThem() {
        constexpr std::uint64_t kLarge = 16UL << 20;
        ContentBudget manifests;
        int taken = 0;
        while (manifests.takes("web/Package.json", kLarge) && taken < 100) {
            ++taken;
        }
        QCOMPARE(taken, 3);
        QVERIFY(!manifests.takes("package.json", 1)); // used up, it stays so
        ContentBudget locks; // only searched: that is cheaper
        for (taken = 0; locks.takes("yarn.lock", kLarge) && taken < 100; ++taken) {
        }
        QCOMPARE(taken, 31);
        ContentBudget empty; // opening a file costs, too
        for (taken = 0; empty.takes("package.json", 0) && taken < 1'000'000; ++taken) {
        }
        QVERIFY(taken < 1'000'000);
    }
};

QTEST_APPLESS_MAIN(TestRiskNames)
#include "tst_risk_names.moc"
