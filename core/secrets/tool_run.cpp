#include "core/secrets/tool_run.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "core/base/escape.h"
#include "core/base/sys.h"

namespace leadglass::secrets {
namespace {

constexpr std::size_t kMaxWords = 4096;  // read of its standard error and kept: the last of it
constexpr std::size_t kShownWords = 300;
constexpr int kMostReads = 16;           // at once

struct Pipe {
    UniqueFd read;
    UniqueFd write;
};

Result<Pipe> makePipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return ioError("cannot make a pipe", errno);
    }
    return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

} // namespace

ToolRun::ToolRun(EventLoop& loop, const StartProcess& start, ToolSpec spec, Done done)
    : m_loop(loop), m_spec(std::move(spec)), m_done(std::move(done)) {
    if (Status begun = begin(start); !begun) {
        finish(begun.error());
    }
}

ToolRun::~ToolRun() {
    *m_alive = false;
    close(m_in);
    close(m_out);
    close(m_err);
    if (m_watchingEnd) {
        m_loop.remove(m_process->pidFd());
    }
    if (m_timer != 0) {
        m_loop.cancel(m_timer);
    }
}

Status ToolRun::begin(const StartProcess& start) {
    m_output = LG_TRY(SecretBytes::ofSize(m_spec.maxOutput + 1));
    auto in = LG_TRY(makePipe());
    auto out = LG_TRY(makePipe());
    auto err = LG_TRY(makePipe());
    for (const int fd : {in.write.get(), out.read.get(), err.read.get()}) {
        LG_TRY(sys::setNonBlocking(fd, true));
    }
    m_process = LG_TRY(start({m_spec.program, m_spec.arguments, m_spec.environment, {in.read.get(), out.write.get(), err.write.get()}}));
    m_in = std::move(in.write);
    m_out = std::move(out.read);
    m_err = std::move(err.read);
    LG_TRY(m_loop.add(m_process->pidFd(), EPOLLIN, [this](std::uint32_t) { onEnd(); }));
    m_watchingEnd = true;
    LG_TRY(m_loop.add(m_out.get(), EPOLLIN, [this](std::uint32_t) { onOutput(); }));
    LG_TRY(m_loop.add(m_err.get(), EPOLLIN, [this](std::uint32_t) { onWords(); }));
    LG_TRY(m_loop.add(m_in.get(), EPOLLOUT, [this](std::uint32_t) { onInput(); }));
    m_timer = m_loop.after(m_spec.limit, [this] {
        m_timer = 0;
        finish(makeError(Code::Busy, m_spec.what + " did not answer within " + std::to_string(m_spec.limit / 1'000'000'000) + " s"));
    });
    return {};
}

void ToolRun::close(UniqueFd& fd) {
    if (fd) {
        m_loop.remove(fd.get());
        fd.reset();
    }
}

void ToolRun::onInput() {
    const auto bytes = m_spec.input.reveal();
    while (m_written < bytes.size()) {
        const ssize_t put = ::write(m_in.get(), bytes.data() + m_written, bytes.size() - m_written);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0 && errno == EAGAIN) {
            return;
        }
        if (put < 0) {
            break; // it does not want to know: what it answers decides
        }
        m_written += static_cast<std::size_t>(put);
    }
    m_spec.input = SecretBytes();
    close(m_in);
}

void ToolRun::onOutput() {
    while (m_out) {
        auto room = m_output.writable().subspan(m_got);
        if (room.empty()) {
            finish(makeError(Code::Invalid, m_spec.what + " answered with more than " + std::to_string(m_spec.maxOutput) + " bytes"));
            return;
        }
        const ssize_t got = ::read(m_out.get(), room.data(), room.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0 && errno == EAGAIN) {
            return;
        }
        if (got <= 0) {
            close(m_out);
            return;
        }
        m_got += static_cast<std::size_t>(got);
    }
}

// What never stops writing is not to keep the loop from its deadline.
void ToolRun::onWords() {
    std::array<char, 4096> buffer{};
    for (int i = 0; m_err && i < kMostReads; ++i) {
        const ssize_t got = ::read(m_err.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0 && errno == EAGAIN) {
            return;
        }
        if (got <= 0) {
            close(m_err);
            return;
        }
        m_wordsGot += static_cast<std::size_t>(got);
        if (m_wordsGot > kMaxError) {
            finish(makeError(Code::Invalid, m_spec.what + " wrote more than " + std::to_string(kMaxError) + " bytes to its standard error"));
            return;
        }
        m_words.append(buffer.data(), static_cast<std::size_t>(got));
        if (m_words.size() > kMaxWords) {
            m_words.erase(0, m_words.size() - kMaxWords);
        }
    }
}

// What it has started may hold the other ends open for ever: its own end is the end.
void ToolRun::onEnd() {
    const auto status = m_process->poll();
    if (!status) {
        return;
    }
    onOutput();
    if (m_finished) {
        return;
    }
    onWords();
    if (m_finished) {
        return;
    }
    ToolResult result;
    result.status = *status;
    result.output = std::move(m_output);
    result.output.shrink(m_got);
    while (!m_words.empty() && (m_words.back() == '\n' || m_words.back() == ' ')) {
        m_words.pop_back();
    }
    result.words = forScreen(m_words, kShownWords);
    finish(std::move(result));
}

void ToolRun::finish(Result<ToolResult> result) {
    if (m_finished) {
        return;
    }
    m_finished = true;
    close(m_in);
    close(m_out);
    close(m_err);
    if (m_watchingEnd) {
        m_loop.remove(m_process->pidFd());
        m_watchingEnd = false;
    }
    m_process.reset();
    if (m_timer != 0) {
        m_loop.cancel(std::exchange(m_timer, 0));
    }
    // Later: whoever is called may destroy us, and may not have us yet.
    const auto shared = std::make_shared<Result<ToolResult>>(std::move(result));
    m_loop.after(0, [shared, alive = m_alive, this] {
        if (*alive) {
            const Done done = std::move(m_done);
            done(std::move(*shared));
        }
    });
}

std::string endWords(int status) {
    return WIFEXITED(status) ? "it ended with status " + std::to_string(WEXITSTATUS(status))
                             : "signal " + std::to_string(WTERMSIG(status)) + " ended it";
}

} // namespace leadglass::secrets
