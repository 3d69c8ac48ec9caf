// Objects and packs that real git wrote are what they say, in every form; each kind of lie is seen.
#include <fcntl.h>
#include <zlib.h>

#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

#include "core/base/sys.h"
#include "core/workspace/git_object_check.h"

using namespace leadglass;
using namespace leadglass::workspace;

namespace {

std::string text(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// Files of one format, apart from where git keeps them.
struct Repository {
    QTemporaryDir dir;
    std::size_t idSize;
    std::string pack;
    std::string index;

    explicit Repository(const std::string& how, const char* format = "sha1") : idSize(std::string(format) == "sha1" ? 20 : 32) {
        const std::string script = "cd " + dir.path().toStdString() + " && export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 && git init -q --object-format=" +
                                   format + " . && g() { git -c user.name=t -c user.email=t@example.test \"$@\"; } && " + how;
        if (std::system(script.c_str()) != 0) {
            return;
        }
        for (const auto& entry : std::filesystem::directory_iterator(objects() / "pack")) {
            if (entry.path().extension() == ".pack") {
                pack = text(entry.path());
                index = text(std::filesystem::path(entry.path()).replace_extension(".idx"));
            }
        }
    }
    [[nodiscard]] std::filesystem::path objects() const { return dir.path().toStdString() + "/.git/objects"; }
};

constexpr const char* kHistory =
    "for i in $(seq 6); do seq $((i * 200)) > f; echo $i > f$i; g add -A; g commit -qm $i; done; g tag -am t v1; ";

GitFit fitOf(const std::string& pack, const std::string& index, std::size_t idSize, std::uint64_t work = kMaxObjectWork) {
    const auto bytes = [](const std::string& from) {
        return std::vector<std::uint8_t>(from.begin(), from.end());
    };
    const auto packFile = sys::sealedMemfd("pack", bytes(pack)).value();
    const auto indexFile = sys::sealedMemfd("index", bytes(index)).value();
    return GitPackCheck(packFile.get(), indexFile.get(), idSize, work).check();
}

std::string hashOf(std::string_view bytes, std::size_t idSize) {
    GitHash hash(idSize);
    hash.update(bytes);
    return hash.finish();
}

// As whoever wrote the bytes before would end them.
std::string signedAnew(std::string bytes, std::size_t idSize) {
    bytes.resize(bytes.size() - idSize);
    return bytes + hashOf(bytes, idSize);
}

void swap(std::string& bytes, std::size_t one, std::size_t other, std::size_t size) {
    std::swap_ranges(bytes.begin() + static_cast<long>(one), bytes.begin() + static_cast<long>(one + size), bytes.begin() + static_cast<long>(other));
}

std::string deflated(const std::string& content) {
    uLongf size = ::compressBound(content.size());
    std::string out(size, '\0');
    (void)::compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(content.data()), content.size());
    out.resize(size);
    return out;
}

GitFit looseFit(const std::string& file, const std::string& id, std::uint64_t work = kMaxObjectWork) {
    const auto fd = sys::sealedMemfd("object", std::vector<std::uint8_t>(file.begin(), file.end())).value();
    std::string digest;
    const GitFit fit = checkLooseObject(fd.get(), id, work, digest);
    if (fit == GitFit::Fits && digest != sha256Hex(file)) {
        return GitFit::Wrong;
    }
    return fit;
}

std::string idOf(const std::string& whole, std::size_t idSize = 20) {
    const std::string raw = hashOf(whole, idSize);
    return hexDigits(reinterpret_cast<const std::uint8_t*>(raw.data()), raw.size());
}

} // namespace

class TestGitObjectCheck : public QObject {
    Q_OBJECT

private slots:
    void packsThatGitWroteFitInEveryForm() {
        for (const char* format : {"sha1", "sha256"}) {
            for (const char* repack : {"git repack -adfq --depth=50 --window=50", "git -c repack.useDeltaBaseOffset=false repack -adfq --depth=50",
                                       "git repack -adfq --depth=0", "git -c core.compression=0 repack -adFq",
                                       "head -c 20000000 /dev/urandom > big; g add big; g commit -qm big; git repack -adfq"}) {
                const Repository r(std::string(kHistory) + repack, format);
                QVERIFY2(!r.pack.empty(), repack);
                QVERIFY2(fitOf(r.pack, r.index, r.idSize) == GitFit::Fits, repack);
            }
        }
    }

