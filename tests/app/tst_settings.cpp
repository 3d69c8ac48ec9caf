// The settings of the app: what is kept, what a damaged file does, the start at login, chords, and light or dark.
#include <sys/stat.h>

#include <QApplication>
#include <QCheckBox>
#include <QDBusVariant>
#include <QKeySequenceEdit>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/approval/chords.h"
#include "app/desktop/color_scheme.h"
#include "app/home/home_page.h"
#include "app/main_window.h"
#include "app/settings/settings_page.h"
#include "app/widgets/dark.h"
#include "app/widgets/plain_label.h"
#include "tests/app/made_questions.h"
#include "tests/app/private_bus.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

constexpr int kLong = 30'000;
const real::PrivateBus* theBus = nullptr;

QByteArray contentOf(const QString& file) {
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

bool put(const QString& file, const QByteArray& text) {
    QFile out(file);
    return out.open(QIODevice::WriteOnly) && out.write(text) == text.size();
}

api::PendingQuestion asksFor(const char* host, const char* run) {
    api::PendingQuestion question;
    question.host = host;
    question.port = 443;
    question.run = run;
    return question;
}

} // namespace

// A portal that says whether the desktop is dark.
class FakePortal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")
public:
    FakePortal(const QDBusConnection& bus, uint value) : m_bus(bus), m_value(value) {
        m_bus.registerObject("/org/freedesktop/portal/desktop", this, QDBusConnection::ExportScriptableContents);
    }
    ~FakePortal() override { m_bus.unregisterService("org.freedesktop.portal.Desktop"); }
    bool appear() { return m_bus.registerService("org.freedesktop.portal.Desktop"); }
    void say(uint value) {
        m_value = value;
        emit SettingChanged("org.freedesktop.appearance", "color-scheme", QDBusVariant(value));
    }
    void sayOther() { emit SettingChanged("org.freedesktop.appearance", "accent-color", QDBusVariant(1U)); }
    int asked = 0;

public slots:
    Q_SCRIPTABLE QDBusVariant Read(const QString& space, const QString& key) {
        ++asked;
        const bool known = space == QLatin1String("org.freedesktop.appearance") && key == QLatin1String("color-scheme");
        return QDBusVariant(QVariant::fromValue(QDBusVariant(known ? m_value : 99U))); // twice wrapped, as it is
    }

signals:
    Q_SCRIPTABLE void SettingChanged(const QString& space, const QString& key, const QDBusVariant& value);

private:
    QDBusConnection m_bus;
    uint m_value;
};

class TestSettings : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;

    QString folder(const char* name) {
        const QString path = m_dir.filePath(QString::fromLatin1(name));
        QDir().mkpath(path);
        QFile(path).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path;
    }

