// Credentials in the app: what is typed stays out of every text, the page says what holds, and the program beside it does
// the rest, in a home of its own.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeWidget>

#include "app/secrets/secret_edit.h"
#include "app/secrets/secrets_page.h"
#include "app/secrets/set_secret_dialog.h"
#include "app/widgets/page_scroll.h"
#include "tests/app/accessible_walk.h"
#include "tests/app/real_run.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

constexpr int kLong = 60'000;
const QString kValue = QStringLiteral("sk-ant-api03-canary-of-the-app");

// All that is written anywhere in a window.
QString everyText(const QWidget& window) {
    QString out;
    for (const auto* each : window.findChildren<QWidget*>()) {
        for (const char* name : {"text", "plainText", "toolTip", "accessibleName", "accessibleDescription", "placeholderText", "statusTip"}) {
            out += each->property(name).toString() + QLatin1Char('\n');
        }
    }
    for (const auto* tree : window.findChildren<QTreeWidget*>()) {
        for (int row = 0; row < tree->topLevelItemCount(); ++row) {
            for (int column = 0; column < tree->columnCount(); ++column) {
                out += tree->topLevelItem(row)->text(column) + QLatin1Char('\n');
            }
        }
    }
    return out;
}

QString cell(const SecretsPage& page, int column) { return const_cast<SecretsPage&>(page).tree().topLevelItem(0)->text(column); }

void writeFile(const QString& path, const QByteArray& text, bool runs = false) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    file.setPermissions(runs ? QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner : QFile::ReadOwner | QFile::WriteOwner);
}

