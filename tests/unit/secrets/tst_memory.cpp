// After its use a value is nowhere in the memory of who had it.
#include <QTest>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <cstring>
#include <fstream>
#include <sstream>

#include "core/base/unique_fd.h"
#include "core/secrets/broker.h"
#include "tests/unit/secrets/secret_fixture.h"

using namespace leadglass;

namespace {

constexpr std::uint8_t kMask = 0x5A;
// Masked wherever it is written down here, so that only the program under test has it plainly.
std::string masked(std::string text) {
    for (char& c : text) {
        c = static_cast<char>(static_cast<std::uint8_t>(c) ^ kMask);
    }
    return text;
}

// How often it stands in `bytes`.
int countIn(const std::vector<std::uint8_t>& bytes, std::size_t size, const std::string& hidden) {
    int count = 0;
    const int first = static_cast<std::uint8_t>(hidden[0]) ^ kMask;
    const std::uint8_t* at = bytes.data();
    const std::uint8_t* const end = at + size;
    while (static_cast<std::size_t>(end - at) >= hidden.size()) {
        at = static_cast<const std::uint8_t*>(std::memchr(at, first, static_cast<std::size_t>(end - at) - hidden.size() + 1));
        if (at == nullptr) {
            break;
        }
        std::size_t same = 0;
        while (same < hidden.size() && (at[same] ^ kMask) == static_cast<std::uint8_t>(hidden[same])) {
            ++same;
        }
        count += same == hidden.size() ? 1 : 0;
        ++at;
    }
    return count;
}

// How often `text` (given masked) stands in the readable memory of this process. Compared byte by byte against the
// masked form: the search itself never has the plain one.
int seen(const std::string& hidden) {
    std::ifstream maps("/proc/self/maps");
    const UniqueFd memory(::open("/proc/self/mem", O_RDONLY | O_CLOEXEC));
    std::string line;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> areas;
    while (std::getline(maps, line)) {
        std::uint64_t from = 0;
        std::uint64_t to = 0;
        char dash = 0;
        std::string rights;
        std::istringstream(line) >> std::hex >> from >> dash >> to >> rights;
        if (rights.starts_with("r") && line.find("[vvar") == std::string::npos && line.find("[vsyscall") == std::string::npos) {
            areas.emplace_back(from, to);
        }
    }
    int count = 0;
    for (const auto& [from, to] : areas) {
        std::vector<std::uint8_t> bytes(to - from);
        const ssize_t got = ::pread(memory.get(), bytes.data(), bytes.size(), static_cast<off_t>(from));
        count += got > 0 ? countIn(bytes, static_cast<std::size_t>(got), hidden) : 0;
        ::explicit_bzero(bytes.data(), bytes.size()); // what was read is no find of the next scan
    }
    return count;
}

// tr(1) of it is the value: neither the test nor the arguments of a process have it.
const std::string kTurned = "pnanel-va-zrzbel-7s3q9o";
const std::string kPlainMasked = [] {
    std::string text = kTurned;
    for (char& c : text) {
        c = c >= 'a' && c <= 'z' ? static_cast<char>((c - 'a' + 13) % 26 + 'a') : c;
        c = static_cast<char>(static_cast<std::uint8_t>(c) ^ kMask);
    }
    return text;
}();

secrets::Binding binding() {
    secrets::Binding out;
    out.name = "a";
    out.source = *secrets::parseSource("command:sh -c 'echo " + kTurned + " | tr a-z n-za-m'");
    secrets::Place place;
    place.host = "api.example.com";
    place.header = "authorization";
    place.format = secrets::Place::Format::Template;
    place.text = "Bearer {}";
    out.places = {place};
    return out;
}

} // namespace

class TestMemory : public QObject {
    Q_OBJECT

    // Uses the value once; `during` while the answer is held.
    template <class During>
    void use(During during) {
        test::SecretFixture fixture;
        secrets::Broker broker(*fixture.loop, *fixture.stores);
        QVERIFY(broker.add(binding()));
        secrets::Request request;
        request.host = "api.example.com";
        request.method = "GET";
        request.target = "/";
        request.headers = {{"authorization", "Bearer " + broker.placeholder("a")->value}};
        std::optional<secrets::Answer> answer;
        broker.ask(request, [&](secrets::Answer got) { answer = std::move(got); });
        QVERIFY(fixture.until([&] { return answer.has_value(); }));
        QVERIFY2(answer->allow, answer->detail.c_str());
        during(*answer, broker);
    }

private slots:
    void theScanFindsWhatIsThere() {
        const std::string mine = "plain-for-the-scan-to-find";
        QVERIFY(seen(masked(mine)) > 0);
    }

    void afterUseItIsGone() {
        int held = 0;
        int answered = 0;
        use([&](secrets::Answer& answer, secrets::Broker& broker) {
            answered = seen(kPlainMasked);
            const auto use = answer.uses[0];
            answer = secrets::Answer();
            held = seen(kPlainMasked);
            broker.rejected(use); // forgotten, while the broker lives on
            QCOMPARE(seen(kPlainMasked), 1); // what it was given for may come back until the run ends: it is looked for
            QVERIFY(seen(kPlainMasked) < held);
        });
        QVERIFY(answered > held && held > 0); // else the scan proves nothing
        QCOMPARE(seen(kPlainMasked), 0);
    }

    // What a core dump would have: a child does not get the pages at all (MADV_WIPEONFORK), and /proc/self/smaps says
    // of the parent's that they are not dumped.
    void neitherChildrenNorDumpsHaveIt() {
        use([&](secrets::Answer&, secrets::Broker&) {
            QVERIFY(seen(kPlainMasked) > 0);
            const pid_t child = ::fork();
            if (child == 0) {
                ::_exit(seen(kPlainMasked) == 0 ? 0 : 1);
            }
            int status = 0;
            QCOMPARE(::waitpid(child, &status, 0), child);
            QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        });
    }

    void noDumpedPageHasIt() {
        use([&](secrets::Answer&, secrets::Broker&) {
            std::ifstream smaps("/proc/self/smaps");
            const UniqueFd memory(::open("/proc/self/mem", O_RDONLY | O_CLOEXEC));
            std::string line;
            std::uint64_t from = 0;
            std::uint64_t to = 0;
            int excluded = 0;
            while (std::getline(smaps, line)) {
                char dash = 0;
                std::string rights;
                std::uint64_t a = 0;
                std::uint64_t b = 0;
                std::istringstream head(line);
                if (head >> std::hex >> a >> dash >> b >> rights && dash == '-' && rights.size() == 4) {
                    from = a;
                    to = b;
                } else if (line.starts_with("VmFlags:")) {
                    const bool dumped = line.find(" dd") == std::string::npos;
                    std::vector<std::uint8_t> bytes(to - from);
                    const ssize_t got = ::pread(memory.get(), bytes.data(), bytes.size(), static_cast<off_t>(from));
                    const bool has = got > 0 && countIn(bytes, static_cast<std::size_t>(got), kPlainMasked) > 0;
                    ::explicit_bzero(bytes.data(), bytes.size());
                    QVERIFY2(!has || !dumped, line.c_str());
                    excluded += has ? 1 : 0;
                }
            }
            QVERIFY(excluded > 0);
        });
    }
};

QTEST_GUILESS_MAIN(TestMemory)
#include "tst_memory.moc"
