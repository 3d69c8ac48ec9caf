// Tokens of one run that are worth nothing, look like credentials, and lie where only somebody who collects credentials
// looks: what is seen of them anywhere else tells that somebody does. Other ones in each run.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/secrets/forms.h"

namespace leadglass::session {

struct Canary {
    std::string value;
    std::string place; // for people: "~/.aws/credentials", "$NAME"
};

struct Canaries {
    struct File {
        std::string path; // HOME-relative
        std::string content;
    };
    std::vector<Canary> all;   // in the order of their numbers: "canary:N"
    std::vector<File> files;   // to be put into the private home
    std::string variable;      // empty: none
    std::string variableValue;

    // Io: no random bytes.
    static Result<Canaries> make();
    [[nodiscard]] std::vector<std::string> values() const;
    [[nodiscard]] std::vector<std::string> places() const;
    // Leaves out the files that `taken` says yes to.
    template <class Taken> void leaveOut(Taken taken) {
        std::erase_if(files, [&](const File& file) { return taken(file.path); });
    }
};

// Finds them in host names, in which case does not count and labels have 63 letters: as they are, in hexadecimal and in
// base 32, whole or kPart letters of them on end. Pure.
class CanaryNames {
public:
    static constexpr std::size_t kPart = 12;
    static constexpr int kNone = -1;
    explicit CanaryNames(const std::vector<std::string>& values);
    // The number of the one that is in it, or kNone. Of a name of more than 255 bytes these are looked at.
    [[nodiscard]] int in(std::string_view name) const;
    // The same of a text of any length, an address as a rule; there base64 and percent-encoding, too.
    [[nodiscard]] int inText(std::string_view text) const;
    // The name without what may be of a canary: its last two labels.
    [[nodiscard]] std::string shown(std::string_view name) const;

private:
    [[nodiscard]] int plainIn(std::string_view text) const;
    [[nodiscard]] int codedIn(std::string_view letters, std::string_view alphabet, unsigned bits, std::size_t every) const;
    std::unordered_map<std::string, int> m_parts;
    std::vector<secrets::SecretList> m_forms; // in the order of the values
};

} // namespace leadglass::session
