#include "core/scan/database.h"

#include <hs/hs.h>

#include <cstdlib>
#include <cstring>

namespace leadglass::scan {
namespace {
constexpr std::size_t kMaxWords = 64;
constexpr std::size_t kMaxWord = 255;

Error compileError(hs_compile_error_t* error, const std::string& what) {
    std::string text = error != nullptr && error->message != nullptr ? error->message : "unknown";
    hs_free_compile_error(error);
    return makeError(Code::Unsupported, "cannot compile " + what + ": " + text);
}

// FNV-1a: only whether the tables are those that were compiled.
std::uint64_t digestOf(const std::vector<std::string>& texts) {
    std::uint64_t out = 14695981039346656037ULL;
    for (const std::string& text : texts) {
        for (std::size_t i = 0; i <= text.size(); ++i) { // its end counts, too
            out = (out ^ static_cast<unsigned char>(text.c_str()[i])) * 1099511628211ULL;
        }
    }
    return out;
}
} // namespace

Result<std::shared_ptr<Database>> Database::readTables(std::vector<std::string>& expressions) {
    if (hs_valid_platform() != HS_SUCCESS) {
        return makeError(Code::Unsupported,
                         "this processor cannot scan for secrets: it has no SSE4.2");
    }
    std::shared_ptr<Database> db(new Database);
    for (const auto rows : {cloudPatterns(), codePatterns(), modelPatterns(), talkPatterns(),
                            moneyPatterns(), servicePatterns(), storePatterns()}) {
        for (const Pattern& p : rows) {
            db->m_formats.push_back({&p, LG_TRY(Shape::parse(p.shape)), false});
            expressions.push_back(db->m_formats.back().shape.expression());
        }
    }
    for (std::size_t i = 0; i < db->m_formats.size(); ++i) {
        ByteSet first;
        ByteSet any;
        for (const ShapeRow& row : db->m_formats[i].shape.rows()) {
            for (const ShapePart& part : row) {
                any |= part.set;
            }
        }
        db->m_formats[i].oneWord = true;
        for (unsigned c = 0; c < 256; ++c) {
            db->m_formats[i].oneWord =
                db->m_formats[i].oneWord && (!any[c] || isWordLetter(static_cast<std::uint8_t>(c)));
        }
        for (const ShapeRow& row : db->m_formats[i].shape.rows()) {
            for (const ShapePart& part : row) {
                first |= part.set;
                if (part.min > 0) break;
            }
        }
        for (std::size_t c = 0; c < 256; ++c) {
            if (!first[c] || db->m_formats[i].shape.byName()) continue;
            db->m_beginning[c].push_back(static_cast<std::uint16_t>(i));
            if (!db->m_formats[i].oneWord) {
                db->m_beginningInWord[c].push_back(static_cast<std::uint16_t>(i));
            }
        }
    }
    return db;
}

Status Database::compile(const std::vector<std::string>& texts, bool forAny) {
    std::vector<const char*> expressions;
    std::vector<unsigned> ids;
    std::vector<unsigned> flags(texts.size(), 0);
    for (const std::string& t : texts) {
        ids.push_back(static_cast<unsigned>(expressions.size()));
        expressions.push_back(t.c_str());
    }
    const hs_platform_info any{}; // no feature beyond what every processor that it runs on has
    hs_compile_error_t* error = nullptr;
    if (hs_compile_multi(expressions.data(), flags.data(), ids.data(),
                         static_cast<unsigned>(ids.size()), HS_MODE_STREAM, forAny ? &any : nullptr,
                         &m_compiled, &error) != HS_SUCCESS) {
        const bool one = error != nullptr && error->expression >= 0;
        return compileError(error, one ? m_formats[static_cast<std::size_t>(error->expression)].pattern->id
                                       : "the formats of secrets");
    }
    return {};
}

// Vectorscan refuses what another version or kind of processor wrote, and what its checksum does not fit.
bool Database::take(std::span<const std::uint8_t> compiled, std::uint64_t tables) {
    std::uint64_t said = 0;
    if (compiled.size() <= sizeof said) {
        return false;
    }
    std::memcpy(&said, compiled.data(), sizeof said);
    const auto rest = compiled.subspan(sizeof said);
    if (said != tables || hs_deserialize_database(reinterpret_cast<const char*>(rest.data()), rest.size(),
                                                  &m_compiled) != HS_SUCCESS) {
        m_compiled = nullptr;
        return false;
    }
    m_compiledHere = false;
    return true;
}

Result<std::shared_ptr<const Database>> Database::formats(std::span<const std::uint8_t> compiled) {
    std::vector<std::string> texts;
    auto db = LG_TRY(readTables(texts));
    if (!db->take(compiled, digestOf(texts))) {
        LG_TRY(db->compile(texts, false));
    }
    return std::shared_ptr<const Database>(std::move(db));
}

Result<std::vector<std::uint8_t>> Database::serialised() {
    std::vector<std::string> texts;
    auto db = LG_TRY(readTables(texts));
    LG_TRY(db->compile(texts, true));
    char* bytes = nullptr;
    std::size_t size = 0;
    if (hs_serialize_database(db->m_compiled, &bytes, &size) != HS_SUCCESS) {
        return makeError(Code::Io, "the formats of secrets cannot be written down");
    }
    const std::uint64_t tables = digestOf(texts);
    std::vector<std::uint8_t> out(sizeof tables + size);
    std::memcpy(out.data(), &tables, sizeof tables);
    std::memcpy(out.data() + sizeof tables, bytes, size);
    std::free(bytes); // NOLINT: of hs_serialize_database
    return out;
}

Result<std::shared_ptr<const Database>> Database::words(std::span<const std::string> words) {
    if (words.empty() || words.size() > kMaxWords) {
        return makeError(Code::Invalid, "1 to 64 words can be looked for");
    }
    std::shared_ptr<Database> db(new Database);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].empty() || words[i].size() > kMaxWord) {
            return makeError(Code::Invalid, "a word to look for has 1 to 255 bytes");
        }
        for (auto& spelled : spellingsOf(words[i])) {
            db->m_longestWord = std::max(db->m_longestWord, spelled.text.size());
            if (spelled.text.size() > 1) {
                db->m_wordStarts.set(wordStart(static_cast<std::uint8_t>(spelled.text[0]), static_cast<std::uint8_t>(spelled.text[1])));
            }
            db->m_words.push_back({std::move(spelled), i});
        }
    }
    std::vector<const char*> texts;
    std::vector<std::size_t> sizes;
    std::vector<unsigned> ids;
    std::vector<unsigned> flags;
    for (const Word& word : db->m_words) {
        ids.push_back(static_cast<unsigned>(texts.size()));
        texts.push_back(word.spelled.text.data());
        sizes.push_back(word.spelled.text.size());
        flags.push_back(word.spelled.anyCase ? HS_FLAG_CASELESS : 0);
    }
    hs_compile_error_t* error = nullptr;
    if (hs_compile_lit_multi(texts.data(), flags.data(), ids.data(), sizes.data(),
                             static_cast<unsigned>(ids.size()), HS_MODE_STREAM, nullptr,
                             &db->m_compiled, &error) != HS_SUCCESS) {
        return compileError(error, "the words to look for");
    }
    return std::shared_ptr<const Database>(std::move(db));
}

Database::~Database() {
    hs_free_database(m_compiled);
}

std::size_t Database::bytes() const {
    std::size_t size = 0;
    hs_database_size(m_compiled, &size);
    return size;
}

} // namespace leadglass::scan
