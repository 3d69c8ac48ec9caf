// A run's own canaries: made anew, of the right shape, and found in names in every form that a name can have.
#include <QTest>

#include "core/base/base64.h"
#include "core/session/canaries.h"
#include "core/session/known_hosts.h"

using namespace leadglass::session;

namespace {

std::string coded(const std::string& text, const char* alphabet, int bits) {
    std::string out;
    unsigned held = 0;
    int have = 0;
    for (const char c : text) {
        held = held << 8U | static_cast<unsigned char>(c);
        for (have += 8; have >= bits; have -= bits) {
            out += alphabet[held >> (have - bits) & ((1U << bits) - 1)];
        }
    }
    return have > 0 ? out + alphabet[held << (bits - have) & ((1U << bits) - 1)] : out;
}

// In labels of so many letters.
std::string labels(const std::string& text, std::size_t size) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); at += size) {
        out += (at == 0 ? "" : ".") + text.substr(at, size);
    }
    return out;
}

std::string lower(std::string text) {
    for (char& c : text) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
    return text;
}

} // namespace

class CanariesTest : public QObject {
    Q_OBJECT
private slots:
    void areOtherOnesInEachRunAndLookReal() {
        const auto one = Canaries::make();
        const auto two = Canaries::make();
        QVERIFY(one.ok() && two.ok());
        for (std::size_t i = 0; i < one->all.size(); ++i) {
            QVERIFY(one->all[i].value != two->all[i].value);
            QVERIFY(one->all[i].value.size() >= 20 && one->all[i].value.size() <= 255);
        }
        QCOMPARE(one->all[0].value.size(), std::size_t(20));
        QVERIFY(one->all[0].value.starts_with("AKIA"));
        QVERIFY(one->files[0].content.find("[default]") == std::string::npos); // no tool takes it by itself
        // Each is in its place, and nowhere else.
        for (const auto& canary : one->all) {
            int places = one->variableValue == canary.value ? 1 : 0;
            for (const auto& file : one->files) {
                places += file.content.find(canary.value) != std::string::npos ? 1 : 0;
            }
            QCOMPARE(places, 1);
        }
        const std::string& key = one->files[1].content;
        const std::size_t begin = key.find('\n') + 1;
        std::string letters = key.substr(begin, key.rfind("-----END") - begin);
        std::erase(letters, '\n');
        QVERIFY(leadglass::base64Decoded(letters).starts_with(std::string("openssh-key-v1\0\0\0\0\4none", 23)));
    }

    void areFoundInNames_data() {
        QTest::addColumn<QString>("form");
        for (const char* form : {"plain", "lower", "in labels", "a part", "hex", "hex in labels", "base32", "base32hex", "base32 behind a word"}) {
            QTest::newRow(form) << form;
        }
    }
    void areFoundInNames() {
        QFETCH(QString, form);
        const char* k32 = "abcdefghijklmnopqrstuvwxyz234567";
        for (int round = 0; round < 20; ++round) {
            const auto made = *Canaries::make();
            const CanaryNames names(made.values());
            for (std::size_t i = 0; i < made.all.size(); ++i) {
                const std::string value = made.all[i].value.substr(0, 40);
                const std::string hex = coded(value, "0123456789abcdef", 4);
                const std::string name = (form == "plain"          ? value.substr(0, 60)
                                         : form == "lower"         ? lower(value.substr(0, 60))
                                         : form == "in labels"     ? labels(lower(value), 7)
                                         : form == "a part"        ? "q7" + lower(value.substr(7, CanaryNames::kPart)) + "zz"
                                         : form == "hex"           ? hex.substr(0, 60)
                                         : form == "hex in labels" ? labels(hex, 31)
                                         : form == "base32"        ? labels(coded(value, k32, 5), 60)
                                         : form == "base32hex"     ? labels(coded(value, "0123456789abcdefghijklmnopqrstuv", 5), 60)
                                                                   : "data." + labels(coded("user=" + value, k32, 5), 50)) +
                                        ".collect.example";
                QVERIFY2(names.in(name) == static_cast<int>(i), name.c_str());
                QCOMPARE(names.shown(name), std::string("*.collect.example"));
            }
        }
    }
    void otherNamesAreNot() {
        const auto made = *Canaries::make();
        const CanaryNames names(made.values());
        for (const char* name : {"", ".", "a", "api.example.com", "d111111abcdef8.cloudfront.net", "_acme-challenge.example.com", "xn--bcher-kva.example",
                                 "3f2a9c71d04be85566aa0f19c2d7e8b1.assets.example.net", "mfrggzdfmztwq2lknnwg23tpoaqhc5dfon2a.tunnel.example"}) {
            QCOMPARE(names.in(name), CanaryNames::kNone);
        }
        QCOMPARE(CanaryNames({}).in("akia.example"), CanaryNames::kNone);
        QVERIFY(names.shown(lower(made.all[0].value) + ".com").find(lower(made.all[0].value)) == std::string::npos);
    }
};

QTEST_APPLESS_MAIN(CanariesTest)
#include "tst_canaries.moc"
