// Lines of a policy as values: those that hold (explain.h), and those of one file that can be changed (policy_edit.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/policy/types.h"

namespace leadglass::policy {

// Whoever says it, nothing that is added elsewhere loosens it.
enum class LockedBy { Nobody, Program, Base, Project, Bundle };

// One line that holds.
struct PolicyLine {
    std::string title; // "egress allow", "files hide", "limit memory"
    std::string what;  // fit for a screen
    std::optional<Origin> origin;
    LockedBy lockedBy = LockedBy::Nobody;
};

// A rule of [egress] in the words of its file. Exactly one of host, address, registry and loopback is set.
struct RuleWords {
    std::string host;     // "api.example.com", "*.example.org"
    std::string address;  // "192.0.2.0/24"
    std::string registry; // "npm"
    std::uint16_t loopback = 0;
    std::vector<std::uint16_t> ports; // empty: as the grammar has it
    std::string protocol;             // empty: by the port
    bool allowPrivate = false;        // private = true
    bool unsafe = false;
    bool viaProxy = false;
    bool anySni = false; // sni = "any"
    // What narrows it to some HTTP requests. Nothing: of a rule that is read,
    // there is none; of an edit, as it is. Empty: none any more.
    std::optional<std::vector<std::string>> methods{}, paths{};
    bool operator==(const RuleWords&) const = default;
};

// Keys whose lists have items: rules, and texts.
inline constexpr const char* kRuleLists[] = {"egress.allow", "egress.ask", "egress.deny"};
inline constexpr const char* kTextLists[] = {"files.hide", "files.read", "files.state", "workspace.protect", "environment.pass", "devices.allow"};
// A table of texts, each as "NAME=value", by name; and sections [[example]], each as "api.example.com:443 allow".
inline constexpr const char* kVariables = "environment.set";
inline constexpr const char* kExamples = "example";
// Keys with one value each.
inline constexpr const char* kValueKeys[] = {"egress.default",  "workspace.mode", "approvals.hold",    "limits.cpu",
                                             "limits.memory",   "limits.disk",    "limits.file_size",  "limits.tmp",
                                             "limits.processes", "limits.open_files", "limits.cpu_time", "limits.wall_clock"};

// One item as it stands in a file.
struct PolicyItem {
    std::string key;       // "egress.allow", "limits.memory"
    std::size_t index = 0; // in its list, from 0
    int line = 0;          // where it begins, from 1
    std::string written;   // as the file has it
    std::string comment;   // behind it on its line, without '#'
    std::string text;      // of a text or a single value, a variable or an example
    std::optional<RuleWords> rule;
    bool narrowed = false; // a rule with `methods`, `git` or another condition, which only an editor of texts can change
};

struct PolicyEdit {
    enum class Kind {
        Add,    // at the end of list `key`
        Change, // item `index` of list `key`: a rule's fields, or a text; a variable may get another name
        Move,   // rule `index` of list `key` to the end of list `to`, as it is written
        Remove, // item `index` of list `key`, with the comment behind it on its line
        Set,    // the one value of `key`
        Unset,  // its line goes
    };
    Kind kind = Kind::Add;
    std::string key;
    std::size_t index = 0;
    std::string to;
    RuleWords rule;
    std::string text;
    std::string comment; // Add: behind the new item, one line without '#'; empty: none
};

} // namespace leadglass::policy
