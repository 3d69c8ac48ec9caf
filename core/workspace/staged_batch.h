// Many files put in place, or taken away, with one sync for all of them.
//
// Order that a crash must find: the content of every staged file is on the disk (syncfs(2) of the
// project's file system) before the first of their names is given away; the renames and removals
// then happen in the order in which they were added. A batch is bounded in files, bytes and open
// directories, so what a crash can leave are at most kBatchFiles temporary files, whose names the
// journal tells.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/workspace/apply.h"
#include "core/workspace/put.h"

namespace leadglass::workspace {

constexpr std::size_t kBatchFiles = 4096;
constexpr std::uint64_t kBatchBytes = 256UL << 20;
constexpr std::size_t kBatchDirectories = 128; // held open; below any common RLIMIT_NOFILE

class StagedBatch {
public:
    // `told` hears of every operation once, at the latest in flush().
    using Told = std::function<void(std::size_t index, Status)>;
    StagedBatch(const ApplyPlace& place, Told told) : m_place(place), m_told(std::move(told)) {}

    // `before`: what the name must still be when it is replaced; None: nothing.
    void put(std::size_t index, const std::string& path, const PutSource& source,
             const Node& before);
    // No directory. `expected`: what it must still be.
    void remove(std::size_t index, const std::string& path, const Node& expected);
    // Everything so far is done or told. Call before a step that relies on it, and at the end.
    void flush();

private:
    struct Item {
        std::size_t index = 0;
        std::string path;
        std::size_t directory = 0;
        bool removes = false;
        Node before;
    };
    struct Directory {
        std::string path;
        UniqueFd fd;
        bool stays = false; // is it still where it was?
    };
    Result<std::size_t> directoryOf(const std::string& path);
    void lookAtDirectories();
    Status finish(const Item& item);
    void drop(const Item& item);

    const ApplyPlace& m_place;
    Told m_told;
    std::vector<Item> m_items;
    std::vector<Directory> m_directories;
    std::unordered_map<std::string, std::size_t> m_byPath;
    std::uint64_t m_bytes = 0;
    bool m_staged = false;
};

} // namespace leadglass::workspace
