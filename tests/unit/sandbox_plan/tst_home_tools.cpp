// The person's own programs, and never their credentials.
#include <QtTest>
#include <filesystem>

#include "core/sandbox/bind_source.h"
#include "core/sandbox/git_identity.h"
#include "core/sandbox/home_tools.h"
#include "core/sandbox/inside_view.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/secret_paths.h"
#include "core/sandbox/system_mounts.h"
#include "tests/unit/sandbox_plan/fake_person.h"

using namespace leadglass;
using namespace leadglass::sandbox;
namespace fs = std::filesystem;

class TestHomeTools : public QObject {
    Q_OBJECT

private slots:
    void init() {
        m_person = std::make_unique<test::FakePerson>();
        m_mounts = systemDirectories().value();
        m_notices.clear();
        Mount home;
        home.kind = Mount::Kind::Home;
        home.target = m_person->home;
        m_mounts.push_back(home);
    }

    void aCommandThatIsNotThereIs127And126WhereItIsNoProgram() {
        auto missing = tools().addCommand("no-such-program", {"/usr/bin"}, "/");
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, Code::NotFound);
        QVERIFY(missing.error().what.starts_with(kCommandNotFound));
        m_person->write("bin/plain", "text", 0644);
        auto plain = tools().addCommand("plain", {m_person->home + "/bin"}, "/");
        QVERIFY(!plain);
        QVERIFY(plain.error().what.starts_with(kNotExecutable));
    }

    void aSystemProgramNeedsNoBind() {
        const auto before = m_mounts.size();
        auto sh = tools().addCommand("sh", {"", "relative", "/usr/bin"}, "/");
        QVERIFY(sh);
        QCOMPARE(sh.value(), std::string("/usr/bin/sh"));
        QCOMPARE(m_mounts.size(), before);
    }

    void aProgramOfNpmBringsItsPackages() {
        const std::string prefix = m_person->root + "/prefix";
        test::FakePerson::writeAt(prefix + "/node_modules/agent/cli.js", "#!/usr/bin/env sh\n", 0755);
        test::FakePerson::writeAt(prefix + "/node_modules/dep/index.js", "x", 0644);
        fs::create_directories(prefix + "/node_modules/.bin");
        fs::create_symlink("../agent/cli.js", prefix + "/node_modules/.bin/agent");
        auto found = tools().addCommand(prefix + "/node_modules/.bin/agent", {"/usr/bin"}, "/");
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        QVERIFY(resolveInside(m_mounts, prefix + "/node_modules/dep/index.js"));
        QVERIFY(resolveInside(m_mounts, prefix + "/node_modules/.bin/agent"));
        QVERIFY(!mountAt(m_mounts, prefix + "/node_modules/x")->writable);
        QVERIFY(mountAt(m_mounts, prefix + "/node_modules/x")->sealed); // no socket in it leads out
    }

    void aGlobalPrefixBringsBinAndLib() {
        const std::string prefix = m_person->home + "/.n";
        test::FakePerson::writeAt(prefix + "/lib/node_modules/@a/agent/cli.js", "#!/usr/bin/env node\n", 0755);
        test::FakePerson::writeAt(prefix + "/bin/node", "\x7f" "ELF", 0755);
        fs::create_symlink("../lib/node_modules/@a/agent/cli.js", prefix + "/bin/agent");
        auto found = tools().addCommand("agent", {prefix + "/bin", "/usr/bin"}, "/");
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        QCOMPARE(found.value(), prefix + "/bin/agent");
        QVERIFY(resolveInside(m_mounts, prefix + "/bin/node"));
    }

    void aScriptBringsItsEnvironmentAndInterpreter() {
        const std::string venv = m_person->home + "/.local/share/pipx/venvs/aider";
        const std::string python = m_person->home + "/.local/share/uv/python/cpython-3.12/bin/python3.12";
        test::FakePerson::writeAt(python, "\x7f" "ELF", 0755);
        test::FakePerson::writeAt(venv + "/bin/aider", "#!" + venv + "/bin/python\n", 0755);
        test::FakePerson::writeAt(venv + "/lib/x.py", "x", 0644);
        fs::create_symlink(python, venv + "/bin/python");
        m_person->write(".local/bin/other", "#!/bin/sh\n", 0755);
        fs::create_symlink(venv + "/bin/aider", m_person->home + "/.local/bin/aider");
        auto t = tools();
        t.addToolDirectories({m_person->home + "/.local/bin"});
        auto found = t.addCommand("aider", {m_person->home + "/.local/bin"}, "/");
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        QVERIFY(resolveInside(m_mounts, venv + "/lib/x.py"));
        QCOMPARE(resolveInside(m_mounts, venv + "/bin/python").value_or(""), python);
    }

    void aProgramInTheHomeItselfIsBoundAlone() {
        m_person->write("agent", "\x7f" "ELF", 0755);
        m_person->write("private.txt", "x");
        auto found = tools().addCommand(m_person->home + "/agent", {}, "/");
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        QVERIFY(!resolveInside(m_mounts, m_person->home + "/private.txt"));
    }

    // A project is what an agent, or whoever it was cloned from, wrote.
    void aFileOfTheProjectShowsNothingOutsideIt_data() {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"interpreter", "interpreter through a link", "interpreter of env", "env and dots",
                                 "program link", "directory link", "path entry"}) {
            QTest::newRow(kind) << kind;
        }
    }

    void aFileOfTheProjectShowsNothingOutsideIt() {
        QFETCH(QString, kind);
        const std::string other = m_person->root + "/home/u/work/other";
        const std::string project = m_person->home + "/work/evil";
        test::FakePerson::writeAt(other + "/src/main.c", "x");
        test::FakePerson::writeAt(other + "/bin/tool", "#!/bin/sh\n", 0755);
        test::FakePerson::writeAt(other + "/README", "x");
        fs::create_directories(project);
        m_mounts.push_back(overlayOf(project));
        std::vector<std::string> path = {"/usr/bin", m_person->home + "/.local/bin"};
        m_person->write(".local/bin/mine", "x", 0755);
        std::string command = project + "/run";
        std::string script;
        if (kind == "interpreter") {
            script = "#!" + other + "/README\n";
        } else if (kind == "interpreter through a link") {
            fs::create_symlink(other + "/README", project + "/sh");
            script = "#!" + project + "/sh\n";
        } else if (kind == "interpreter of env") {
            script = "#!/usr/bin/env " + other + "/bin/tool\n";
        } else if (kind == "env and dots") {
            script = "#!/usr/bin/env ../../work/other/bin/tool\n";
        } else if (kind == "program link") {
            fs::create_symlink("../other/bin/tool", command);
        } else if (kind == "directory link") {
            fs::create_directory_symlink("../other/bin", project + "/d");
            command = project + "/d/tool";
        } else {
            fs::create_directory_symlink("../other", project + "/.venv");
            path.insert(path.begin(), project + "/.venv/bin");
            command = "tool";
        }
        if (!script.empty()) {
            test::FakePerson::writeAt(command, script, 0755);
        }
        auto t = tools();
        t.addToolDirectories(path);
        (void)t.addCommand(command, path, project);
        for (const char* file : {"/src/main.c", "/bin/tool", "/README", ""}) {
            QVERIFY(!resolveInside(m_mounts, other + file));
        }
        if (kind != "env and dots") { // there is nothing that env would find
            QVERIFY(std::any_of(m_notices.begin(), m_notices.end(), [](const std::string& notice) {
                return notice.find("only a file of the project names it") != std::string::npos;
            }));
        }
    }

    void whatThePersonNamesStaysThereThroughTheProject() {
        const std::string project = m_person->home + "/work/p";
        m_person->write(".n/bin/node", "\x7f" "ELF", 0755);
        m_person->write(".pyenv/versions/3/bin/python3", "\x7f" "ELF", 0755);
        test::FakePerson::writeAt(project + "/cli.js", "#!/usr/bin/env node\n", 0755);
        test::FakePerson::writeAt(project + "/.venv/bin/tool", "#!" + project + "/.venv/bin/python\n", 0755);
        fs::create_symlink(m_person->home + "/.pyenv/versions/3/bin/python3", project + "/.venv/bin/python");
        m_mounts.push_back(overlayOf(project));
        const std::vector<std::string> path = {project + "/.venv/bin", m_person->home + "/.n/bin", "/usr/bin"};
        auto t = tools();
        t.addToolDirectories(path);
        QVERIFY(t.addCommand("./cli.js", path, project));
        QVERIFY(t.addCommand("tool", path, project));
        QVERIFY(resolveInside(m_mounts, m_person->home + "/.n/bin/node"));
        QVERIFY(resolveInside(m_mounts, project + "/.venv/bin/python"));
        QVERIFY2(m_notices.empty(), m_notices.empty() ? "" : m_notices.front().c_str());
    }

    void aDirectoryThatHoldsTheProjectIsNoPackage_data() {
        QTest::addColumn<bool>("onPath");
        QTest::newRow("on PATH") << true;
        QTest::newRow("beside the program") << false;
    }

    void aDirectoryThatHoldsTheProjectIsNoPackage() {
        QFETCH(bool, onPath);
        const std::string project = m_person->home + "/work/p";
        const std::string program = m_person->home + (onPath ? "/work/bin/tool" : "/work/tool");
        test::FakePerson::writeAt(program, "#!/bin/sh\n", 0755);
        m_person->write("work/other/main.c", "x");
        fs::create_directories(project);
        m_mounts.push_back(overlayOf(project));
        const std::vector<std::string> path = {onPath ? parentOf(program) : "/usr/bin"};
        auto t = tools();
        t.addToolDirectories(path);
        auto found = t.addCommand(onPath ? "tool" : "../tool", path, project);
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        QVERIFY(resolveInside(m_mounts, program));
        QVERIFY(!resolveInside(m_mounts, m_person->home + "/work/other"));
    }

    void aLinkInTheProjectDoesNotLeadFilesRead() {
        const std::string project = m_person->home + "/work/p";
        m_person->write("work/other/main.c", "x");
        fs::create_directories(project);
        fs::create_directory_symlink("../other", project + "/data");
        m_mounts.push_back(overlayOf(project));
        policy::NamedPath read;
        read.path = "~/work/p/data";
        const Status added = tools().addPolicyReads({read});
        QVERIFY(!added);
        QVERIFY(added.error().what.find("a link in the project") != std::string::npos);
        read.path = "~/work/other";
        QVERIFY(tools().addPolicyReads({read}));
    }

    void perShellLinksOfAToolManagerWork() {
        const std::string install = m_person->home + "/.local/share/fnm/node-versions/v20/installation";
        test::FakePerson::writeAt(install + "/bin/node", "\x7f" "ELF", 0755);
        const std::string shell = m_person->root + "/runtime/fnm_multishells/1";
        fs::create_directories(fs::path(shell).parent_path());
        fs::create_directory_symlink(install, shell);
        auto t = tools();
        t.addToolDirectories({shell + "/bin"});
        auto found = t.addCommand("node", {shell + "/bin"}, "/");
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        QCOMPARE(resolveInside(m_mounts, found.value()).value_or(""), install + "/bin/node");
    }

    void noCredentialIsEverVisible() {
        std::vector<std::string> planted;
        for (const auto& secret : secretHomePaths()) {
            const std::string path = m_person->home + "/" + secret;
            if (!fs::exists(path)) {
                m_person->write(secret + (secret.find('.', 1) == std::string::npos ? "/inner" : ""), "S");
            }
            planted.push_back(path);
        }
        for (const char* extra :
             {".cargo/bin/.netrc", ".pyenv/.git-credentials", ".local/bin/id_ed25519", ".volta/auth.json",
              ".local/share/fnm/.env", ".nvm/versions/.npmrc", "tools/bin/credentials.json",
              ".asdf/installs/.aws/credentials"}) {
            m_person->write(extra, "S");
            planted.push_back(m_person->home + "/" + extra);
        }
        const std::string& home = m_person->home;
        // PATH is hostile too: each of these would show a store.
        const std::vector<std::string> path = {home,
                                               home + "/.ssh",
                                               home + "/.cargo/bin",
                                               home + "/.cargo",
                                               home + "/.config",
                                               home + "/.local",
                                               home + "/tools/bin",
                                               home + "/.aws/x/..",
                                               "/usr/bin"};
        auto t = tools();
        t.addToolDirectories(path);
        for (const auto& secret : planted) {
            const Mount* mount = mountAt(m_mounts, secret);
            QVERIFY(mount != nullptr);
            QVERIFY2(!hostPathOf(m_mounts, secret), secret.c_str());
            QVERIFY2(mount->kind != Mount::Kind::Bind, secret.c_str());
        }
        for (const auto& mount : m_mounts) {
            QVERIFY2(mount.kind != Mount::Kind::Bind || !isAtOrBelow(home, mount.source),
                     mount.source.c_str());
            QVERIFY(mount.kind != Mount::Kind::Bind || !mount.writable);
        }
        QVERIFY(resolveInside(m_mounts, home + "/.cargo/bin"));
        QVERIFY(resolveInside(m_mounts, home + "/tools/bin"));
    }

    void aPolicyThatWouldShowACredentialIsAnError_data() {
        QTest::addColumn<QString>("read");
        for (const char* read : {"~/.ssh", "~/.ssh/config", "~/.aws", "~/.config", "~", "~/.cargo",
                                 "~/link-to-ssh", "/", "~/.local/share", "~/.local/share/leadglass/runs"}) {
            QTest::newRow(read) << read;
        }
    }
    void aPolicyThatWouldShowACredentialIsAnError() {
        QFETCH(QString, read);
        m_person->write(".ssh/config", "x");
        m_person->write(".aws/credentials", "x");
        m_person->write(".config/gcloud/x", "x");
        m_person->write(".cargo/credentials.toml", "x");
        m_person->write(".local/share/leadglass/runs/x", "x");
        fs::create_directory_symlink(m_person->home + "/.ssh", m_person->home + "/link-to-ssh");
        const auto done = tools().addPolicyReads(
            {{read.toStdString(), {policy::Layer::Profile, "mine.toml", 7, 1}, std::nullopt}});
        QVERIFY(!done);
        QVERIFY2(done.error().what.starts_with("mine.toml:7"), done.error().what.c_str());
    }

    void aPolicyMayNameAPlaceBehindALink() {
        m_person->write("store/lib/x", "x", 0644);
        fs::create_directory_symlink(m_person->home + "/store", m_person->home + "/alias");
        const auto done = tools().addPolicyReads({{"~/alias/lib", {}, std::nullopt}});
        QVERIFY2(done, done ? "" : done.error().text().c_str());
        QCOMPARE(resolveInside(m_mounts, m_person->home + "/alias/lib/x").value_or(""),
                 m_person->home + "/store/lib/x");
        QVERIFY(mountAt(m_mounts, m_person->home + "/store/lib/x")->sealed);
    }

    void gitKnowsNameAndMailAndNothingElse() {
        m_person->write(".gitconfig",
                        "[user]\n\tname = Ada \"L\" \\\"x\\\" ; comment\n[credential]\n\thelper = store\n"
                        "[include]\n\tpath = more.inc\n[includeIf \"gitdir:~/other/\"]\n\tpath = no.inc\n"
                        "[core]\n\tpager = evil\n");
        m_person->write("more.inc", "[User]\nEMAIL = ada@example.org # mail\n[include]\npath = more.inc\n");
        m_person->write("no.inc", "[user]\nemail = wrong@example.org\n");
        const auto identity = readGitIdentity(m_person->home, m_person->home + "/.config", "/work/p");
        QCOMPARE(identity.name, std::string("Ada L \"x\""));
        QCOMPARE(identity.email, std::string("ada@example.org"));
        const std::string text = gitConfigText(identity, {"/work/p"});
        QVERIFY(text.find("store") == std::string::npos && text.find("evil") == std::string::npos);
        QVERIFY(text.find("helper =\n") != std::string::npos);
        const auto again = parseGitConfig(text, "/h", "/work/p").identity;
        QCOMPARE(again.name, identity.name);
    }

    void aNameCannotLeaveItsLine() {
        const auto parts = parseGitConfig("[user]\nname = a\\n[core]\\npager=x\n", "/h", "/p");
        QVERIFY(parts.identity.name.empty());
        QVERIFY(gitConfigText({"a\n[core]\npager=x", ""}, {}).find("pager") == std::string::npos);
    }

private:
    static Mount overlayOf(const std::string& project) {
        Mount overlay = bindMount(project, project, true, "project").value();
        overlay.kind = Mount::Kind::Overlay;
        return overlay;
    }
    HomeTools tools() { return {m_person->places, m_person->home, m_mounts, m_notices}; }

    std::unique_ptr<test::FakePerson> m_person;
    std::vector<Mount> m_mounts;
    std::vector<std::string> m_notices;
};

QTEST_APPLESS_MAIN(TestHomeTools)
#include "tst_home_tools.moc"
