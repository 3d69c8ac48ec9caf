// The parts of the watchdog: trees counted in slices, mount tables, what runs tell each other.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "core/base/sys.h"
#include "core/session/mount_table.h"
#include "core/session/run_descriptors.h"
#include "core/session/run_totals.h"
#include "core/session/tree_meter.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {
constexpr std::uint64_t kNever = UINT64_MAX;
constexpr Nanos kLong = 60'000'000'000;
} // namespace

class LimitPartsTest : public QObject {
    Q_OBJECT
private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void aTreeIsCountedToTheSameSumInSlicesOfAnySize() {
        for (int i = 0; i < 300; ++i) {
            const std::string sub = path("d" + std::to_string(i % 7));
            ::mkdir(sub.c_str(), 0700);
            write(sub + "/" + std::to_string(i), std::string(5000, 'x'));
        }
        QCOMPARE(::symlink("/", path("link").c_str()), 0);
        const UniqueFd top(::open(path("").c_str(), O_RDONLY | O_DIRECTORY));
        TreeMeter whole(top.get());
        const auto sum = whole.step(kLong, kNever, kNever);
        QVERIFY(sum);
        QCOMPARE(sum->entries, 308ULL);
        QVERIFY(sum->bytes >= 300 * 5000ULL);
        QVERIFY(!sum->tooDeep);
        TreeMeter sliced(top.get());
        std::optional<TreeMeter::Total> same;
        int slices = 0;
        for (; !same; ++slices) {
            same = sliced.step(0, kNever, kNever);
        }
        QVERIFY(slices > 2);
        QCOMPARE(same->entries, sum->entries);
        QCOMPARE(same->bytes, sum->bytes);
        QCOMPARE(sliced.step(kLong, kNever, kNever)->entries, sum->entries); // and begins anew
    }
    void aTreeOverTheLimitOrTooDeepEndsTheCount() {
        std::string here = path("");
        for (std::size_t i = 0; i < TreeMeter::kMaxDepth + 3; ++i) {
            here += "/d";
            QCOMPARE(::mkdir(here.c_str(), 0700), 0);
        }
        const UniqueFd top(::open(path("").c_str(), O_RDONLY | O_DIRECTORY));
        TreeMeter meter(top.get());
        QVERIFY(meter.step(kLong, kNever, kNever)->tooDeep);
        QCOMPARE(meter.step(kLong, kNever, 5)->entries, 6ULL);
        TreeMeter none(-1);
        QCOMPARE(none.step(kLong, kNever, kNever)->entries, 0ULL);
    }
    void mountTablesAreReadWithTheirDevicesAndSizes() {
        const auto lines = parseMountTable("36 35 98:5 /mnt1 /a\\040b rw,noatime shared:1 - ext3 /dev/root rw,errors=continue\n"
                                           "40 36 0:48 / /tmp rw - tmpfs tmpfs rw,nr_inodes=7,size=16384k,mode=1777\n"
                                           "41 36 0:49 / /x rw - tmpfs tmpfs rw,badsize=3k\n\nbroken\n");
        QCOMPARE(lines.size(), std::size_t{4});
        QCOMPARE(lines[0].place, std::string("/a b"));
        QCOMPARE(lines[0].device, ::makedev(98, 5));
        QCOMPARE(lines[0].type, std::string("ext3"));
        QCOMPARE(lines[1].sizeBytes, 16384ULL * 1024);
        QCOMPARE(lines[1].device, ::makedev(0, 48));
        QCOMPARE(lines[2].sizeBytes, 0ULL);
        QVERIFY(lines[3].type.empty());
    }
    void whatARunTakesIsReadAsItWasWritten() {
        const RunTake take{123456789012, 77, true, true};
        const RunTake back = RunTotals::fromText(RunTotals::toText(take));
        QCOMPARE(back.memory, take.memory);
        QCOMPARE(back.tasks, take.tasks);
        QVERIFY(back.exact && back.ending);
        for (const std::string& text : {std::string(), std::string("x"), RunTotals::toText(take) + "1", std::string(38, '9'),
                                        RunTotals::toText(take).substr(1)}) {
            QCOMPARE(RunTotals::fromText(text).memory, 0ULL);
        }
    }
    void onlyLiveRunsCountAndOnlyTheOthers() {
        std::vector<UniqueFd> dirs;
        for (const char* run : {"me", "live", "dead"}) {
            QCOMPARE(::mkdir(path(run).c_str(), 0700), 0);
            dirs.emplace_back(::open(path(run).c_str(), O_RDONLY | O_DIRECTORY));
            RunTotals(path(""), run, dirs.back().get()).publish({run[0] == 'm' ? 5ULL : 100ULL, 3, true, false});
        }
        QCOMPARE(::flock(dirs[0].get(), LOCK_EX | LOCK_NB), 0);
        QCOMPARE(::flock(dirs[1].get(), LOCK_EX | LOCK_NB), 0);
        const RunTotals mine(path(""), "me", dirs[0].get());
        const auto others = mine.others();
        QCOMPARE(others.runs, 1ULL);
        QCOMPARE(others.memory, 100ULL);
        QCOMPARE(others.mostTasks, 3ULL);
        QVERIFY(others.exact && !others.ending);
    }
    void whatIsHeldOnlyByDescriptorsIsFound() {
        const UniqueFd memory(::memfd_create("x", MFD_CLOEXEC));
        QVERIFY(sys::writeAll(memory.get(), std::string(1 << 20, 'x')));
        const UniqueFd twice(::dup(memory.get()));
        const UniqueFd deleted(::open(path("gone").c_str(), O_RDWR | O_CREAT, 0600));
        QVERIFY(sys::writeAll(deleted.get(), std::string(1 << 20, 'x')));
        QCOMPARE(::fsync(deleted.get()), 0);
        QCOMPARE(::unlink(path("gone").c_str()), 0);
        DescriptorScan scan;
        std::optional<DescriptorScan::Found> found;
        while (!found) {
            found = scan.step(0, {::getpid(), -1}, {});
        }
        QVERIFY(found->memoryFiles >= 1 << 20);
        QVERIFY(found->memoryFiles < 2 << 20); // once
        QVERIFY(found->deletedFiles >= 1 << 20);
        QVERIFY(found->mostOfOne >= 4);
    }

private:
    std::string path(const std::string& name) const { return m_dir->path().toStdString() + (name.empty() ? "" : "/") + name; }
    static void write(const std::string& file, const std::string& text) {
        const UniqueFd fd(::open(file.c_str(), O_WRONLY | O_CREAT, 0600));
        QVERIFY(sys::writeAll(fd.get(), text));
    }
    std::unique_ptr<QTemporaryDir> m_dir;
};

QTEST_GUILESS_MAIN(LimitPartsTest)
#include "tst_limit_parts.moc"
