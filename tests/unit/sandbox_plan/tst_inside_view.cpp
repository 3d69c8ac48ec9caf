// The walk through a plan's mounts, and the system's part of it on different layouts.
#include <QtTest>
#include <algorithm>
#include <filesystem>

#include "core/sandbox/bind_source.h"
#include "core/sandbox/inside_view.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/system_mounts.h"
#include "tests/unit/sandbox_plan/fake_person.h"

using namespace leadglass;
using namespace leadglass::sandbox;
namespace fs = std::filesystem;

namespace {

Mount bound(const std::string& source, const std::string& target, bool writable) {
    auto mount = bindMount(source, target, writable, "test");
    return mount ? mount.value() : Mount{};
}

Identities somebody() { return {1000, 1000, "u", "g", "/home/u", "/bin/sh"}; }

const Mount* at(const std::vector<Mount>& mounts, const std::string& target) {
    for (const auto& mount : mounts) {
        if (mount.target == target) {
            return &mount;
        }
    }
    return nullptr;
}

} // namespace

class TestInsideView : public QObject {
    Q_OBJECT

private slots:
    void theDeepestPathWinsInEveryOrder() {
        const std::string agent = m_person.home + "/.agent";
        fs::create_directories(agent + "/memory/keys/pub");
        std::vector<Mount> rules = {
            bound(agent, agent, false), bound(agent + "/memory", agent + "/memory", true),
            tmpfsMount(agent + "/memory/keys", 4096, 0555, "denied"),
            bound(agent + "/memory/keys/pub", agent + "/memory/keys/pub", false)};
        std::vector<int> order = {0, 1, 2, 3};
        int orders = 0;
        do {
            std::vector<Mount> mounts;
            for (const int i : order) {
                mounts.push_back(rules[static_cast<std::size_t>(i)]);
            }
            orderMounts(mounts);
            QVERIFY(std::is_sorted(mounts.begin(), mounts.end(), [](const auto& a, const auto& b) {
                return components(a.target) < components(b.target);
            }));
            QVERIFY(mountAt(mounts, agent + "/memory/a")->writable);
            QVERIFY(!mountAt(mounts, agent + "/b")->writable);
            QVERIFY(!hostPathOf(mounts, agent + "/memory/keys/k"));
            QVERIFY(hostPathOf(mounts, agent + "/memory/keys/pub/p"));
            QVERIFY(!mountAt(mounts, agent + "/memory/keys/pub/p")->writable);
            ++orders;
        } while (std::next_permutation(order.begin(), order.end()));
        QCOMPARE(orders, 24);
    }

    void aSourceBehindALinkIsNotBound() {
        fs::create_directories(m_person.home + "/real/d");
        fs::create_directory_symlink(m_person.home + "/real", m_person.home + "/alias");
        fs::create_symlink("/etc/passwd", m_person.home + "/real/d/leaf");
        QVERIFY(!bindMount(m_person.home + "/alias/d", "/x", false, ""));
        QVERIFY(!bindMount(m_person.home + "/real/d/leaf", "/x", false, ""));
        const auto mount = bindMount(m_person.home + "/real/d", "/x", false, "");
        QVERIFY(mount);
        struct stat s {};
        QCOMPARE(::stat(mount.value().source.c_str(), &s), 0);
        QCOMPARE(mount.value().ino, static_cast<std::uint64_t>(s.st_ino));
        QCOMPARE(mount.value().dev, static_cast<std::uint64_t>(s.st_dev));
        QCOMPARE(mount.value().type, static_cast<std::uint32_t>(S_IFDIR));
    }

    void aSocketOrFifoIsNotBound() {
        const std::string fifo = m_person.root + "/fifo";
        QCOMPARE(::mkfifo(fifo.c_str(), 0600), 0);
        QVERIFY(!bindMount(fifo, "/x", false, ""));
    }

    void linksLeadWhereTheyWouldInside() {
        const std::string real = m_person.root + "/var/home/u/p";
        fs::create_directories(real);
        fs::create_directory_symlink("var/home", m_person.root + "/homes");
        std::vector<Mount> mounts = {bound(real, real, true)};
        QVERIFY(!resolveInside(mounts, m_person.root + "/homes/u/p"));
        for (auto& link : linksFor(mounts, m_person.root + "/homes/u/p")) {
            mounts.push_back(link);
        }
        QCOMPARE(resolveInside(mounts, m_person.root + "/homes/u/p").value_or(""), real);
        QVERIFY(linksFor(mounts, m_person.root + "/homes/u/p").empty());
    }

    void circlesEnd() {
        const std::vector<Mount> mounts = {symlinkMount("/a", "/b", ""), symlinkMount("/b", "/a", "")};
        QVERIFY(!resolveInside(mounts, "/a/x"));
        QVERIFY(!resolveInside(mounts, ""));
        QCOMPARE(resolveInside(mounts, "/").value_or(""), std::string("/"));
    }

