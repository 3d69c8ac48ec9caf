#include "core/session/canaries.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <iterator>

#include "core/base/base64.h"
#include "core/secrets/placeholder.h"
#include "core/session/known_hosts.h"

namespace leadglass::session {
namespace {

using Alphabet = secrets::Shape::Alphabet;

constexpr std::size_t kKeyLine = 70; // letters in a line, as ssh-keygen writes it

Result<std::string> random(const char* prefix, Alphabet alphabet, std::size_t length) {
    secrets::Shape shape;
    shape.prefix = prefix;
    shape.alphabet = alphabet;
    shape.length = length;
    return secrets::makePlaceholder(shape);
}

// Length and bytes (RFC 4251 5).
std::string field(std::string_view bytes) {
    std::string out(4, '\0');
    out[2] = static_cast<char>(bytes.size() >> 8U & 0xffU);
    out[3] = static_cast<char>(bytes.size() & 0xffU);
    return out.append(bytes);
}

// As openssh's PROTOCOL.key has it; the key in it is nobody's. `token`: a line of it that holds nothing but key.
Result<std::string> keyFile(std::string& token) {
    for (;;) {
        std::array<char, 4 + 32 + 64> bytes{};
        if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
            return ioError("no random bytes for a canary", errno);
        }
        const std::string_view drawn(bytes.data(), bytes.size());
        const std::string check(drawn.substr(0, 4));
        const std::string type = field("ssh-ed25519");
        const std::string publicKey = field(drawn.substr(4, 32));
        std::string inner = check + check + type + publicKey + field(drawn.substr(36)) + field("backup");
        for (char pad = 1; inner.size() % 8 != 0; ++pad) {
            inner.push_back(pad);
        }
        const std::string whole = std::string("openssh-key-v1\0", 15) + field("none") + field("none") + field("") +
                                  std::string("\0\0\0\1", 4) + field(type + publicKey) + field(inner);
        const std::string letters = base64Encoded(whole);
        std::string text = "-----BEGIN OPENSSH PRIVATE KEY-----\n";
        for (std::size_t at = 0; at < letters.size(); at += kKeyLine) {
            text += letters.substr(at, kKeyLine) + "\n";
        }
        token = letters.substr(3 * kKeyLine, kKeyLine);
        // What stands in a URL or in JSON is then the same as in the file.
        if (token.find_first_of("+/=") == std::string::npos) {
            return text + "-----END OPENSSH PRIVATE KEY-----\n";
        }
    }
}

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// Lower case, letters and digits only: what a name keeps of it in any spelling.
std::string lettersOf(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const char low = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
        if (isLetter(low)) {
            out.push_back(low);
        }
    }
    return out;
}

// Letters that stand for `bits` bits each, from `text` on; what is none ends it.
std::string unpacked(std::string_view text, std::string_view alphabet, unsigned bits) {
    std::string out;
    std::uint32_t held = 0;
    unsigned have = 0;
    for (const char c : text) {
        const std::size_t value = alphabet.find(c);
        if (value == std::string_view::npos) {
            break;
        }
        held = held << bits | static_cast<std::uint32_t>(value);
        have += bits;
        if (have >= 8) {
            have -= 8;
            out.push_back(static_cast<char>(held >> have & 0xffU));
        }
    }
    return out;
}

} // namespace

Result<Canaries> Canaries::make() {
    Canaries out;
    const auto keyId = LG_TRY(random("AKIA", Alphabet::Base32, 20)).substr(0, 20);
    const auto key = LG_TRY(random("", Alphabet::Base62, 40));
    const std::string aws = "~/.aws/credentials";
    out.files.push_back({".aws/credentials", "[archive]\naws_access_key_id = " + keyId + "\naws_secret_access_key = " + key + "\n"});
    std::string line;
    out.files.push_back({".ssh/id_ed25519_backup", LG_TRY(keyFile(line))});
    out.variable = "BACKUP_ACCESS_TOKEN";
    out.variableValue = LG_TRY(random("glpat-", Alphabet::Base62, 26)).substr(0, 26);
    out.all = {{keyId, aws}, {key, aws}, {line, "~/.ssh/id_ed25519_backup"}, {out.variableValue, "$" + out.variable}};
    return out;
}

