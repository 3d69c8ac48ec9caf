// Settings: which of several places wins, and what is refused.
#include <fcntl.h>
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>

#include "core/base/sys.h"
#include "core/policy/settings.h"

using namespace leadglass;

class SettingsTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        for (const char* name : {"LEADGLASS_PROFILE", "LEADGLASS_ASK", "LEADGLASS_APPLY", "LEADGLASS_LOG", "LEADGLASS_SCOPE",
                                 "LEADGLASS_TOTAL_RUNS", "LEADGLASS_TOTAL_MEMORY", "LEADGLASS_TOTAL_PROCESSES"}) {
            ::unsetenv(name);
        }
        m_dir = std::make_unique<QTemporaryDir>();
        m_places.site = m_dir->path().toStdString() + "/site";
        m_places.config = m_dir->path().toStdString() + "/person";
    }
    void theEnvironmentBeatsThePersonWhoBeatsTheSite() {
        write(m_places.site, "profile = \"site\"\nask = \"deny\"\napply = \"clean\"\n");
        write(m_places.config, "ask = \"terminal\"\napply = \"ask\"\n");
        ::setenv("LEADGLASS_APPLY", "never", 1);
        const auto settings = policy::loadSettings(m_places).value();
        QCOMPARE(settings.profile, std::string("site"));
        QCOMPARE(settings.ask, std::string("terminal"));
        QCOMPARE(settings.apply, std::string("never"));
    }
    void noFileIsNoSetting() {
        QCOMPARE(policy::loadSettings(m_places).value().ask, std::string());
    }
    void faultsNameFileLineAndTheWayOut() {
        write(m_places.config, "profile = \"x\"\nask = \"yes\"\n");
        const auto settings = policy::loadSettings(m_places);
        QVERIFY(!settings);
        const std::string text = settings.error().text();
        QVERIFY2(text.find("config.toml:2:") != std::string::npos, text.c_str());
        QVERIFY2(text.find("terminal") != std::string::npos, text.c_str());
    }
    void aWordWithoutQuotesIsToldTheWordsThereAre() {
        write(m_places.config, "profile = \"x\"\nask = yes\n");
        const std::string text = policy::loadSettings(m_places).error().text();
        QVERIFY2(text.find("config.toml:2:") != std::string::npos, text.c_str());
        QVERIFY2(text.find("in quotes, and ask is one of \"auto\", \"app\", \"terminal\", \"deny\"") != std::string::npos, text.c_str());
        write(m_places.config, "profile = mine\n");
        QVERIFY(policy::loadSettings(m_places).error().fix == "text is written in quotes: profile = \"mine\"");
    }
    void totalsHaveDefaultsAndTakeNumbersAndSizes() {
        const auto builtIn = policy::totalsOf(policy::loadSettings(m_places).value());
        QCOMPARE(builtIn.runs, 32ULL);
        QCOMPARE(builtIn.processes, 8192ULL);
        QVERIFY(builtIn.memory > 0);
        write(m_places.config, "total_runs = 3\ntotal_memory = \"2GiB\"\ntotal_processes = \"77\"\n");
        ::setenv("LEADGLASS_TOTAL_RUNS", "4", 1);
        const auto said = policy::totalsOf(policy::loadSettings(m_places).value());
        QCOMPARE(said.runs, 4ULL);
        QCOMPARE(said.memory, 2ULL << 30);
        QCOMPARE(said.processes, 77ULL);
    }
    void totalsThatAreNoneAreRefused() {
        for (const char* line : {"total_runs = 0\n", "total_runs = -1\n", "total_runs = \"many\"\n", "total_memory = 5.5\n",
                                 "total_memory = \"5x\"\n", "total_processes = true\n"}) {
            write(m_places.config, line);
            const auto settings = policy::loadSettings(m_places);
            QVERIFY2(!settings, line);
            QVERIFY2(settings.error().text().find("config.toml:1:") != std::string::npos, settings.error().text().c_str());
        }
    }
    void unknownKeysAreNotIgnored() {
        write(m_places.config, "aks = \"deny\"\n");
        QVERIFY(!policy::loadSettings(m_places));
    }
    void aWrongVariableIsNotIgnored() {
        ::setenv("LEADGLASS_ASK", "maybe", 1);
        const auto settings = policy::loadSettings(m_places);
        QVERIFY(!settings);
        QVERIFY(settings.error().what.find("LEADGLASS_ASK") != std::string::npos);
    }
    void aFileThatOthersCanWriteIsRefused() {
        write(m_places.config, "ask = \"deny\"\n");
        QCOMPARE(::chmod((m_places.config + "/config.toml").c_str(), 0666), 0);
        QVERIFY(!policy::loadSettings(m_places));
    }

private:
    static void write(const std::string& dir, const char* text) {
        QVERIFY(sys::makeDirs(dir, 0700));
        auto fd = sys::open(dir, O_RDONLY | O_DIRECTORY).value();
        QVERIFY(sys::replaceFileAt(fd.get(), "config.toml", text, 0600));
    }
    std::unique_ptr<QTemporaryDir> m_dir;
    Places m_places;
};

QTEST_APPLESS_MAIN(SettingsTest)
#include "test_settings.moc"
