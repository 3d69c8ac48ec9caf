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
        for (const char* name : {"LEADGLASS_PROFILE", "LEADGLASS_ASK", "LEADGLASS_APPLY", "LEADGLASS_LOG"}) {
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
