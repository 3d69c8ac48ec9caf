// Trust: the inside can print and so make the terminal answer; nothing of that may answer a question.
// Privilege: answers questions of this run.
// Input: keys of the person, after the terminal was seized and fenced.
// Fails: no answer within the hold is a refusal; a terminal too small or dumb is not asked on.
//
// `--ask terminal`. One question at a time: output stopped, modes reset, input dropped up to a fence;
// then the question with a random code of four letters. Typing the code allows once; Enter, Esc, d
// and Ctrl-C deny; any other key starts the code anew. Keys within 800 ms, and several at once (a
// paste), do not count, nor does the first Enter where the question before was answered with its code. Wider scopes are given with `leadglass answer`.
//
// Of a burst only the first eight are asked, and nothing that is quiet (approval_queue.h): a line says where the rest waits.
#pragma once

#include <deque>
#include <functional>
#include <string>

#include "core/base/event_loop.h"
#include "core/session/approval_queue.h"
#include "core/session/terminal.h"

namespace leadglass::session {

class TerminalAsker final : public ApprovalQueue::Listener {
public:
    struct Options {
        std::string term;              // value of TERM
        Nanos arm = 800'000'000;       // keys before that do not count
        std::function<std::string()> code; // default: four random letters; tests give their own
        bool plain = false;            // no bold, no reverse (NO_COLOR)
    };
    TerminalAsker(EventLoop& loop, Terminal& terminal, ApprovalQueue& queue, Options options);
    ~TerminalAsker() override;

    // Can a question be shown on a terminal of this type, and of this size now? The Error says why
    // not. The size is looked at again at each question: one that is too small shows the command
    // that answers from elsewhere.
    static Status usable(const std::string& term);
    // The run's own, by the environment. NotFound: standard input and error are not both one.
    static Status usable(const Terminal* terminal);
    static Status usable(const std::string& term, Terminal::Size size);

    void questionRaised(const Question& question) override;
    void questionChanged(const Question& question) override;
    void questionClosed(const Question& question) override;

private:
    enum class Phase { Idle, Seizing, Asking };
    void next();
    void present();
    void input(std::string_view bytes);
    void key(char c);
    void answer(bool allow);
    void release();

    EventLoop& m_loop;
    Terminal& m_terminal;
    ApprovalQueue& m_queue;
    Options m_options;
    std::deque<std::string> m_waiting; // ids
    std::string m_burst;               // the newest, and how many of it are asked here
    std::size_t m_ofBurst = 0;
    Question m_shown;
    std::string m_code;
    std::string m_toAllow;             // what typing it does
    std::string m_typed;
    Nanos m_shownAt = 0;
    Nanos m_lastKey = 0;
    int m_burstsTold = 0;
    bool m_afterCode = false; // the answer before was a code, and no key came since: people end what they type with Enter
    Phase m_phase = Phase::Idle;
    EventLoop::TimerId m_retry = 0;
};

} // namespace leadglass::session
