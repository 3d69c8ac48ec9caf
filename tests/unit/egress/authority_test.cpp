// The run's certificate authority, as OpenSSL's own verification sees it.
#include <QtTest>

#include <openssl/x509_vfy.h>

#include "core/egress/inspect/authority.h"
#include "core/egress/inspect/leaf_cache.h"
#include "core/egress/inspect/session_cache.h"
#include "core/egress/inspect/tls_contexts.h"
#include "tests/unit/egress/tls_peers.h"

using namespace leadglass;
using namespace leadglass::egress;
using namespace leadglass::test;

namespace {

Nanos now() {
    return systemClock().wall();
}
Owned<X509> parsed(const std::string& der) {
    return parseDer({der.begin(), der.end()});
}
// 0: holds; else the code of X509_verify_cert(3). Strict: every rule of RFC 5280, as Python 3.13 asks for it.
int verify(X509* root, X509* leaf, const std::string& host) {
    Owned<X509_STORE> store(X509_STORE_new());
    X509_STORE_add_cert(store.get(), root);
    Owned<X509_STORE_CTX> context(X509_STORE_CTX_new());
    X509_STORE_CTX_init(context.get(), store.get(), leaf, nullptr);
    X509_STORE_CTX_set_default(context.get(), "ssl_server");
    X509_VERIFY_PARAM* param = X509_STORE_CTX_get0_param(context.get());
    X509_VERIFY_PARAM_set1_host(param, host.c_str(), host.size());
    X509_VERIFY_PARAM_set_flags(param, X509_V_FLAG_X509_STRICT);
    return X509_verify_cert(context.get()) == 1 ? 0 : X509_STORE_CTX_get_error(context.get());
}

} // namespace

class AuthorityTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QVERIFY(loadTls()); }

    void aLeafHoldsForItsNameAlone() {
        auto made = Authority::make({"api.test", "*.any.test"}, now());
        QVERIFY(made);
        const Owned<X509> root = parsed(made->certificate());
        QVERIFY(root != nullptr);
        const Owned<X509> leaf = parsed(made->mint("api.test", now()).value());
        QVERIFY(leaf != nullptr);
        QCOMPARE(verify(root.get(), leaf.get(), "api.test"), 0);
        QCOMPARE(verify(root.get(), leaf.get(), "www.api.test"), X509_V_ERR_HOSTNAME_MISMATCH);
        QCOMPARE(verify(root.get(), leaf.get(), "other.test"), X509_V_ERR_HOSTNAME_MISMATCH);
        const Owned<X509> below = parsed(made->mint("x.y.any.test", now()).value());
        QCOMPARE(verify(root.get(), below.get(), "x.y.any.test"), 0);
    }

    // Whoever takes the key from the process can be those hosts to this run, and nobody else.
    void aLeafForAHostThatIsNotInspectedHoldsNowhere_data() {
        QTest::addColumn<QString>("host");
        for (const char* host : {"other.test", "any.test", "xany.test", "apixtest", "test", "localhost"}) {
            QTest::newRow(host) << host;
        }
    }
    void aLeafForAHostThatIsNotInspectedHoldsNowhere() {
        QFETCH(QString, host);
        auto made = Authority::make({"api.test", "*.any.test"}, now());
        QVERIFY(made);
        const Owned<X509> root = parsed(made->certificate());
        const Owned<X509> leaf = parsed(made->mint(host.toStdString(), now()).value());
        QCOMPARE(verify(root.get(), leaf.get(), host.toStdString()), X509_V_ERR_PERMITTED_VIOLATION);
    }

    void anAuthorityForNoHostVouchesForNone() {
        auto made = Authority::make({}, now());
        QVERIFY(made);
        const Owned<X509> leaf = parsed(made->mint("api.test", now()).value());
        QCOMPARE(verify(parsed(made->certificate()).get(), leaf.get(), "api.test"), X509_V_ERR_EXCLUDED_VIOLATION);
    }

    void theAuthorityIsLimited() {
        auto made = Authority::make({"api.test"}, now());
        QVERIFY(made);
        const Owned<X509> root = parsed(made->certificate());
        QCOMPARE(X509_get_pathlen(root.get()), 0L);
        QCOMPARE(X509_get_key_usage(root.get()), std::uint32_t{KU_KEY_CERT_SIGN});
        QVERIFY(X509_get_ext_by_NID(root.get(), NID_name_constraints, -1) >= 0);
        QCOMPARE(X509_EXTENSION_get_critical(X509_get_ext(root.get(), X509_get_ext_by_NID(root.get(), NID_name_constraints, -1))), 1);
        char name[64];
        X509_NAME_get_text_by_NID(X509_get_subject_name(root.get()), NID_commonName, name, sizeof name);
        QCOMPARE(std::string(name), std::string("Leadglass run"));
        const std::unique_ptr<NAME_CONSTRAINTS, decltype(&NAME_CONSTRAINTS_free)> constraints(
            static_cast<NAME_CONSTRAINTS*>(X509_get_ext_d2i(root.get(), NID_name_constraints, nullptr, nullptr)), &NAME_CONSTRAINTS_free);
        QVERIFY(constraints != nullptr);
        QCOMPARE(sk_GENERAL_SUBTREE_num(constraints->permittedSubtrees), 1);
        QCOMPARE(sk_GENERAL_SUBTREE_num(constraints->excludedSubtrees), 2); // every IPv4 and IPv6 address
        time_t soon = time(nullptr) + 9 * 24 * 3600;
        QVERIFY(X509_cmp_time(X509_get0_notAfter(root.get()), &soon) < 0);
    }

    void aNameThatIsNoneGetsNoLeaf_data() {
        QTest::addColumn<QByteArray>("host");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("wildcard") << QByteArray("*.any.test");
        QTest::newRow("nul") << QByteArray("api.test\0.evil", 14);
        QTest::newRow("upper") << QByteArray("API.test");
        QTest::newRow("long") << QByteArray(254, 'a');
        QTest::newRow("dot") << QByteArray(".test");
    }
    void aNameThatIsNoneGetsNoLeaf() {
        QFETCH(QByteArray, host);
        auto made = Authority::make({"api.test"}, now());
        QVERIFY(!made->mint(host.toStdString(), now()));
    }

    void anotherProcessTakesTheSameAuthority() {
        auto first = Authority::make({"api.test"}, now());
        const auto key = first->exportKey();
        const std::string& der = first->certificate();
        auto second = Authority::take({reinterpret_cast<const std::uint8_t*>(der.data()), der.size()}, key.value());
        QVERIFY(second);
        const Owned<X509> leaf = parsed(second->mint("api.test", now()).value());
        QCOMPARE(verify(parsed(der).get(), leaf.get(), "api.test"), 0);
        auto other = Authority::make({"api.test"}, now());
        const std::string& wrong = other->certificate();
        QVERIFY(!Authority::take({reinterpret_cast<const std::uint8_t*>(wrong.data()), wrong.size()}, key.value()));
    }

    void noTwoLeavesHaveOneNumber() {
        auto made = Authority::make({"api.test"}, now());
        const Owned<X509> a = parsed(made->mint("api.test", now()).value());
        const Owned<X509> b = parsed(made->mint("api.test", now()).value());
        QVERIFY(ASN1_INTEGER_cmp(X509_get0_serialNumber(a.get()), X509_get0_serialNumber(b.get())) != 0);
    }

    void theCacheIsBoundedAndMintsAnewInTime() {
        auto made = Authority::make({"*.any.test"}, now());
        Authority authority = std::move(*made);
        LeafCache cache(authority);
        X509* first = cache.leafFor("a.any.test", now()).value();
        QCOMPARE(cache.leafFor("a.any.test", now()).value(), first);
        X509_up_ref(first); // so that no other one can have its address
        QVERIFY(cache.leafFor("a.any.test", now() + 6LL * 24 * 3600 * 1'000'000'000).value() != first);
        X509_free(first);
        for (std::size_t i = 0; i < LeafCache::kMax + 20; ++i) {
            QVERIFY(cache.leafFor("h" + std::to_string(i) + ".any.test", now()));
        }
        QCOMPARE(cache.size(), LeafCache::kMax);
    }

    void sessionsAreBoundedOfOneHostAndEnd() {
        SessionCache cache;
        constexpr Nanos kUntil = 100;
        const auto made = [](int version) {
            TlsSessionPtr session(SSL_SESSION_new());
            SSL_SESSION_set_protocol_version(session.get(), version);
            return session;
        };
        cache.keep("a.test", {made(TLS1_3_VERSION), kUntil});
        QVERIFY(!cache.take("b.test", 0).session);
        QCOMPARE(cache.take("a.test", 0).until, kUntil);
        QVERIFY2(!cache.take("a.test", 0).session, "once");
        cache.keep("a.test", {made(TLS1_2_VERSION), kUntil});
        QVERIFY(cache.take("a.test", 0).session && cache.take("a.test", kUntil - 1).session);
        QVERIFY2(!cache.take("a.test", kUntil).session && !cache.take("a.test", 0).session, "it has ended");
        for (std::size_t i = 0; i < SessionCache::kMaxHosts + 10; ++i) {
            cache.keep("h" + std::to_string(i), {made(TLS1_3_VERSION), kUntil});
        }
        QCOMPARE(cache.hosts(), SessionCache::kMaxHosts);
        std::size_t got = 0;
        for (std::size_t i = 0; i < SessionCache::kMaxEach + 3; ++i) {
            cache.keep("c.test", {made(TLS1_3_VERSION), kUntil});
        }
        while (cache.take("c.test", 0).session) ++got;
        QCOMPARE(got, SessionCache::kMaxEach);
    }

    void noRootsIsAnError() {
        QVERIFY(!makeUpstreamSide(""));
        QVERIFY(!makeUpstreamSide("-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----\n"));
    }
};

QTEST_GUILESS_MAIN(AuthorityTest)
#include "authority_test.moc"
