// The Policy page over real files: what holds and where, edits that are seen before they are written, the simulator, kept answers,
// and how far a run reaches.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QTreeWidget>

#include <filesystem>

#include "app/main_window.h"
#include "app/policy/edit_dialog.h"
#include "app/policy/edit_tab.h"
#include "app/policy/grants_tab.h"
#include "app/policy/lines_tab.h"
#include "app/policy/policy_page.h"
#include "app/policy/policy_words.h"
#include "app/policy/reach_tab.h"
#include "app/policy/simulate_tab.h"
#include "tests/app/made_history.h"
#include "app/widgets/plain_label.h"
#include "tests/app/real_run.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

constexpr int kLong = 60'000;
const QByteArray kMine = "# my own\nschema = 1\nname = \"mine\"\nextends = \"default\"\n\n[egress]\nallow = [\n  { host = \"a.example.org\" }, # the model\n  # more\n]\n";

void writeTo(const QString& file, const QByteArray& text, const char* mode = "600") {
    QDir().mkpath(QFileInfo(file).path());
    QProcess::execute(QStringLiteral("chmod"), {"700", QFileInfo(file).path()});
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(text);
    out.close();
    QProcess::execute(QStringLiteral("chmod"), {mode, file});
}
QByteArray contentOf(const QString& file) {
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

struct Shown { // the page in a window, over files of a person
    real::Home home;
    RunFeed runs{Services{}};
    PolicyPage page;
    Shown() : page(runs, prepared(home)) {
        page.resize(1200, 800);
        page.show();
    }
    static Services prepared(const real::Home& home) {
        const QString config = QString::fromStdString(home.places().config);
        writeTo(config + "/profiles/mine.toml", kMine);
        QProcess::execute(QStringLiteral("chmod"), {"700", config});
        return home.services();
    }
    [[nodiscard]] QString mine() const { return QString::fromStdString(home.places().config) + "/profiles/mine.toml"; }
    [[nodiscard]] QString grants() const { return QString::fromStdString(home.places().config) + "/grants.toml"; }
    bool showsProfile(const QString& profile, const QString& line) {
        page.choose(profile, home.project());
        return QTest::qWaitFor([&] { return !find(page.lines().tree(), 1, line).isEmpty(); }, kLong);
    }
    static QList<QTreeWidgetItem*> find(const QTreeWidget& tree, int column, const QString& text) {
        return tree.findItems(text, Qt::MatchContains | Qt::MatchRecursive, column);
    }
    // A dialog of the Edit tab, over the file.
    EditDialog* dialog(EditDialog::What what, const QString& line = {}) {
        auto& edit = *page.editing();
        if (!QTest::qWaitFor([&] { return edit.file() != nullptr && QString::fromStdString(edit.file()->path) == mine() && (line.isEmpty() || !find(edit.tree(), 1, line).isEmpty()); }, kLong)) {
            return nullptr;
        }
        if (!line.isEmpty()) {
            edit.tree().setCurrentItem(find(edit.tree(), 1, line).first());
        }
        return edit.edit(what);
    }
};

bool isReady(const EditDialog* dialog) {
    return QTest::qWaitFor([&] { return dialog->canWrite(); }, kLong);
}

} // namespace

class TestPolicy : public QObject {
    Q_OBJECT
private slots:
    void everyLineHasItsPlaceAndWhatIsLockedSaysByWhom() {
        Shown shown;
        writeTo(shown.home.project() + "/.leadglass.toml", "schema = 1\n[egress]\ndefault = \"deny\"\n[files]\nhide = [\"secret/**\"]\n", "644");
        QVERIFY(shown.showsProfile("mine", "a.example.org"));
        auto& tree = shown.page.lines().tree();
        auto* rule = Shown::find(tree, 1, "a.example.org").first();
        QVERIFY2(rule->text(3).contains("mine.toml:8"), qPrintable(rule->text(3)));
        QVERIFY(rule->icon(0).isNull());
        auto* hidden = Shown::find(tree, 1, "secret/**").first();
        QVERIFY(!hidden->icon(0).isNull());
        QVERIFY(hidden->data(0, Qt::AccessibleTextRole).toString().contains(QStringLiteral("the project's own file")));
        QVERIFY2(hidden->text(3).contains(".leadglass.toml:5"), qPrintable(hidden->text(3)));
        shown.page.lines().filter().setText("secret");
        QVERIFY(rule->isHidden() && !hidden->isHidden());
    }

