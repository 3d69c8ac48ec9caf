// One value out of an agent's file of tokens.
#include <QTest>

#include "core/secrets/json_pick.h"
#include "core/secrets/source.h"

using namespace leadglass;
using namespace leadglass::secrets;

class TestJsonPick : public QObject {
    Q_OBJECT

private slots:
    void findsTheOneValueThere_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("pointer");
        QTest::addColumn<QByteArray>("found"); // null: none
        const auto row = [](const char* name, const char* json, const char* pointer, const char* found) {
            QTest::newRow(name) << QByteArray(json) << QByteArray(pointer) << QByteArray(found);
        };
        row("text", R"({"a":"x"})", "/a", R"("x")");
        row("deep", R"( { "a" : { "b" : [1, {"c":2}], "c" : 1795000000000 } , "d":null} )", "/a/c", "1795000000000");
        row("list", R"({"a":{"b":["x","y"]}})", "/a/b", R"(["x","y"])");
        row("behind another of that name below", R"({"b":{"a":1},"a":2})", "/a", "2");
        row("missing", R"({"a":"x"})", "/b", nullptr);
        row("through a text", R"({"a":"x"})", "/a/b", nullptr);
        row("through a list", R"({"a":[{"b":1}]})", "/a/b", nullptr);
        row("twice", R"({"a":"x","a":"y"})", "/a", nullptr);
        row("no object", R"(["a"])", "/a", nullptr);
        row("more behind", R"({"a":"x"}{})", "/a", nullptr);
        row("cut off", R"({"a":"x")", "/a", nullptr);
        row("comma at the end", R"({"a":"x",})", "/a", nullptr);
        row("control character", "{\"a\":\"x\ny\"}", "/a", nullptr);
        row("bad escape", R"({"a":"\q"})", "/a", nullptr);
        row("bad number", R"({"a":-,"b":1})", "/b", nullptr);
        row("too deep", R"({"a":[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]],"b":1})", "/b", nullptr);
        row("empty", "", "/a", nullptr);
        row("no pointer", R"({"a":"x"})", "a", nullptr);
    }
    void findsTheOneValueThere() {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, pointer);
        QFETCH(QByteArray, found);
        const auto got = jsonAt({json.constData(), static_cast<std::size_t>(json.size())}, pointer.toStdString());
        QCOMPARE(got.has_value(), !found.isNull());
        QCOMPARE(got ? QByteArray(got->data(), static_cast<qsizetype>(got->size())) : QByteArray(), found);
    }

    void takesOnlyWhatCanBeACredential() {
        QCOMPARE(jsonString(R"({"a":"sk-x"})", "/a")->reveal(), std::string_view("sk-x"));
        for (const char* json : {R"({"a":""})", R"({"a":null})", R"({"a":7})", R"({"a":["x"]})", R"({"a":"x\n"})", R"({"a":"\u0041"})", "{\"a\":\"\xc3\xa9\"}", "{}"}) {
            const auto value = jsonString(json, "/a");
            QVERIFY2(!value, json);
            QCOMPARE(value.error().code, Code::NotFound);
        }
    }

    void isWrittenBehindAFile() {
        const auto source = parseSource("file:~/.claude/.credentials.json#/claudeAiOauth/accessToken");
        QVERIFY(source);
        QCOMPARE(source->name, std::string("~/.claude/.credentials.json"));
        QCOMPARE(source->pointer, std::string("/claudeAiOauth/accessToken"));
        for (const char* bad : {"file:~/x#/", "file:~/x#/a/", "file:~/x#/a//b", "file:~/x#/a~1b", "file:~/x#/a b", "file:~/x#/a#/b"}) {
            QVERIFY2(!parseSource(bad), bad);
        }
        QCOMPARE(parseSource("file:~/x#y")->pointer, std::string());
    }
};

QTEST_APPLESS_MAIN(TestJsonPick)
#include "tst_json_pick.moc"
