// At build: writes the compiled formats into the file that its argument names (see compiled_formats.cpp).
#include <cstdio>
#include <fstream>

#include "core/scan/database.h"

int main(int argc, char** argv) {
    using namespace leadglass;
    const auto bytes = scan::Database::serialised();
    if (argc != 2 || !bytes) {
        std::fprintf(stderr, "leadglass-compile-formats: %s\n", argc != 2 ? "one argument: the file to write" : bytes.error().text().c_str());
        return 1;
    }
    std::ofstream out(argv[1], std::ios::trunc | std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes->data()), static_cast<std::streamsize>(bytes->size()));
    return out.flush() ? 0 : 1;
}
