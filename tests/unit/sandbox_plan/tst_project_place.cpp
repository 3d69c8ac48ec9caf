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
