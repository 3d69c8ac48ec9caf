#include "core/scan/database.h"

#include <hs/hs.h>

namespace leadglass::scan {
namespace {
constexpr std::size_t kMaxWords = 64;
constexpr std::size_t kMaxWord = 255;

Error compileError(hs_compile_error_t* error, const std::string& what) {
    std::string text = error != nullptr && error->message != nullptr ? error->message : "unknown";
    hs_free_compile_error(error);
    return makeError(Code::Unsupported, "cannot compile " + what + ": " + text);
}
} // namespace

Result<std::shared_ptr<const Database>> Database::formats() {
    if (hs_valid_platform() != HS_SUCCESS) {
        return makeError(Code::Unsupported,
                         "this processor cannot scan for secrets: it has no SSE4.2");
    }
    std::shared_ptr<Database> db(new Database);
    std::vector<std::string> texts;
    for (const auto rows : {cloudPatterns(), codePatterns(), modelPatterns(), talkPatterns(),
                            moneyPatterns(), servicePatterns(), storePatterns()}) {
        for (const Pattern& p : rows) {
            db->m_formats.push_back({&p, LG_TRY(Shape::parse(p.shape)), false});
            texts.push_back(db->m_formats.back().shape.expression());
        }
    }
    std::vector<const char*> expressions;
    std::vector<unsigned> ids;
    std::vector<unsigned> flags(texts.size(), 0);
    for (const std::string& t : texts) {
        ids.push_back(static_cast<unsigned>(expressions.size()));
        expressions.push_back(t.c_str());
    }
    hs_compile_error_t* error = nullptr;
    if (hs_compile_multi(expressions.data(), flags.data(), ids.data(),
                         static_cast<unsigned>(ids.size()), HS_MODE_STREAM, nullptr,
                         &db->m_compiled, &error) != HS_SUCCESS) {
        const bool one = error != nullptr && error->expression >= 0;
        return compileError(
            error, one ? db->m_formats[static_cast<std::size_t>(error->expression)].pattern->id
                       : "the formats of secrets");
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
            if (first[c]) db->m_beginning[c].push_back(static_cast<std::uint16_t>(i));
        }
    }
    return std::shared_ptr<const Database>(std::move(db));
}

Result<std::shared_ptr<const Database>> Database::words(std::span<const std::string> words) {
    if (words.empty() || words.size() > kMaxWords) {
        return makeError(Code::Invalid, "1 to 64 words can be looked for");
    }
    std::shared_ptr<Database> db(new Database);
    db->m_words.assign(words.begin(), words.end());
    std::vector<const char*> texts;
    std::vector<std::size_t> sizes;
    std::vector<unsigned> ids;
    std::vector<unsigned> flags(words.size(), 0);
    for (const std::string& w : db->m_words) {
        if (w.empty() || w.size() > kMaxWord) {
            return makeError(Code::Invalid, "a word to look for has 1 to 255 bytes");
        }
        ids.push_back(static_cast<unsigned>(texts.size()));
        texts.push_back(w.data());
        sizes.push_back(w.size());
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
