#include "core/session/run_totals.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include "core/base/sys.h"
#include "core/workspace/tree_io.h"

namespace leadglass::session {
namespace {

constexpr const char* kUsage = "usage";
constexpr std::size_t kUsageBytes = 64;

// Its supervisor holds a lock on the directory (sweep.h); the kernel drops it with the supervisor.
bool isLive(int dir) {
    if (::flock(dir, LOCK_SH | LOCK_NB) == 0) {
        ::flock(dir, LOCK_UN);
        return false;
    }
    return true;
}

} // namespace

std::string RunTotals::toText(const RunTake& take) {
    // Always of the same length: written over in place, with one call.
    char text[kUsageBytes];
    std::snprintf(text, sizeof text, "%020" PRIu64 " %010" PRIu64 " %c %c\n", take.memory,
                  std::min<std::uint64_t>(take.tasks, 9'999'999'999), take.exact ? 'x' : 'u', take.ending ? 'e' : 'l');
    return text;
}

RunTake RunTotals::fromText(const std::string& text) {
    RunTake take;
    char exact = 0;
    char ending = 0;
    if (std::sscanf(text.c_str(), "%20" SCNu64 " %10" SCNu64 " %c %c", &take.memory, &take.tasks, &exact, &ending) != 4 ||
        text.size() != toText({}).size()) {
        return {};
    }
    take.exact = exact == 'x';
    take.ending = ending == 'e';
    return take;
}

RunTotals::RunTotals(std::string runsPath, std::string runId, int ownDir)
    : m_runsPath(std::move(runsPath)), m_runId(std::move(runId)) {
    if (auto file = sys::openBeneath(ownDir, kUsage, O_WRONLY | O_CREAT | O_NOFOLLOW, 0600)) {
        m_file = std::move(*file);
    }
}

void RunTotals::publish(const RunTake& own) {
    const std::string text = toText(own);
    if (m_file) {
        (void)!::pwrite(m_file.get(), text.data(), text.size(), 0);
    }
}

RunTotals::Others RunTotals::others() const {
    Others sum;
    const auto runs = sys::open(m_runsPath, O_RDONLY | O_DIRECTORY);
    if (!runs) {
        return sum;
    }
    const auto entries = workspace::listDirectory(runs->get());
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
        const std::string& name = (*entries)[i].name;
        auto dir = name == m_runId ? Result<UniqueFd>(UniqueFd())
                                   : sys::openBeneath(runs->get(), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        if (!dir || !*dir || !isLive(dir->get())) {
            continue;
        }
        ++sum.runs;
        auto file = sys::openBeneath(dir->get(), kUsage, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
        const auto text = file ? sys::readAll(file->get(), kUsageBytes) : Result<std::string>(file.error());
        if (!text) {
            continue; // it only begins
        }
        const RunTake take = fromText(*text);
        sum.memory += take.memory;
        sum.tasks += take.tasks;
        sum.exact = sum.exact && take.exact;
        sum.ending = sum.ending || take.ending;
        sum.mostMemory = std::max(sum.mostMemory, take.memory);
        sum.mostTasks = std::max(sum.mostTasks, take.tasks);
    }
    return sum;
}

} // namespace leadglass::session
