// What finds texts that are cut or were never translated finds them.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QGroupBox>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

#include "app/gallery/pseudo.h"
#include "app/gallery/text_lint.h"
#include "app/widgets/font_words.h"
#include "app/widgets/plain_label.h"

using namespace leadglass::app;
using namespace leadglass::app::gallery;

namespace {

const QString kText = QStringLiteral("Some words that take their room");

std::unique_ptr<QWidget> make(const QString& kind, const QString& text) {
    if (kind == "label") {
        return std::make_unique<QLabel>(text);
    }
    if (kind == "wrapped label") {
        auto out = std::make_unique<QLabel>(text);
        out->setWordWrap(true);
        return out;
    }
    if (kind == "button") {
        return std::make_unique<QPushButton>(text);
    }
    if (kind == "check box") {
        return std::make_unique<QCheckBox>(text);
    }
    if (kind == "radio button") {
        return std::make_unique<QRadioButton>(text);
    }
    if (kind == "tool button") {
        auto out = std::make_unique<QToolButton>();
        out->setText(text);
        return out;
    }
    if (kind == "combo box") {
        auto out = std::make_unique<QComboBox>();
        out->addItem(text);
        return out;
    }
    if (kind == "group") {
        return std::make_unique<QGroupBox>(text);
    }
    return std::make_unique<PlainLabel>(text);
}

QStringList problemsOf(const QString& kind, const QString& text, QSize size) {
    TextLint lint(true);
    const auto widget = make(kind, text);
    widget->setMinimumSize(1, 1);
    widget->resize(size);
    (void)widget->grab();
    return lint.problems();
}

} // namespace

class TestTextLint : public QObject {
    Q_OBJECT

private slots:
    void aCutTextIsFound_data() {
        QTest::addColumn<QSize>("narrow");
        for (const char* kind : {"label", "button", "check box", "radio button", "tool button", "combo box", "group"}) {
            QTest::newRow(kind) << QSize(60, 40);
        }
        QTest::newRow("wrapped label") << QSize(60, 20);
        QTest::newRow("plain label") << QSize(60, 20);
    }
    void aCutTextIsFound() {
        QFETCH(QSize, narrow);
        const QString kind = QString::fromLatin1(QTest::currentDataTag()), text = pseudo(kText);
        const auto cut = problemsOf(kind, text, narrow);
        QCOMPARE(cut.size(), 1);
        QVERIFY2(cut.first().startsWith("cut: "), qPrintable(cut.first()));
        const auto fine = problemsOf(kind, text, QSize(600, 60));
        QVERIFY2(fine.isEmpty(), qPrintable(fine.join(' ')));
    }

    void aChoiceMayBeLongerThanItsRoomIfItsToolTipHasItWhole() {
        for (const bool whole : {true, false}) {
            TextLint lint(true);
            QComboBox choice;
            choice.addItem(pseudo(kText));
            choice.setToolTip("<qt>" + pseudo(whole ? kText : QString("another")) + "</qt>");
            choice.setMinimumSize(1, 1);
            choice.resize(60, 40);
            (void)choice.grab();
            QCOMPARE(lint.problems().size(), whole ? 0 : 1);
        }
    }

    void aTextThatWasNeverTranslatedIsFound() {
        const auto found = problemsOf("label", kText, QSize(600, 60));
        QCOMPARE(found.size(), 1);
        QVERIFY2(found.first().startsWith("not translated: "), qPrintable(found.first()));
        QVERIFY(problemsOf("label", "cdn.example.org:443", QSize(600, 60)).isEmpty()); // a name
    }

    void whatIsPaintedLastCounts() {
        TextLint lint(false);
        QLabel label(kText);
        label.setMinimumSize(1, 1);
        label.resize(30, 30);
        (void)label.grab();
        QCOMPARE(lint.problems().size(), 1);
        label.resize(600, 60);
        (void)label.grab();
        QVERIFY(lint.problems().isEmpty());
    }

    void whatQtSaysOfFontsIsNotWrittenAndAllElseIs() {
        static QStringList said;
        said.clear();
        const auto usual = qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString& message) { said << message; });
        dropFontWords();
        QLabel label(QString::fromUtf8("\u0905\u0915\u094d\u0937 \u0f40\u0fb5 \u1780\u17d2\u1780")); // few machines have fonts for all of these
        (void)label.grab();
        qWarning("  OpenType support missing for \"%s\", script %d", "None Such", 11); // as Qt has it
        qWarning("something else");
        qInstallMessageHandler(usual);
        QVERIFY2(!said.join('\n').contains("OpenType"), qPrintable(said.join('\n')));
        QVERIFY(said.contains("something else"));
    }

    void thePseudoLanguageKeepsWhatMustStay() {
        const QString text = pseudo("&Open <b>%1</b> of %L2, %n file(s) *.json");
        for (const char* stays : {"&", "<b>%1</b>", "%L2", "%n", "*.json"}) {
            QVERIFY2(text.contains(QLatin1String(stays)), qPrintable(text));
        }
        QVERIFY(text.size() >= 42 * 14 / 10);
        QVERIFY(isPseudo(text));
        QVERIFY(!isPseudo(kText));
        Pseudo language(true);
        QCOMPARE(language.translate("QGuiApplication", "QT_LAYOUT_DIRECTION", nullptr, -1), QStringLiteral("RTL"));
    }
};

QTEST_MAIN(TestTextLint)
#include "tst_text_lint.moc"