    void aRuleIsSeenBeforeItIsWrittenAndNothingElseChanges() {
        Shown shown;
        QVERIFY(shown.showsProfile("mine", "a.example.org"));
        auto* dialog = shown.dialog(EditDialog::What::Add);
        QVERIFY(dialog != nullptr);
        QVERIFY(!dialog->canWrite());
        dialog->value().setText("new.example.org");
        dialog->ports().setText("443, 8443");
        QTRY_VERIFY_WITH_TIMEOUT(dialog->trouble().contains("protocol"), kLong); // a port of one's own needs one
        QCOMPARE(contentOf(shown.mine()), kMine);
        dialog->ports().setText("443");
        QVERIFY(isReady(dialog));
        QVERIFY2(dialog->diff().contains("+  { host = \"new.example.org\", port = 443 },"), qPrintable(dialog->diff()));
        QVERIFY(dialog->effect().contains("new.example.org:443"));
        QCOMPARE(contentOf(shown.mine()), kMine);
        QSignalSpy written(dialog, &EditDialog::written);
        dialog->write();
        QVERIFY(written.wait(kLong));
        QByteArray wanted = kMine;
        wanted.replace("# the model\n", "# the model\n  { host = \"new.example.org\", port = 443 },\n");
        QCOMPARE(contentOf(shown.mine()), wanted);
        QTRY_VERIFY_WITH_TIMEOUT(!Shown::find(shown.page.lines().tree(), 1, "new.example.org").isEmpty(), kLong);
        auto* removal = shown.dialog(EditDialog::What::Remove, "new.example.org");
        QVERIFY(removal != nullptr && isReady(removal));
        QSignalSpy removed(removal, &EditDialog::written);
        removal->write();
        QVERIFY(removed.wait(kLong));
        QCOMPARE(contentOf(shown.mine()), kMine);
    }

    void aRuleCanBecomeADenialWithItsComment() {
        Shown shown;
        QVERIFY(shown.showsProfile("mine", "a.example.org"));
        auto* dialog = shown.dialog(EditDialog::What::Change, "a.example.org");
        QVERIFY(dialog != nullptr);
        dialog->kind().setCurrentIndex(dialog->kind().findData("egress.deny"));
        QVERIFY(isReady(dialog));
        QSignalSpy written(dialog, &EditDialog::written);
        dialog->write();
        QVERIFY(written.wait(kLong));
        QVERIFY2(contentOf(shown.mine()).contains("deny = [\n  { host = \"a.example.org\" }, # the model\n]\n"), contentOf(shown.mine()).constData());
        QVERIFY(contentOf(shown.mine()).contains("  # more\n"));
    }