    void anIndexThatNamesOneObjectAsAnotherIsSeen() {
        for (const char* format : {"sha1", "sha256"}) {
            const Repository r(std::string(kHistory) + "git repack -adfq", format);
            const std::size_t fan = 8 + 256 * 4;
            const std::size_t count = (r.index.size() - fan - 2 * r.idSize) / (r.idSize + 8);
            const std::size_t sums = fan + count * r.idSize;
            const std::size_t offsets = sums + count * 4;
            for (std::size_t i = 0; i + 1 < count; i += 7) {
                std::string index = r.index;
                swap(index, offsets + 4 * i, offsets + 4 * (i + 1), 4);
                swap(index, sums + 4 * i, sums + 4 * (i + 1), 4); // with its checksum: only the content tells
                QVERIFY(fitOf(r.pack, signedAnew(index, r.idSize), r.idSize) == GitFit::Wrong);
            }
            std::string index = r.index;
            index[sums + 4] = static_cast<char>(index[sums + 4] ^ 1);
            QVERIFY(fitOf(r.pack, signedAnew(index, r.idSize), r.idSize) == GitFit::Wrong);
            index = r.index;
            index[fan + 3] = static_cast<char>(index[fan + 3] ^ 1); // an id that is none
            QVERIFY(fitOf(r.pack, signedAnew(index, r.idSize), r.idSize) == GitFit::Wrong);
            QVERIFY(fitOf(r.pack, r.index, r.idSize) == GitFit::Fits);
        }
    }

    void noByteOfEitherMayBeAnother() {
        const Repository r("echo a > f; g add f; g commit -qm one; git repack -adfq");
        const auto each = [&](const std::string& whole, std::size_t step, const std::function<GitFit(const std::string&)>& fit) {
            for (std::size_t i = 0; i + r.idSize < whole.size(); i += step) {
                std::string other = whole;
                other[i] = static_cast<char>(other[i] ^ 0x10);
                QVERIFY2(fit(other) == GitFit::Wrong, std::to_string(i).c_str());
                QVERIFY2(fit(signedAnew(other, r.idSize)) != GitFit::Fits, std::to_string(i).c_str());
            }
        };
        each(r.pack, 1, [&](const std::string& pack) { return fitOf(pack, r.index, r.idSize); });
        each(r.index, 3, [&](const std::string& index) { return fitOf(r.pack, index, r.idSize); });
        for (std::size_t size = 0; size < r.pack.size(); size += 5) {
            QVERIFY(fitOf(r.pack.substr(0, size), r.index, r.idSize) == GitFit::Wrong);
            QVERIFY(fitOf(r.pack, r.index.substr(0, size), r.idSize) == GitFit::Wrong);
        }
    }

    void whatIsMoreThanMayBeLookedThroughIsNotTakenForRight() {
        const Repository r(std::string(kHistory) + "git repack -adfq");
        QVERIFY(fitOf(r.pack, r.index, r.idSize, r.pack.size() / 2) == GitFit::TooMuch);
        QVERIFY(fitOf(r.pack, r.index, r.idSize, r.pack.size() + r.index.size() + 1000) == GitFit::TooMuch);
        const std::string bomb = "blob 50000000" + std::string(1, '\0') + std::string(50'000'000, 'x');
        QVERIFY(looseFit(deflated(bomb), idOf(bomb), 10'000'000) == GitFit::TooMuch);
        QVERIFY(looseFit(deflated(bomb), idOf(bomb)) == GitFit::Fits);
    }

