// What a command's words show once they are recorded.
#include <QTest>

#include "core/session/redact_command.h"

using leadglass::session::withoutSecrets;

class TestRedactCommand : public QObject {
    Q_OBJECT

private slots:
    void hidesValuesOfSecretsInOneWord_data() {
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char* word, const char* shown) { QTest::newRow(word) << QByteArray(word) << QByteArray(shown); };
        row("API_TOKEN=canary", "API_TOKEN=***");
        row("--api-key=canary", "--api-key=***");
        row("export GITHUB_TOKEN='can ary' && make", "export GITHUB_TOKEN=***' && make");
        row("curl -H 'Authorization: Bearer canary' https://a.example/", "curl -H 'Authorization:***' https://a.example/");
        row("Cookie: session=canary; other=canary", "Cookie:***");
        row("curl -b 'session=canary' x", "curl -b 'session=***' x");
        row("X-Api-Key: canary", "X-Api-Key:***");
        row("https://me:canary@git.example/x", "https://***@git.example/x");
        row("https://a.example/?q=1&api_key=canary&x=2#f", "https://a.example/?q=1&api_key=***&x=2#f");
        row("tool --password canary --verbose", "tool --password *** --verbose");
        row("curl -u me:canary http://a.example", "curl -u *** http://a.example");
        row("echo ghp_0123456789abcdefcanary", "echo ***");
        row("AWS_SECRET_ACCESS_KEY=canary", "AWS_SECRET_ACCESS_KEY=***");
        row("PGPASSWORD=canary psql", "PGPASSWORD=*** psql");
    }
    void hidesValuesOfSecretsInOneWord() {
        QFETCH(QByteArray, word);
        QFETCH(QByteArray, shown);
        const std::string got = withoutSecrets(std::string_view(word.constData(), static_cast<std::size_t>(word.size())));
        QCOMPARE(QByteArray::fromStdString(got), shown);
        QVERIFY(!QByteArray::fromStdString(got).contains("canary"));
    }

    void keepsWhatIsNone() {
        for (const char* word : {"make", "MONKEY=banana", "--keyboard=us", "author=pat", "https://a.example/path?q=x", "git log --author=me",
                                 "a:b", "sk-short", "-u", "sort -u file", "tests/integration/test_x.py", "", "=", "://", "KEYMAP=de", "x=$y",
                                 "sh -c 'for i in 1 2; do echo $i; done'"}) {
            QCOMPARE(QByteArray::fromStdString(withoutSecrets(std::string_view(word))), QByteArray(word));
        }
    }

    void hidesTheWordAfterAnOption() {
        using Words = std::vector<std::string>;
        QCOMPARE(withoutSecrets(Words{"tool", "--token", "canary", "-v"}), (Words{"tool", "--token", "***", "-v"}));
        QCOMPARE(withoutSecrets(Words{"curl", "-u", "me:canary"}), (Words{"curl", "-u", "***"}));
        QCOMPARE(withoutSecrets(Words{"sort", "-u", "file"}), (Words{"sort", "-u", "file"}));
        QCOMPARE(withoutSecrets(Words{"curl", "-H", "Authorization: Basic canary"}), (Words{"curl", "-H", "Authorization:***"}));
        QCOMPARE(withoutSecrets(Words{"--token", "--verbose"}), (Words{"--token", "--verbose"}));
    }

    void anyBytesEnd() {
        std::string all;
        for (int i = 0; i < 4096; ++i) {
            all += static_cast<char>(i * 7 % 256);
            all += "=:/'@"[i % 5];
        }
        QVERIFY(!withoutSecrets(all).empty());
    }
};

QTEST_GUILESS_MAIN(TestRedactCommand)
#include "tst_redact_command.moc"
