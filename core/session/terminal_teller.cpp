#include "core/session/terminal_teller.h"

#include <utility>

#include "core/session/words.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kMaxTold = 1024;

} // namespace

TerminalTeller::TerminalTeller(Terminal& terminal, ApprovalQueue& queue, std::string why)
    : m_terminal(terminal), m_queue(queue), m_why(std::move(why)) {
    m_queue.addListener(this);
}

TerminalTeller::~TerminalTeller() { m_queue.removeListener(this); }

void TerminalTeller::questionRaised(const Question& question) {
    // Whoever watches is asked. A program that tries again and again is told of once.
    if (m_queue.approvers() > 0 || m_told.size() >= kMaxTold ||
        std::exchange(m_told[question.id], question.digest) == question.digest) {
        return;
    }
    m_terminal.note("\nleadglass: refused: " + targetWords(question.host, question.port, question.protocol) +
                    ": " + m_why + "\nleadglass: to let its next try pass, from another terminal: " +
                    answerLine(question) + "\n");
}

} // namespace leadglass::session
