#include "core/audit/identity.h"

#include <sqlite3.h>

#include <algorithm>

#include "core/base/escape.h"

namespace leadglass::audit {
namespace {

constexpr std::size_t kIdDigits = 16;
constexpr std::size_t kSubject = 5; // in RowFields::text

} // namespace

bool isHistoryId(std::string_view text) {
    return text.size() == kIdDigits && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

Result<std::optional<Identity>> readIdentity(Database& db) {
    if (LG_TRY(db.number("PRAGMA user_version")) < 2) {
        return std::optional<Identity>();
    }
    auto statement = LG_TRY(db.prepare("SELECT id, began, bound FROM history"));
    const int code = statement.step();
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        return db.error("cannot read which history it is", code);
    }
    Identity identity;
    bool fits = code == SQLITE_ROW && statement.type(0) == SQLITE_TEXT &&
                statement.type(1) == SQLITE_INTEGER;
    if (fits) {
        identity.id = statement.text(0);
        identity.began = statement.integer(1);
        if (statement.type(2) == SQLITE_INTEGER) {
            identity.bound = statement.integer(2);
        }
        fits = isHistoryId(identity.id);
    }
    if (!fits) {
        return makeError(
            Code::Corrupt,
            "audit history '" + forScreen(db.path()) + "': its id was removed or changed",
            "run 'leadglass audit verify'; then 'leadglass audit set-aside' keeps the file under another "
            "name and begins a new history");
    }
    return std::optional<Identity>(std::move(identity));
}

Hash linkAfter(Chain& chain, const Hash& previous, const Identity& identity, std::int64_t bound) {
    RowFields link{-1 - bound, identity.began, {}};
    link.text[0] = "history";
    link.text[kSubject] = identity.id;
    return chain.next(previous, link);
}

} // namespace leadglass::audit
