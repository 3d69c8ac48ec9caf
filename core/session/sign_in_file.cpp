#include "core/session/sign_in_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/secrets/json_pick.h"
#include "core/secrets/store.h"

namespace leadglass::session {
namespace {

using Json = nlohmann::ordered_json;
using From = policy::SecretField::From;

// A JWT that says the same and proves nothing: HEADER.CLAIMS.SIGNATURE (RFC 7519), whose signature is made of one letter.
std::optional<Json> unsignedToken(std::string_view written) {
    const std::string_view text = written.size() > 2 && written.front() == '"' ? written.substr(1, written.size() - 2) : std::string_view();
    const std::size_t last = text.rfind('.');
    const bool plain = std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.'; });
    if (!plain || std::count(text.begin(), text.end(), '.') != 2 || last + 1 == text.size()) {
        return std::nullopt; // it may be a token of another kind, which is worth something whole
    }
    return Json(std::string(text.substr(0, last + 1)) + std::string(text.size() - last - 1, 'A'));
}

std::optional<Json> valueOf(const policy::SecretField& field, std::string_view whole, const std::string& placeholder) {
    if (field.from == From::Placeholder) {
        return Json(placeholder);
    }
    if (field.from == From::Literal) {
        return Json::parse(field.literal, nullptr, false);
    }
    const auto written = secrets::jsonAt(whole, field.pointer);
    if (!written || field.from == From::Unsigned) {
        return written ? unsignedToken(*written) : std::nullopt;
    }
    Json copied = Json::parse(*written, nullptr, false);
    return copied.is_discarded() ? std::nullopt : std::optional(std::move(copied));
}

} // namespace

bool mayHoldSignIn(const secrets::Source& source, const Places& places) {
    const auto whole = secrets::readSecretFile(places.config + "/secrets", places.home, source.name);
    return whole ? !secrets::jsonHasNone(whole->reveal(), source.pointer) : whole.error().code != Code::NotFound;
}

Result<std::string> signInFile(const policy::Secret& secret, const secrets::Source& source, const std::string& placeholder, const Places& places) {
    SecretBytes whole;
    if (source.kind == secrets::Source::Kind::File && !source.pointer.empty()) {
        whole = LG_TRY(secrets::readSecretFile(places.config + "/secrets", places.home, source.name));
    }
    Json out = Json::object();
    for (const auto& field : secret.json) {
        auto value = valueOf(field, whole.reveal(), placeholder);
        if (!value || value->is_discarded()) {
            continue;
        }
        Json* at = &out;
        std::string_view rest = field.pointer;
        while (!rest.empty()) {
            const std::size_t next = std::min(rest.find('/', 1), rest.size());
            if (!at->is_object() && !at->is_null()) {
                return makeError(Code::Invalid, "secret " + secret.name + ": '" + field.pointer + "' lies in a value that is none of an object");
            }
            at = &(*at)[std::string(rest.substr(1, next - 1))];
            rest.remove_prefix(next);
        }
        *at = std::move(*value);
    }
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace leadglass::session
