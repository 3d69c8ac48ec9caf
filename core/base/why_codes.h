// What core tells a person about the changes of a run: why one is risky, in conflict, refused, left or taken whole, and
// what runs it. A code that stays, for who has words of their own (the app), and the English words, for all others.
//
// In the words %1, %2 ... are the names that go with it, in order, then what it is about in turn (why.h); %n is a number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace leadglass {

struct WhyPhrase {
    std::string_view code;
    std::string_view words;
    std::string_view many = {}; // of another number than 1; empty: as `words`
};

inline constexpr std::array kWhyPhrases{
    // --- names that something runs (core/workspace/risk_rules.cpp) ---
    WhyPhrase{"git_own", "git's own directory"},
    WhyPhrase{"version_control", "version control that can run hooks"},
    WhyPhrase{"git_hooks", "git hooks"},
    WhyPhrase{"git_head", "can make its directory a git repository"},
    WhyPhrase{"git_attributes", "git attributes can run filters"},
    WhyPhrase{"git_submodules", "git submodules"},
    WhyPhrase{"git_configuration", "git configuration"},
    WhyPhrase{"version_control_configuration", "version control configuration"},
    WhyPhrase{"hook_name", "named like a git hook"},
    WhyPhrase{"editor_configuration", "editor configuration"},
    WhyPhrase{"debugger_configuration", "debugger configuration"},
    WhyPhrase{"agent_configuration", "agent configuration"},
    WhyPhrase{"agent_instructions", "agent instructions"},
    WhyPhrase{"restricts_runs", "restricts what later runs may do"},
    WhyPhrase{"runs_on_entering", "runs when you enter the directory"},
    WhyPhrase{"chooses_programs", "chooses programs"},
    WhyPhrase{"shell_start", "shell start file"},
    WhyPhrase{"environment_file", "environment file"},
    WhyPhrase{"interpreter_start", "an interpreter runs it when started here"},
    WhyPhrase{"every_python", "runs with every Python"},
    WhyPhrase{"start_file", "start file"},
    WhyPhrase{"editor_loads", "editors load it as code to check or format"},
    WhyPhrase{"continuous_integration", "continuous integration"},
    WhyPhrase{"package_configuration", "package manager configuration"},
    WhyPhrase{"build_configuration", "build configuration"},
    WhyPhrase{"build_script", "build script"},
    WhyPhrase{"build_or_start", "build or start file"},
    WhyPhrase{"starts_containers", "starts containers"},
    WhyPhrase{"python_for_source", "Python runs it in place of the source"},
    WhyPhrase{"code_without_diff", "loaded as code, and no diff shows what is in it"},
    WhyPhrase{"emacs_for_source", "Emacs runs it in place of the source"},
    WhyPhrase{"zsh_for_source", "zsh runs it in place of the source"},
    WhyPhrase{"erlang_for_source", "Erlang runs it in place of the source"},
    WhyPhrase{"build_for_source", "a build takes it in place of the source"},
    WhyPhrase{"chooses_python", "chooses the Python that runs here"},
    WhyPhrase{"sourced", "you source it to work in its environment"},
    WhyPhrase{"when_used", "when you run what uses it"},
    WhyPhrase{"when_run", "when you run it"},
    WhyPhrase{"when_on_windows", "when you start it on Windows"},
    WhyPhrase{"when_tested", "when you run the tests"},
    WhyPhrase{"when_image_built", "when you build its image"},
    WhyPhrase{"when_planned", "when you plan or apply it"},
    // --- places, modes and contents (risk.cpp) ---
    WhyPhrase{"at_hidden", "lies at a path that was hidden from the run"},
    WhyPhrase{"in_repository", "part of a directory that git takes for a repository, whose configuration can run programs"},
    WhyPhrase{"protected", "protected or hidden by the policy"},
    WhyPhrase{"linked_name", "the project's link '%1', a protected name, leads here"},
    WhyPhrase{"link_leaves", "link leaves the project"},
    WhyPhrase{"executable", "executable"},
    WhyPhrase{"setid_dropped", "setuid or setgid bit, which is dropped"},
    WhyPhrase{"too_many_packages", "more package files and lock files than are looked through: whether it runs something is not known"},
    WhyPhrase{"package_scripts", "package scripts or build settings"},
    WhyPhrase{"lock_file_host", "lock file names a new host: %1"},
    WhyPhrase{"secret", "looks like it holds a secret: %1"},
    WhyPhrase{"secret_named", "looks like it holds a secret: %1"},
    WhyPhrase{"secret_named_encoded", "looks like it holds a secret: %1, encoded"},
    WhyPhrase{"secrets_not_seen", "could not be looked through for secrets: %1"},
    WhyPhrase{"secrets_not_whole", "larger, or unpacks to more, than is looked through for secrets"},
    WhyPhrase{"canary_in_file", "holds a canary of this run"},
    WhyPhrase{"canary_in_file_encoded", "holds a canary of this run, encoded"},
    WhyPhrase{"private_key", "private key"},
    WhyPhrase{"aws_key", "AWS key"},
    WhyPhrase{"github_token", "GitHub token"},
    WhyPhrase{"gitlab_token", "GitLab token"},
    WhyPhrase{"api_key", "API key"},
    WhyPhrase{"payment_key", "payment key"},
    WhyPhrase{"slack_token", "Slack token"},
    WhyPhrase{"google_key", "Google API key"},
    WhyPhrase{"npm_token", "npm token"},
    WhyPhrase{"pypi_token", "PyPI token"},
    // --- git's own files (git_risk.cpp) ---
    WhyPhrase{"git_new", "a new git repository can configure programs to run"},
    WhyPhrase{"git_other_worktree", "belongs to another worktree of the repository, or leads to this one"},
    WhyPhrase{"git_runs_programs", "git configuration or hooks can run programs"},
    WhyPhrase{"git_other_type", "a link or another type where git keeps plain files"},
    WhyPhrase{"git_directory", "a directory where git keeps a file"},
    WhyPhrase{"git_replaces", "git would show another object wherever it reads the one that this replaces (git-replace(1))"},
    WhyPhrase{"git_not_ref", "not the name or content of a git ref"},
    WhyPhrase{"git_no_commit", "names a commit that is not there or cannot be read"},
    WhyPhrase{"git_tag_elsewhere", "says of %1 that it leads elsewhere than its tag does"},
    WhyPhrase{"git_not_object", "not a git object or pack of the content that its name says, or of a form that is not looked into: what is committed "
                                "later under that name would be this"},
    WhyPhrase{"git_many_objects", "more git objects than are looked through: whether they are what their names say is not known"},
    WhyPhrase{"git_objects_held", "may need git objects that are held back"},
    WhyPhrase{"git_branch_elsewhere", "of a branch that another worktree has checked out"},
    WhyPhrase{"git_packed_held", "packed-refs, which is held back, says what becomes of it"},
    WhyPhrase{"git_no_index", "without its index git takes every file for deleted"},
    WhyPhrase{"git_looks_away", "git would no longer look at %n file (assume-unchanged, skip-worktree)",
              "git would no longer look at %n files (assume-unchanged, skip-worktree)"},
    WhyPhrase{"git_index_caches", "an index with caches that git believes unseen (git reset makes it again)"},
    WhyPhrase{"git_removed", "the run removed the repository, or what it cannot be without"},
    // --- commits, submodules and what is staged ---
    WhyPhrase{"submodule_unknown", "whether this commit of the submodule is in its repository cannot be told"},
    WhyPhrase{"submodule_missing", "the submodule's commit %1 is not in its repository here, %2 (what the run did there is held, too)"},
    WhyPhrase{"deletes_hidden", "deletes a file that was hidden from the command"},
    WhyPhrase{"commits_hold", "its commits hold %1: %2"},
    WhyPhrase{"commits_hold_more", "its commits hold %1: %2 (and %n more risky)"},
    WhyPhrase{"commits_delete", "its commits delete files that were hidden from the command: %1"},
    WhyPhrase{"commits_delete_more", "its commits delete files that were hidden from the command: %1 (and %n more of them)"},
    WhyPhrase{"commits_unknown", "not all that its commits hold can be looked at (objects that are not here, damaged or of a form that git does not "
                                 "write, or more than are looked through): whether one of the files is risky is not known"},
    WhyPhrase{"log_odd", "holds lines that git does not write, or more than are looked through"},
    WhyPhrase{"log_names", "names %1: %2"},
    WhyPhrase{"other_than_file", "has another %1 than its file: %2"},
    WhyPhrase{"with_risky", "goes together with %1, which is risky"},
    WhyPhrase{"staged_unshown", "the index holds content of %n file that the review does not show: %1 (the next 'git commit' would take it)",
              "the index holds content of %n files that the review does not show: %1 (the next 'git commit' would take it)"},
    WhyPhrase{"staged_held", "the index stages %n file that is risky or cannot be applied: %1", "the index stages %n files that are risky or cannot be applied: %1"},
    WhyPhrase{"staged_gone", "the index takes %n file that was hidden from the command for deleted: %1",
              "the index takes %n files that were hidden from the command for deleted: %1"},
    WhyPhrase{"staged_conflict", "the run staged %1, which is in conflict"},
    WhyPhrase{"together_refused", "goes together with %1, which cannot be applied: else 'git status' would show commits as undone"},
    WhyPhrase{"together_conflict", "goes together with %1, which is in conflict: else 'git status' would show commits as undone"},
    WhyPhrase{"together_risky", "goes together with %1, which is risky: else 'git status' would show commits as undone"},
    WhyPhrase{"changed_while_judged", "the run changed it while it was judged"},
    WhyPhrase{"changed_while_judged_again", "the run changed it while it was judged (review the run again)"},
    // --- what can never be applied, and conflicts (change_list.cpp) ---
    WhyPhrase{"unreadable", "cannot be read: %1"},
    WhyPhrase{"not_compared", "cannot be compared: %1"},
    WhyPhrase{"path_too_long", "path is too long"},
    WhyPhrase{"overlay_mark", "directory has an overlay mark that is not understood"},
    WhyPhrase{"special_file", "special files (devices, pipes, sockets) are never applied"},
    WhyPhrase{"too_large", "a file of more than 16 GiB is not read, and so never applied"},
    WhyPhrase{"other_file_system", "another file system is mounted here on the host"},
    WhyPhrase{"host_special_file", "the host has a special file here"},
    WhyPhrase{"setid_never", "setuid and setgid bits are never applied"},
    WhyPhrase{"hidden_never", "a hidden file is never replaced"},
    WhyPhrase{"hidden_below_never", "a directory that holds hidden files is never replaced"},
    WhyPhrase{"git_pointer", "it leads to git's own directory elsewhere, and stays as it is"},
    WhyPhrase{"index_unreadable", "%1 (git reset makes it again)"},
    WhyPhrase{"was_hidden", "this path was hidden from the run: what the host has there stays"},
    WhyPhrase{"hidden_below", "directory holds files hidden from the run; they stay"},
    WhyPhrase{"moved_above", "a directory above was moved or changed on the host since the run began"},
    WhyPhrase{"not_proved", "cannot be proved unchanged on the host since the run began"},
    WhyPhrase{"changed_on_host", "changed on the host since the run began"},
    WhyPhrase{"packed_meanwhile", "the host packed this ref since the run began, at a commit that the run's does not follow"},
    // --- what has no hunks to choose from (partial.cpp) ---
    WhyPhrase{"whole_git", "it is part of git's own files"},
    WhyPhrase{"whole_new", "it is new"},
    WhyPhrase{"whole_deleted", "it is deleted"},
    WhyPhrase{"whole_renamed", "it has another name, and is otherwise the same"},
    WhyPhrase{"whole_other_type", "it becomes something of another kind"},
    WhyPhrase{"whole_mode", "only its permissions change"},
    WhyPhrase{"whole_no_file", "it is no file"},
    WhyPhrase{"whole_large", "it is larger than 1 MiB"},
    // --- what an apply or an undo left as it was ---
    WhyPhrase{"left_risky", "risky: %1 (--include-risky applies it)"},
    WhyPhrase{"left_conflict", "conflict: %1"},
    WhyPhrase{"left_unchanged", "the run does not change it any more"},
    WhyPhrase{"left_together", "goes together with %1, which is held back"},
    WhyPhrase{"left_new_name", "its new name, %1, is held back"},
    WhyPhrase{"left_new_name_in_part", "its new name, %1, is taken only in part"},
    WhyPhrase{"left_content", "what it held is now at %1, which is held back"},
    WhyPhrase{"left_content_in_part", "what it held is now at %1, which is taken only in part"},
    WhyPhrase{"left_holds", "%1 in it is held back"},
    WhyPhrase{"left_directory", "its directory, %1, is held back"},
    WhyPhrase{"left_unreviewed", "not reviewed: review the run again"},
    WhyPhrase{"left_changed", "the run changed it after it was reviewed (review the run again)"},
    WhyPhrase{"left_head", "goes together with HEAD, its branch and the index, and the run changed one of them after it was reviewed"},
    WhyPhrase{"left_not_looked_at", "the run changed it after you looked: look again"},
    WhyPhrase{"left_looks_other", "it is not what you looked at any more: look again"},
    WhyPhrase{"left_no_hunks", "it has no hunks: %1"},
    WhyPhrase{"left_no_hunk_named", "no hunk of it was named"},
    WhyPhrase{"host_changed", "the host changed it meanwhile"},
    WhyPhrase{"new_name_unwritten", "what it holds could not be written under its new name, so it stays"},
    WhyPhrase{"changed_since_applied", "changed since it was applied"},
    WhyPhrase{"not_empty", "directory is not empty any more"},
    // --- what a file held when the run began, and notes about a run as a whole ---
    WhyPhrase{"base_unknown", "what it held when the run began is not known: of this file neither git nor Leadglass noted it"},
    WhyPhrase{"base_not_kept", "what it held when the run began is not kept: only its size, %n byte, and its digest were noted",
              "what it held when the run began is not kept: only its size, %n bytes, and its digest were noted"},
    WhyPhrase{"base_other_version", "the run changed it after it was reviewed: review the run again"},
    WhyPhrase{"base_no_text", "what it held when the run began is known, but one of the three is no text, or larger than 1 MiB"},
    WhyPhrase{"note_other_boot", "the machine was started again since the run began: the host's versions cannot be proved unchanged by time"},
    WhyPhrase{"note_clock", "the clock was set back since the run began"},
    WhyPhrase{"note_commits_cut", "not every new commit is shown: at most %n are, and none that cannot be read (missing, damaged, larger than 1 MiB, or "
                                  "after too much to read)"},
    // --- what has no code: the words of an error, fit for a screen, as its only name ---
    WhyPhrase{"error", "%1"}};

// One of kWhyPhrases. Another word than its codes does not compile.
class WhyCode {
public:
    consteval WhyCode(const char* code) : m_at(find(code)) {}
    constexpr explicit WhyCode(const WhyPhrase& phrase) : m_at(static_cast<std::uint16_t>(&phrase - kWhyPhrases.data())) {} // of kWhyPhrases

    [[nodiscard]] constexpr const WhyPhrase& phrase() const { return kWhyPhrases[m_at]; }
    [[nodiscard]] constexpr std::string_view code() const { return phrase().code; }
    constexpr bool operator==(const WhyCode&) const = default;

private:
    static void noSuchCode() {}
    static consteval std::uint16_t find(std::string_view code) {
        for (std::size_t at = 0; at < kWhyPhrases.size(); ++at) {
            if (kWhyPhrases[at].code == code) {
                return static_cast<std::uint16_t>(at);
            }
        }
        noSuchCode(); // is no constant expression
        return 0;
    }

    std::uint16_t m_at;
};

} // namespace leadglass
