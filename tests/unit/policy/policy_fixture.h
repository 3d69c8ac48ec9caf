// A person's places in a temporary folder, with the shipped profiles beside them.
#pragma once

#include <QTemporaryDir>
#include <QTest>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "core/base/places.h"
#include "core/policy/merge.h"

namespace leadglass::policy::test {

class Person {
public:
    Person() {
        const std::string root = m_dir.path().toStdString();
        places.home = root + "/home";
        places.config = root + "/home/.config/leadglass";
        places.data = root + "/home/.local/share/leadglass";
        places.state = root + "/home/.local/state/leadglass";
        places.site = root + "/etc";
        places.policies = std::string(LEADGLASS_TEST_DATA) + "/../../../policies";
        project = root + "/home/project";
        for (const std::string& folder :
             {places.config + "/profiles", places.state, places.site + "/profiles", project}) {
            std::filesystem::create_directories(folder);
            chmod(folder.c_str(), 0700);
        }
        chmod(places.config.c_str(), 0700);
    }
    // Writes `text` with mode 0600 and returns the path.
    std::string write(const std::string& path, const std::string& text) const {
        std::filesystem::create_directories(std::filesystem::path(path).parent_path());
        std::ofstream(path, std::ios::binary) << text;
        chmod(path.c_str(), 0600);
        return path;
    }
    std::string profile(const std::string& name, const std::string& text) const {
        return write(places.config + "/profiles/" + name + ".toml",
                     "schema = 1\nname = \"" + name + "\"\n" + text);
    }
    std::string projectFile(const std::string& text) const {
        return write(project + "/.leadglass.toml", "schema = 1\n" + text);
    }
    Result<EffectivePolicy> load(const std::string& name) const {
        LoadRequest request;
        request.profile = name;
        request.projectDir = project;
        return loadPolicy(places, request, noRegistries());
    }
    static RegistryHosts noRegistries() {
        return [](const std::string&) -> Result<std::vector<std::string>> {
            return std::vector<std::string>{};
        };
    }
    Places places;
    std::string project;

private:
    QTemporaryDir m_dir;
};

} // namespace leadglass::policy::test

// Fails with the error's text where a Result is not ok.
#define VERIFY_OK(result) QVERIFY2((result).ok(), (result).ok() ? "" : (result).error().text().c_str())
