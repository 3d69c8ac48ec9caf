#include "app/review/why_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <limits>
#include <ranges>
#include <string>
#include <vector>

#include "app/widgets/text.h"
#include "core/api/review_service.h"

namespace leadglass::app::words {
namespace {

constexpr std::size_t kWhole = 1000; // bytes

struct Words {
    Q_DECLARE_TR_FUNCTIONS(WhyWords)
};

struct Phrase {
    std::string_view code;
    const char* source;
};

//: Why a change is risky, in conflict, cannot be applied or was left, and what runs it. Each is told alone or after a colon, as "risky: build script".
//: %1: a path, a name or an id; the last %: another of these, or what an error says
constexpr Phrase kKnown[] = {
    {"git_own", QT_TRANSLATE_NOOP("Why", "git's own directory")},
    {"version_control", QT_TRANSLATE_NOOP("Why", "version control that can run hooks")},
    {"git_hooks", QT_TRANSLATE_NOOP("Why", "git hooks")},
    {"git_head", QT_TRANSLATE_NOOP("Why", "can make its directory a git repository")},
    {"git_attributes", QT_TRANSLATE_NOOP("Why", "git attributes can run filters")},
    {"git_submodules", QT_TRANSLATE_NOOP("Why", "git submodules")},
    {"git_configuration", QT_TRANSLATE_NOOP("Why", "git configuration")},
    {"version_control_configuration", QT_TRANSLATE_NOOP("Why", "version control configuration")},
    {"hook_name", QT_TRANSLATE_NOOP("Why", "named like a git hook")},
    {"editor_configuration", QT_TRANSLATE_NOOP("Why", "editor configuration")},
    {"debugger_configuration", QT_TRANSLATE_NOOP("Why", "debugger configuration")},
    {"agent_configuration", QT_TRANSLATE_NOOP("Why", "agent configuration")},
    {"agent_instructions", QT_TRANSLATE_NOOP("Why", "agent instructions")},
    {"restricts_runs", QT_TRANSLATE_NOOP("Why", "restricts what later runs may do")},
    {"runs_on_entering", QT_TRANSLATE_NOOP("Why", "runs when you enter the directory")},
    {"chooses_programs", QT_TRANSLATE_NOOP("Why", "chooses programs")},
    {"shell_start", QT_TRANSLATE_NOOP("Why", "shell start file")},
    {"environment_file", QT_TRANSLATE_NOOP("Why", "environment file")},
    {"interpreter_start", QT_TRANSLATE_NOOP("Why", "an interpreter runs it when started here")},
    {"every_python", QT_TRANSLATE_NOOP("Why", "runs with every Python")},
    {"start_file", QT_TRANSLATE_NOOP("Why", "start file")},
    {"editor_loads", QT_TRANSLATE_NOOP("Why", "editors load it as code to check or format")},
    {"continuous_integration", QT_TRANSLATE_NOOP("Why", "continuous integration")},
    {"package_configuration", QT_TRANSLATE_NOOP("Why", "package manager configuration")},
    {"build_configuration", QT_TRANSLATE_NOOP("Why", "build configuration")},
    {"build_script", QT_TRANSLATE_NOOP("Why", "build script")},
    {"build_or_start", QT_TRANSLATE_NOOP("Why", "build or start file")},
    {"starts_containers", QT_TRANSLATE_NOOP("Why", "starts containers")},
    {"python_for_source", QT_TRANSLATE_NOOP("Why", "Python runs it in place of the source")},
    {"code_without_diff", QT_TRANSLATE_NOOP("Why", "loaded as code, and no diff shows what is in it")},
    {"emacs_for_source", QT_TRANSLATE_NOOP("Why", "Emacs runs it in place of the source")},
    {"zsh_for_source", QT_TRANSLATE_NOOP("Why", "zsh runs it in place of the source")},
    {"erlang_for_source", QT_TRANSLATE_NOOP("Why", "Erlang runs it in place of the source")},
    {"build_for_source", QT_TRANSLATE_NOOP("Why", "a build takes it in place of the source")},
    {"chooses_python", QT_TRANSLATE_NOOP("Why", "chooses the Python that runs here")},
    {"sourced", QT_TRANSLATE_NOOP("Why", "you source it to work in its environment")},
    {"when_used", QT_TRANSLATE_NOOP("Why", "when you run what uses it")},
    {"when_run", QT_TRANSLATE_NOOP("Why", "when you run it")},
    {"when_on_windows", QT_TRANSLATE_NOOP("Why", "when you start it on Windows")},
    {"when_tested", QT_TRANSLATE_NOOP("Why", "when you run the tests")},
    {"when_image_built", QT_TRANSLATE_NOOP("Why", "when you build its image")},
    {"when_planned", QT_TRANSLATE_NOOP("Why", "when you plan or apply it")},
    // --- places, modes and contents ---
    {"at_hidden", QT_TRANSLATE_NOOP("Why", "lies at a path that was hidden from the run")},
    {"in_repository", QT_TRANSLATE_NOOP("Why", "part of a directory that git takes for a repository, whose configuration can run programs")},
    {"protected", QT_TRANSLATE_NOOP("Why", "protected or hidden by the policy")},
    {"linked_name", QT_TRANSLATE_NOOP("Why", "the project's link %1, a protected name, leads here")},
    {"link_leaves", QT_TRANSLATE_NOOP("Why", "a link that leaves the project")},
    {"executable", QT_TRANSLATE_NOOP("Why", "a program that can be started")},
    {"setid_dropped", QT_TRANSLATE_NOOP("Why", "a setuid or setgid bit, which is dropped")},
    {"too_many_packages", QT_TRANSLATE_NOOP("Why", "more package files and lock files than are looked through: whether it runs something is not known")},
    {"package_scripts", QT_TRANSLATE_NOOP("Why", "package scripts or build settings")},
    {"lock_file_host", QT_TRANSLATE_NOOP("Why", "the lock file names a new host: %1")},
    {"secret", QT_TRANSLATE_NOOP("Why", "looks like it holds a secret: %1")},
    {"secret_named", QT_TRANSLATE_NOOP("Why", "looks like it holds a secret: %1")},
    {"secret_named_encoded", QT_TRANSLATE_NOOP("Why", "looks like it holds a secret: %1, encoded")},
    {"secrets_not_seen", QT_TRANSLATE_NOOP("Why", "could not be looked through for secrets: %1")},
    {"secrets_not_whole", QT_TRANSLATE_NOOP("Why", "larger, or unpacks to more, than is looked through for secrets")},
    {"canary_in_file", QT_TRANSLATE_NOOP("Why", "holds a canary of this run")},
    {"canary_in_file_encoded", QT_TRANSLATE_NOOP("Why", "holds a canary of this run, encoded")},
    {"private_key", QT_TRANSLATE_NOOP("Why", "private key")},
    {"aws_key", QT_TRANSLATE_NOOP("Why", "AWS key")},
    {"github_token", QT_TRANSLATE_NOOP("Why", "GitHub token")},
    {"gitlab_token", QT_TRANSLATE_NOOP("Why", "GitLab token")},
    {"api_key", QT_TRANSLATE_NOOP("Why", "API key")},
    {"payment_key", QT_TRANSLATE_NOOP("Why", "payment key")},
    {"slack_token", QT_TRANSLATE_NOOP("Why", "Slack token")},
    {"google_key", QT_TRANSLATE_NOOP("Why", "Google API key")},
    {"npm_token", QT_TRANSLATE_NOOP("Why", "npm token")},
    {"pypi_token", QT_TRANSLATE_NOOP("Why", "PyPI token")},
    // --- git's own files ---
    {"git_new", QT_TRANSLATE_NOOP("Why", "a new git repository can configure programs to run")},
    {"git_other_worktree", QT_TRANSLATE_NOOP("Why", "belongs to another worktree of the repository, or leads to this one")},
    {"git_runs_programs", QT_TRANSLATE_NOOP("Why", "git configuration or hooks can run programs")},
    {"git_other_type", QT_TRANSLATE_NOOP("Why", "a link or another type where git keeps plain files")},
    {"git_directory", QT_TRANSLATE_NOOP("Why", "a directory where git keeps a file")},
    {"git_replaces", QT_TRANSLATE_NOOP("Why", "git would show another object wherever it reads the one that this replaces (git-replace(1))")},
    {"git_not_ref", QT_TRANSLATE_NOOP("Why", "not the name or content of a git ref")},
    {"git_no_commit", QT_TRANSLATE_NOOP("Why", "names a commit that is not there or cannot be read")},
    {"git_tag_elsewhere", QT_TRANSLATE_NOOP("Why", "says of %1 that it leads elsewhere than its tag does")},
    {"git_not_object", QT_TRANSLATE_NOOP("Why", "not a git object or pack of the content that its name says, or of a form that is not looked into: what is committed later under that name would be this")},
    {"git_many_objects", QT_TRANSLATE_NOOP("Why", "more git objects than are looked through: whether they are what their names say is not known")},
    {"git_objects_held", QT_TRANSLATE_NOOP("Why", "may need git objects that are held back")},
    {"git_branch_elsewhere", QT_TRANSLATE_NOOP("Why", "of a branch that another worktree has checked out")},
    {"git_packed_held", QT_TRANSLATE_NOOP("Why", "packed-refs, which is held back, says what becomes of it")},
    {"git_no_index", QT_TRANSLATE_NOOP("Why", "without its index git takes every file for deleted")},
    {"git_looks_away", QT_TRANSLATE_N_NOOP("Why", "git would no longer look at %n file(s) (assume-unchanged, skip-worktree)")},
    {"git_index_caches", QT_TRANSLATE_NOOP("Why", "an index with caches that git believes unseen (git reset makes it again)")},
    {"git_removed", QT_TRANSLATE_NOOP("Why", "the run removed the repository, or what it cannot be without")},
    // --- commits, submodules and what is staged ---
    {"submodule_unknown", QT_TRANSLATE_NOOP("Why", "whether this commit of the submodule is in its repository cannot be told")},
    {"submodule_missing", QT_TRANSLATE_NOOP("Why", "the submodule's commit %1 is not in its repository here, %2 (what the run did there is held, too)")},
    {"deletes_hidden", QT_TRANSLATE_NOOP("Why", "deletes a file that was hidden from the run")},
    {"commits_hold", QT_TRANSLATE_NOOP("Why", "its commits hold %1: %2")},
    {"commits_hold_more", QT_TRANSLATE_N_NOOP("Why", "its commits hold %1: %2 (and %n more risky)")},
    {"commits_delete", QT_TRANSLATE_NOOP("Why", "its commits delete files that were hidden from the run: %1")},
    {"commits_delete_more", QT_TRANSLATE_N_NOOP("Why", "its commits delete file(s) that were hidden from the run: %1 (and %n more of them)")},
    {"commits_unknown", QT_TRANSLATE_NOOP("Why", "not all that its commits hold can be looked at (objects that are not here, damaged or of a form that git does not write, or more than are looked through): whether one of the files is risky is not known")},
    {"log_odd", QT_TRANSLATE_NOOP("Why", "holds lines that git does not write, or more than are looked through")},
    {"log_names", QT_TRANSLATE_NOOP("Why", "names %1: %2")},
    {"other_than_file", QT_TRANSLATE_NOOP("Why", "has another %1 than its file: %2")},
    {"with_risky", QT_TRANSLATE_NOOP("Why", "goes together with %1, which is risky")},
    {"staged_unshown", QT_TRANSLATE_N_NOOP("Why", "the index holds content of %n file(s) that is not shown here: %1 (the next 'git commit' would take it)")},
    {"staged_held", QT_TRANSLATE_N_NOOP("Why", "the index stages %n file(s) that are risky or cannot be applied: %1")},
    {"staged_gone", QT_TRANSLATE_N_NOOP("Why", "the index takes %n file(s) that were hidden from the run for deleted: %1")},
    {"staged_conflict", QT_TRANSLATE_NOOP("Why", "the run staged %1, which is in conflict")},
    {"together_refused", QT_TRANSLATE_NOOP("Why", "goes together with %1, which cannot be applied: else 'git status' would show commits as undone")},
    {"together_conflict", QT_TRANSLATE_NOOP("Why", "goes together with %1, which is in conflict: else 'git status' would show commits as undone")},
    {"together_risky", QT_TRANSLATE_NOOP("Why", "goes together with %1, which is risky: else 'git status' would show commits as undone")},
    {"changed_while_judged", QT_TRANSLATE_NOOP("Why", "the run changed it while it was judged")},
    {"changed_while_judged_again", QT_TRANSLATE_NOOP("Why", "the run changed it while it was judged: look again")},
    // --- what can never be applied, and conflicts ---
    {"unreadable", QT_TRANSLATE_NOOP("Why", "cannot be read: %1")},
    {"not_compared", QT_TRANSLATE_NOOP("Why", "cannot be compared: %1")},
    {"path_too_long", QT_TRANSLATE_NOOP("Why", "its path is too long")},
    {"overlay_mark", QT_TRANSLATE_NOOP("Why", "a folder with a mark of its overlay that is not understood")},
    {"special_file", QT_TRANSLATE_NOOP("Why", "special files (devices, pipes, sockets) are never applied")},
    {"too_large", QT_TRANSLATE_NOOP("Why", "a file of more than 16 GiB is not read, and so never applied")},
    {"other_file_system", QT_TRANSLATE_NOOP("Why", "another file system is mounted here in the project")},
    {"host_special_file", QT_TRANSLATE_NOOP("Why", "the project has a special file here")},
    {"setid_never", QT_TRANSLATE_NOOP("Why", "setuid and setgid bits are never applied")},
    {"hidden_never", QT_TRANSLATE_NOOP("Why", "a hidden file is never replaced")},
    {"hidden_below_never", QT_TRANSLATE_NOOP("Why", "a folder that holds hidden files is never replaced")},
    {"git_pointer", QT_TRANSLATE_NOOP("Why", "it leads to git's own directory elsewhere, and stays as it is")},
    {"index_unreadable", QT_TRANSLATE_NOOP("Why", "%1 (git reset makes it again)")},
    {"was_hidden", QT_TRANSLATE_NOOP("Why", "this path was hidden from the run: what the project has there stays")},
    {"hidden_below", QT_TRANSLATE_NOOP("Why", "the folder holds files that were hidden from the run; they stay")},
    {"moved_above", QT_TRANSLATE_NOOP("Why", "a folder above was moved or changed in the project since the run began")},
    {"not_proved", QT_TRANSLATE_NOOP("Why", "it cannot be proved that the project's version is as when the run began")},
    {"changed_on_host", QT_TRANSLATE_NOOP("Why", "changed in the project since the run began")},
    {"packed_meanwhile", QT_TRANSLATE_NOOP("Why", "this branch or tag was packed in the project since the run began, at a commit that the run's does not follow")},
    // --- what has no places to choose from ---
    {"whole_git", QT_TRANSLATE_NOOP("Why", "it is part of git's own files")},
    {"whole_new", QT_TRANSLATE_NOOP("Why", "it is new")},
    {"whole_deleted", QT_TRANSLATE_NOOP("Why", "it is deleted")},
    {"whole_renamed", QT_TRANSLATE_NOOP("Why", "it has another name, and is otherwise the same")},
    {"whole_other_type", QT_TRANSLATE_NOOP("Why", "it becomes something of another kind")},
    {"whole_mode", QT_TRANSLATE_NOOP("Why", "only its permissions change")},
    {"whole_no_file", QT_TRANSLATE_NOOP("Why", "it is no file")},
    {"whole_large", QT_TRANSLATE_NOOP("Why", "it is larger than 1 MiB")},
    // --- what an apply or an undo left as it was ---
    {"left_risky", QT_TRANSLATE_NOOP("Why", "risky: %1")},
    {"left_conflict", QT_TRANSLATE_NOOP("Why", "in conflict: %1")},
    {"left_unchanged", QT_TRANSLATE_NOOP("Why", "the run does not change it any more")},
    {"left_together", QT_TRANSLATE_NOOP("Why", "goes together with %1, which is held back")},
    {"left_new_name", QT_TRANSLATE_NOOP("Why", "its new name, %1, is held back")},
    {"left_new_name_in_part", QT_TRANSLATE_NOOP("Why", "its new name, %1, is taken only in part")},
    {"left_content", QT_TRANSLATE_NOOP("Why", "what it held is now at %1, which is held back")},
    {"left_content_in_part", QT_TRANSLATE_NOOP("Why", "what it held is now at %1, which is taken only in part")},
    {"left_holds", QT_TRANSLATE_NOOP("Why", "%1 in it is held back")},
    {"left_directory", QT_TRANSLATE_NOOP("Why", "its folder, %1, is held back")},
    {"left_unreviewed", QT_TRANSLATE_NOOP("Why", "it was not reviewed: look again")},
    {"left_changed", QT_TRANSLATE_NOOP("Why", "the run changed it after it was reviewed: look again")},
    {"left_head", QT_TRANSLATE_NOOP("Why", "goes together with HEAD, its branch and the index, and the run changed one of them after it was reviewed")},
    {"left_not_looked_at", QT_TRANSLATE_NOOP("Why", "the run changed it after you looked: look again")},
    {"left_looks_other", QT_TRANSLATE_NOOP("Why", "it is not what you looked at any more: look again")},
    {"left_no_hunks", QT_TRANSLATE_NOOP("Why", "it has no places to choose from: %1")},
    {"left_no_hunk_named", QT_TRANSLATE_NOOP("Why", "no place in it was chosen")},
    {"host_changed", QT_TRANSLATE_NOOP("Why", "it was changed in the project meanwhile")},
    {"new_name_unwritten", QT_TRANSLATE_NOOP("Why", "what it holds could not be written under its new name, so it stays")},
    {"changed_since_applied", QT_TRANSLATE_NOOP("Why", "changed since it was applied")},
    {"not_empty", QT_TRANSLATE_NOOP("Why", "the folder is not empty any more")},
    // --- what a file held when the run began, and notes about a run as a whole ---
    {"base_unknown", QT_TRANSLATE_NOOP("Why", "what it held when the run began is not known: of this file neither git nor Leadglass noted it")},
    {"base_not_kept", QT_TRANSLATE_N_NOOP("Why", "what it held when the run began is not kept: only its size, %n byte(s), and its digest were noted")},
    {"base_other_version", QT_TRANSLATE_NOOP("Why", "the run changed it after it was reviewed: look again")},
    {"base_no_text", QT_TRANSLATE_NOOP("Why", "what it held when the run began is known, but one of the three is no text, or larger than 1 MiB")},
    {"note_other_boot", QT_TRANSLATE_NOOP("Why", "this machine was started again since the run began: times do not prove any more that the project's files are as they were")},
    {"note_clock", QT_TRANSLATE_NOOP("Why", "the clock was set back since the run began")},
    {"note_commits_cut", QT_TRANSLATE_N_NOOP("Why", "not every new commit is shown: at most %n are, and none that cannot be read (missing, damaged, larger than 1 MiB, or after too much to read)")},
};

QString inFull(const WhyPart& part, const char* source, const std::string& about) {
    std::vector<std::string> names;
    for (const auto& name : part.names) {
        names.push_back(leftToRight(shown(name)).toStdString());
    }
    constexpr auto kMost = std::uint64_t{std::numeric_limits<int>::max()};
    const QString words = QCoreApplication::translate("Why", source, nullptr, static_cast<int>(std::min(part.count, kMost)));
    return QString::fromStdString(filled(words.toStdString(), names, about, part.count));
}

} // namespace

QString noDifference(std::string_view said) {
    if (said == api::kBinaryDiffers) {
        return Words::tr("The two are binary files, and differ.");
    }
    if (said == api::kTooLargeToShow) {
        return Words::tr("The two differ, and are too large to show.");
    }
    const std::string line(said.substr(0, said.find('\n')));
    //: %1: why
    return line.starts_with(api::kCannotBeShown) ? Words::tr("It cannot be shown: %1.").arg(why(Why(makeError(Code::Conflict, line.substr(api::kCannotBeShown.size())))))
                                                 : shownOnce(line, kWhole);
}

const char* sourceOfWhy(std::string_view code) {
    const auto found = std::ranges::find(kKnown, code, &Phrase::code);
    return found == std::end(kKnown) ? nullptr : found->source;
}

QString why(const Why& why) {
    QString out;
    for (const auto& part : std::views::reverse(why.parts())) {
        if (part.code == kWhyError && part.names.size() == 1) {
            out = shownOnce(part.names.front(), kWhole);
            continue;
        }
        const char* source = sourceOfWhy(part.code.code());
        if (source == nullptr) { // all of it as core says it
            return shownOnce(why.text(), kWhole);
        }
        out = inFull(part, source, out.toStdString());
    }
    return out;
}

} // namespace leadglass::app::words