private slots:
    void whatIsSetIsThereAtTheNextStart() {
        const QString place = folder("kept");
        Choices set;
        {
            Settings settings(place.toStdString());
            QVERIFY(settings.isNew());
            settings.change([](Choices& choices) {
                choices.tellFinished = false;
                choices.remind = {false, true, false};
                choices.nameHosts = false;
                choices.deny = "Ctrl+Alt+F2";
                choices.language = "de";
                choices.terminal = "xterm";
                choices.armsByChord = true;
                choices.welcomed = true;
            });
            settings.silence(asksFor("a.example", "01run"), SilenceFor::Run);
            settings.silence(asksFor("b.example", "01run"), SilenceFor::Day);
            set = settings.choices();
        }
        Settings again(place.toStdString());
        QVERIFY(!again.isNew());
        QVERIFY2(again.trouble().isEmpty(), qPrintable(again.trouble()));
        QVERIFY(again.choices() == set);
        QVERIFY(again.silences(asksFor("a.example", "01run")));
        QVERIFY(!again.silences(asksFor("a.example", "02run")));
        QVERIFY(again.silences(asksFor("b.example", "02run")));
        again.sweep([](const std::string&) { return false; }); // that run is over
        QCOMPARE(again.choices().silences.size(), std::size_t(1));
    }

    void aFileThatCannotBeReadIsSaidAndKept_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("named");
        QTest::newRow("cut off") << QByteArray("{ \"version\": 1, \"language\": ") << "byte";
        QTest::newRow("of a later version") << QByteArray("{ \"version\": 2 }") << "'version'";
        QTest::newRow("a key that is none") << QByteArray("{ \"version\": 1, \"colour\": true }") << "'colour'";
        QTest::newRow("a value of another kind") << QByteArray("{ \"version\": 1, \"welcomed\": \"yes\" }") << "'welcomed'";
        QTest::newRow("minutes that are none") << QByteArray("{ \"version\": 1, \"notices_remind\": [2] }") << "'notices_remind'";
        QTest::newRow("a silence without end") << QByteArray("{ \"version\": 1, \"silences\": [{\"target\": \"a:1\"}] }") << "'silences'";
        QTest::newRow("far too large") << QByteArray(kMostChoices + 10, ' ') << "";
    }
    void aFileThatCannotBeReadIsSaidAndKept() {
        QFETCH(QByteArray, text);
        QFETCH(QString, named);
        const QString place = folder(QTest::currentDataTag()), file = place + "/app.json";
        QVERIFY(put(file, text));
        {
            Settings settings(place.toStdString());
            QVERIFY2(settings.trouble().contains(file) && settings.trouble().contains(named), qPrintable(settings.trouble()));
            QVERIFY(settings.choices() == Choices());
            QCOMPARE(contentOf(file), text); // looking changes nothing
            settings.change([](Choices& choices) { choices.tellFinished = false; });
        }
        QCOMPARE(contentOf(file + ".aside-1"), text);
        Settings again(place.toStdString());
        QVERIFY(again.trouble().isEmpty());
        QVERIFY(!again.choices().tellFinished);
    }

    void aFileThatCannotBeReadIsSaidOnceOnEachPage() {
        const QString place = folder("said once");
        QVERIFY(put(place + "/app.json", "{"));
        Settings settings(place.toStdString());
        const auto services = made::services({}, std::chrono::microseconds(0), std::make_shared<made::Answers>());
        QuestionFeed questions(services.approvals);
        RunFeed runs(services);
        MainWindow window(questions, runs, services, &settings);
        window.setTrouble(settings.trouble());
        window.show();
        const auto said = [&] {
            const auto labels = window.findChildren<PlainLabel*>();
            return std::count_if(labels.begin(), labels.end(), [&](const auto* each) { return each->isVisible() && each->text().contains("app.json"); });
        };
        QCOMPARE(said(), 1); // above the page
        window.showPage(window.settings());
        QCOMPARE(said(), 1); // on it
        window.setTrouble("something else"); // which is worse, and hides nothing
        QCOMPARE(said(), 1);
        const auto others = window.findChildren<PlainLabel*>();
        QVERIFY(std::any_of(others.begin(), others.end(), [](const auto* each) { return each->isVisible() && each->text() == "something else"; }));
        window.setTrouble(settings.trouble());
        window.showPage(&window.home());
        QCOMPARE(said(), 1);
    }

    void whatIsNoFileIsSaidAndNeverWaitedFor() {
        const QString place = folder("pipe"), file = place + "/app.json";
        QCOMPARE(::mkfifo(file.toUtf8().constData(), 0600), 0);
        {
            Settings settings(place.toStdString()); // it would wait for a writer here, for good
            QVERIFY2(settings.trouble().contains(file) && settings.trouble().contains("regular"), qPrintable(settings.trouble()));
            QVERIFY(!settings.isNew());
            settings.change([](Choices& choices) { choices.tellFinished = false; });
        }
        QVERIFY(QFileInfo(file).isFile());
        QVERIFY(QFileInfo::exists(file + ".aside-1") && !QFileInfo(file + ".aside-1").isFile());
        QVERIFY(!Settings(place.toStdString()).choices().tellFinished);
    }

    void whatWasWrittenByHandMeanwhileIsKeptAside() {
        const QString place = folder("by hand"), file = place + "/app.json";
        Settings settings(place.toStdString());
        settings.change([](Choices& choices) { choices.welcomed = true; });
        QTRY_VERIFY(!contentOf(file).isEmpty());
        QVERIFY(put(file, "mine"));
        settings.change([](Choices& choices) { choices.language = "de"; });
        QTRY_VERIFY(contentOf(file).contains("\"de\""));
        QCOMPARE(contentOf(file + ".aside-1"), QByteArray("mine"));
    }

    void aPlaceThatCannotBeWrittenIsSaid() {
        const QString place = folder("closed");
        QVERIFY(put(place + "/leadglass", "a file where a folder should be"));
        Settings settings((place + "/leadglass").toStdString());
        settings.change([](Choices& choices) { choices.welcomed = true; });
        QTRY_VERIFY(!settings.trouble().isEmpty());
        QVERIFY(settings.choices().welcomed); // it holds for this time
    }

    void theStartAtLoginIsWrittenAndRemoved() {
        const QString place = folder("login") + "/autostart";
        const Autostart file(place, "/opt/with space/100% $HOME/leadglass-app");
        QVERIFY(file.state() == Autostart::State::Off);
        QVERIFY(file.set(true));
        QVERIFY(file.state() == Autostart::State::On);
        const QByteArray text = contentOf(file.file());
        QVERIFY2(text.contains("Exec=\"/opt/with space/100%% \\\\$HOME/leadglass-app\" --background\n"), text);
        QVERIFY(put(file.file(), QByteArray(text).append("X-GNOME-Autostart-enabled=false\n"))); // as a desktop's settings do
        QVERIFY(file.state() == Autostart::State::Off);
        QVERIFY(file.set(true));
        QVERIFY(file.state() == Autostart::State::On);
        QVERIFY(file.set(false));
        QVERIFY(!QFile::exists(file.file()));
        QVERIFY(file.set(false)); // again: nothing to do
        QVERIFY(!Autostart(place, "/opt/a\nExec=evil").set(true));
    }

    void aForeignFileAtLoginIsNotWrittenOver() {
        const QString place = folder("foreign");
        const Autostart file(place, "/usr/bin/leadglass-app");
        const QByteArray text = "[Desktop Entry]\nType=Application\nName=Mine\nExec=leadglass-app --mine\n";
        QVERIFY(put(file.file(), text));
        QVERIFY(file.state() == Autostart::State::Foreign);
        QVERIFY(!file.set(true));
        QVERIFY(!file.set(false));
        QCOMPARE(contentOf(file.file()), text);
        QVERIFY(QFile::rename(file.file(), place + "/elsewhere")); // and a link is none of ours, whatever it leads to
        QVERIFY(QFile::link(place + "/elsewhere", file.file()));
        QVERIFY(!file.set(true));
        QCOMPARE(contentOf(place + "/elsewhere"), text);
    }

    void aChordThatTextHoldsOrThatIsTakenIsNotTaken_data() {
        QTest::addColumn<QString>("chord");
        QTest::addColumn<bool>("is");
        for (const char* no : {"Y", "Shift+Y", "Ctrl+Y", "Return", "Ctrl+Shift+Return", "Ctrl+Shift+Space", "Ctrl+Shift+1", "Ctrl+Shift+D",
                               "Ctrl+Shift+Q", "Ctrl+Shift+Esc", "Ctrl+Shift+C", "Ctrl+Shift+V"}) {
            QTest::newRow(no) << QString::fromLatin1(no) << false;
        }
        for (const char* yes : {"Ctrl+Shift+A", "Ctrl+Alt+Y", "Ctrl+Alt+F9"}) {
            QTest::newRow(yes) << QString::fromLatin1(yes) << true;
        }
    }
    void aChordThatTextHoldsOrThatIsTakenIsNotTaken() { // for "allow once"
        QFETCH(QString, chord);
        QFETCH(bool, is);
        Settings settings;
        SettingsPage page(settings, {});
        QAction elsewhere(&page);
        elsewhere.setShortcut(QKeySequence("Ctrl+Shift+Q"));
        auto* edit = page.answers().findChildren<QKeySequenceEdit*>().last();
        edit->setKeySequence(QKeySequence(chord));
        emit edit->editingFinished();
        QCOMPARE(settings.choices().allow, is ? chord : Choices().allow);
        QCOMPARE(page.answers().trouble().isEmpty(), is);
        QCOMPARE(edit->keySequence().toString(), settings.choices().allow);
    }

    void twoPagesShowTheSame() {
        Settings settings;
        SettingsPage one(settings, {}), other(settings, {});
        auto* box = one.findChildren<QCheckBox*>().first();
        box->click();
        QCOMPARE(other.findChildren<QCheckBox*>().first()->isChecked(), box->isChecked());
        QCOMPARE(settings.choices().tellQuestions, box->isChecked());
    }

    void theDesktopSaysWhetherItIsDark() {
        FakePortal portal(theBus->connection("portal"), 1);
        ColorScheme early(theBus->connection("early"));
        QVERIFY(!early.isDark()); // nobody answers, and nothing waits
        QVERIFY(portal.appear());
        QTRY_VERIFY_WITH_TIMEOUT(early.isDark(), kLong);
        QSignalSpy changed(&early, &ColorScheme::changed);
        portal.say(2);
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, kLong);
        QVERIFY(!early.isDark());
        FakePortal forged(theBus->connection("forged"), 1); // without the name
        forged.say(1);
        portal.sayOther();
        portal.say(1);
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 2, kLong);
        portal.say(0);
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 3, kLong);
        QVERIFY(!early.isDark());
    }

    void darkIsPutOnAndTakenOff() {
        const QColor before = QApplication::palette().color(QPalette::Window);
        setDark(true);
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 80);
        setDark(true);
        setDark(false);
        QCOMPARE(QApplication::palette().color(QPalette::Window), before);
        QApplication::setPalette(darkPalette()); // the desktop's own theme is dark
        setDark(true);
        setDark(false);
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 80); // it is not ours to take off
        QApplication::setPalette(QPalette());
    }
};

int main(int argc, char** argv) {
    const real::PrivateBus bus;
    theBus = &bus;
    QApplication app(argc, argv);
    TestSettings tests;
    return QTest::qExec(&tests, argc, argv);
}
#include "tst_settings.moc"
