// Trust: a reviewing process <-> leadglass-scan, which reads what an agent wrote and may be anybody's by now.
// Privilege: none; encoding only.
// Input: one message of at most sys::kMaxMessage bytes.
// Fails: a message that does not parse ends the process that sent it; the file counts as not looked through.
//
// One ScanBegin first; then one ScanFile with one descriptor, answered by one ScanFound, again and again.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace leadglass::wire {

constexpr std::size_t kMaxFound = 32;         // told of one file
constexpr std::size_t kMaxFileCanaries = 64;

struct ScanBegin {
    bool formats = false;              // look for the formats of secrets
    std::vector<std::string> canaries; // at most 64 of at most 255 bytes
};
struct ScanFile {
    std::uint64_t most = 0; // bytes from its beginning
};
struct Found {
    std::string id;           // of the format, or "canary:N"
    std::uint64_t offset = 0; // in the file, or in what was decoded
    std::uint8_t depth = 0;   // so many encodings were undone
};
struct ScanFound {
    bool whole = false; // all of the file was looked at
    std::vector<Found> found;
};

std::vector<std::uint8_t> encode(const ScanBegin& m);
std::vector<std::uint8_t> encode(const ScanFile& m);
std::vector<std::uint8_t> encode(const ScanFound& m);
Result<ScanBegin> decodeScanBegin(std::span<const std::uint8_t> bytes);
Result<ScanFile> decodeScanFile(std::span<const std::uint8_t> bytes);
Result<ScanFound> decodeScanFound(std::span<const std::uint8_t> bytes);

} // namespace leadglass::wire