    void whatNarrowsARuleVariablesAndExamplesAreEditedAndNothingElseChanges() {
        Shown shown;
        const QByteArray rest = "\n[environment]\nset = { EDITOR = \"true\" } # quiet\n\n[[example]] # must stay\negress = \"a.example.org:443\"\nexpect = \"allow\"\n";
        QByteArray text = kMine + rest;
        text.replace("  # more\n", "  { host = \"n.example.org\", methods = [ 'GET' ], paths = [\"/x/**\"] }, # narrow\n  # more\n");
        writeTo(shown.mine(), text);
        QVERIFY(shown.showsProfile("mine", "a.example.org"));
        const auto written = [&](EditDialog* dialog) {
            QSignalSpy spy(dialog, &EditDialog::written);
            dialog->write();
            return spy.wait(kLong);
        };
        auto* rule = shown.dialog(EditDialog::What::Change, "n.example.org");
        QVERIFY(rule != nullptr);
        QCOMPARE(rule->methods().text(), QString("GET"));
        QCOMPARE(rule->paths().text(), QString("/x/**"));
        QVERIFY(rule->narrow().isVisible() && rule->narrow().text().contains("judged by itself"));
        QVERIFY(rule->edits().empty()); // what was only shown is no change
        rule->methods().setText("GET, HEAD");
        QVERIFY2(isReady(rule), qPrintable(rule->trouble()));
        QVERIFY(written(rule));
        text.replace("methods = [ 'GET' ]", "methods = [\"GET\", \"HEAD\"]");
        QCOMPARE(contentOf(shown.mine()), text);

        QTRY_VERIFY_WITH_TIMEOUT(!Shown::find(shown.page.editing()->tree(), 1, "HEAD").isEmpty(), kLong); // read anew
        auto* variable = shown.dialog(EditDialog::What::Change, "EDITOR=true");
        QVERIFY(variable != nullptr);
        variable->value().setText("EDITOR=false");
        QVERIFY2(isReady(variable), qPrintable(variable->trouble()));
        QVERIFY(written(variable));
        text.replace("EDITOR = \"true\"", "EDITOR = \"false\"");
        QCOMPARE(contentOf(shown.mine()), text);

        QTRY_VERIFY_WITH_TIMEOUT(!Shown::find(shown.page.editing()->tree(), 1, "EDITOR=false").isEmpty(), kLong);
        auto* example = shown.dialog(EditDialog::What::Change, "a.example.org:443 allow");
        QVERIFY(example != nullptr);
        example->value().setText("a.example.org:443 deny"); // is run, and is not so
        QTRY_VERIFY_WITH_TIMEOUT(!example->trouble().isEmpty(), kLong);
        QVERIFY(!example->canWrite());
        example->value().setText("other.example.net:443 ask");
        QVERIFY2(isReady(example), qPrintable(example->trouble()));
        QVERIFY(written(example));
        text.replace("egress = \"a.example.org:443\"\nexpect = \"allow\"", "egress = \"other.example.net:443\"\nexpect = \"ask\"");
        QCOMPARE(contentOf(shown.mine()), text);
    }

    void aFileThatChangedMeanwhileIsNotOverwritten() {
        Shown shown;
        QVERIFY(shown.showsProfile("mine", "a.example.org"));
        auto* dialog = shown.dialog(EditDialog::What::Remove, "a.example.org");
        QVERIFY(dialog != nullptr && isReady(dialog));
        const QByteArray theirs = kMine + "# of an editor\n";
        writeTo(shown.mine(), theirs);
        dialog->write();
        QTRY_VERIFY_WITH_TIMEOUT(dialog->trouble().contains("was changed since it was read"), kLong);
        QCOMPARE(contentOf(shown.mine()), theirs);
        QVERIFY(dialog->isVisible());
    }

    void aBuiltInPolicyIsMadeOnesOwnFirst() {
        Shown shown;
        QVERIFY(shown.showsProfile("claude", "api.anthropic.com"));
        auto& edit = *shown.page.editing();
        QTRY_VERIFY_WITH_TIMEOUT(edit.file() != nullptr && edit.file()->builtIn && edit.file()->profile == "claude", kLong);
        QVERIFY(edit.edit(EditDialog::What::Add) == nullptr);
        const auto before = contentOf(QString::fromStdString(edit.file()->path));
        QVERIFY(edit.state().contains("built in"));
        edit.makeOwn();
        const QString own = QString::fromStdString(shown.home.places().config) + "/profiles/claude.toml";
        QTRY_VERIFY_WITH_TIMEOUT(edit.file() != nullptr && QString::fromStdString(edit.file()->path) == own, kLong);
        QVERIFY(!edit.file()->locked);
        QVERIFY(contentOf(own).contains("extends = \"claude\""));
        QCOMPARE(contentOf(QString::fromStdString(shown.home.places().policies) + "/claude.toml"), before);
    }

