// What people have in their files by the thousand and is no secret; and the shapes in which a private key is kept.
#include <QtTest>

#include <random>

#include "core/scan/scanner.h"

using namespace leadglass::scan;

class FalsePositiveTest : public QObject {
    Q_OBJECT

    std::shared_ptr<Scanner> m_scanner;
    std::mt19937 m_random{7};

    std::string found(const std::string& text) {
        Stream stream(m_scanner);
        stream.feed({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
        stream.finish();
        std::string out;
        for (const Finding& f : stream.takeFindings()) {
            out += f.id + (f.depth == 0 ? ": " + text.substr(f.offset, f.length) : " (decoded)") + "\n";
        }
        return out;
    }
    QByteArray bytes(int n) {
        QByteArray out;
        for (int i = 0; i < n; ++i) out.append(static_cast<char>(m_random()));
        return out;
    }
    std::string hex(int n) { return bytes(n).toHex().toStdString(); }
    std::string b64(int n) { return bytes(n).toBase64().toStdString(); }
    std::string uuid() { return hex(4) + "-" + hex(2) + "-4" + hex(2).substr(1) + "-a" + hex(2).substr(1) + "-" + hex(6); }
    std::string word(const char* letters, int n) {
        std::string out;
        for (int i = 0; i < n; ++i) out.push_back(letters[m_random() % std::strlen(letters)]);
        return out;
    }

private slots:
    void initTestCase() {
        auto formats = Database::formats();
        QVERIFY(formats.ok());
        m_scanner = *Scanner::make(*formats);
    }

    void ordinaryFilesHaveNone_data() {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const std::string& t) { QTest::newRow(name) << QByteArray(t.data(), static_cast<qsizetype>(t.size())); };
        std::string npm, go, cargo, pip, yarn, ids, log, tree, map, css, nix, compose;
        for (int i = 0; i < 1000; ++i) {
            const std::string n = "zz-demo-" + std::to_string(i);
            npm += "  \"node_modules/" + n + "\": {\"version\": \"1.0." + std::to_string(i) + "\", \"resolved\": \"https://packages.test/" + n + "/-/" + n + ".tgz\", \"integrity\": \"sha512-" + b64(64) + "\"},\n";
            go += "mod.test/" + n + " v1.0.0 h1:" + b64(32) + "\nmod.test/" + n + " v1.0.0/go.mod h1:" + b64(32) + "\n";
            cargo += "[[package]]\nname = \"" + n + "\"\nchecksum = \"" + hex(32) + "\"\n\n";
            pip += n + "==1.0 --hash=sha256:" + hex(32) + " \\\n    --hash=sha256:" + hex(32) + "\n";
            yarn += n + "@^1:\n  resolution: \"" + n + "@npm:1.0.0\"\n  checksum: 10/" + hex(64) + "\n";
            ids += uuid() + "," + uuid() + "\n";
            log += "commit " + hex(20) + "\nindex " + hex(4) + ".." + hex(4) + " 100644\n";
            tree += "100644 blob " + hex(20) + "\tsrc/" + n + ".c\n";
            map += "AAAA,SAASA,IAAIC,EAAGC,GAAKC,OAAOC,KAAKF,GAAGG,QAAQ,SAAUC,GAAKL,EAAEK,GAAKJ,EAAEI;" + word("ACEGIKMOQSUWY,;", 60);
            nix += "  " + n + " = fetchurl { url = \"https://files.test/" + n + "\"; sha256 = \"" + word("0123456789abcdfghijklmnpqrsvwxyz", 52) + "\"; };\n";
        }
        row("package-lock.json", npm);
        row("go.sum", go);
        row("go.sum with a prefix inside", "mod.test/x v1.2.2 h1:" + std::string("LT") + "AI" + b64(40).substr(0, 20) + b64(30).substr(0, 19) + "=\n");
        row("Cargo.lock", cargo);
        row("requirements.txt", pip);
        row("yarn.lock", yarn);
        row("uuids", ids);
        row("git log", log);
        row("git tree", tree);
        row("source map", "{\"version\":3,\"mappings\":\"" + map + "\"}");
        row("nix", nix);
        row("image", "![x](data:image/png;base64," + b64(300'000) + ")\n");
        row("font, in lines", QByteArray(bytes(100'000).toBase64()).replace("A", "A\n").toStdString());
        row("binary", bytes(500'000).toStdString());
        std::string js;
        for (int i = 0; i < 3000; ++i) js += "function " + word("abcdefghijklmnopqrstuvwxyz", 2) + "(e,t){var n=e." + word("abcdefghijklmnopqrstuvwxyzABC_$", 9) + "||t.apiKey;return n?n.token=\"\":n}";
        row("minified", js);
        row("names of secrets", "const token = process.env.GITHUB_TOKEN; const password = getPassword(user, options);\nAPI_KEY=${API_KEY}\napi_key: \"{{ api_key }}\"\n"
                                "secret_key = os.environ['SECRET_KEY_FOR_THE_WHOLE_APPLICATION']\nclient_secret: <your client secret goes here>\npassword: changeme-changeme\n");
        row("made up in documentation", "AWS_ACCESS_KEY_ID=" + std::string("AKIA") + "IOSFODNN7EXAMPLE\ntoken: " + std::string("gh") + "p_" + std::string(36, 'x') + "\n" + std::string("sk-") + std::string(48, 'x') + "\n");
        row("names of functions", "def test_saysThatACommandIsGivenInWords(self):\ndef test_aRunAppliedPathByPathIsApplied(self):\nlive_streamingConfigurationForAll\n");
        row("prose", "A key file starts with BEGIN OPENSSH PRIVATE KEY; never paste one. -----BEGIN PRIVATE KEY----- is how it looks, and -----END PRIVATE KEY----- ends it.\n");
        row("public key", "ssh-ed25519 " + b64(51) + " me@test\n-----BEGIN CERTIFICATE-----\n" + b64(600) + "\n-----END CERTIFICATE-----\n-----BEGIN PUBLIC KEY-----\n" + b64(90) + "\n-----END PUBLIC KEY-----\n");
        row("wrong checksum", "x = \"" + std::string("gh") + "p_" + word("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789", 36) + "\"\n");
        row("url without a password", "git clone https://host.test/a/b.git; https://user@host.test/x; see http://a.test:8080/b@c and postgres://localhost/db\n");
    }
    void ordinaryFilesHaveNone() {
        QFETCH(QByteArray, text);
        QCOMPARE(QString::fromStdString(found(text.toStdString())), QString());
    }

    void aPrivateKeyIsOneFindingInEveryShape_data() {
        QTest::addColumn<QByteArray>("text");
        // As in a key of OpenSSH, numbers of four bytes with many zeros stand between what is random.
        const QByteArray body = (QByteArray("openssh-key-v1") + QByteArray(24, '\0') + bytes(64) + QByteArray(16, '\0') + bytes(120)).toBase64();
        QByteArray pem = QByteArray("-----BEGIN ") + "OPENSSH PRIVATE KEY-----\n";
        for (qsizetype i = 0; i < body.size(); i += 70) pem += body.mid(i, 70) + "\n";
        pem += QByteArray("-----END ") + "OPENSSH PRIVATE KEY-----\n";
        QTest::newRow("lines") << pem;
        QTest::newRow("CRLF") << QByteArray(pem).replace("\n", "\r\n");
        QTest::newRow("one line") << "KEY=" + QByteArray(pem).trimmed().replace("\n", " ") + "\n";
        QTest::newRow("JSON") << "{\"private_key\": \"" + QByteArray(pem).replace("\n", "\\n") + "\"}";
        QTest::newRow("YAML") << "key: |\n    " + QByteArray(pem).replace("\n", "\n    ");
        QTest::newRow("base64") << "data:\n  key: " + pem.toBase64() + "\n";
    }
    void aPrivateKeyIsOneFindingInEveryShape() {
        QFETCH(QByteArray, text);
        const std::string all = found(text.toStdString());
        QVERIFY2(QByteArray::fromStdString(all).startsWith("private-key"), all.c_str());
        QCOMPARE(all.find("\nprivate-key"), std::string::npos);
    }
};

QTEST_APPLESS_MAIN(FalsePositiveTest)
#include "false_positive_test.moc"
