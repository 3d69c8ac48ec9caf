// Where a run may not take place, in every spelling.
#include <QtTest>
#include <filesystem>

#include "core/sandbox/project_place.h"
#include "tests/unit/sandbox_plan/fake_person.h"

using namespace leadglass;
namespace fs = std::filesystem;

class TestProjectPlace : public QObject {
    Q_OBJECT

private slots:
    void refusesPlacesThatHoldMoreThanAProject_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("says");
        for (const char* system : {"/usr", "/usr/share", "/etc", "/etc/ssl", "/var", "/var/lib", "/bin",
                                   "/boot", "/dev", "/dev/shm", "/proc", "/proc/self", "/sys", "/run"}) {
            if (fs::exists(system)) {
                QTest::newRow(system) << system << "system directory";
            }
        }
        for (const char* shared : {"/", "//", "/.", "/usr/..", "/tmp", "/tmp/", "/tmp/.", "/var/tmp",
                                   "/home", "/opt", "/mnt"}) {
            if (fs::exists(shared)) {
                const std::string real = fs::canonical(shared).string();
                const bool above = real == "/" || m_person.home.starts_with(real + "/");
                QTest::newRow(shared) << shared
                                      << (above ? "holds your home" : "more than one project");
            }
        }
        for (const char* home : {"HOME", "HOME/", "HOME/.", "HOME/x/..", "LINK", "ROOT/home/../home/u"}) {
            QTest::newRow(home) << home << "your home directory";
        }
        for (const char* above : {"HOME/..", "ROOT", "ROOT/home", "LINK/.."}) {
            QTest::newRow(above) << above << "holds your home";
        }
        for (const char* ours : {"HOME/.local", "HOME/.config", "HOME/.local/share", "LINK/.local/state"}) {
            QTest::newRow(ours) << ours << "holds Leadglass's own";
        }
        QTest::newRow("runtime's parent") << "ROOT/runtime" << "holds Leadglass's own";
        for (const char* inside : {"HOME/.local/share/leadglass", "UPPER", "LINK/.local/share/leadglass/runs",
                                   "HOME/.config/leadglass"}) {
            QTest::newRow(inside) << inside << "Leadglass's own";
        }
    }
    void refusesPlacesThatHoldMoreThanAProject() {
        QFETCH(QString, typed);
        QFETCH(QString, says);
        fs::create_directories(m_person.places.data + "/runs/r/upper/d");
        fs::create_directories(m_person.places.config);
        fs::create_directories(m_person.home + "/.local/state");
        fs::create_directories(m_person.root + "/runtime");
        fs::create_directories(m_person.home + "/x");
        const std::string link = m_person.root + "/link";
        if (!fs::is_symlink(link)) {
            fs::create_directory_symlink(m_person.home, link);
        }
        typed.replace("HOME", QString::fromStdString(m_person.home))
            .replace("LINK", QString::fromStdString(link))
            .replace("ROOT", QString::fromStdString(m_person.root))
            .replace("UPPER", QString::fromStdString(m_person.places.data + "/runs/r/upper/d"));
        const auto place = sandbox::checkProjectPlace(m_person.places, typed.toStdString());
        QVERIFY2(!place, qPrintable(typed));
        QVERIFY2(place.error().code == Code::Refused, place.error().text().c_str());
        QVERIFY2(QString::fromStdString(place.error().what).contains(says),
                 place.error().text().c_str());
        QVERIFY(!place.error().fix.empty());
    }

    void refusesPlacesWhereCredentialsLie_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("says");
        QTest::newRow("a store") << "HOME/.ssh" << "it is ~/.ssh, where credentials lie";
        QTest::newRow("another spelling") << "HOME/x/../.ssh/." << "it is ~/.ssh,";
        QTest::newRow("in a store") << "HOME/.aws/sso/cache" << "it is inside ~/.aws,";
        QTest::newRow("nested store") << "HOME/.config/gh/deep" << "it is inside ~/.config/gh,";
        QTest::newRow("above a file") << "HOME/.cargo" << "it holds ~/.cargo/credentials.toml";
        QTest::newRow("above a store") << "HOME/snap" << "it holds ~/snap/firefox";
        QTest::newRow("a link to a store") << "ROOT/to-ssh" << "it is ~/.ssh,";
        QTest::newRow("where a linked store lies") << "ROOT/dotfiles" << "it holds ~/.gnupg";
        QTest::newRow("where a linked file lies") << "ROOT/more" << "it holds ~/.npmrc";
    }
    void refusesPlacesWhereCredentialsLie() {
        QFETCH(QString, typed);
        QFETCH(QString, says);
        for (const char* folder : {".ssh", ".aws/sso/cache", ".config/gh/deep", "snap/firefox", "x"}) {
            fs::create_directories(m_person.home + "/" + folder);
        }
        fs::create_directories(m_person.root + "/dotfiles/gnupg");
        m_person.write(".cargo/credentials.toml", "");
        test::FakePerson::writeAt(m_person.root + "/more/deep/npmrc", "");
        const auto link = [](const std::string& target, const std::string& at) {
            if (!fs::is_symlink(at)) {
                fs::create_symlink(target, at);
            }
        };
        link(m_person.home + "/.ssh", m_person.root + "/to-ssh");
        link(m_person.root + "/dotfiles/gnupg", m_person.home + "/.gnupg");
        link(m_person.root + "/more/deep/npmrc", m_person.home + "/.npmrc");
        typed.replace("HOME", QString::fromStdString(m_person.home)).replace("ROOT", QString::fromStdString(m_person.root));
        const auto place = sandbox::checkProjectPlace(m_person.places, typed.toStdString());
        QVERIFY2(!place, qPrintable(typed));
        QVERIFY2(place.error().code == Code::Refused, place.error().text().c_str());
        QVERIFY2(QString::fromStdString(place.error().what).contains(says), place.error().text().c_str());
        QVERIFY(sandbox::checkProjectPlace(m_person.places, m_person.project));
    }

    void saysThatTheWorkingDirectoryWasDeleted() {
        const fs::path before = fs::current_path();
        const std::string gone = m_person.root + "/gone";
        fs::create_directories(gone);
        fs::current_path(gone);
        fs::remove(gone);
        ::setenv("PWD", gone.c_str(), 1);
        const auto here = sandbox::checkProjectPlace(m_person.places, "");
        const auto below = sandbox::checkProjectPlace(m_person.places, "p");
        const auto absolute = sandbox::checkProjectPlace(m_person.places, m_person.project);
        fs::current_path(before);
        for (const auto* place : {&here, &below}) {
            QVERIFY(!*place);
            QCOMPARE(place->error().what, std::string("the current directory was deleted"));
            QVERIFY(!place->error().fix.empty());
        }
        QVERIFY(absolute);
        QCOMPARE(absolute.value().workingDir, m_person.project);
    }

    void refusesWhatBelongsToAnotherUser() {
        std::string theirs = "/root";
        if (::geteuid() == 0) {
            theirs = m_person.root + "/theirs";
            fs::create_directories(theirs);
            QCOMPARE(::chown(theirs.c_str(), 12345, 12345), 0);
        }
        const auto place = sandbox::checkProjectPlace(m_person.places, theirs);
        QVERIFY(!place);
        QVERIFY(QString::fromStdString(place.error().what).contains("another user"));
    }

    void acceptsAProjectInAndOutsideTheHome() {
        fs::create_directories(m_person.home + "/src/p");
        for (const auto& path : {m_person.project, m_person.home + "/src/p"}) {
            const auto place = sandbox::checkProjectPlace(m_person.places, path);
            QVERIFY2(place, place ? "" : place.error().text().c_str());
            QCOMPARE(place.value().canonical, path);
        }
    }

    void keepsTheSpellingAndNamesOneCanonicalPath() {
        const std::string link = m_person.root + "/work-link";
        fs::create_directory_symlink(m_person.root + "/work", link);
        const auto direct = sandbox::checkProjectPlace(m_person.places, m_person.project);
        const auto linked = sandbox::checkProjectPlace(m_person.places, link + "/p/");
        QVERIFY(direct && linked);
        QCOMPARE(linked.value().typed, link + "/p");
        QCOMPARE(linked.value().canonical, direct.value().canonical);
        QCOMPARE(linked.value().ino, direct.value().ino);
    }

    void anEmptyPathIsTheWorkingDirectoryAsTheShellSpellsIt() {
        const std::string link = m_person.root + "/cwd-link";
        fs::create_directory_symlink(m_person.root + "/work", link);
        const fs::path before = fs::current_path();
        fs::current_path(m_person.project);
        ::setenv("PWD", (link + "/p").c_str(), 1);
        const auto logical = sandbox::checkProjectPlace(m_person.places, "");
        ::setenv("PWD", "/usr", 1); // a lie is not believed
        const auto real = sandbox::checkProjectPlace(m_person.places, "");
        fs::current_path(before);
        QVERIFY(logical && real);
        QCOMPARE(logical.value().typed, link + "/p");
        QCOMPARE(real.value().typed, m_person.project);
    }

    void saysWhatIsMissing() {
        const auto place = sandbox::checkProjectPlace(m_person.places, m_person.root + "/nowhere");
        QVERIFY(!place);
        QVERIFY(QString::fromStdString(place.error().text()).contains("nowhere"));
    }

    void aVariableAloneMakesNoNestedRun() {
        if (fs::exists("/.leadglass")) {
            QVERIFY(!sandbox::refuseNestedRun() || ::getenv("LEADGLASS_RUN") == nullptr);
            return;
        }
        ::setenv("LEADGLASS_RUN", "x", 1);
        QVERIFY(sandbox::refuseNestedRun());
        ::unsetenv("LEADGLASS_RUN");
    }

private:
    test::FakePerson m_person;
};

QTEST_APPLESS_MAIN(TestProjectPlace)
#include "tst_project_place.moc"
