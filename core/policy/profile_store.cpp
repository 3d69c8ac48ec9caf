#include "core/policy/profile_store.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <set>

#include "core/base/escape.h"
#include "core/base/nearest.h"
#include "core/base/owner.h"
#include "core/base/sys.h"
#include "core/policy/parser.h"
#include "core/policy/parser_values.h"
#include "core/policy/profile_names.h"
#include "core/policy/toml_reader.h"

namespace leadglass::policy {
namespace {

constexpr std::size_t kMaxDepth = 8;

enum class Trust { Person, BuiltIn, Unchecked };

struct Folder {
    std::string path;
    Trust trust;
};

std::vector<Folder> folders(const Places& places) {
    return {{places.config + "/profiles", Trust::Person},
            {places.site + "/profiles", Trust::Person},
            {places.policies, Trust::BuiltIn}};
}

bool missing(const Error& error) { return error.sysErrno == ENOENT || error.sysErrno == ENOTDIR; }

// Whoever can write the folder can put a profile there.
Status checkFolder(const Folder& folder) {
    struct stat s {};
    if (folder.trust != Trust::Person || ::stat(folder.path.c_str(), &s) != 0) {
        return {};
    }
    if ((s.st_uid != ::geteuid() && !isOfRoot(s, folder.path)) || (s.st_mode & 022) != 0) {
        return makeError(Code::Refused,
                         "folder '" + forScreen(folder.path) + "' can be changed by other users",
                         ownerHint(s, "chown it to yourself and chmod go-w"));
    }
    return {};
}

Result<std::string> readProfileText(const std::string& path, Trust trust) {
    UniqueFd fd;
    if (trust == Trust::Person) {
        fd = LG_TRY(openTrustedFile(path));
    } else {
        fd = LG_TRY(sys::open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK));
        const auto s = LG_TRY(sys::stat(fd.get()));
        if (!S_ISREG(s.st_mode)) {
            return makeError(Code::Refused, "'" + forScreen(path) + "' is not a regular file", "give a profile's file, or its name");
        }
    }
    auto text = sys::readAll(fd.get(), kMaxPolicyBytes);
    if (!text) {
        text.error().what = "'" + forScreen(path) + "': " + text.error().what;
        text.error().fix = "a profile is a short text; what many share goes into one that others extend";
    }
    return text;
}

Result<std::vector<std::string>> namesIn(const Folder& folder);

std::string whatThereIs(const Places& places, const std::string& name) {
    std::set<std::string> names;
    for (const Folder& folder : folders(places)) {
        if (const auto found = namesIn(folder)) {
            names.insert(found->begin(), found->end());
        }
    }
    const std::string near = nearest(name, {names.begin(), names.end()});
    if (!near.empty()) {
        return "did you mean '" + near + "'?";
    }
    std::string list;
    for (const std::string& one : names) {
        list += (list.empty() ? "" : ", ") + one;
    }
    return "there are " + list + "; your own go into " + forScreen(places.config, 300) + "/profiles";
}

struct Found {
    std::string path;
    Trust trust = Trust::Person;
    std::string content;
};

// `notThis`: a profile may extend the one of its own name in a farther folder.
Result<Found> findByName(const Places& places, const std::string& name, const std::string& notThis) {
    if (!isProfileName(name)) {
        return makeError(Code::Invalid, "no profile '" + forScreen(name, 80) + "'",
                         "a name has lower-case letters, digits, '-', '_' and '.'; a file is given with its path");
    }
    for (const Folder& folder : folders(places)) {
        const std::string path = folder.path + "/" + name + ".toml";
        if (path == notThis || (name == "base" && folder.trust != Trust::BuiltIn)) {
            continue; // `base` is the floor under every profile: nobody shadows it
        }
        auto content = readProfileText(path, folder.trust);
        if (content) {
            LG_TRY(checkFolder(folder));
            return Found{path, folder.trust, std::move(*content)};
        }
        if (!missing(content.error())) {
            return content.error();
        }
    }
    return makeError(Code::NotFound, "no profile '" + name + "'", whatThereIs(places, name));
}

Result<LoadedProfile> parse(Found found) {
    const std::string stem = found.path.substr(found.path.rfind('/') + 1);
    const bool base = stem == "base.toml" && found.trust == Trust::BuiltIn;
    LoadedProfile out;
    out.profile =
        LG_TRY(parseProfile(found.content, found.path, base ? Layer::Base : Layer::Profile));
    out.content = std::move(found.content);
    return out;
}

std::string stemOf(const std::string& path) {
    const std::string name = path.substr(path.rfind('/') + 1);
    return name.ends_with(".toml") ? name.substr(0, name.size() - 5) : name;
}

// "FILE:LINE:COLUMN: 'extends'", of the line that names a profile's parent.
std::string extendsOf(const LoadedProfile& child) {
    std::string place = forScreen(child.profile.file, 1024);
    const auto table = parseToml(child.content, child.profile.file);
    if (const toml::node* node = table ? table->get("extends") : nullptr) {
        place += ":" + std::to_string(node->source().begin.line) + ":" + std::to_string(node->source().begin.column);
    }
    return place + ": 'extends'";
}

Result<Found> parentOf(const Places& places, const LoadedProfile& child) {
    const std::string& wanted = child.profile.extends;
    auto parent = findByName(places, wanted, child.profile.file);
    if (parent || parent.error().code != Code::NotFound) {
        return parent;
    }
    if (wanted == stemOf(child.profile.file)) {
        return makeError(Code::Invalid, extendsOf(child) + " names this profile itself, and there is no other '" + wanted + "'",
                         "name the one that it adds to, for example extends = \"default\"");
    }
    // The profile that was asked for is there: what is wrong stands in it.
    return makeError(Code::Invalid, extendsOf(child) + ": " + parent.error().what, parent.error().fix);
}

Result<std::vector<LoadedProfile>> chainFrom(const Places& places, Found first) {
    std::vector<LoadedProfile> out;
    std::set<std::string> seen{first.path};
    out.push_back(LG_TRY(parse(std::move(first))));
    while (!out.back().profile.extends.empty()) {
        const LoadedProfile& child = out.back();
        Found parent = LG_TRY(parentOf(places, child));
        if (!seen.insert(parent.path).second) {
            return makeError(Code::Invalid, extendsOf(child) + " goes in a circle: '" + child.profile.extends + "' (" +
                                                forScreen(parent.path, 1024) + ") extends this profile",
                             "let one of them extend another, for example \"default\"");
        }
        if (out.size() >= kMaxDepth) {
            return makeError(Code::Invalid, extendsOf(child) + ": more than 8 profiles extend one another",
                             "put what they share into fewer");
        }
        out.push_back(LG_TRY(parse(std::move(parent))));
    }
    if (!seen.contains(places.policies + "/base.toml")) {
        Found base = LG_TRY(findByName(places, "base", {}));
        out.push_back(LG_TRY(parse(std::move(base))));
    }
    std::reverse(out.begin(), out.end());
    return out;
}

Result<std::vector<std::string>> namesIn(const Folder& folder) {
    const std::unique_ptr<DIR, int (*)(DIR*)> dir(::opendir(folder.path.c_str()), &::closedir);
    std::vector<std::string> out;
    if (dir == nullptr) {
        if (errno == ENOENT || errno == ENOTDIR) {
            return out;
        }
        return ioError("cannot list '" + forScreen(folder.path) + "'", errno);
    }
    LG_TRY(checkFolder(folder));
    while (const dirent* entry = ::readdir(dir.get())) {
        const std::string name = entry->d_name;
        if (name.size() > 5 && name.ends_with(".toml") && isProfileName(name.substr(0, name.size() - 5))) {
            out.push_back(name.substr(0, name.size() - 5));
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace

Result<std::vector<LoadedProfile>> loadChain(const Places& places, const std::string& nameOrFile) {
    if (nameOrFile.find('/') == std::string::npos && !nameOrFile.ends_with(".toml")) {
        return chainFrom(places, LG_TRY(findByName(places, nameOrFile, {})));
    }
    auto text = readProfileText(nameOrFile, Trust::Person);
    if (!text) {
        text.error().what = "profile '" + forScreen(nameOrFile, 300) + "': " + text.error().what;
        adviseWhereMissing(text.error());
        return text.error();
    }
    return chainFrom(places, Found{nameOrFile, Trust::Person, std::move(*text)});
}

Result<std::vector<LoadedProfile>> loadChainUnchecked(const Places& places, const std::string& file) {
    const Trust trust = file == places.policies + "/base.toml" ? Trust::BuiltIn : Trust::Unchecked;
    Found found{file, trust, LG_TRY(readProfileText(file, trust))};
    return chainFrom(places, std::move(found));
}

Result<std::vector<LoadedProfile>> loadChainOfText(const Places& places, const std::string& file, const std::string& content) {
    const Trust trust = file == places.policies + "/base.toml" ? Trust::BuiltIn : Trust::Unchecked;
    return chainFrom(places, Found{file, trust, content});
}

Result<ProfileFile> profileText(const Places& places, const std::string& nameOrFile) {
    if (nameOrFile.find('/') == std::string::npos && !nameOrFile.ends_with(".toml")) {
        Found found = LG_TRY(findByName(places, nameOrFile, {}));
        return ProfileFile{nameOrFile, std::move(found.path), std::move(found.content)};
    }
    std::string path = LG_TRY(sys::realPath(nameOrFile));
    std::string text = LG_TRY(readProfileText(path, Trust::Unchecked));
    return ProfileFile{nameOrFile, std::move(path), std::move(text)};
}

void adviseWhereMissing(Error& error) {
    if (error.sysErrno == ENOENT && error.fix.empty()) {
        error.fix = "give a file that is there, or a profile by its name";
    }
}

Result<std::string> profileForCommand(const Places& places, const std::string& command,
                                      const std::string& otherwise) {
    const std::string quoted = "\"" + command + "\"";
    for (const Folder& folder : folders(places)) {
        std::vector<std::string> found;
        for (const std::string& name : LG_TRY(namesIn(folder))) {
            const std::string path = folder.path + "/" + name + ".toml";
            const std::string content = LG_TRY(readProfileText(path, folder.trust));
            // Only a file that has the word can name the command: the rest is not parsed at all.
            if (command.empty() || (content.find(quoted) == std::string::npos &&
                                    content.find("'" + command + "'") == std::string::npos)) {
                continue;
            }
            const Profile profile = LG_TRY(parseProfile(content, path, Layer::Profile));
            const auto& commands = profile.agent.commands;
            if (std::find(commands.begin(), commands.end(), command) != commands.end()) {
                found.push_back(name);
            }
        }
        if (found.size() > 1) {
            return makeError(Code::Invalid,
                             "profiles '" + found[0] + "' and '" + found[1] + "' in '" +
                                 forScreen(folder.path) + "' are both for the command '" +
                                 forScreen(command, 80) + "'",
                             "choose one with --profile");
        }
        if (!found.empty()) {
            return found.front();
        }
    }
    return otherwise.empty() ? std::string("default") : otherwise;
}

Result<std::vector<ProfileFile>> allProfileFiles(const Places& places) {
    std::vector<ProfileFile> out;
    std::set<std::string> seen;
    for (const Folder& folder : folders(places)) {
        for (const std::string& name : LG_TRY(namesIn(folder))) {
            if ((name == "base" && folder.trust != Trust::BuiltIn) || !seen.insert(name).second) {
                continue;
            }
            const std::string path = folder.path + "/" + name + ".toml";
            out.push_back({name, path, LG_TRY(readProfileText(path, folder.trust))});
        }
    }
    return out;
}

std::vector<ProfileName> profileNames(const Places& places) {
    constexpr std::array kFolders{ProfileFolder::Person, ProfileFolder::Site, ProfileFolder::BuiltIn};
    std::vector<ProfileName> out;
    std::set<std::string> seen;
    const auto all = folders(places); // in the order of kFolders
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto names = namesIn(all[i]);
        for (std::size_t n = 0; names && n < names->size(); ++n) {
            const std::string& name = (*names)[n];
            if ((name != "base" || all[i].trust == Trust::BuiltIn) && seen.insert(name).second) {
                out.push_back({name, kFolders.at(i)});
            }
        }
    }
    return out;
}

} // namespace leadglass::policy
