// Where a credential comes from, as it is written.
#include <QTest>

#include "core/secrets/source.h"

using namespace leadglass;
using secrets::Source;

class TestSource : public QObject {
    Q_OBJECT

private slots:
    void readsEveryKind() {
        const auto keyring = secrets::parseSource("keyring:leadglass/anthropic");
        QVERIFY(keyring);
        QCOMPARE(keyring->name, std::string("anthropic"));
        QVERIFY(keyring->kind == Source::Kind::Keyring && keyring->attributes.empty());
        QCOMPARE(secrets::parseSource("keyring:anthropic")->name, std::string("anthropic"));
        const auto others = secrets::parseSource("keyring:service=git,user=a b");
        QVERIFY(others);
        QCOMPARE(others->attributes, (std::map<std::string, std::string>{{"service", "git"}, {"user", "a b"}}));
        QCOMPARE(secrets::parseSource("env:GITHUB_TOKEN")->name, std::string("GITHUB_TOKEN"));
        QCOMPARE(secrets::parseSource("file:~/keys/app.pem")->name, std::string("~/keys/app.pem"));
        const auto command = secrets::parseSource("command:pass show 'work token' a\\ b \"c d\" ''");
        QVERIFY(command);
        QCOMPARE(command->command, (std::vector<std::string>{"pass", "show", "work token", "a b", "c d", ""}));
        const auto aws = secrets::parseSource("aws:role=arn:aws:iam::1:role/x credentials=keyring:aws");
        QVERIFY(aws && aws->kind == Source::Kind::Aws && secrets::isMinted(aws->kind));
        QCOMPARE(aws->attributes.at("role"), std::string("arn:aws:iam::1:role/x"));
    }

    void refusesWhatNamesNone_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", "keyring", "keyring:", "keyring:../x", "keyring:leadglass/", "keyring:a=", "keyring:=a", "keyring:a=1,a=2", "env:", "env:A-B", "env:1A",
                                 "file:", "file:../x", "file:.hidden", "command:", "command:'a", "command:a\\", "command:''", "aws:role", "http://x", "Keyring:x",
                                 "keyring:a\nb", "env:A\x01"}) {
            QTest::newRow(text) << QByteArray(text);
        }
    }
    void refusesWhatNamesNone() {
        QFETCH(QByteArray, text);
        const auto got = secrets::parseSource(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
        QVERIFY(!got);
        QVERIFY(!got.error().what.empty() && got.error().what.find('\n') == std::string::npos);
    }

    void aNameIsPlainAndShort() {
        for (const std::string& name : {std::string("a"), std::string("anthropic"), std::string("a.b_c-d"), std::string("0"), std::string(64, 'a')}) {
            QVERIFY(secrets::checkName(name));
        }
        for (const std::string& name : {std::string(), std::string("-a"), std::string(".a"), std::string("a/b"), std::string("a b"), std::string("ä"), std::string(65, 'a'),
                                       std::string("a\0b", 3)}) {
            QVERIFY(!secrets::checkName(name));
        }
    }
};

QTEST_GUILESS_MAIN(TestSource)
#include "tst_source.moc"
