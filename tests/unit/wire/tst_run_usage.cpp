// What a run takes of its limits survives the wire; nothing else is accepted.
#include <QtTest>

#include "core/wire/run_control.h"

using namespace leadglass::wire;

namespace {

std::string reply(const std::string& usage) { return R"({"v":1,"id":3,"ok":true,"version":"0.1","questions":[],"usage":)" + usage + "}"; }

std::string limit(const std::string& more) { return R"({"name":"memory","unit":"bytes","at_most":false,"by":"watchdog")" + more + "}"; }

} // namespace

class TestRunUsage : public QObject {
    Q_OBJECT
private slots:
    void survivesTheWire() {
        Reply sent;
        sent.id = 3;
        sent.usage = RunUsage{4711, {{"memory", "bytes", 8ULL << 30U, UINT64_MAX, true, "watchdog", {"watchdog_memory", "rlimit_data"}}, {"cpu", "percent", std::nullopt, std::nullopt, false, "cgroup cpu.max"}}};
        const auto frame = encode(ToClient(sent));
        QVERIFY(frame.ok());
        const auto got = decodeToClient(std::string_view(*frame).substr(4));
        QVERIFY(got.ok());
        const auto& usage = std::get<Reply>(*got).usage;
        QVERIFY(usage.has_value());
        QCOMPARE(usage->member, 4711U);
        QCOMPARE(usage->limits.size(), std::size_t(2));
        QCOMPARE(usage->limits[0].limit.value(), 8ULL << 30U);
        QCOMPARE(usage->limits[0].used.value(), UINT64_MAX);
        QVERIFY(usage->limits[0].atMost);
        QVERIFY((usage->limits[0].codes == std::vector<std::string>{"watchdog_memory", "rlimit_data"}) && usage->limits[1].codes.empty());
        QVERIFY(!usage->limits[1].limit && !usage->limits[1].used);
    }

    void aLimitOfAnEarlierVersionHasNoCodes() {
        const auto got = decodeToClient(reply(R"({"member":1,"limits":[)" + limit("") + "]}"));
        QVERIFY(got.ok() && std::get<Reply>(*got).usage->limits.at(0).codes.empty());
    }

    void aReplyWithoutItIsAReply() {
        const auto got = decodeToClient(R"({"v":1,"id":3,"ok":true,"version":"0.1","questions":[]})");
        QVERIFY(got.ok() && !std::get<Reply>(*got).usage);
    }

    void refusesWhatIsNotOfThatForm_data() {
        QTest::addColumn<QString>("usage");
        std::string many;
        for (std::size_t i = 0; i <= kMaxLimitUses; ++i) {
            many += (i > 0 ? "," : "") + limit("");
        }
        const auto row = [](const char* name, const std::string& usage) { QTest::newRow(name) << QString::fromStdString(usage); };
        row("too many limits", R"({"member":1,"limits":[)" + many + "]}");
        row("a negative process", R"({"member":-1,"limits":[]})");
        row("a process beyond all numbers", R"({"member":9999999999,"limits":[]})");
        row("no limits", R"({"member":1})");
        row("a text in place of a number", R"({"member":1,"limits":[)" + limit(R"(,"used":"7")") + "]}");
        row("a fraction", R"({"member":1,"limits":[)" + limit(R"(,"limit":1.5)") + "]}");
        row("a long name", R"({"member":1,"limits":[{"name":")" + std::string(33, 'm') + R"(","unit":"bytes","at_most":false,"by":""}]})");
        row("a code that is no text", R"({"member":1,"limits":[)" + limit(R"(,"codes":[7])") + "]}");
        row("a long code", R"({"member":1,"limits":[)" + limit(",\"codes\":[\"" + std::string(33, 'c') + "\"]") + "]}");
        row("too many codes", R"({"member":1,"limits":[)" + limit(R"(,"codes":["a","b","c","d","e","f","g","h","i"])") + "]}");
        row("codes that are no list", R"({"member":1,"limits":[)" + limit(R"(,"codes":"a")") + "]}");
        row("a list", "[]");
    }
    void refusesWhatIsNotOfThatForm() {
        QFETCH(QString, usage);
        QVERIFY(!decodeToClient(reply(usage.toStdString())).ok());
    }
};

QTEST_GUILESS_MAIN(TestRunUsage)
#include "tst_run_usage.moc"
