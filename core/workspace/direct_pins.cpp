#include "core/workspace/direct_pins.h"

#include <map>
#include <set>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

constexpr const char* kOtherModes = "use --workspace overlay or copy";

Error refused(const std::string& path, const std::string& why) {
    return makeError(Code::Unsupported, "'" + forScreen(path, 300) + "' " + why, kOtherModes);
}

class Finder {
public:
    Finder(int projectFd, const ProtectedPaths& isProtected) : m_projectFd(projectFd), m_protected(isProtected) {}

    Result<std::vector<Pin>> run() {
        std::vector<Place> stack{{"", false}};
        while (!stack.empty()) {
            const Place at = std::move(stack.back());
            stack.pop_back();
            LG_TRY(directory(at, stack));
        }
        for (const auto& [inode, names] : m_names) {
            if (names.seen < names.links) {
                return refused(names.path, "has another name outside the project (a hard link): what is written "
                                           "to it is written there, too");
            }
        }
        std::vector<Pin> pins;
        for (const auto& path : m_above) {
            pins.push_back({path, true});
        }
        for (const auto& path : m_held) {
            pins.push_back({path, false});
        }
        if (pins.size() > kMaxPins) {
            return makeError(Code::Unsupported,
                             std::to_string(pins.size()) + " protected paths and directories above them, the first '" +
                                 forScreen(*m_held.begin(), 300) + "': more than " + std::to_string(kMaxPins) +
                                 " cannot be held in their place",
                             kOtherModes);
        }
        return pins;
    }

private:
    struct Place {
        std::string path;
        bool held = false; // below a pin
    };
    struct Names {
        std::string path;
        std::uint64_t links = 0;
        std::uint64_t seen = 0;
    };

    Status directory(const Place& at, std::vector<Place>& stack) {
        auto dir = openDirBeneath(m_projectFd, at.path);
        if (!dir) {
            return refused(at.path, "cannot be looked into: " + dir.error().text());
        }
        const auto entries = LG_TRY(listDirectory(dir->get()));
        for (const auto& entry : entries) {
            const std::string path = joined(at.path, entry.name);
            const auto s = sys::statAt(dir->get(), entry.name);
            if (!s) {
                continue; // gone meanwhile
            }
            const Node node = nodeOf(*s);
            if (node.type == NodeType::Special) {
                return refused(path, "is a socket, pipe or device: the command could talk to who listens there");
            }
            const bool pinned = !at.held && m_protected.covers(path);
            if (pinned && node.type == NodeType::Symlink) {
                return refused(path, "is protected, and a link: a link cannot be held in its place");
            }
            if (node.type == NodeType::File && s->st_nlink > 1) {
                LG_TRY(severalNames(path, *s, at.held || pinned));
            }
            if (pinned) {
                m_held.insert(path);
                for (std::string above = parentOf(path); !above.empty(); above = parentOf(above)) {
                    m_above.insert(above);
                }
            } else if (path == ".git" && node.type == NodeType::Directory) {
                m_above.insert(path);
            }
            if (node.type == NodeType::Directory) {
                stack.push_back({path, at.held || pinned});
            }
        }
        return {};
    }

    Status severalNames(const std::string& path, const struct stat& s, bool held) {
        if (held) {
            return refused(path, "is protected, and has another name (a hard link), under which it could be changed");
        }
        auto& names = m_names[{s.st_dev, s.st_ino}];
        names.path = path;
        names.links = s.st_nlink;
        ++names.seen;
        return {};
    }

    int m_projectFd;
    const ProtectedPaths& m_protected;
    std::set<std::string> m_held;
    std::set<std::string> m_above;
    std::map<std::pair<std::uint64_t, std::uint64_t>, Names> m_names;
};

} // namespace

Result<std::vector<Pin>> findPins(int projectFd, const ProtectedPaths& isProtected) {
    return Finder(projectFd, isProtected).run();
}

} // namespace leadglass::workspace
