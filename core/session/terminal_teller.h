// Trust: none; it asks nobody and takes no answer.
// Privilege: prints on the person's terminal.
// Input: questions of this run.
// Fails: nothing waits for it; what is not seen stands at the end of the run and in the history.
//
// Where the run's terminal cannot be asked on (TERM=dumb) and --ask was left to itself: the queue refuses
// at once and keeps the question (Options::keepUnasked), and this says so, with the command that
// lets the next try pass. Text only, between two whole pieces of the command's output.
#pragma once

#include <map>
#include <string>

#include "core/session/approval_queue.h"
#include "core/session/terminal.h"

namespace leadglass::session {

class TerminalTeller final : public ApprovalQueue::Listener {
public:
    // `why`: what is wrong with the terminal, in words.
    TerminalTeller(Terminal& terminal, ApprovalQueue& queue, std::string why);
    ~TerminalTeller() override;
    TerminalTeller(const TerminalTeller&) = delete;
    TerminalTeller& operator=(const TerminalTeller&) = delete;

    void questionRaised(const Question& question) override;
    void questionChanged(const Question& /*question*/) override {}
    void questionClosed(const Question& /*question*/) override {}

private:
    Terminal& m_terminal;
    ApprovalQueue& m_queue;
    std::string m_why;
    std::map<std::string, std::string> m_told; // id -> digest
};

} // namespace leadglass::session
