// A value is found in whatever form a text has it.
#include <QTest>
#include <QUrl>

#include "core/secrets/forms.h"

using namespace leadglass;

namespace {

std::string text(const QByteArray& bytes) { return bytes.toStdString(); }

secrets::SecretList formsOf(std::string_view value) {
    secrets::SecretList out;
    if (!secrets::addForms(out, value)) {
        qFatal("no forms");
    }
    return out;
}

} // namespace

class TestForms : public QObject {
    Q_OBJECT

private slots:
    void findsAValueInBase64WhateverStandsAroundIt() {
        const std::string value = "ghp_Zm9vYmFyZ/+~8=x&";
        const auto forms = formsOf(value);
        for (int before = 0; before < 7; ++before) {
            for (int after = 0; after < 5; ++after) {
                const QByteArray around = QByteArray(before, 'u') + QByteArray::fromStdString(value) + QByteArray(after, '\xFF');
                QVERIFY(secrets::holdsAny("Basic " + text(around.toBase64()), forms));
                QVERIFY(secrets::holdsAny(text(around.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals)), forms));
            }
        }
        QVERIFY(!secrets::holdsAny("Basic " + text(QByteArray("user:ghp_Zm9vYmFyZ/+~8=y&").toBase64()), forms));
    }

    void findsItPercentEncodedOnceAndTwiceAndInAnyCase() {
        const std::string value = "a+b/c=d&e f:g@h";
        const auto forms = formsOf(value);
        const QByteArray once = QUrl::toPercentEncoding(QString::fromStdString(value));
        QVERIFY(secrets::holdsAny("/x?q=" + text(once) + "&z", forms));
        QVERIFY(secrets::holdsAny("/x?q=" + text(once.toLower()), forms));
        QVERIFY(secrets::holdsAny("/x?q=" + text(QUrl::toPercentEncoding(once)), forms));
        std::string all; // every byte escaped, letters too
        for (const char c : value) {
            all += "%" + text(QByteArray(1, c).toHex());
        }
        QVERIFY(secrets::holdsAny(all, forms));
        QVERIFY(secrets::holdsAny("/" + all.substr(0, 3) + value.substr(1), forms));
        QVERIFY(!secrets::holdsAny("/a%2Bb%2Fc", forms));
        QVERIFY(!secrets::holdsAny("%", forms));
        QVERIFY(!secrets::holdsAny("%4", forms));
    }

    void findsItInAStringOfJson() {
        const auto forms = formsOf("a/b\"c\\d+e=");
        QVERIFY(secrets::holdsAny("[\"a/b\\\"c\\\\d+e=\"]", forms));
        QVERIFY(secrets::holdsAny("[\"a\\/b\\\"c\\\\d+e=\"]", forms)); // as PHP writes it
        QVERIFY(!secrets::holdsAny("[\"a\\/b\"]", forms));
        QVERIFY(formsOf("only-plain-letters").size() <= 9); // raw, base64 and hex: the others are the same
    }

    void findsItAsServersWriteItIntoAddressesJsonAndPages() {
        const auto forms = formsOf("a/b+c=d&e<f>g\"h'i~j:k");
        for (const char* each : {"a/b%2Bc%3Dd%26e%3Cf%3Eg%22h%27i~j%3Ak", "a/b+c=d&e%3Cf%3Eg%22h'i~j:k", "a%2Fb%2Bc%3Dd%26e%3Cf%3Eg%22h'i~j%3Ak",
                                 "a/b+c=d\\u0026e\\u003cf\\u003eg\\\"h'i~j:k", "a/b\\u002Bc=d\\u0026e\\u003Cf\\u003Eg\\\"h\\u0027i~j:k",
                                 "a/b+c=d&amp;e&lt;f&gt;g&quot;h&#039;i~j:k", "a/b+c=d&amp;e&lt;f&gt;g&quot;h&#x27;i~j:k", "a/b+c=d&amp;e&lt;f&gt;g&#34;h&#39;i~j:k",
                                 "a&#x2F;b+c&#x3D;d&amp;e&lt;f&gt;g&quot;h&#39;i~j:k"}) {
            QVERIFY2(secrets::holdsAny(each, forms), each);
        }
        const QByteArray hex = QByteArray("a/b+c=d&e<f>g\"h'i~j:k").toHex();
        QVERIFY(secrets::holdsAny(text(hex), forms));
        QVERIFY(secrets::holdsAny(text(hex.toUpper()), forms));
        QVERIFY(formsOf(std::string(4000, '+')).bytes() < 60 * 1024); // room in one message
    }

    void shortOnesAreNotLookedForInTheirParts() {
        const auto forms = formsOf("abc");
        QVERIFY(!secrets::holdsAny("abcabc", forms));
        QCOMPARE(forms.size(), std::size_t{0});
    }

    void base64IsAsQtHasIt() {
        QByteArray bytes;
        for (int i = 0; i < 70; ++i) {
            const auto digits = secrets::base64(text(bytes));
            QVERIFY(digits);
            QCOMPARE(QByteArray::fromStdString(std::string(digits->reveal())), bytes.toBase64());
            const auto back = secrets::unbase64(digits->reveal());
            QVERIFY(back);
            QVERIFY(back->equals(text(bytes)));
            bytes += static_cast<char>(i * 37 + 200);
        }
        QVERIFY(!secrets::unbase64("ab!c"));
        QVERIFY(!secrets::unbase64("ab cd"));
    }

    void aListHasEachOnceAndAnEnd() {
        secrets::SecretList list;
        QVERIFY(list.add("one") && list.add("two") && list.add("one") && list.add(""));
        QCOMPARE(list.size(), std::size_t{2});
        QVERIFY(list.add(std::string(5000, 'x')));
        QCOMPARE(list.at(0), std::string_view("one"));
        QCOMPARE(list.at(2).size(), std::size_t{5000});
        QVERIFY(!list.add(std::string(65536, 'y')));
        QCOMPARE(list.at(1), std::string_view("two"));
    }
};

QTEST_GUILESS_MAIN(TestForms)
#include "tst_forms.moc"
