#include "core/workspace/risk.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/base/sys.h"
#include "core/workspace/embedded_repositories.h"
#include "core/workspace/folded_name.h"
#include "core/workspace/git_risk.h"
#include "core/workspace/linked_names.h"
#include "core/workspace/manifest_parts.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kScanBytes = 256 * 1024; // of a file, for strings that look like secrets

std::string readSome(Root root, const std::string& path, std::size_t max) {
    auto fd = openFileBeneath(root, path);
    if (!fd) {
        return {};
    }
    const auto s = sys::stat(fd->get());
    std::string text(s ? std::min(max, static_cast<std::size_t>(s->st_size)) : 0, '\0');
    const ssize_t size = ::read(fd->get(), text.data(), text.size());
    text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return text;
}

// The whole content of the run's version. What is longer than can be read is never as judged.
std::string readJudged(const Trees& trees, Change& change) {
    std::string text = readSome(trees.upper, change.path, kMaxParsed);
    change.judged = contentName(text);
    return text;
}

bool isWordChar(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           c == '_' || c == '-';
}

bool isLockFile(std::string_view name) {
    static constexpr std::array kNames{"package-lock.json", "npm-shrinkwrap.json", "yarn.lock",
                                       "pnpm-lock.yaml", "bun.lock", "cargo.lock", "poetry.lock",
                                       "uv.lock", "pipfile.lock", "gemfile.lock", "composer.lock",
                                       "go.sum", "go.mod", "requirements.txt", "deno.lock"};
    return std::ranges::find(kNames, name) != kNames.end();
}

std::set<std::string> hostsIn(std::string_view text) {
    std::set<std::string> hosts;
    for (std::size_t at = text.find("://"); at != std::string_view::npos;
         at = text.find("://", at + 3)) {
        const std::string_view rest = text.substr(at + 3, 512);
        std::string host(rest.substr(0, rest.find_first_of("/\"' \t\r\n#?)>,")));
        if (const std::size_t user = host.rfind('@'); user != std::string::npos) {
            host.erase(0, user + 1);
        }
        std::ranges::transform(host, host.begin(), [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        });
        hosts.insert(std::move(host));
    }
    return hosts;
}

void markSecrets(const Trees& trees, Change& change, const SecretLook& secrets) {
    if (secrets) {
        const auto fd = openFileBeneath(trees.upper, change.path);
        const auto found = fd ? secrets(fd->get(), change.after.size) : std::vector<Why>();
        change.risks.insert(change.risks.end(), found.begin(), found.end());
        if (!found.empty()) {
            return;
        }
    }
    const Why secret = secretIn(readSome(trees.upper, change.path, kScanBytes));
    if (!secret.empty()) {
        change.risks.push_back(Why("secret", {}, secret));
    }
}

constexpr std::size_t kNamesAtOnce = 8 << 20;

std::string namesOf(const Change& change) {
    const bool made = change.after.type != NodeType::None && change.kind != ChangeKind::ModeChanged;
    return made ? change.path + "\n" + change.linkTarget + "\n" : std::string();
}