std::vector<std::string> Canaries::values() const {
    std::vector<std::string> out;
    std::transform(all.begin(), all.end(), std::back_inserter(out), [](const Canary& one) { return one.value; });
    return out;
}

std::vector<std::string> Canaries::places() const {
    std::vector<std::string> out;
    std::transform(all.begin(), all.end(), std::back_inserter(out), [](const Canary& one) { return one.place; });
    return out;
}

CanaryNames::CanaryNames(const std::vector<std::string>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        m_forms.emplace_back();
        (void)secrets::addForms(m_forms.back(), values[i]); // without room for more forms these are those that there are
        const std::string letters = lettersOf(values[i]);
        for (std::size_t at = 0; at + kPart <= letters.size(); ++at) {
            m_parts.emplace(letters.substr(at, kPart), static_cast<int>(i));
        }
    }
}

int CanaryNames::plainIn(std::string_view text) const {
    const std::string letters = lettersOf(text);
    for (std::size_t at = 0; at + kPart <= letters.size(); ++at) {
        if (const auto found = m_parts.find(letters.substr(at, kPart)); found != m_parts.end()) {
            return found->second;
        }
    }
    return kNone;
}

// Where in a run of coded letters the token begins nobody says: from one letter or another, bytes begin anew after `every`.
int CanaryNames::codedIn(std::string_view letters, std::string_view alphabet, unsigned bits, std::size_t every) const {
    std::size_t start = 0;
    while (start < letters.size()) {
        const std::size_t end = std::min(letters.find_first_not_of(alphabet, start), letters.size());
        for (std::size_t at = start; at < start + every && at + kPart < end; ++at) {
            if (const int found = plainIn(unpacked(letters.substr(at, end - at), alphabet, bits)); found != kNone) {
                return found;
            }
        }
        start = end + 1;
    }
    return kNone;
}

int CanaryNames::in(std::string_view name) const {
    constexpr std::size_t kMost = 255;
    if (m_parts.empty()) {
        return kNone;
    }
    const std::string letters = lettersOf(name.substr(0, kMost));
    int found = plainIn(letters);
    found = found != kNone ? found : codedIn(letters, "0123456789abcdef", 4, 2);
    found = found != kNone ? found : codedIn(letters, "abcdefghijklmnopqrstuvwxyz234567", 5, 8);
    return found != kNone ? found : codedIn(letters, "0123456789abcdefghijklmnopqrstuv", 5, 8);
}

int CanaryNames::inText(std::string_view text) const {
    constexpr std::size_t kPiece = 255, kStep = 128; // what would be cut by one piece is whole in the next
    for (std::size_t at = 0; at < text.size(); at += kStep) {
        if (const int found = in(text.substr(at, kPiece)); found != kNone) {
            return found;
        }
    }
    const auto found = std::find_if(m_forms.begin(), m_forms.end(), [&](const secrets::SecretList& forms) { return secrets::holdsAny(text, forms); });
    return found == m_forms.end() ? kNone : static_cast<int>(found - m_forms.begin());
}

std::string CanaryNames::shown(std::string_view name) const {
    std::size_t dot = name.rfind('.');
    dot = dot == std::string_view::npos || dot == 0 ? std::string_view::npos : name.rfind('.', dot - 1);
    const std::string_view last = dot == std::string_view::npos ? name : name.substr(dot + 1);
    return in(last) != kNone ? "(a name that holds it)" : dot == std::string_view::npos ? std::string(last) : "*." + std::string(last);
}

} // namespace leadglass::session