    void deltasOfGreatSizeAreNotHeldAllAtOnce() {
        // Three deltas of 60 MiB in a few KiB, each the next one's base: beyond what is held, it is not looked through.
        const std::string content = deflated(std::string(60UL << 20, '\0'));
        const auto idAt = [](unsigned i) { return hashOf(std::string(1, static_cast<char>(i)), 20); };
        std::vector<std::pair<std::string, unsigned>> order;
        for (unsigned i = 0; i < 3; ++i) {
            order.emplace_back(idAt(i), i);
        }
        std::ranges::sort(order);
        const auto big = [](std::uint64_t value) {
            return std::string{static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8), static_cast<char>(value)};
        };
        std::string pack = std::string("PACK\0\0\0\2", 8) + big(3);
        std::vector<std::pair<std::size_t, std::uint64_t>> places;
        for (unsigned i = 0; i < 3; ++i) {
            std::uint64_t size = 60UL << 20;
            std::string head(1, static_cast<char>(0x80 | 7 << 4 | (size & 15)));
            for (size >>= 4; size > 0x7f; size >>= 7) {
                head += static_cast<char>(0x80 | (size & 0x7f));
            }
            head += static_cast<char>(size);
            const std::string entry = head + idAt((i + 1) % 3) + content;
            places.emplace_back(pack.size(), ::crc32(0, reinterpret_cast<const Bytef*>(entry.data()), static_cast<uInt>(entry.size())));
            pack += entry;
        }
        pack += hashOf(pack, 20);
        std::string index("\377tOc\0\0\0\2", 8);
        for (unsigned first = 0; first < 256; ++first) {
            index += big(static_cast<std::uint64_t>(std::ranges::count_if(order, [&](const auto& one) { return static_cast<std::uint8_t>(one.first[0]) <= first; })));
        }
        for (const auto& one : order) index += one.first;
        for (const auto& one : order) index += big(places[one.second].second);
        for (const auto& one : order) index += big(places[one.second].first);
        index += pack.substr(pack.size() - 20);
        index += hashOf(index, 20);
        QVERIFY(fitOf(pack, index, 20) == GitFit::TooMuch);
    }

    void aLooseObjectIsWhatItsNameSays() {
        const std::string blob = std::string("blob 5") + '\0' + "hello";
        const std::string other = std::string("blob 5") + '\0' + "HELLO";
        QVERIFY(looseFit(deflated(blob), idOf(blob)) == GitFit::Fits);
        QVERIFY(looseFit(deflated(blob), idOf(blob, 32)) == GitFit::Fits);
        QVERIFY(looseFit(deflated(other), idOf(blob)) == GitFit::Wrong);
        QVERIFY(looseFit(deflated(blob) + "x", idOf(blob)) == GitFit::Wrong);
        QVERIFY(looseFit(deflated(blob).substr(0, 9), idOf(blob)) == GitFit::Wrong);
        QVERIFY(looseFit("", idOf(blob)) == GitFit::Wrong);
        for (const std::string& wrong : {std::string("blob 6") + '\0' + "hello", std::string("blob 05") + '\0' + "hello", std::string("blub 5") + '\0' + "hello",
                                         std::string("blob 5"), std::string(100, 'b')}) {
            QVERIFY(looseFit(deflated(wrong), idOf(wrong)) == GitFit::Wrong);
        }
    }

    void aFileThatChangesWhileItIsReadIsReadAsItWasOrNotAtAll() {
        QTemporaryFile file;
        QVERIFY(file.open());
        const std::string before(200'000, 'a');
        QCOMPARE(::pwrite(file.handle(), before.data(), before.size(), 0), static_cast<ssize_t>(before.size()));
        SteadyFile steady;
        QVERIFY(steady.open(file.handle(), 20, [](std::string_view) {}));
        QCOMPARE(steady.digest(), contentName(before));
        QCOMPARE(::pwrite(file.handle(), "b", 1, 100'000), ssize_t{1});
        QVERIFY(steady.read(0, 1000) == before.substr(0, 1000));
        QVERIFY(steady.read(65'000, 70'000).empty());
        QVERIFY(steady.read(150'000, 100'000) == before.substr(150'000));
        QCOMPARE(::ftruncate(file.handle(), 140'000), 0);
        QVERIFY(steady.read(190'000, 10) == "" || steady.read(190'000, 10) == before.substr(0, 10)); // a block that is held
        QVERIFY(steady.read(135'000, 10) == "" || steady.read(135'000, 10) == before.substr(0, 10));
    }
};

QTEST_GUILESS_MAIN(TestGitObjectCheck)
#include "tst_git_object_check.moc"
