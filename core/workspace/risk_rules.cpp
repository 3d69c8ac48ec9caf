#include "core/workspace/risk_rules.h"

#include <array>

namespace leadglass::workspace {
namespace {

using enum Match;
using enum Grade;

// Where two rules take the same name, the first decides; directories and hooks come first.
constexpr std::array kRules{
    // --- version control ---
    RiskRule{Directory, Held, "git_own", ".git git~1 git~2 git~3 git~4"},
    RiskRule{Directory, Held, "version_control",
             ".hg .jj .svn _svn .bzr .sl .pijul _darcs .fossil-settings .repo"},
    RiskRule{Directory, Held, "git_hooks", ".husky .githooks .git-hooks .hooks .lefthook .lefthook-local .overcommit"},
    // git takes any directory with HEAD, objects and refs for a repository (embedded_repositories.h).
    RiskRule{File, Held, "git_head", "head"},
    RiskRule{File, Held, "git_attributes", ".gitattributes gitatt~1 gi7d29~1"},
    RiskRule{File, Held, "git_submodules", ".gitmodules gitmod~1 gitmod~2 gitmod~3 gitmod~4 gi7eba~1"},
    RiskRule{File, Held, "git_configuration", ".gitconfig .lfsconfig"},
    RiskRule{File, Held, "version_control_configuration", ".hgrc hgrc .hgsub .hgsubstate .fslckout _fossil_"},
    // githooks(5); a hooks directory may have any name (core.hooksPath).
    RiskRule{File, Held, "hook_name",
             "applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg "
             "post-commit pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive "
             "post-update reference-transaction push-to-checkout pre-auto-gc post-rewrite post-index-change "
             "fsmonitor-watchman sendemail-validate p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit"},
    RiskRule{Stem, Held, "git_hooks",
             "lefthook .lefthook lefthook-local .lefthook-local .pre-commit-config .pre-commit-hooks .huskyrc husky.config "
             ".lintstagedrc lint-staged.config .simple-git-hooks simple-git-hooks .overcommit captainhook .commitlintrc "
             "commitlint.config grumphp .czrc .cz commitizen .versionrc"},
    // --- editors and debuggers: they read these when they open the folder or a file ---
    RiskRule{Directory, Held, "editor_configuration",
             ".vscode .vscode-test .idea .fleet .zed .nvim .vim .helix .emacs.d .devcontainer .settings .vs .theia .cloud9 "
             ".kakoune .lapce .nova .sublime nbproject .ctags.d .vimspector"},
    RiskRule{File, Held, "editor_configuration",
             ".exrc .nvimrc .vimrc _vimrc .gvimrc .lvimrc .local.vimrc .vimrc.local .vim.local .nvim.lua .dir-locals.el "
             ".dir-locals-2.el .ycm_extra_conf.py .neoconf.json .luarc.json .luarc.jsonc .devcontainer.json .project "
             ".clangd .vimspector.json .ctags .kakrc .sublime-workspace .gitpod.yml .idx dev.nix"},
    RiskRule{Suffix, Held, "editor_configuration", ".code-workspace .sublime-project .sublime-build .iml .ipr .iws"},
    RiskRule{File, Held, "debugger_configuration", ".gdbinit .gdbearlyinit .lldbinit .pdbrc .pdbrc.py .byebugrc .radare2rc"},
    // --- agents ---
    RiskRule{Directory, Held, "agent_configuration",
             ".claude .claude-plugin .cursor .codex .gemini .qwen .opencode .continue .clinerules .cline .roo .pi .goose "
             ".windsurf .agents .agent .kiro .trae .junie .augment .amazonq .amp .kilocode .factory .openhands .crush .copilot "
             ".aider .ruler .mcp .iflow .grok"},
    RiskRule{Below, Held, "agent_instructions",
             ".github/instructions .github/prompts .github/chatmodes .github/agents .github/skills .github/hooks"},
    RiskRule{Stem, Held, "agent_configuration",
             ".mcp mcp_config mcp-config .mcp-config .crush .aider.conf .aider.model.settings .roomodes "
             "claude_desktop_config gemini-extension"},
    RiskRule{File, Held, "agent_configuration", "mcp.json mcp.jsonc opencode.json opencode.jsonc crush.json"},
    RiskRule{File, Held, "agent_instructions",
             "agents.md agents.override.md agent.md agents.local.md claude.md claude.local.md gemini.md qwen.md warp.md "
             "crush.md opencode.md codex.md skill.md .cursorrules .windsurfrules .goosehints .roorules "
             ".continuerules .rules copilot-instructions.md .replit.md replit.md"},
    RiskRule{File, Held, "restricts_runs", ".leadglass.toml"},
    // --- the shell and other programs that look in the directory they start in ---
    RiskRule{Directory, Held, "runs_on_entering", ".mise .devenv .devbox .direnv"},
    RiskRule{File, Held, "runs_on_entering",
             ".envrc .autoenv .autoenv.zsh .autoenv_leave.zsh .autoenv.leave .rtx.toml .vfox.toml devenv.nix "
             "devenv.yaml devbox.json flake.nix shell.nix default.nix .localrc .zshrc.local"},
    RiskRule{Stem, Held, "runs_on_entering", "mise .mise mise.local .mise.local"},
    RiskRule{File, Held, "chooses_programs",
             ".tool-versions rust-toolchain rust-toolchain.toml global.json .sdkmanrc .bazelversion .bazeliskrc .proto.toml .prototools"},
    RiskRule{File, Held, "shell_start",
             ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout "
             ".kshrc .cshrc .tcshrc .login .logout .inputrc .tmux.conf .screenrc .tmuxinator.yml .tmuxp.yaml .xinitrc .xprofile"},
    RiskRule{Prefix, Held, "environment_file", ".env"},
    RiskRule{File, Held, "interpreter_start",
             ".irbrc .pryrc .rprofile .renviron .ghci .ocamlinit .iex.exs .erlang .octaverc .pythonrc .pythonrc.py .gnuplot "
             ".sbclrc .user.ini .node_repl .utoprc .hushrc .juliarc.jl .rdata"},
    RiskRule{Directory, Held, "interpreter_start", ".ipython .jupyter"},
    RiskRule{File, Held, "every_python", "sitecustomize.py usercustomize.py"},
    RiskRule{Suffix, Held, "every_python", ".pth"},
    RiskRule{Suffix, Held, "start_file", ".desktop .service .timer"},
    // --- linters and formatters: editors load them as code when a file is opened ---
    RiskRule{Stem, Held, "editor_loads",
             ".eslintrc eslint.config .prettierrc prettier.config .stylelintrc stylelint.config .xo-config xo.config "
             "tslint .oxlintrc .graphqlrc graphql.config tailwind.config postcss.config .postcssrc uno.config unocss.config "
             "windi.config svelte.config babel.config .babelrc .swcrc .rubocop .standard .solargraph .erb-lint "
             ".golangci .markdownlint-cli2 .markdownlint .remarkrc .textlintrc .luacheckrc"},
    RiskRule{File, Held, "editor_loads",
             ".pylintrc pylintrc pylintrc.toml .pylintrc.toml .flake8 mypy.ini .mypy.ini .credo.exs .formatter.exs phpstan.neon "
             "phpstan.neon.dist phpstan.dist.neon psalm.xml psalm.xml.dist rector.php ecs.php .php-cs-fixer.php "
             ".php-cs-fixer.dist.php .latexmkrc latexmkrc"},
    // --- continuous integration ---
    RiskRule{Directory, Held, "continuous_integration",
             ".circleci .buildkite .woodpecker .gitlab .semaphore .teamcity .builds .ci"},
    RiskRule{Below, Held, "continuous_integration",
             ".github/workflows .github/actions .forgejo/workflows .gitea/workflows"},
    RiskRule{Stem, Held, "continuous_integration",
             ".gitlab-ci .travis .drone .woodpecker .cirrus .cirrus.star azure-pipelines bitbucket-pipelines appveyor "
             ".appveyor .goreleaser goreleaser .releaserc release.config .scrutinizer"},
    RiskRule{File, Held, "continuous_integration",
             "wercker.yml cloudbuild.yaml cloudbuild.yml buildspec.yml codefresh.yml .build.yml netlify.toml vercel.json render.yaml fly.toml"},
    RiskRule{Prefix, Held, "continuous_integration", "jenkinsfile"},
    // --- package managers ---
    RiskRule{Directory, Held, "package_configuration", ".yarn .bundle .pnpm"},
    RiskRule{File, Held, "package_configuration",
             ".npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs pnpmfile.js pnpm-workspace.yaml bunfig.toml pip.conf pip.ini "
             "uv.toml pdm.toml poetry.toml hatch.toml pixi.toml .condarc nuget.config .gemrc auth.json .netrc .pypirc "
             ".terraformrc terraform.rc"},
    // --- builds: language servers evaluate most of them, too ---
    RiskRule{Directory, Held, "build_configuration", ".cargo .mvn .gradle .storybook .terraform .bazel .buckconfig.d .sbt"},
    RiskRule{File, Held, "build_script",
             "makefile gnumakefile bsdmakefile makefile.am makefile.in makefile.pl build.pl cmakelists.txt cmakepresets.json cmakeuserpresets.json "
             "configure configure.ac configure.in autogen.sh bootstrap.sh meson.build build.ninja sconstruct sconscript wscript "
             "jamfile jamroot xmake.lua premake5.lua tupfile justfile .justfile magefile.go earthfile build.bazel build "
             "workspace workspace.bazel workspace.bzlmod module.bazel .bazelrc buck targets .buckconfig pants.toml .plzconfig "
             "build.rs build.zig build.zig.zon binding.gyp build.xml ivy.xml pom.xml gradlew gradlew.bat mvnw mvnw.cmd "
             "gradle.properties gradle-wrapper.properties gradle-wrapper.jar maven-wrapper.properties maven-wrapper.jar "
             "build.sbt build.sc build.mill project.clj deps.edn shadow-cljs.edn mix.exs rebar.config dune dune-project "
             "dune-workspace stack.yaml setup.hs cabal.project package.swift setup.py setup.cfg pipfile dodo.py fabfile.py thorfile "
             "snakefile buildout.cfg gemfile gems.rb rakefile guardfile capfile config.ru berksfile brewfile dangerfile "
             "vagrantfile fastfile appfile podfile cartfile procfile procfile.dev tiltfile skaffold.yaml devspace.yaml "
             "garden.yml helmfile.yaml pulumi.yaml ansible.cfg angular.json .parcelrc nodemon.json codegen.yml codegen.ts deno.jsonc .angular-cli.json "
             "directory.build.rsp msbuild.rsp .replit"},
    RiskRule{Stem, Held, "build_script",
             "taskfile vite.config webpack.config "
             "webpack.common webpack.dev webpack.prod webpack.mix rollup.config rolldown.config rspack.config rsbuild.config "
             "rslib.config farm.config parcel.config esbuild.config tsup.config tsdown.config build.config snowpack.config "
             "next.config nuxt.config astro.config vue.config quasar.config remix.config react-router.config gatsby-config "
             "gatsby-node docusaurus.config vuepress.config metro.config react-native.config craco.config forge.config "
             "electron.vite.config electron-builder capacitor.config ionic.config wxt.config plasmo.config "
             "gulpfile gruntfile jakefile brunch-config ember-cli-build ecosystem.config drizzle.config panda.config sanity.cli hardhat.config truffle-config"},
    RiskRule{Suffix, Held, "build_or_start",
             ".mk .mak .cmake .bzl .gradle .gradle.kts .sbt .cabal .gemspec .podspec .rake .csproj .fsproj .vbproj .vcxproj "
             ".proj .thor .props .targets .pbxproj .xcscheme .rockspec .nimble"},
    RiskRule{Stem, Held, "starts_containers",
             "docker-compose docker-compose.override docker-compose.dev docker-compose.prod docker-compose.test "
             "compose.override compose.dev compose.prod compose.test docker-bake"},
    RiskRule{File, Held, "starts_containers", "compose.yml compose.yaml"},
    // --- what no diff shows, and what is taken in place of a source that is unchanged ---
    RiskRule{Suffix, Held, "python_for_source", ".pyc .pyo"},
    RiskRule{Suffix, Held, "code_without_diff", ".so .pyd .dylib .dll .node .jar"},
    RiskRule{Suffix, Held, "emacs_for_source", ".elc .eln"},
    RiskRule{Suffix, Held, "zsh_for_source", ".zwc"},
    RiskRule{Suffix, Held, "erlang_for_source", ".beam"},
    RiskRule{Suffix, Held, "build_for_source", ".o .a .lo .gch .pch .rlib .rmeta .cmo .cmx .cma .cmxa .cmxs"},
    RiskRule{Below, Held, "build_for_source", "node_modules/.cache node_modules/.vite .next/cache .angular/cache cache/bootsnap"},
    RiskRule{Directory, Held, "build_for_source", ".parcel-cache"},
    RiskRule{File, Held, "chooses_python", "pyvenv.cfg"},
    RiskRule{File, Held, "sourced",
             "activate activate.sh activate.bash activate.zsh activate.csh activate.fish activate.nu activate.xsh activate.ps1 activate.bat activate_this.py"},
    // --- only when the person starts them ---
    RiskRule{Directory, Told, "when_used", "node_modules"},
    RiskRule{Suffix, Told, "when_run", ".class"},
    RiskRule{Suffix, Told, "when_on_windows", ".ps1 .psm1 .bat .cmd"},
    RiskRule{Stem, Told, "when_tested",
             "jest.config jest.setup jest.preset vitest.config vitest.workspace vitest.setup playwright.config playwright-ct.config "
             "cypress cypress.config karma.conf .mocharc ava.config .nycrc nyc.config .c8rc nightwatch.conf wdio.conf protractor.conf "
             "stryker.conf stryker.config .testcaferc .taprc web-test-runner.config codecept.conf"},
    RiskRule{File, Told, "when_tested",
             "conftest.py pytest.ini .pytest.ini tox.ini noxfile.py .coveragerc .rspec .rspec-local .simplecov .busted .proverc "
             "phpunit.xml phpunit.xml.dist behave.ini nose2.cfg"},
    RiskRule{File, Told, "when_image_built", "dockerfile containerfile"},
    RiskRule{Prefix, Told, "when_image_built", "dockerfile. containerfile."},
    RiskRule{Suffix, Told, "when_image_built", ".dockerfile .containerfile .pkr.hcl"},
    RiskRule{Suffix, Told, "when_planned", ".tf .tf.json .tofu .tofu.json"},
    RiskRule{File, Told, "when_planned", "terragrunt.hcl root.hcl"}};

} // namespace

std::span<const RiskRule> riskRules() { return kRules; }

} // namespace leadglass::workspace
