#include "core/session/trust_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "core/base/digest.h"
#include "core/base/pem.h"
#include "core/base/sys.h"
#include "core/sandbox/trust_places.h"
#include "core/session/java_store.h"

namespace leadglass::session {
namespace {

constexpr std::string_view kOwnAlias = "leadglass-run";
constexpr std::size_t kMaxCopied = 1U << 20; // one file of a directory

Status writeFile(int directory, const std::string& name, std::string_view content) {
    auto fd = LG_TRY(sys::openAt(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0444));
    if (::fchmod(fd.get(), 0444) != 0) {
        return ioError("cannot make '" + name + "' of the run's trust store readable", errno);
    }
    return sys::writeAll(fd.get(), content);
}

Result<UniqueFd> makeDirectory(int parent, const std::string& name) {
    if (::mkdirat(parent, name.c_str(), 0755) != 0 || ::fchmodat(parent, name.c_str(), 0755, 0) != 0) {
        return ioError("cannot make '" + name + "' for the run's trust store", errno);
    }
    return sys::openAt(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

// With what else Java on this machine trusts: its store may have more than the system's.
std::string storeForJava(const HostRoots& roots, std::string_view der) {
    std::vector<JavaEntry> entries;
    for (const char* path : sandbox::kJavaStores) {
        constexpr std::size_t kMost = 16U << 20;
        auto bytes = sys::readFile(path, kMost);
        if (bytes) {
            entries = readJavaStore(*bytes);
        }
        if (!entries.empty()) {
            break;
        }
    }
    if (entries.empty()) {
        int number = 0;
        for (const auto block : pemBlocks(roots.pem)) {
            entries.push_back({"root-" + std::to_string(++number), derOf(block)});
        }
    }
    std::erase_if(entries, [](const JavaEntry& entry) { return entry.alias == kOwnAlias || entry.der.empty(); });
    if (!der.empty()) {
        entries.push_back({std::string(kOwnAlias), std::string(der)});
    }
    return javaStore(entries);
}

struct Contents {
    std::string bundle;
    std::string own; // empty in a dry run
    std::string java;
};

bool isBundle(std::string_view name) {
    return name == "ca-certificates.crt" || name == "ca-bundle.crt" || name == "ca-bundle.pem" || name == "cert.pem";
}

// What update-ca-certificates(8) and its like put there: links, certificates, one file of all.
Status copyEntry(int made, const std::filesystem::directory_entry& entry, const Contents& contents) {
    const std::string name = entry.path().filename().string();
    std::error_code error;
    if (entry.is_symlink(error)) {
        const std::string text = sys::readlinkAt(AT_FDCWD, entry.path().string());
        return !text.empty() && ::symlinkat(text.c_str(), made, name.c_str()) != 0
                   ? Status(ioError("cannot copy '" + name + "' into the run's trust store", errno))
                   : Status();
    }
    if (entry.is_directory(error)) {
        if (name != "java") {
            return {};
        }
        const auto below = LG_TRY(makeDirectory(made, name));
        return writeFile(below.get(), "cacerts", contents.java);
    }
    if (isBundle(name)) {
        return writeFile(made, name, contents.bundle);
    }
    struct stat s {};
    const bool everybodys = ::lstat(entry.path().c_str(), &s) == 0 && S_ISREG(s.st_mode) && (s.st_mode & S_IROTH) != 0;
    auto content = everybodys ? sys::readFile(entry.path().string(), kMaxCopied) : Result<std::string>(makeError(Code::Refused, ""));
    return content ? writeFile(made, name, *content) : Status();
}

Status copyDirectory(int parent, const std::string& name, const std::string& host, const Contents& contents) {
    const auto made = LG_TRY(makeDirectory(parent, name));
    std::error_code error;
    std::size_t count = 0;
    std::string free = authorityHash() + ".";
    std::vector<std::string> sameHash;
    for (const auto& entry : std::filesystem::directory_iterator(host, error)) {
        if (++count > kMaxTrustEntries) {
            break;
        }
        if (const std::string found = entry.path().filename().string(); found.starts_with(free)) {
            sameHash.push_back(found);
        }
        LG_TRY(copyEntry(made.get(), entry, contents));
    }
    if (contents.own.empty()) {
        return {};
    }
    int number = 0; // OpenSSL looks for .0, then .1, without a gap
    while (std::find(sameHash.begin(), sameHash.end(), free + std::to_string(number)) != sameHash.end()) {
        ++number;
    }
    return writeFile(made.get(), free + std::to_string(number), contents.own);
}

} // namespace

std::string authorityHash() {
    // SET { SEQUENCE { OBJECT IDENTIFIER commonName, UTF8String } }, the text in lower case: x509_name_canon().
    constexpr std::string_view kName = "leadglass run";
    std::string attribute("\x06\x03\x55\x04\x03\x0c", 6);
    attribute += static_cast<char>(kName.size());
    attribute += kName;
    std::string canonical;
    canonical += '\x31';
    canonical += static_cast<char>(attribute.size() + 2);
    canonical += '\x30';
    canonical += static_cast<char>(attribute.size());
    canonical += attribute;
    const std::string digest = sha1Bytes(canonical);
    const std::array<std::uint8_t, 4> first{static_cast<std::uint8_t>(digest[3]), static_cast<std::uint8_t>(digest[2]),
                                            static_cast<std::uint8_t>(digest[1]), static_cast<std::uint8_t>(digest[0])};
    return hexDigits(first.data(), first.size());
}

Result<sandbox::TrustRequest> writeTrustFiles(const std::string& runtimePath, const HostRoots& roots,
                                              std::span<const std::uint8_t> certificate) {
    const std::string_view der(reinterpret_cast<const char*>(certificate.data()), certificate.size());
    Contents contents;
    contents.own = der.empty() ? std::string() : pemOf(der);
    contents.bundle = roots.pem + contents.own;
    contents.java = storeForJava(roots, der);

    sandbox::TrustRequest made;
    made.from = roots.from;
    const auto runtime = LG_TRY(sys::open(runtimePath, O_RDONLY | O_DIRECTORY));
    const auto trust = LG_TRY(makeDirectory(runtime.get(), "trust"));
    made.directory = LG_TRY(sys::realPath(runtimePath)) + "/trust";
    const auto shown = LG_TRY(makeDirectory(trust.get(), "all"));
    LG_TRY(writeFile(shown.get(), sandbox::kBundleName, contents.bundle));
    LG_TRY(writeFile(shown.get(), sandbox::kAuthorityName, contents.own));
    LG_TRY(writeFile(shown.get(), sandbox::kJavaStoreName, contents.java));
    for (const char* path : sandbox::kHashedDirectories) {
        const auto real = sys::realPath(path);
        const bool taken = real && std::any_of(made.directories.begin(), made.directories.end(),
                                               [&](const auto& other) { return other.host == *real; });
        struct stat s {};
        if (!real || taken || ::stat(real->c_str(), &s) != 0 || !S_ISDIR(s.st_mode)) {
            continue;
        }
        const std::string name = "dir" + std::to_string(made.directories.size());
        LG_TRY(copyDirectory(trust.get(), name, *real, contents));
        made.directories.push_back({*real, made.directory + "/" + name});
    }
    return made;
}

} // namespace leadglass::session
