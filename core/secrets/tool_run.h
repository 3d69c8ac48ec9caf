// One program that is given something on its standard input and answers on its standard output, with a deadline.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/base/clock.h"
#include "core/base/event_loop.h"
#include "core/base/secret_bytes.h"
#include "core/secrets/process.h"

namespace leadglass::secrets {

struct ToolSpec {
    std::string what; // for errors: "leadglass-keyring", "the command 'pass'"
    std::string program;
    std::vector<std::string> arguments;
    std::vector<std::string> environment;
    SecretBytes input; // written, then its end; empty: nothing
    Nanos limit = 0;
    std::size_t maxOutput = 0; // more: an error; at most SecretBytes::kMax - 1
};

struct ToolResult {
    int status = 0;     // as wait(2) has it
    SecretBytes output;
    std::string words;  // the last of its standard error, escaped, one line; may be empty
};

// Destroyed before it has called `done`: what runs is ended, and nobody is called. Destroying it in `done` is fine.
class ToolRun {
public:
    static constexpr std::size_t kMaxError = 1024 * 1024;
    using Done = std::function<void(Result<ToolResult>)>;
    // `done` is called once, from the loop. Errors: cannot be started, deadline, too much output, more than kMaxError of
    // standard error. After an error nothing of its process group is left.
    ToolRun(EventLoop& loop, const StartProcess& start, ToolSpec spec, Done done);
    ~ToolRun();
    ToolRun(const ToolRun&) = delete;
    ToolRun& operator=(const ToolRun&) = delete;

private:
    Status begin(const StartProcess& start);
    void onInput();
    void onOutput();
    void onWords();
    void onEnd();
    void finish(Result<ToolResult> result);
    void close(UniqueFd& fd);

    EventLoop& m_loop;
    ToolSpec m_spec;
    Done m_done;
    std::unique_ptr<Process> m_process;
    UniqueFd m_in;
    UniqueFd m_out;
    UniqueFd m_err;
    std::size_t m_written = 0;
    SecretBytes m_output;
    std::size_t m_got = 0;
    std::string m_words;
    std::size_t m_wordsGot = 0;
    EventLoop::TimerId m_timer = 0;
    bool m_watchingEnd = false;
    bool m_finished = false;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

// "it ended with status 3", "signal 9 ended it"
std::string endWords(int status);

} // namespace leadglass::secrets
