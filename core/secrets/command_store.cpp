#include "core/secrets/command_store.h"

#include <sys/stat.h>
#include <unistd.h>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/secrets/file_store.h"
#include "core/secrets/store.h"

namespace leadglass::secrets {
namespace {

bool isProgram(const std::string& path) {
    struct stat s {};
    return ::stat(path.c_str(), &s) == 0 && S_ISREG(s.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

constexpr std::string_view kPath = "PATH=";

bool liesIn(const std::string& real, const std::string& project) {
    return !project.empty() && (real == project || project == "/" || real.starts_with(project + "/"));
}

Result<std::string> outside(const std::string& path, const std::string& project, const std::string& shown) {
    const auto real = sys::realPath(path);
    if (!real || liesIn(*real, project)) {
        return makeError(Code::Refused, "the program " + shown + " for a credential lies in the project, where an agent may have put it",
                         "keep it outside of the project");
    }
    return path;
}

} // namespace

std::vector<std::string> withoutProject(std::vector<std::string> environment, const std::string& project) {
    for (auto& each : environment) {
        if (!each.starts_with(kPath)) {
            continue;
        }
        std::string kept;
        std::string_view rest = std::string_view(each).substr(kPath.size());
        while (!rest.empty()) {
            const auto colon = rest.find(':');
            const std::string directory(rest.substr(0, colon));
            const auto real = directory.starts_with('/') ? sys::realPath(directory) : Result<std::string>(makeError(Code::NotFound, ""));
            if (real && !liesIn(*real, project)) {
                kept += (kept.empty() ? "" : ":") + directory;
            }
            rest = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
        }
        each = std::string(kPath) + kept;
    }
    return environment;
}

Result<std::string> findProgram(const std::string& program, const std::string& home, const std::vector<std::string>& environment,
                                const std::string& project) {
    const std::string shown = "'" + forScreen(program, 200) + "'";
    const std::string path = program.starts_with("~/") ? home + program.substr(1) : program;
    if (path.starts_with('/')) {
        return isProgram(path) ? outside(path, project, shown)
                               : makeError(Code::NotFound, "there is no program " + shown + " for a credential", "name one that can be run");
    }
    if (path.find('/') != std::string::npos) {
        return makeError(Code::Refused, "the program " + shown + " for a credential is named relative to the current directory, where an agent may have put it",
                         "give its absolute path");
    }
    for (std::string_view each : environment) {
        if (!each.starts_with(kPath)) {
            continue;
        }
        for (each.remove_prefix(kPath.size()); !each.empty();) {
            const auto colon = each.find(':');
            const std::string found = std::string(each.substr(0, colon)) + "/" + path;
            if (found.starts_with('/') && isProgram(found)) {
                return outside(found, project, shown);
            }
            each = colon == std::string_view::npos ? "" : each.substr(colon + 1);
        }
    }
    return makeError(Code::NotFound, "there is no program " + shown + " for a credential on PATH", "install it, or give its absolute path");
}

Result<SecretBytes> printedValue(Result<ToolResult> result, const std::string& what) {
    if (!result) {
        return std::move(result).error();
    }
    const std::string words = result->words.empty() ? "" : ": " + result->words;
    if (result->status != 0) {
        return makeError(Code::Io, what + " gave no credential: " + endWords(result->status) + words);
    }
    dropNewline(result->output);
    if (result->output.empty()) {
        return makeError(Code::NotFound, what + " printed no credential" + words);
    }
    return std::move(result->output);
}

} // namespace leadglass::secrets
