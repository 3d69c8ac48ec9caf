// The question about a page in the person's own browser: whole, for once only, and never one of many.
#include <QAbstractButton>
#include <QRadioButton>
#include <QTest>

#include "app/approval/approval_card.h"
#include "app/approval/host_label.h"
#include "app/approval/question_model.h"
#include "app/approval/question_words.h"
#include "app/bridge/question_feed.h"
#include "app/widgets/plain_label.h"
#include "tests/app/made_questions.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

const std::string kUrl = "https://id.example.org/authorize?redirect_uri=http%3A%2F%2Flocalhost%3A1455%2Fcb&x=%3Cb%3E" + std::string(2000, 'y') + "end";

api::PendingQuestion page(int number, const std::string& group = {}) {
    auto question = made::question(number, group);
    question.protocol = "open-url";
    question.method = "open";
    question.host = "id.example.org";
    question.scopes = {api::AnswerScope::Once};
    question.patterns.clear();
    question.object = "open a page of id.example.org in your browser, and forward port 1455 of this machine into the run, for one answer within 10 minutes: " + kUrl;
    return question;
}

} // namespace

class TestPageQuestion : public QObject {
    Q_OBJECT

private slots:
    void showsTheWholeAddressAndThePort() {
        ApprovalCard card;
        card.setQuestion(page(1));
        card.setContext({"example.org", api::Risk::Unusual, {api::RiskReason::Outside}});
        QString all;
        for (const auto* label : card.findChildren<PlainLabel*>()) {
            all += label->text() + QLatin1Char('\n');
        }
        QVERIFY(QString(all).remove(QChar(0x200b)).contains(QString::fromStdString(kUrl)));
        QVERIFY(all.contains(QStringLiteral("forward port 1455 of this machine into the run")));
        QVERIFY(all.contains(QStringLiteral("wants to open a page in your browser")));
        QVERIFY(all.contains(QStringLiteral("outside of the run")));
        QVERIFY(card.findChild<HostLabel*>()->text().contains(QStringLiteral("id.example.org")));
    }

    void isAnsweredOnceOnlyAndAboutNoHost() {
        ApprovalCard card;
        card.setQuestion(page(1));
        const auto answer = card.answer(true);
        QCOMPARE(answer.scope, api::AnswerScope::Once);
        QCOMPARE(answer.pattern, std::string());
        QCOMPARE(answer.digest, page(1).digest);
        int radios = 0;
        for (const auto* radio : card.findChildren<QRadioButton*>()) {
            radios += radio->text().contains(QStringLiteral("this page")) ? 1 : 0;
            QVERIFY(!radio->text().contains(QStringLiteral("host")));
        }
        QCOMPARE(radios, 1);
    }

    void standsAloneInABurst() {
        const auto answers = std::make_shared<made::Answers>();
        std::vector<api::PendingQuestion> all{made::question(1), made::question(2), made::question(3), page(4, "madeuprun.1"), made::question(5, "madeuprun.1")};
        QuestionFeed feed([all, answers] { return std::make_unique<made::Questions>(all, std::chrono::microseconds(0), answers); });
        QuestionModel model(feed);
        feed.start();
        QVERIFY(QTest::qWaitFor([&] { return feed.questions().size() == all.size(); }, 20000));
        const auto* question = feed.find("madeuprun.4");
        QVERIFY(question != nullptr && !model.isInBurst(*question));
        QVERIFY(model.isInBurst(*feed.find("madeuprun.1")));
        QCOMPARE(model.burstOf(*feed.find("madeuprun.1")).size(), std::size_t{4});
        QCOMPARE(model.rowCount(), 2);
    }

    void aRequestAndASignatureSaySo() {
        auto question = made::question(1);
        question.method = "POST";
        QVERIFY(words::wants(question).contains(QStringLiteral("request")));
        question.protocol = "ssh-key";
        question.method = "sign";
        QVERIFY(words::wants(question).contains(QStringLiteral("signature")));
    }
};

QTEST_MAIN(TestPageQuestion)
#include "tst_page_question.moc"