    void aProjectsFileCanOnlyTighten() {
        Shown shown;
        const QString own = shown.home.project() + "/.leadglass.toml";
        QVERIFY(shown.showsProfile("mine", "a.example.org"));
        auto& edit = *shown.page.editing();
        QTRY_VERIFY_WITH_TIMEOUT(edit.file() != nullptr && edit.file()->profile == "mine", kLong);
        edit.makeProject();
        QTRY_VERIFY_WITH_TIMEOUT(edit.file() != nullptr && edit.file()->profile.empty(), kLong);
        const QByteArray before = contentOf(own);
        QVERIFY(before.endsWith("schema = 1\n"));
        auto* dialog = edit.edit(EditDialog::What::Add);
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->kind().findData("files.read"), -1);
        dialog->value().setText("free.example.org");
        QTRY_VERIFY_WITH_TIMEOUT(dialog->trouble().contains("can only tighten"), kLong);
        dialog->kind().setCurrentIndex(dialog->kind().findData("egress.deny"));
        QVERIFY(isReady(dialog));
        QCOMPARE(contentOf(own), before);
        edit.makeProject(); // there is one: nothing is lost
        QTRY_VERIFY_WITH_TIMEOUT(edit.state().contains("already"), kLong);
        QCOMPARE(contentOf(own), before);
    }

    void theHistorySaysWhatARuleWouldHaveFitted() {
        real::MadeHistory history;
        QVERIFY(history.add(100)); // the first one is an answer
        history.close();
        Shown shown;
        std::filesystem::create_directories(shown.home.places().data);
        std::filesystem::permissions(shown.home.places().data, std::filesystem::perms::owner_all);
        QVERIFY(QFile::copy(QString::fromStdString(history.file()), QString::fromStdString(shown.home.places().data) + "/audit.db"));
        QVERIFY(shown.showsProfile("mine", "a.example.org"));
        auto* dialog = shown.dialog(EditDialog::What::Add);
        QVERIFY(dialog != nullptr);
        dialog->value().setText("*.example.org");
        QVERIFY(isReady(dialog));
        QVERIFY2(dialog->effect().contains("Would have fitted 99 of the last 99 connection"), qPrintable(dialog->effect()));
    }

    void theSimulatorSaysRuleFileAndLine() {
        Shown shown;
        QVERIFY(shown.showsProfile("mine", "a.example.org"));
        auto& tab = shown.page.simulate();
        const auto asks = [&](const char* kind, const char* what, const char* verdict, const char* told) {
            tab.ask(kind, what);
            const bool fine = QTest::qWaitFor([&] { return tab.verdict().startsWith(verdict) && tab.verdict().contains(what) && tab.answer().contains(told); }, kLong);
            QVERIFY2(fine, qPrintable(tab.verdict() + " / " + tab.answer()));
        };
        asks("", "a.example.org", "Allowed", "mine.toml:8");
        asks("", "b.example.org", "You are asked", "to allow it");
        asks("", "169.254.169.254:80", "Refused", "metadata");
        asks("loopback:", "5432", "Refused", "--allow loopback:5432");
        asks("read ", "/usr/bin/env", "Allowed", "system");
        asks("write ", "/usr/bin/env", "Refused", "read-only");
        asks("read ", ".env", "Refused", "hidden");
        asks("write ", ".git/config", "Not as yours", "held back in review");
        asks("limit ", "memory", "A limit", "enforced by");
        tab.ask("read ", "~/.ssh/id_rsa");
        QTRY_VERIFY_WITH_TIMEOUT(tab.answer().contains("keys and logins"), kLong);
    }

    void keptAnswersAreListedAndTakenBack() {
        Shown shown;
        const QByteArray file = "schema = 1\n[[grant]]\nprofile = \"mine\"\nverdict = \"allow\"\nhost = \"old.example.org\"\norigin = \"answer in run 1\"\ndate = \"2020-01-01T00:00:00Z\"\n"
                                "last_use = \"\"\n[[grant]]\nprofile = \"mine\"\nverdict = \"allow\"\nhost = \"new.example.org\"\norigin = \"answer in run 2\"\ndate = \"2020-01-01T00:00:00Z\"\n"
                                "last_use = \"" +
                                QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toUtf8() + "\"\n";
        writeTo(shown.grants(), file);
        QVERIFY(shown.showsProfile("mine", "new.example.org")); // a grant holds as a line
        auto& tab = *shown.page.grants();
        QTRY_COMPARE_WITH_TIMEOUT(tab.tree().topLevelItemCount(), 2, kLong);
        QCOMPARE(tab.tree().topLevelItem(0)->text(1).contains("old.example.org"), true); // the unused one first
        QCOMPARE(tab.tree().topLevelItem(0)->text(2), QStringLiteral("unused"));
        tab.onlyUnused().setChecked(true);
        QCOMPARE(tab.tree().topLevelItemCount(), 1);
        tab.tree().topLevelItem(0)->setSelected(true);
        tab.revoke();
        QTRY_COMPARE_WITH_TIMEOUT(tab.tree().topLevelItemCount(), 0, kLong);
        QVERIFY(!contentOf(shown.grants()).contains("old.example.org"));
        QVERIFY(contentOf(shown.grants()).contains("new.example.org"));
    }

    void theReachIsCountedAndListed() {
        Shown shown;
        qputenv("ANTHROPIC_API_KEY", "x");
        QVERIFY(shown.showsProfile("claude", "api.anthropic.com"));
        auto& tab = *shown.page.reach();
        QTRY_VERIFY_WITH_TIMEOUT(!Shown::find(tab.tree(), 0, "api.anthropic.com").isEmpty(), kLong);
        QVERIFY(!Shown::find(tab.tree(), 0, "ANTHROPIC_API_KEY").isEmpty());
        QVERIFY(!Shown::find(tab.tree(), 0, "/usr").isEmpty());
        QVERIFY2(tab.summary().contains("no key of your environment") && tab.summary().contains("can use 4 credential"), qPrintable(tab.summary()));
        QVERIFY(tab.summary().contains("until you apply it"));
        qunsetenv("ANTHROPIC_API_KEY");
        shown.page.choose("offline", shown.home.project());
        QTRY_VERIFY_WITH_TIMEOUT(tab.summary().contains("connects to nothing"), kLong);
    }

    void aBrokenFileSaysWhereAndIsLeftAlone() {
        Shown shown;
        writeTo(shown.mine(), kMine + "[limits]\nmemory = 8\n");
        shown.page.choose("mine", {});
        QTRY_VERIFY_WITH_TIMEOUT(shown.page.lines().summary().contains("mine.toml:12"), kLong);
        QTRY_VERIFY_WITH_TIMEOUT(shown.page.editing()->state().contains("mine.toml:12"), kLong);
        QVERIFY(shown.page.editing()->edit(EditDialog::What::Add) == nullptr);
    }

    void everyControlHasANameAndMnemonicsAreSingle() {
        Shown shown;
        QVERIFY(shown.showsProfile("mine", "a.example.org"));
        auto* dialog = shown.dialog(EditDialog::What::Add);
        QVERIFY(dialog != nullptr);
        for (QWidget* top : {static_cast<QWidget*>(&shown.page), static_cast<QWidget*>(dialog)}) {
            QStringList seen;
            for (const auto* label : top->findChildren<QLabel*>()) {
                const int at = static_cast<int>(label->text().indexOf('&'));
                if (at >= 0 && (label->isVisibleTo(top))) {
                    QVERIFY2(!seen.contains(label->text().mid(at + 1, 1).toLower()), qPrintable(label->text()));
                    seen << label->text().mid(at + 1, 1).toLower();
                }
            }
            for (auto* field : top->findChildren<QTreeWidget*>()) {
                QVERIFY(!field->accessibleName().isEmpty());
            }
        }
    }
};

QTEST_MAIN(TestPolicy)
#include "tst_policy.moc"
