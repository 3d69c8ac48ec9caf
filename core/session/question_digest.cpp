#include "core/session/question_digest.h"

#include "core/base/bytes.h"
#include "core/base/digest.h"

namespace leadglass::session {

std::string questionDigest(const wire::Question& question) {
    ByteWriter w;
    w.str("leadglass question 2");
    w.str(question.id);
    w.str(question.run);
    w.str(question.project);
    w.str(question.object);
    w.str(question.method);
    w.str(question.path);
    w.u32(static_cast<std::uint32_t>(question.members.size()));
    for (const auto& member : question.members) {
        w.str(member);
    }
    w.u32(static_cast<std::uint32_t>(question.scopes.size()));
    for (const auto scope : question.scopes) {
        w.u8(static_cast<std::uint8_t>(scope));
    }
    w.u32(static_cast<std::uint32_t>(question.patterns.size()));
    for (const auto& pattern : question.patterns) {
        w.str(pattern);
    }
    w.u32(static_cast<std::uint32_t>(question.registries.size()));
    for (const auto& registry : question.registries) {
        w.str(registry.name);
        w.u32(static_cast<std::uint32_t>(registry.hosts.size()));
        for (const auto& host : registry.hosts) {
            w.str(host);
        }
    }
    Sha256 digest;
    digest.update(w.bytes().data(), w.bytes().size());
    return digest.finishHex();
}

} // namespace leadglass::session