    void mergedAndSplitUsrLookAsOnTheHost() {
        const std::string merged = m_person.root + "/merged";
        const std::string split = m_person.root + "/split";
        fs::create_directories(merged + "/usr/bin");
        fs::create_directory_symlink("usr/bin", merged + "/bin");
        fs::create_directory_symlink("usr/nowhere", merged + "/lib32");
        fs::create_directories(split + "/usr/bin");
        fs::create_directories(split + "/bin");
        fs::create_directories(split + "/lib64");
        const auto a = systemDirectories(merged);
        const auto b = systemDirectories(split);
        QVERIFY(a && b);
        QCOMPARE(at(a.value(), "/bin")->kind, Mount::Kind::Symlink);
        QCOMPARE(at(a.value(), "/bin")->content, std::string("usr/bin"));
        QCOMPARE(at(a.value(), "/lib32")->kind, Mount::Kind::Symlink); // dangling is no error
        QCOMPARE(at(b.value(), "/bin")->kind, Mount::Kind::Bind);
        QCOMPARE(at(b.value(), "/lib64")->source, split + "/lib64");
        QVERIFY(at(b.value(), "/lib32") == nullptr);
        for (const auto& mount : b.value()) {
            QVERIFY(!mount.writable);
        }
    }

    void whereServicesMayLieWholeIsSealed() {
        const std::string root = m_person.root + "/services";
        fs::create_directories(root + "/usr/local/var");
        fs::create_directories(root + "/opt/service");
        auto found = systemDirectories(root);
        QVERIFY(found && at(*found, "/usr/local")->sealed && at(*found, "/opt")->sealed);
        QVERIFY(!at(*found, "/usr")->sealed);
        fs::remove_all(root + "/usr/local");
        fs::create_directory_symlink("/var/local", root + "/usr/local");
        found = systemDirectories(root);
        QVERIFY(found && at(*found, "/usr/local") == nullptr); // as a link in /usr it is there already
    }

    void etcShowsNoKeysAndNoPasswords() {
        const std::string root = m_person.root + "/r";
        for (const char* secret :
             {"shadow", "gshadow", "ssl/private/server.key", "ssl/extra.key", "pki/tls/private/k.pem",
              "NetworkManager/system-connections/w", "apt/auth.conf", "pip.conf", "environment",
              "profile.d/token.sh", "maven/settings.xml", "krb5.keytab", "npmrc", "sudoers",
              "gitconfig", "java-17-openjdk/management/jmxremote.password"}) {
            test::FakePerson::writeAt(root + "/etc/" + secret, "secret", 0640);
        }
        for (const char* plain : {"ssl/certs/ca.pem", "ssl/openssl.cnf", "services", "pki/tls/certs/ca.crt",
                                  "alternatives/x", "passwd", "ld.so.cache"}) {
            test::FakePerson::writeAt(root + "/etc/" + plain, "host", 0644);
        }
        fs::create_symlink("/usr/share/zoneinfo/Europe/Berlin", root + "/etc/localtime");
        test::FakePerson::writeAt(root + "/etc/nodejs/locked", "x", 0600);
        ::chmod((root + "/etc/nodejs").c_str(), 0700);
        const auto pieces = etcPieces(somebody(), root);
        QVERIFY2(pieces, pieces ? "" : pieces.error().text().c_str());
        for (const char* hidden :
             {"shadow", "gshadow", "ssl/private/server.key", "ssl/private", "ssl/extra.key",
              "pki/tls/private/k.pem", "NetworkManager/system-connections/w", "apt/auth.conf", "pip.conf",
              "environment", "profile.d/token.sh", "maven/settings.xml", "krb5.keytab", "npmrc",
              "sudoers", "nodejs/locked"}) {
            QVERIFY2(!hostPathOf(pieces.value(), std::string("/etc/") + hidden), hidden);
        }
        for (const char* shown : {"ssl/certs/ca.pem", "ssl/openssl.cnf", "services",
                                  "pki/tls/certs/ca.crt", "alternatives/x", "ld.so.cache"}) {
            QVERIFY2(resolveInside(pieces.value(), std::string("/etc/") + shown), shown);
        }
        QCOMPARE(at(pieces.value(), "/etc/localtime")->content,
                 std::string("/usr/share/zoneinfo/Europe/Berlin"));
        const Mount* passwd = at(pieces.value(), "/etc/passwd");
        QCOMPARE(passwd->kind, Mount::Kind::Data);
        QVERIFY(QString::fromStdString(passwd->content).contains("u:x:1000:1000::/home/u:/bin/sh"));
        QCOMPARE(at(pieces.value(), "/etc/machine-id")->content.size(), std::size_t{33});
    }

private:
    test::FakePerson m_person;
};

QTEST_APPLESS_MAIN(TestInsideView)
#include "tst_inside_view.moc"
