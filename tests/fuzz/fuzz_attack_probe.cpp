// What the probe of `doctor --attack` prints, from where everything may be hostile: never a crash, never text
// that is not fit for a screen, and "worked" is never taken back by a later line.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/session/attack_judge.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace leadglass;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto answers = session::readProbe(text);
    for (const auto& [id, answer] : answers) {
        if (answer.text.find('\x1b') != std::string::npos || answer.text.find('\n') != std::string::npos) {
            std::abort();
        }
        const auto longer = session::readProbe(std::string(text) + "\n" + id + "\trefused\t1\tx\n");
        const auto found = longer.find(id);
        if (answer.worked && (found == longer.end() || !found->second.worked)) {
            std::abort();
        }
    }
    for (const auto& technique : wire::kTechniques) {
        const auto found = answers.find(technique.id);
        session::AttackFacts facts;
        if (found != answers.end()) {
            facts.inside = found->second;
        }
        const auto verdict = session::judge(technique, facts, {}).verdict;
        if (verdict == api::AttackResult::Verdict::Contained && (!facts.inside || facts.inside->worked)) {
            std::abort();
        }
    }
    return 0;
}
