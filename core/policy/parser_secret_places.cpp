// Of [[secret]]: where the placeholder is seen inside.
#include <algorithm>
#include <array>

#include "core/policy/parser_sections.h"
#include "core/policy/parser_values.h"

namespace leadglass::policy {
namespace {

constexpr std::size_t kMaxText = 1024;
constexpr std::size_t kMaxFields = 32;

void readField(Section& s, const toml::key& key, const toml::node& node, Secret& out) {
    using From = SecretField::From;
    constexpr std::array<std::pair<std::string_view, From>, 3> kWords{{{"{}", From::Placeholder}, {"{copy}", From::Copy}, {"{unsigned}", From::Unsigned}}};
    SecretField field;
    field.pointer = key.str();
    if (!isJsonPointer(field.pointer)) {
        s.reading().fail(key.source(), "'secret.json' names values as \"/KEY/KEY\"");
        return;
    }
    if (const auto* text = node.as_string()) {
        const auto* word = std::find_if(kWords.begin(), kWords.end(), [&](const auto& one) { return one.first == text->get(); });
        field.from = word != kWords.end() ? word->second : From::Literal;
        const bool plain = text->get().size() <= kMaxText && std::all_of(text->get().begin(), text->get().end(), [](char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\'; });
        field.literal = '"' + text->get() + '"';
        if (!plain || (field.from == From::Literal && text->get().find_first_of("{}") != std::string::npos)) {
            s.reading().fail(node.source(), "'secret.json': a value is \"{}\", \"{copy}\", \"{unsigned}\", a plain text, a number or a boolean");
        }
    } else if (const auto* number = node.as_integer()) {
        field.literal = std::to_string(number->get());
    } else if (const auto* flag = node.as_boolean()) {
        field.literal = flag->get() ? "true" : "false";
    } else {
        s.reading().fail(node.source(), "'secret.json': a value is \"{}\", \"{copy}\", \"{unsigned}\", a plain text, a number or a boolean");
    }
    out.json.push_back(std::move(field));
}

} // namespace

bool isJsonPointer(std::string_view text) {
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f && std::string_view("\"\\~#").find(c) == std::string_view::npos; });
    return text.starts_with('/') && !text.ends_with('/') && text.find("//") == std::string_view::npos && plain && std::count(text.begin(), text.end(), '/') <= 8;
}

void readSecretPlaces(Section& s, Secret& out) {
    if (const auto env = s.text("env")) {
        out.env = env->value;
        if (!isVariableName(env->value, false)) {
            s.reading().fail(env->where, "'secret.env' must be the name of one variable");
        }
    }
    if (const auto file = s.text("file")) {
        const std::string_view path = file->value;
        const auto clean = cleanRelative(path.starts_with("~/") ? path.substr(2) : path);
        if (!clean) {
            s.reading().fail(file->where, "'secret.file' must be a path below HOME, as the agent finds it", "file = \"~/.netrc\"");
        }
        out.file = clean.value_or("");
    }
    out.endpoint = s.boolean("endpoint").value_or(false);
    const bool aws = std::all_of(out.sources.begin(), out.sources.end(), [](const SecretSource& one) { return one.kind == SecretSource::Kind::Mint && one.text == "aws"; });
    if (out.endpoint && (!aws || !out.env.empty())) {
        s.reading().fail(s.whereOf("endpoint"), aws ? "'secret.endpoint' and 'secret.env' do not go together: AWS's SDKs take a variable first" :
                                                      "'secret.endpoint' is for source = \"mint:aws\"");
    }
    const toml::table* json = s.table("json");
    if (json == nullptr) {
        return;
    }
    if (out.file.empty() || json->size() > kMaxFields) {
        s.reading().fail(s.whereOf("json"), out.file.empty() ? "'secret.json' says what stands in 'secret.file', which is missing" : "'secret.json' has more than 32 values");
    }
    for (const auto& [key, node] : *json) {
        readField(s, key, node, out);
    }
    if (std::none_of(out.json.begin(), out.json.end(), [](const SecretField& field) { return field.from == SecretField::From::Placeholder; })) {
        s.reading().fail(s.whereOf("json"), "'secret.json' needs the placeholder somewhere", "json = { \"/KEY\" = \"{}\" }");
    }
}

} // namespace leadglass::policy
