// What a rule asks of a single request, besides where it goes. Meaning: request.h; part of types.h.
#pragma once

#include <string>
#include <vector>

namespace leadglass::policy {

struct NamedGlob {
    std::string name; // query: the key, exact; headers: lower case
    std::string glob; // of the whole value; '*' is any number of any characters
    bool operator==(const NamedGlob&) const = default;
};

// A repository, or all of an organisation, over git's smart HTTP protocol.
struct GitCondition {
    std::string repository;   // "acme/tool", as in its URL without ".git"; exactly one of both is set
    std::string organisation; // "acme": every repository right below
    bool fetch = false;
    bool push = false;
    bool lfs = false;                  // also the LFS batch endpoint, downloads and uploads as fetch and push say
    std::vector<std::string> branches; // globs of names below refs/heads/: '*' within a segment, '**' over segments
    std::vector<std::string> tags;     // below refs/tags/. Both empty: every ref
    bool create = true;                // of a ref that is not there yet
    bool remove = false;               // `delete`
    bool operator==(const GitCondition&) const = default;
};

struct Conditions {
    std::vector<std::string> methods; // exact; GET is HEAD too
    std::vector<std::string> paths;   // globs of the decoded path: '*' within a segment, '**' over segments
    std::vector<NamedGlob> query;     // each key must be there
    bool queryOnly = false;           // and no other
    std::vector<NamedGlob> headers;   // each must be there
    std::vector<GitCondition> git;    // none or one
    bool onlyRead = false;            // `methods` come from a registry's read_only
    [[nodiscard]] bool empty() const {
        return methods.empty() && paths.empty() && query.empty() && !queryOnly && headers.empty() && git.empty();
    }
    bool operator==(const Conditions&) const = default;
};

} // namespace leadglass::policy
