#include "core/secrets/source.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/base/escape.h"
#include "core/secrets/json_pick.h"

namespace leadglass::secrets {
namespace {

constexpr const char* kForms =
    "keyring:NAME, env:VARIABLE, file:NAME, file:/PATH, command:PROGRAM ARG..., or aws:, github-app:, oauth:, gcp:, azure: with KEY=VALUE words";
constexpr std::size_t kMaxSource = 4096;

struct Word {
    const char* text;
    Source::Kind kind;
};
constexpr std::array<Word, 9> kWords{{{"keyring", Source::Kind::Keyring},
                                      {"env", Source::Kind::Environment},
                                      {"file", Source::Kind::File},
                                      {"command", Source::Kind::Command},
                                      {"aws", Source::Kind::Aws},
                                      {"github-app", Source::Kind::GithubApp},
                                      {"oauth", Source::Kind::OAuth},
                                      {"gcp", Source::Kind::Gcp},
                                      {"azure", Source::Kind::Azure}}};

// Words as a shell has them: blanks part them; '...' and "..." and \ keep them together. Nothing is expanded.
Result<std::vector<std::string>> wordsOf(std::string_view text) {
    std::vector<std::string> out;
    std::string word;
    bool inWord = false;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote == 0 && (c == ' ' || c == '\t')) {
            if (inWord) {
                out.push_back(std::move(word));
                word.clear();
                inWord = false;
            }
        } else if (quote == 0 && (c == '\'' || c == '"')) {
            quote = c;
            inWord = true;
        } else if (c == quote) {
            quote = 0;
        } else if (c == '\\' && quote != '\'') {
            if (++i == text.size()) {
                return makeError(Code::Invalid, "a backslash at the end of a command");
            }
            word += text[i];
            inWord = true;
        } else {
            word += c;
            inWord = true;
        }
    }
    if (quote != 0) {
        return makeError(Code::Invalid, "a quote in a command is not closed");
    }
    if (inWord) {
        out.push_back(std::move(word));
    }
    return out;
}

Status addSetting(std::map<std::string, std::string>& to, std::string_view word) {
    const auto equals = word.find('=');
    if (equals == 0 || equals == std::string_view::npos || equals + 1 == word.size()) {
        return makeError(Code::Invalid, "'" + forScreen(word, 80) + "' is not KEY=VALUE");
    }
    if (!to.emplace(std::string(word.substr(0, equals)), std::string(word.substr(equals + 1))).second) {
        return makeError(Code::Invalid, "'" + forScreen(word.substr(0, equals), 80) + "' is there twice");
    }
    return {};
}

Status readKeyring(Source& out, std::string_view rest) {
    constexpr std::string_view kOurs = "leadglass/";
    if (rest.find('=') == std::string_view::npos) {
        out.name = rest.starts_with(kOurs) ? rest.substr(kOurs.size()) : rest;
        return checkName(out.name);
    }
    while (!rest.empty()) {
        const auto comma = rest.find(',');
        LG_TRY(addSetting(out.attributes, rest.substr(0, comma)));
        rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
    }
    return {};
}

bool isVariable(std::string_view name) {
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
           std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

Status readRest(Source& out, std::string_view rest) {
    switch (out.kind) {
    case Source::Kind::Keyring: return readKeyring(out, rest);
    case Source::Kind::Environment:
        out.name = rest;
        return isVariable(rest) ? Status() : Status(makeError(Code::Invalid, "'" + forScreen(rest, 80) + "' is no name of a variable"));
    case Source::Kind::File:
        if (const std::size_t hash = rest.find("#/"); hash != std::string_view::npos) {
            out.pointer = rest.substr(hash + 1);
            rest = rest.substr(0, hash);
            if (!isJsonPointer(out.pointer)) {
                return makeError(Code::Invalid, "what follows the '#' names no value of a JSON file", "file:~/PATH#/KEY/KEY");
            }
        }
        out.name = rest;
        return rest.starts_with('/') || rest.starts_with("~/") ? Status() : checkName(rest);
    case Source::Kind::Command:
        out.command = LG_TRY(wordsOf(rest));
        return out.command.empty() || out.command[0].empty() ? Status(makeError(Code::Invalid, "command: names no program")) : Status();
    default:
        for (const auto& word : LG_TRY(wordsOf(rest))) {
            LG_TRY(addSetting(out.attributes, word));
        }
        return {};
    }
}

} // namespace

Result<Source> parseSource(std::string_view text) {
    const auto colon = text.find(':');
    const auto* found = std::find_if(kWords.begin(), kWords.end(), [&](const Word& word) { return text.substr(0, colon) == word.text; });
    const bool plain = std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; });
    if (colon == std::string_view::npos || found == kWords.end()) {
        return makeError(Code::Invalid, "'" + forScreen(text.substr(0, colon), 40) + "' is no source of a credential", std::string("it is ") + kForms);
    }
    if (!plain || text.size() > kMaxSource) {
        return makeError(Code::Invalid, "a source of a credential has control characters, or is longer than 4 KiB");
    }
    Source out;
    out.kind = found->kind;
    LG_TRY(readRest(out, text.substr(colon + 1)));
    return out;
}

std::string kindWords(Source::Kind kind) {
    switch (kind) {
    case Source::Kind::Keyring: return "the keyring";
    case Source::Kind::Environment: return "the environment";
    case Source::Kind::File: return "a file";
    case Source::Kind::Command: return "a command";
    case Source::Kind::Aws: return "AWS STS";
    case Source::Kind::GithubApp: return "a GitHub App";
    case Source::Kind::OAuth: return "OAuth";
    case Source::Kind::Gcp: return "gcloud";
    case Source::Kind::Azure: break;
    }
    return "az";
}

bool isMinted(Source::Kind kind) { return kind > Source::Kind::Command; }

Status checkName(std::string_view name) {
    const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-'; };
    if (name.empty() || name.size() > kMaxName || std::isalnum(static_cast<unsigned char>(name[0])) == 0 || !std::all_of(name.begin(), name.end(), fits)) {
        return makeError(Code::Invalid, "'" + forScreen(name, 80) + "' is no name for a credential",
                         "up to 64 letters, digits, '.', '_' and '-', a letter or digit first");
    }
    return {};
}

} // namespace leadglass::secrets
