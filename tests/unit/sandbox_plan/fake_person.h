// A person in a temporary directory: home, project, Leadglass's places. No machine file is touched.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/base/places.h"
#include "core/sandbox/project_place.h"

namespace leadglass::test {

class FakePerson {
public:
    FakePerson() {
        root = std::filesystem::canonical(dir.path().toStdString()).string();
        home = root + "/home/u";
        project = root + "/work/p";
        for (const auto& path : {home, project}) {
            std::filesystem::create_directories(path);
        }
        places.home = home;
        places.data = home + "/.local/share/leadglass";
        places.config = home + "/.config/leadglass";
        places.state = home + "/.local/state/leadglass";
        places.runtime = root + "/runtime/leadglass";
        places.programs = places.policies = root;
    }

    // Below the home; parents are made.
    void write(const std::string& relative, const std::string& content, mode_t mode = 0600) const {
        writeAt(home + "/" + relative, content, mode);
    }
    static void writeAt(const std::string& path, const std::string& content, mode_t mode = 0600) {
        std::filesystem::create_directories(std::filesystem::path(path).parent_path());
        std::ofstream(path, std::ios::binary) << content;
        ::chmod(path.c_str(), mode);
    }
    static std::string read(const std::string& path) {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    [[nodiscard]] sandbox::ProjectPlace place() const {
        auto found = sandbox::checkProjectPlace(places, project);
        return found ? found.value() : sandbox::ProjectPlace{};
    }

    QTemporaryDir dir;
    std::string root;
    std::string home;
    std::string project;
    Places places;
};

} // namespace leadglass::test
