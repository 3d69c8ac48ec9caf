// leadglass-man DIRECTORY: writes the manual pages there. Used by the build; not installed.
#include <cstdio>
#include <fstream>

#include "core/cli/man_page.h"
#include "core/cli/tree.h"

int main(int argc, char** argv) {
    using namespace leadglass;
    if (argc != 2) {
        std::fputs("usage: leadglass-man DIRECTORY\n", stderr);
        return 2;
    }
    CLI::App app{"Leadglass: a guard for coding agents", "leadglass"};
    cli::Context context;
    cli::Globals globals;
    cli::buildTree(app, context, globals);
    for (const auto& [name, page] : cli::manPages(app)) {
        std::ofstream out(std::string(argv[1]) + "/" + name, std::ios::binary);
        out << page;
        if (!out.flush()) {
            std::fprintf(stderr, "leadglass-man: cannot write %s/%s\n", argv[1], name.c_str());
            return 1;
        }
    }
    return 0;
}
