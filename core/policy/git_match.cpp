// A git condition against a request: git's smart HTTP protocol (gitprotocol-http(5)) and nothing else.
#include <algorithm>

#include "core/policy/request_match.h"

namespace leadglass::policy {
namespace {

enum class Kind { None, FetchRefs, PushRefs, Refs, Fetch, Push, Lfs, Dumb }; // Refs: of no service, or of more than one
struct Asked {
    Kind kind = Kind::None;
    std::string repository; // with the case as sent, without ".git"
};

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

// Everything that a git client could want from a repository, in any method; who allows looks closer.
Asked askedOf(const RequestFacts& facts, bool wide) {
    std::string path = wide ? lowered(facts.target.path) : facts.target.path;
    while (wide && path.size() > 1 && path.ends_with('/')) {
        path.pop_back();
    }
    const auto cut = [&](std::string_view suffix) {
        std::string repository = path.substr(0, path.size() - suffix.size());
        repository.erase(0, 1);
        return repository.ends_with(".git") ? repository.substr(0, repository.size() - 4) : repository;
    };
    if (path.ends_with("/git-upload-pack")) {
        return {Kind::Fetch, cut("/git-upload-pack")};
    }
    if (path.ends_with("/git-receive-pack")) {
        return {Kind::Push, cut("/git-receive-pack")};
    }
    if (path.ends_with("/info/refs")) {
        const auto& query = facts.query;
        const bool one = query.size() == 1 && query[0].first == "service" && facts.queryClear;
        const auto& service = one ? query[0].second : std::string();
        return {service == "git-upload-pack" ? Kind::FetchRefs : service == "git-receive-pack" ? Kind::PushRefs : Kind::Refs, cut("/info/refs")};
    }
    if (const std::size_t at = path.rfind("/info/lfs"); at != std::string::npos) {
        const std::string_view rest = std::string_view(path).substr(at);
        if (rest == "/info/lfs/objects/batch" || (wide && (rest == "/info/lfs" || rest.starts_with("/info/lfs/")))) {
            return {Kind::Lfs, cut(rest)};
        }
    }
    if (const std::size_t at = path.rfind("/objects/"); wide && at != std::string::npos) {
        return {Kind::Dumb, cut(std::string_view(path).substr(at))};
    }
    return wide && path.ends_with("/head") ? Asked{Kind::Dumb, cut("/head")} : Asked{};
}

bool isRepository(const GitCondition& git, const std::string& repository, bool wide) {
    const auto as = [&](const std::string& text) { return wide ? lowered(text) : text; };
    if (!git.repository.empty()) {
        return repository == as(git.repository);
    }
    const std::string start = as(git.organisation) + "/";
    return repository.starts_with(start) && repository.size() > start.size() &&
           (wide || repository.find('/', start.size()) == std::string::npos);
}

Fitness no(const char* key) { return {Fit::No, "", key}; }

// "a/b*" over the names below `prefix`.
bool named(const std::vector<std::string>& globs, std::string_view prefix, const std::string& ref) {
    return ref.starts_with(prefix) && std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
        return matchesRequestPath("/" + glob, "/" + ref.substr(prefix.size()), false);
    });
}

Fitness fitOfRef(const GitCondition& git, const PushedRef& ref) {
    const bool limited = !git.branches.empty() || !git.tags.empty();
    if (limited && !named(git.branches, "refs/heads/", ref.ref) && !named(git.tags, "refs/tags/", ref.ref)) {
        return no(ref.ref.starts_with("refs/tags/") ? "git.tags" : "git.branches");
    }
    if (ref.create && !git.create) {
        return no("git.create");
    }
    return ref.remove && !git.remove ? no("git.delete") : Fitness{};
}

} // namespace

Fitness fitOfGit(const GitCondition& git, const RequestFacts& facts, const PushedRef* ref, bool wide) {
    if (!facts.pathClear()) {
        return {Fit::Unsure, "ambiguous_path", ""};
    }
    const Asked asked = askedOf(facts, wide);
    if (asked.kind == Kind::None) {
        return no("git");
    }
    if (!isRepository(git, asked.repository, wide)) {
        return no(git.repository.empty() ? "git.organisation" : "git.repository");
    }
    if (!wide && facts.overridden) {
        return {Fit::Unsure, "method_override", ""};
    }
    const bool whole = git.branches.empty() && git.tags.empty() && git.create && git.remove;
    const bool get = facts.request.method == "GET";
    const bool post = facts.request.method == "POST" && !facts.target.hasQuery;
    switch (asked.kind) {
    case Kind::FetchRefs: return git.fetch && (wide || get) ? Fitness{} : no("git.access");
    case Kind::Fetch: return git.fetch && (wide || post) ? Fitness{} : no("git.access");
    case Kind::PushRefs: return git.push && (wide ? whole : get) ? Fitness{} : no("git.access");
    case Kind::Lfs: return wide ? (whole ? Fitness{} : no("git.lfs")) : (git.lfs && post ? Fitness{} : no("git.lfs"));
    case Kind::Refs: return wide && (git.fetch || whole) ? Fitness{} : no("git");
    case Kind::Dumb: return wide && git.fetch ? Fitness{} : no("git");
    case Kind::Push: break;
    case Kind::None: return no("git");
    }
    if (!git.push || (!wide && !post)) {
        return no("git.access");
    }
    if (!facts.request.pushed) {
        return wide ? Fitness{} : no("git.branches");
    }
    // A command list without commands changes nothing: git sends one to see whether it may push.
    if (ref == nullptr) {
        return wide && !whole ? no("git.branches") : Fitness{};
    }
    return fitOfRef(git, *ref);
}

} // namespace leadglass::policy
