// The trust stores of a run, read back by the programs that they are for.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "core/base/pem.h"
#include "core/session/host_roots.h"
#include "core/session/java_store.h"
#include "core/session/trust_files.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

QByteArray output(const QString& program, const QStringList& words) {
    QProcess process;
    process.start(program, words);
    return process.waitForFinished(60000) ? process.readAllStandardOutput() + process.readAllStandardError() : QByteArray("did not end");
}

// A certificate with the subject of a run's authority; its PEM.
std::string authority(const QTemporaryDir& dir) {
    output("openssl", {"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                       "/CN=Leadglass run", "-keyout", dir.filePath("key.pem"), "-out", dir.filePath("ca.pem")});
    QFile file(dir.filePath("ca.pem"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace

class TrustFilesTest : public QObject {
    Q_OBJECT
private slots:
    void pemAndDerAreEachOthersOpposite() {
        const QTemporaryDir dir;
        const std::string pem = authority(dir);
        const auto blocks = pemBlocks(pem);
        QCOMPARE(blocks.size(), std::size_t{1});
        const std::string der = derOf(blocks[0]);
        QVERIFY(der.size() > 200);
        QCOMPARE(pemOf(der), pem);
        QVERIFY(pemBlocks("-----BEGIN CERTIFICATE-----\nno end").empty());
        QVERIFY(derOf("-----BEGIN CERTIFICATE-----\n!!!\n-----END CERTIFICATE-----").empty());
        // What has no end of its own does not take the next one's.
        QCOMPARE(pemBlocks("-----BEGIN CERTIFICATE-----\nxx\n" + pem).size(), std::size_t{1});
    }
    void theNameInAHashedDirectoryIsTheOneThatOpensslLooksFor() {
        const QTemporaryDir dir;
        authority(dir);
        QCOMPARE(QString::fromStdString(authorityHash()),
                 QString(output("openssl", {"x509", "-noout", "-hash", "-in", dir.filePath("ca.pem")}).trimmed()));
    }
    void javaReadsItsStoreAndWeReadItBack() {
        const QTemporaryDir dir;
        const std::string der = derOf(pemBlocks(authority(dir)).at(0));
        const std::string store = javaStore({{"one", der}, {"two", der}});
        const auto back = readJavaStore(store);
        QCOMPARE(back.size(), std::size_t{2});
        QCOMPARE(back[1].alias, std::string("two"));
        QCOMPARE(back[1].der, der);
        for (std::size_t cut = 0; cut < store.size(); cut += 7) {
            QVERIFY(readJavaStore(std::string_view(store).substr(0, cut)).empty());
        }
        if (!QFile::exists("/usr/bin/keytool")) QSKIP("keytool is not here");
        QFile file(dir.filePath("cacerts"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(store.data(), static_cast<qint64>(store.size()));
        file.close();
        const auto said = output("keytool", {"-list", "-keystore", dir.filePath("cacerts"), "-storepass", "changeit"});
        QVERIFY2(said.contains("contains 2 entries"), said.constData());
    }
    void theCopyOfAHashedDirectoryHasOneCertificateMore() {
        const QTemporaryDir dir;
        const std::string pem = authority(dir);
        const std::string der = derOf(pemBlocks(pem).at(0));
        const auto made = writeTrustFiles(dir.path().toStdString(), {pem, "test"},
                                          {reinterpret_cast<const std::uint8_t*>(der.data()), der.size()});
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().text().c_str());
        QCOMPARE(QDir(QString::fromStdString(made->directory + "/all")).entryList(QDir::Files), QStringList({"bundle.pem", "cacerts", "run-ca.pem"}));
        for (const auto& directory : made->directories) {
            const QString name = QString::fromStdString(directory.made + "/" + authorityHash() + ".0");
            QVERIFY2(QFile::exists(name), qPrintable(name));
            const auto all = QDir::Files | QDir::System | QDir::NoDotAndDotDot;
            const auto before = QDir(QString::fromStdString(directory.host)).entryList(all).size();
            const auto after = QDir(QString::fromStdString(directory.made)).entryList(all).size();
            QVERIFY(after > 1 && after <= before + 1);
        }
        // The key is in none of them.
        QVERIFY(!output("grep", {"-rl", "PRIVATE KEY", QString::fromStdString(made->directory)}).contains("trust"));
    }
    void theRootsAreThePersonsWhereTheySaySo() {
        const QTemporaryDir dir;
        const std::string pem = authority(dir);
        const std::string path = dir.filePath("ca.pem").toStdString();
        const auto roots = hostRoots([&](const char* name) { return std::string_view(name) == "SSL_CERT_FILE" ? path.c_str() : nullptr; });
        QVERIFY(roots.ok());
        QCOMPARE(roots->pem, pem);
        const auto none = hostRoots([](const char* name) { return std::string_view(name) == "SSL_CERT_FILE" ? "/nowhere" : nullptr; });
        QVERIFY(!none);
        QVERIFY(none.error().text().find("/nowhere") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TrustFilesTest)
#include "tst_trust_files.moc"
