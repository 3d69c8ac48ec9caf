// Which addresses a run may have opened at all, and which port comes with one.
#include <QTest>

#include "core/session/open_url.h"

using namespace leadglass;
using namespace leadglass::session;

class TestOpenUrl : public QObject {
    Q_OBJECT

private slots:
    void takesPagesAndTheirCallback_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<int>("port");
        QTest::addColumn<int>("callback");
        const auto row = [](const char* text, const char* host, int port, int callback) { QTest::newRow(text) << QByteArray(text) << QByteArray(host) << port << callback; };
        row("https://a.example", "a.example", 443, 0);
        row("https://A.Example./x?y#z", "a.example", 443, 0);
        row("https://a.example:8443/", "a.example", 8443, 0);
        row("https://claude.ai/oauth/authorize?code=true&redirect_uri=http%3A%2F%2Flocalhost%3A54545%2Fcallback&scope=a+b%3Ac", "claude.ai", 443, 54545);
        row("https://auth.openai.com/oauth/authorize?redirect_uri=http%3A%2F%2Flocalhost%3A1455%2Fauth%2Fcallback", "auth.openai.com", 443, 1455);
        row("https://a.example/?redirect_uri=http://127.0.0.1:41801", "a.example", 443, 41801);
        row("https://a.example/?redirect%5Furi=http://[::1]:8085/x", "a.example", 443, 8085);
        row("https://a.example/?redirect_uri=https://b.example:9000/", "a.example", 443, 0);
        row("https://a.example/?redirect_uri=http://b.example:9000/", "a.example", 443, 0);
        row("https://a.example/?redirect_uri=http://localhost.b.example:9000/", "a.example", 443, 0);
        row("https://a.example/?redirect_uri=http://127.0.0.10:9000/", "a.example", 443, 0);
        row("https://a.example/#redirect_uri=http://127.0.0.1:9000/", "a.example", 443, 0);
        row("https://a.example/x?u=/y?redirect_uri=http://127.0.0.1:9000/", "a.example", 443, 0);
    }
    void takesPagesAndTheirCallback() {
        QFETCH(QByteArray, text);
        const auto page = parseOpenUrl(text.toStdString());
        QVERIFY2(page, page ? "" : page.error().text().c_str());
        QCOMPARE(QByteArray::fromStdString(page->url), text);
        QTEST(QByteArray::fromStdString(page->host), "host");
        QTEST(static_cast<int>(page->port), "port");
        QTEST(static_cast<int>(page->callback), "callback");
    }

    void refusesEverythingElse_data() {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const QByteArray& text) { QTest::newRow(text.left(60).toPercentEncoding().constData()) << text; };
        for (const char* text : {"", "a.example", "http://a.example/", "HTTPS://a.example/", "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "vscode://x",
                                 "https:a.example", "https:/a.example", "https:///a.example", "https://", "https://?x", "https://@a.example/", "https://me@a.example/",
                                 "https://me:pass@a.example/", "https://a.example\\@b.example/", "https://a.example:/", "https://a.example:0/", "https://a.example:0443/",
                                 "https://a.example:65536/", "https://a.example:443x/", "https://a.example/%", "https://a.example/%4", "https://a.example/%zz",
                                 "https://a.example/ b", "https://a.example/\"", "https://a.example/<x>", "https://a.example/`x`", "https://a.example/{x}", "https://a.example/x|y",
                                 "https://a.example/\x1b[2J", "https://a.example/\x7f", "https://a.example/\r\nx", "https://a.example/\xe2\x80\xae", "https://\xd0\xb0.example/",
                                 "https://localhost/", "https://router/", "https://printer.local/", "https://x.internal/", "https://nas.home.arpa/", "https://app.localhost:3000/",
                                 "https://127.0.0.1/", "https://2130706433/", "https://0x7f.1/", "https://0177.0.0.1/", "https://[::1]/", "https://169.254.169.254/latest",
                                 "https://a%2eexample/", "https://a..example/", "-https://a.example/", " https://a.example/"}) {
            row(text);
        }
        row("https://a.example/?redirect_uri=http%3A%2F%2Flocalhost%3A80%2F");
        row("https://a.example/?redirect_uri=http://localhost/");
        row("https://a.example/?redirect_uri=http://localhost:9000@b.example/");
        row("https://a.example/?redirect_uri=http://127.0.0.1:1023/");
        row("https://a.example/?redirect_uri=http://127.0.0.1:0/");
        row("https://a.example/?redirect_uri=http://127.0.0.1:66000/");
        row("https://a.example/?redirect_uri=http://127.0.0.1:9000&redirect_uri=http://127.0.0.1:9001");
        row("https://a.example/?redirect_uri=https://b.example&redirect%5furi=http://127.0.0.1:9001");
        row("https://a.example/?redirect_uri=http%0A://127.0.0.1:9001");
        row("https://a.example/" + QByteArray(kMaxOpenUrl, 'a'));
        row(QByteArray("https://a.example/\0x", 20));
    }
    void refusesEverythingElse() {
        QFETCH(QByteArray, text);
        const auto page = parseOpenUrl(text.toStdString());
        QVERIFY(!page);
        for (const char c : page.error().what) {
            QVERIFY(c >= ' ' && c < 0x7f); // it goes to a screen
        }
    }
};

QTEST_APPLESS_MAIN(TestOpenUrl)
#include "tst_open_url.moc"
