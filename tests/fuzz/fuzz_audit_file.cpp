// A history file of any content: opened by the reader and by verify, never a crash, never changed.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/audit/reader.h"
#include "core/audit/verify.h"
#include "core/base/sys.h"

namespace {

// One directory a process; removed at its end.
const std::string& place() {
    static const std::string directory = [] {
        static char pattern[] = "/tmp/leadglass-fuzz-XXXXXX";
        const char* made = ::mkdtemp(pattern);
        if (made == nullptr) {
            std::abort();
        }
        std::atexit([] {
            for (const char* name : {"/audit.db", "/audit.db-wal", "/audit.db-shm"}) {
                ::unlink((std::string(pattern) + name).c_str());
            }
            ::rmdir(pattern);
        });
        return std::string(made);
    }();
    return directory;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace leadglass;
    const std::string path = place() + "/audit.db";
    for (const char* suffix : {"", "-wal", "-shm"}) {
        ::unlink((path + suffix).c_str());
    }
    {
        auto file = sys::open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (!file || !sys::writeAll(file->get(), {data, size})) {
            std::abort();
        }
    }
    const std::chrono::milliseconds timeout{100};
    if (auto reader = audit::Reader::open(path, timeout)) {
        audit::Query query;
        query.text = "a";
        (void)(*reader)->query(query);
        query = {};
        query.verdict = "deny";
        (void)(*reader)->query(query);
        (void)(*reader)->get(1);
        (void)(*reader)->head();
        (void)(*reader)->runsWithPrefix("r", 3);
        (void)(*reader)->lastRun();
    }
    (void)audit::verify(path, {{3, std::string(64, 'a')}}, timeout);
    const auto after = sys::readFile(path, size + 1);
    if (!after || *after != std::string(reinterpret_cast<const char*>(data), size)) {
        std::abort();  // a reader changed the file
    }
    return 0;
}
