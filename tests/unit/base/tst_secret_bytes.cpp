// A credential's memory: locked, not in dumps or children, overwritten at its end.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <fstream>

#include "core/base/secret_bytes.h"

using leadglass::SecretBytes;

namespace {

// The VmFlags of the mapping that `address` is in (proc(5), smaps).
QByteArray flagsOf(const void* address) {
    std::ifstream smaps("/proc/self/smaps");
    const auto wanted = reinterpret_cast<std::uintptr_t>(address);
    bool inside = false;
    for (std::string line; std::getline(smaps, line);) {
        unsigned long from = 0;
        unsigned long to = 0;
        if (std::sscanf(line.c_str(), "%lx-%lx ", &from, &to) == 2) {
            inside = wanted >= from && wanted < to;
        } else if (inside && line.starts_with("VmFlags:")) {
            return QByteArray::fromStdString(line);
        }
    }
    return {};
}

} // namespace

class TestSecretBytes : public QObject {
    Q_OBJECT
private slots:
    void isLockedAndNeitherDumpedNorInherited() {
        auto made = SecretBytes::copyOf("sesame");
        QVERIFY(made.ok());
        const auto flags = flagsOf(made->reveal().data());
        QVERIFY2(flags.contains(" dd") && flags.contains(" wf"), flags.constData());
#if !defined(__SANITIZE_ADDRESS__) // which locks nothing, whoever asks
        QVERIFY2(flags.contains(" lo"), flags.constData());
#endif
        const pid_t child = ::fork();
        if (child == 0) {
            ::_exit(made->reveal() == std::string_view("\0\0\0\0\0\0", 6) ? 0 : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        QCOMPARE(status, 0);
        QVERIFY(made->equals("sesame"));
    }
    void isGoneWhenItEndsAndWhenItShrinks() {
        auto made = SecretBytes::copyOf("sesame");
        QVERIFY(made.ok());
        const char* at = made->reveal().data();
        made->shrink(2);
        QCOMPARE(made->size(), std::size_t{2});
        QVERIFY(std::string_view(at, 6) == std::string_view("se\0\0\0\0", 6));
        { SecretBytes gone = std::move(*made); }
        QVERIFY(flagsOf(at).isEmpty() || !flagsOf(at).contains(" wf"));
        QVERIFY(made->empty());
    }
    void equalsIsExact() {
        auto made = SecretBytes::copyOf(std::string_view("a\0b", 3));
        QVERIFY(made.ok());
        QVERIFY(made->equals(std::string_view("a\0b", 3)));
        for (const std::string_view other : {std::string_view("a\0c", 3), std::string_view("a"), std::string_view()}) {
            QVERIFY(!made->equals(other));
        }
    }
    void tooLargeIsSaid() {
        QVERIFY(SecretBytes::ofSize(SecretBytes::kMax).ok());
        QVERIFY(!SecretBytes::ofSize(SecretBytes::kMax + 1).ok());
        QVERIFY(SecretBytes::copyOf("").ok());
    }
};

QTEST_APPLESS_MAIN(TestSecretBytes)
#include "tst_secret_bytes.moc"
