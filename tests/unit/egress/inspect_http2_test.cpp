// HTTP/2 through the real leadglass-inspect, between programs that are not ours: curl and nghttpd.
#include <QtTest>

#include "tests/unit/egress/inspect_run.h"

using namespace leadglass;
using namespace leadglass::test;
using wire::FlowProtocol;

namespace {

struct Programs {
    QTemporaryDir place;
    Run run{10};
    QProcess server;
    QProcess client;
    std::uint16_t port = 0;

    bool serve() {
        if (QStandardPaths::findExecutable("nghttpd", {"/usr/bin", "/usr/sbin"}).isEmpty() || QStandardPaths::findExecutable("curl").isEmpty()) {
            missing("nghttp2", "curl or nghttpd is not installed");
        }
        const Identity identity = makeIdentity("api.test", &run.root);
        write("key.pem", pemOf(identity.key.get()));
        write("cert.pem", pemOf(identity.certificate.get()));
        write("run.pem", pemOf(run.authority.get()));
        QDir(place.path()).mkdir("www");
        write("www/hello", "hello over two\n");
        write("www/big", std::string(3 << 20, 'b'));
        port = portOf(listenOn(0).get());
        server.start(QStandardPaths::findExecutable("nghttpd", {"/usr/bin", "/usr/sbin"}),
                     {"--htdocs", place.filePath("www"), "--address", "127.0.0.1", "--echo-upload", QString::number(port), place.filePath("key.pem"), place.filePath("cert.pem")});
        for (int i = 0; i < 100 && server.state() != QProcess::NotRunning; ++i) {
            QTest::qWait(50);
            if (dial(port)) {
                return true;
            }
        }
        return false;
    }
    void write(const char* name, const std::string& text) {
        QFile file(place.filePath(name));
        file.open(QIODevice::WriteOnly);
        file.write(text.data(), static_cast<qint64>(text.size()));
    }
    // curl, its connection captured and given to the server.
    bool ask(const QStringList& more) {
        client.start("curl", QStringList{"-sS", "--noproxy", "*", "--max-time", "30", "--cacert", place.filePath("run.pem"), "--resolve", "api.test:443:127.0.0.1",
                                         "-w", "\n%{http_version} %{http_code}"} + more);
        auto open = run->next<wire::FlowOpen>();
        if (!open) {
            return false;
        }
        wire::FlowVerdict v;
        v.flow = open->flow;
        v.allow = true;
        v.inspect = true;
        v.host = "api.test";
        UniqueFd up = dial(port);
        run->send(v, {up.get()});
        return true;
    }
    QByteArray said() {
        client.waitForFinished(30000);
        return client.readAllStandardOutput() + client.readAllStandardError();
    }
    ~Programs() {
        client.kill();
        client.waitForFinished();
        server.kill();
        server.waitForFinished();
    }
};

} // namespace

class InspectHttp2Test : public QObject {
    Q_OBJECT
private slots:
    void aRequestIsAskedAboutAndPasses() {
        Programs p;
        QVERIFY(p.serve());
        QVERIFY(p.ask({"--http2", "https://api.test/hello", "-H", "X-Thing: 1"}));
        auto open = p.run->next<wire::RequestOpen>();
        QVERIFY(open);
        QCOMPARE(int(open->version), 20);
        QCOMPARE(open->method, std::string("GET"));
        QCOMPARE(open->target, std::string("/hello"));
        QCOMPARE(open->host, std::string("api.test"));
        p.run.answer(open->request, true, {{"x-added", "yes", false, false}});
        QCOMPARE(p.said(), QByteArray("hello over two\n\n2 200"));
        auto done = p.run->next<wire::RequestDone>();
        QVERIFY(done);
        QCOMPARE(int(done->status), 200);
        QCOMPARE(done->bytesIn, std::uint64_t{15});
        QVERIFY(p.run->next<wire::FlowClosed>());
    }

    void aDeniedOneIsAnsweredHereAndTheConnectionLivesOn() {
        Programs p;
        QVERIFY(p.serve());
        QVERIFY(p.ask({"--http2", "https://api.test/no", "https://api.test/hello", "-o", "/dev/null", "-o", "/dev/stdout"}));
        auto first = p.run->next<wire::RequestOpen>();
        QVERIFY(first);
        p.run.answer(first->request, false);
        QVERIFY(p.run->next<wire::RequestDone>());
        auto second = p.run->next<wire::RequestOpen>();
        QVERIFY(second);
        QCOMPARE(second->flow, first->flow);
        p.run.answer(second->request, true);
        const QByteArray said = p.said();
        QVERIFY2(said.contains("2 403") && said.contains("hello over two") && said.contains("2 200"), said.constData());
    }

    void largeBodiesBothWays() {
        Programs p;
        QVERIFY(p.serve());
        QVERIFY(p.ask({"--http2", "https://api.test/up", "--data-binary", "@" + p.place.filePath("www/big"), "-o", p.place.filePath("got")}));
        auto open = p.run->next<wire::RequestOpen>();
        QVERIFY(open);
        p.run.answer(open->request, true);
        QVERIFY2(p.said().endsWith("2 200"), p.client.readAllStandardError().constData());
        QCOMPARE(QFileInfo(p.place.filePath("got")).size(), qint64{3 << 20});
        auto done = p.run->next<wire::RequestDone>();
        QVERIFY(done);
        QCOMPARE(done->bytesOut, std::uint64_t{3 << 20});
    }
};

// Before QTest starts its watchdog: a process with threads cannot make a user namespace.
int main(int argc, char** argv) {
    enterOwnNetwork();
    QCoreApplication app(argc, argv);
    InspectHttp2Test test;
    return QTest::qExec(&test, argc, argv);
}
#include "inspect_http2_test.moc"