std::vector<Why> secretsInText(const std::string& text, const SecretLook& secrets) {
    const auto fd = sys::sealedMemfd("leadglass-names", {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    return fd ? secrets(fd->get(), text.size()) : std::vector<Why>{Why("secrets_not_seen", {fd.error().text()})};
}

// What stands in a name, or in where a link leads, leaves as well as what stands in a file. All of them first: mostly that is all.
void markNames(ChangeList& list, const SecretLook& secrets) {
    if (!secrets) {
        return;
    }
    for (std::size_t begin = 0, end = 0; begin < list.changes.size(); begin = end) {
        std::string all;
        for (end = begin; end < list.changes.size() && all.size() < kNamesAtOnce; ++end) {
            all += namesOf(list.changes[end]);
        }
        if (all.empty() || secretsInText(all, secrets).empty()) {
            continue;
        }
        for (std::size_t i = begin; i < end; ++i) {
            auto& change = list.changes[i];
            const std::string names = namesOf(change);
            for (auto& why : names.empty() ? std::vector<Why>() : secretsInText(names, secrets)) {
                if (std::find(change.risks.begin(), change.risks.end(), why) == change.risks.end()) {
                    change.risks.push_back(std::move(why));
                }
            }
        }
    }
}

void markContent(const Trees& trees, Change& change, ContentBudget& budget, const SecretLook& secrets) {
    if (isJudgedByContent(change.path) && !budget.takes(change.path, std::min<std::uint64_t>(change.after.size, kMaxParsed))) {
        change.risks.emplace_back(WhyCode("too_many_packages"));
    } else if (isJudgedByContent(change.path)) {
        const std::string after = readJudged(trees, change);
        const bool hasBefore = change.before.type == NodeType::File;
        const std::string before = hasBefore ? readSome(trees.project, change.path, kMaxParsed) : std::string();
        for (auto& risk : riskOfContent(change.path, hasBefore ? &before : nullptr, after)) {
            change.risks.push_back(std::move(risk));
        }
    }
    markSecrets(trees, change, secrets);
}

void markFile(const Trees& trees, Change& change, const ProtectMatcher& isProtected, const LinkedNames& linked, ContentBudget& budget,
              const SecretLook& secrets) {
    const NodeType type =
        change.after.type == NodeType::None ? change.before.type : change.after.type;
    const NameRisk named = riskOfName(change.path, type == NodeType::Directory);
    if (named.grade == Grade::Held) {
        change.risks.emplace_back(*named.why);
    } else if (named.grade == Grade::Told) {
        change.runs = Why(*named.why);
    }
    // A reason of its own says more, and holds under every policy.
    if (change.risks.empty() && isProtected && (isProtected(change.path) || isProtected(foldedName(change.path)))) {
        change.risks.emplace_back(WhyCode("protected"));
    }
    if (const std::string_view name = linked.nameFor(change.path); !name.empty()) {
        change.risks.push_back(Why("linked_name", {std::string(name)}));
    }
    if (change.after.type == NodeType::Symlink &&
        leavesProject(change.path, change.linkTarget)) {
        change.risks.emplace_back(WhyCode("link_leaves"));
    }
    if (change.after.type != NodeType::File) {
        return;
    }
    if ((change.after.mode & 0111) != 0) {
        change.risks.emplace_back(WhyCode("executable"));
    }
    if ((change.after.mode & 06000) != 0) {
        change.risks.emplace_back(WhyCode("setid_dropped"));
    }
    if (change.refused.empty() && change.kind != ChangeKind::ModeChanged) {
        markContent(trees, change, budget, secrets);
    }
}

} // namespace

bool ContentBudget::takes(std::string_view path, std::uint64_t bytes) {
    constexpr std::uint64_t kParsed = 8;
    constexpr std::uint64_t kEach = 1024;
    m_left -= std::min(m_left, kEach + bytes * (isManifest(foldedName(baseOf(path))) ? kParsed : 1));
    return m_left > 0;
}

bool isJudgedByContent(std::string_view path) {
    const std::string name = foldedName(baseOf(path));
    return isManifest(name) || isLockFile(name);
}

std::vector<Why> riskOfContent(std::string_view path, const std::string* before, const std::string& after) {
    const std::string name = foldedName(baseOf(path));
    std::vector<Why> risks;
    if (isManifest(name) && partsThatRun(name, after) != partsThatRun(name, before != nullptr ? *before : std::string())) {
        risks.emplace_back(WhyCode("package_scripts"));
    }
    if (isLockFile(name) && before != nullptr) {
        const auto known = hostsIn(*before);
        const auto hosts = hostsIn(after);
        const auto added = std::ranges::find_if(hosts, [&](const auto& host) { return !known.contains(host); });
        if (added != hosts.end()) {
            risks.push_back(Why("lock_file_host", {*added}));
        }
    }
    return risks;
}

Why secretIn(std::string_view content) {
    struct Form {
        const char* prefix;
        std::size_t more; // word characters after the prefix
        WhyCode what;
    };
    static constexpr std::array kForms{
        Form{"AKIA", 16, "aws_key"},           Form{"ASIA", 16, "aws_key"},
        Form{"ghp_", 30, "github_token"},      Form{"gho_", 30, "github_token"},
        Form{"ghs_", 30, "github_token"},      Form{"github_pat_", 30, "github_token"},
        Form{"glpat-", 18, "gitlab_token"},    Form{"sk-ant-", 20, "api_key"},
        Form{"sk-proj-", 20, "api_key"},       Form{"sk_live_", 16, "payment_key"},
        Form{"xoxb-", 20, "slack_token"},      Form{"xoxp-", 20, "slack_token"},
        Form{"AIza", 35, "google_key"},        Form{"npm_", 36, "npm_token"},
        Form{"pypi-AgEI", 30, "pypi_token"}};
    const std::size_t key = content.find("PRIVATE KEY-----");
    if (key != std::string_view::npos &&
        content.substr(0, key).rfind("-----BEGIN ") != std::string_view::npos) {
        return Why("private_key");
    }
    for (const auto& form : kForms) {
        const std::string_view prefix = form.prefix;
        for (std::size_t at = content.find(prefix); at != std::string_view::npos;
             at = content.find(prefix, at + 1)) {
            if (at > 0 && isWordChar(content[at - 1])) {
                continue;
            }
            std::size_t length = 0;
            while (at + prefix.size() + length < content.size() &&
                   isWordChar(content[at + prefix.size() + length])) {
                ++length;
            }
            if (length >= form.more) {
                return Why(form.what);
            }
        }
    }
    return {};
}

void markRisks(const Trees& trees, ChangeList& list, const ProtectMatcher& isProtected, const SecretLook& secrets) {
    GitRisk git(trees, list);
    EmbeddedRepositories repositories(trees, list);
    const LinkedNames linked(trees.project, isProtected);
    ContentBudget budget;
    std::erase_if(list.changes, [&](Change& change) {
        change.risks.clear();
        change.runs.clear();
        change.judged.clear();
        if (change.atHidden) {
            change.risks.emplace_back(WhyCode("at_hidden"));
        }
        if (repositories.isPartOfOne(change.path)) {
            change.risks.emplace_back(WhyCode("in_repository"));
        }
        if (isGits(change.path)) {
            return git.mark(change);
        }
        markFile(trees, change, isProtected, linked, budget, secrets);
        return false;
    });
    markNames(list, secrets);
}

} // namespace leadglass::workspace
