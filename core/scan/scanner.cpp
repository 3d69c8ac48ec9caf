#include "core/scan/scanner.h"

#include <hs/hs.h>

#include "core/scan/layer.h"

namespace leadglass::scan {

Result<std::shared_ptr<Scanner>> Scanner::make(std::shared_ptr<const Database> formats,
                                               std::shared_ptr<const Database> canaries) {
    std::shared_ptr<Scanner> scanner(new Scanner);
    if (formats && formats->all().empty() && !canaries) {
        formats.swap(canaries);
    }
    scanner->m_formats = std::move(formats);
    scanner->m_canaries = std::move(canaries);
    for (const Database* db : {scanner->m_formats.get(), scanner->m_canaries.get()}) {
        if (db != nullptr && hs_alloc_scratch(db->compiled(), &scanner->m_scratch) != HS_SUCCESS) {
            return makeError(Code::Io, "no memory to scan for secrets with");
        }
    }
    return scanner;
}

Scanner::~Scanner() {
    hs_free_scratch(m_scratch);
}

Stream::Stream(std::shared_ptr<Scanner> scanner)
    : m_scanner(std::move(scanner)), m_raw(std::make_unique<Layer>(*this, 0)) {}

Stream::~Stream() {
    m_raw.reset(); // layers give back what is counted here
}

void Stream::feed(std::span<const std::uint8_t> bytes) {
    m_volume += bytes.size() * kVolumeRatio;
    m_raw->feed(bytes);
}

void Stream::finish() {
    m_raw->finish();
}

std::size_t Stream::undecided() {
    return m_raw->undecided();
}

void Stream::found(Finding finding) {
    if (++m_count <= kMaxFindings) {
        m_findings.push_back(std::move(finding));
    }
}

void Stream::foundWord(std::size_t word, std::uint64_t offset, std::size_t length, int depth) {
    m_wordsFound.resize(std::max(m_wordsFound.size(), word + 1));
    if (!m_wordsFound[word]) {
        m_wordsFound[word] = true;
        found({"canary:" + std::to_string(word), offset, static_cast<std::uint32_t>(length), static_cast<std::uint8_t>(depth)});
    }
}

bool Stream::mayDecode(std::size_t bytes) {
    if (bytes > m_volume) {
        m_limited = true;
        return false;
    }
    m_volume -= bytes;
    return true;
}

bool Stream::mayOpenLayer() {
    if (m_layers >= kMaxLayers) {
        m_limited = true;
        return false;
    }
    ++m_layers;
    return true;
}

} // namespace leadglass::scan