// In place of `leadglass`: what it was given is kept.
class Stub {
public:
    explicit Stub(const QByteArray& script) {
        writeFile(m_dir.filePath("leadglass"), "#!/bin/sh\ncd " + m_dir.path().toUtf8() + "\n" + script, true);
        m_services.program = m_dir.filePath("leadglass").toStdString();
        m_services.secrets = [program = m_services.program] { return std::make_unique<SecretProgram>(program); };
    }
    [[nodiscard]] const Services& services() const { return m_services; }
    [[nodiscard]] QByteArray said(const QString& name) const {
        QFile file(m_dir.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private:
    QTemporaryDir m_dir;
    Services m_services;
};

} // namespace

class TestSecrets : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
        const PageScroll first(new QWidget); // the app has one from its start: scroll areas get the face that does not crash
    }

    void whatIsTypedIsInNoText() {
        SecretEdit edit;
        QTest::keyClicks(&edit, kValue.left(3));
        const QString few = edit.text();
        QTest::keyClicks(&edit, kValue.mid(3));
        QCOMPARE(edit.text(), few); // nor how much there is
        QVERIFY(!edit.text().contains(QLatin1Char('s')));
        QVERIFY(!edit.displayText().contains(QLatin1Char('s')));
        const auto taken = edit.take();
        QVERIFY(taken.ok());
        QVERIFY(taken->equals(kValue.toStdString()));
        QVERIFY(edit.isEmpty() && edit.text().isEmpty());
    }

    void oneBackspaceTakesOneLetterWhateverItsBytes() {
        SecretEdit edit;
        QTest::keyClicks(&edit, QStringLiteral("a"));
        edit.setFocus();
        QInputMethodEvent composed;
        composed.setCommitString(QStringLiteral("\u00e9\u4e2d"));
        QApplication::sendEvent(&edit, &composed);
        QTest::keyClick(&edit, Qt::Key_Backspace);
        const auto taken = edit.take();
        QVERIFY(taken->equals("a\xc3\xa9"));
    }

    void nothingCanBeCopiedOutOfIt() {
        QApplication::clipboard()->setText(QStringLiteral("before"));
        SecretEdit edit;
        QTest::keyClicks(&edit, kValue);
        for (const auto keys : {QKeySequence::SelectAll, QKeySequence::Copy, QKeySequence::Cut, QKeySequence::Undo, QKeySequence::Copy}) {
            for (const auto& each : QKeySequence::keyBindings(keys)) {
                QTest::keySequence(&edit, each);
            }
        }
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("before"));
        QVERIFY(edit.take()->equals(kValue.toStdString()));
    }

    void aPastedKeyKeepsItsLinesButTheLastNewline() {
        QApplication::clipboard()->setText(QStringLiteral("-----BEGIN\nline\n-----END\n"));
        SecretEdit edit;
        edit.paste();
        QVERIFY(edit.take()->equals("-----BEGIN\nline\n-----END"));
        QApplication::clipboard()->setText(QString(SecretEdit::kMost + 1, QLatin1Char('x')));
        const QSignalSpy tooLong(&edit, &SecretEdit::tooLong);
        edit.paste();
        QCOMPARE(tooLong.count(), 1);
        QVERIFY(edit.isEmpty());
    }

    void theValueGoesThroughAPipeAndNowhereElse() {
        const Stub stub("cat > in; printf '%s\\n' \"$@\" > args; env > env; ls -l /proc/self/fd > fds\n");
        SetSecretDialog dialog(stub.services(), nullptr);
        dialog.name().setText(QStringLiteral("trial"));
        dialog.store().setCurrentIndex(1);
        QTest::keyClicks(&dialog.value(), kValue);
        const QSignalSpy kept(&dialog, &SetSecretDialog::kept);
        dialog.keep();
        QTRY_COMPARE_WITH_TIMEOUT(kept.count(), 1, kLong);
        QCOMPARE(stub.said("in"), kValue.toUtf8());
        QCOMPARE(stub.said("args"), QByteArray("secret\nset\n--store\nfile\n--\ntrial\n"));
        QVERIFY(!stub.said("env").contains(kValue.toUtf8()));
        QVERIFY(!stub.said("env").isEmpty());
    }

    void aFailureIsSaidAndTheValueIsForgotten() {
        const Stub stub("cat > /dev/null; echo \"leadglass: no program offers a keyring; keep it in a file (--store file)\" >&2; exit 125\n");
        SetSecretDialog dialog(stub.services(), nullptr);
        dialog.name().setText(QStringLiteral("trial"));
        QTest::keyClicks(&dialog.value(), kValue);
        dialog.keep();
        QTRY_VERIFY_WITH_TIMEOUT(dialog.trouble().contains("no program offers a keyring"), kLong);
        QVERIFY(dialog.value().isEmpty());
        QVERIFY(!dialog.keepButton().isEnabled());
        QVERIFY(dialog.isVisible() || dialog.result() == 0);
    }

    void theWindowDoesNotWaitForAKeyring() {
        const Stub stub("sleep 1; echo '[]'\n");
        SecretsPage page(stub.services());
        QElapsedTimer timer;
        timer.start();
        page.look();
        int turns = 0;
        while (page.isBusy() && timer.elapsed() < kLong) {
            QElapsedTimer one;
            one.start();
            QApplication::processEvents(QEventLoop::AllEvents, 10);
            QVERIFY2(one.elapsed() < 500, qPrintable(QString::number(one.elapsed())));
            ++turns;
        }
        QVERIFY(timer.elapsed() >= 900 && turns > 5);
        QVERIFY(page.isEmpty());
    }

    void whatTheProgramSaysIsNeverMarkupNorUnbounded() {
        const Stub stub("printf '%s' '[{\"name\":\"<b>x\\u202e\",\"store\":\"file\",\"fault\":\"a\\u001b[31mb\",\"bound\":[],\"locked\":false}]'\n");
        SecretsPage page(stub.services());
        page.show();
        QTRY_VERIFY_WITH_TIMEOUT(!page.isBusy(), kLong);
        QCOMPARE(page.tree().topLevelItemCount(), 1);
        QVERIFY(cell(page, 0).contains("<b>x\\u{202E}") || cell(page, 0).contains("<b>x\\u{202e}"));
        QVERIFY(!cell(page, 4).contains(QChar(0x1b)));
        const Stub garbage("echo not json\n");
        SecretsPage other(garbage.services());
        other.look();
        QTRY_VERIFY_WITH_TIMEOUT(!other.isBusy(), kLong);
        QVERIFY(other.notice().contains("nothing that can be read"));
    }

    void aCredentialIsKeptListedTestedAndRemoved() {
        real::Home home;
        writeFile(QString::fromStdString(home.places().config) + "/profiles/trial.toml",
                  "schema = 1\nname = \"trial\"\nextends = \"base\"\n[egress]\nallow = [{ host = \"api.example.com\" }]\n"
                  "[[secret]]\nname = \"trial-key\"\nsource = [\"file:~/.config/leadglass/secrets/trial\"]\n"
                  "inject = [{ host = \"api.example.com\", header = \"X-Api-Key\" }]\nenv = \"TRIAL_KEY\"\n");
        SecretsPage page(home.services());
        page.show();
        QTRY_VERIFY_WITH_TIMEOUT(!page.isBusy(), kLong);
        QVERIFY(page.isEmpty());
        QVERIFY2(page.notice().contains("--store file"), qPrintable(page.notice())); // no bus, and the way out
        auto* dialog = page.set(false);
        dialog->name().setText(QStringLiteral("trial"));
        dialog->store().setCurrentIndex(1);
        QTest::keyClicks(&dialog->value(), kValue);
        dialog->keep();
        QTRY_VERIFY_WITH_TIMEOUT(page.tree().topLevelItemCount() == 1 && !page.isBusy(), kLong);
        QVERIFY(cell(page, 0).contains("trial"));
        QVERIFY2(cell(page, 2).contains("api.example.com") && cell(page, 2).contains("x-api-key") && cell(page, 2).contains("(trial)"), qPrintable(cell(page, 2)));
        QCOMPARE(cell(page, 4), QStringLiteral("active"));
        QVERIFY(page.tree().currentItem() != nullptr); // the new one
        page.test();
        QTRY_VERIFY_WITH_TIMEOUT(page.said().contains("30 byte"), kLong);
        QVERIFY2(page.said().contains("sk-ant-api03-") && !page.said().contains("canary"), qPrintable(page.said()));
        QVERIFY(!everyText(page).contains("canary"));
        QTRY_VERIFY_WITH_TIMEOUT(!page.isBusy(), kLong);
        page.tree().setCurrentItem(page.tree().topLevelItem(0));
        page.remove();
        auto* sure = page.findChild<QMessageBox*>();
        QVERIFY(sure != nullptr);
        QVERIFY2(sure->text().contains("api.example.com"), qPrintable(sure->text()));
        for (auto* each : sure->buttons()) {
            if (sure->buttonRole(each) == QMessageBox::AcceptRole) {
                each->click();
            }
        }
        QTRY_VERIFY_WITH_TIMEOUT(page.isEmpty() && !page.isBusy(), kLong);
        QVERIFY(page.said().contains("Removed"));
    }

    void aFileThatOthersCanReadIsSaidWithTheWayOut() {
        real::Home home;
        const QString file = QString::fromStdString(home.places().config) + "/secrets/open";
        writeFile(file, "value");
        QFile(QFileInfo(file).path()).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QFile(file).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther);
        SecretsPage page(home.services());
        page.show();
        QTRY_VERIFY_WITH_TIMEOUT(page.tree().topLevelItemCount() == 1, kLong);
        QVERIFY2(cell(page, 4).startsWith("cannot be used: "), qPrintable(cell(page, 4)));
        QVERIFY(!everyText(page).contains("value\n"));
    }

    void itIsReachedWithoutAMouse() {
        const Stub stub("echo '[{\"name\":\"one\",\"store\":\"keyring\",\"bound\":[],\"locked\":true}]'\n");
        SecretsPage page(stub.services());
        page.show();
        QTRY_VERIFY_WITH_TIMEOUT(page.tree().topLevelItemCount() == 1, kLong);
        page.tree().setCurrentItem(page.tree().topLevelItem(0));
        real::Walk walk(page);
        QVERIFY2(walk.problems().isEmpty(), qPrintable(walk.problems().join(QLatin1Char('\n'))));
        auto* dialog = page.set(true);
        QVERIFY(dialog->name().isReadOnly());
        real::Walk inside(*dialog);
        QVERIFY2(inside.problems().isEmpty(), qPrintable(inside.problems().join(QLatin1Char('\n'))));
        dialog->reject();
    }
};

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    QApplication::setStyle(QStringLiteral("fusion"));
    QAccessible::setActive(true);
    TestSecrets tests;
    return QTest::qExec(&tests, argc, argv);
}
#include "tst_secrets.moc"
