#include "core/session/terminal_asker.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "core/base/log.h"
#include "core/session/words.h"

namespace leadglass::session {
namespace {

constexpr Nanos kMilli = 1'000'000;
constexpr Nanos kSecond = 1000 * kMilli;
constexpr Nanos kRetry = 1000 * kMilli;
// Nobody types two keys within this; a paste or a program does.
constexpr Nanos kBetweenKeys = 15 * kMilli;
constexpr unsigned short kMinRows = 8;
constexpr unsigned short kMinColumns = 40;
constexpr std::size_t kCodeLength = 4;
constexpr int kMaxBurstsTold = 3; // of one question
constexpr std::size_t kMaxOfBurst = 8;
constexpr std::size_t kLongestTarget = 480;

// Four letters out of twenty-one that are told apart in any font, and are none of the keys that deny.
std::string randomCode() {
    static constexpr std::string_view kLetters = "abcefghjkmnprstuvwxyz";
    std::string code;
    while (code.size() < kCodeLength) {
        std::array<unsigned char, 16> bytes{};
        if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
            return {};
        }
        for (const unsigned char b : bytes) {
            // 252 = 12 * 21: no letter is more likely than another.
            if (b < 252 && code.size() < kCodeLength) {
                code += kLetters[b % kLetters.size()];
            }
        }
    }
    return code;
}

// The address of a page is shown whole where the screen holds it, with all that is asked around it.
std::size_t longestTarget(Terminal::Size size, bool ofPage) {
    constexpr std::size_t kAround = 11; // rows
    const std::size_t room = size.rows > kAround ? (size.rows - kAround) * std::size_t{size.columns} : 0;
    return ofPage ? std::max(kLongestTarget, room) : kLongestTarget;
}

} // namespace

TerminalAsker::TerminalAsker(EventLoop& loop, Terminal& terminal, ApprovalQueue& queue,
                             Options options)
    : m_loop(loop), m_terminal(terminal), m_queue(queue), m_options(std::move(options)) {
    if (!m_options.code) {
        m_options.code = randomCode;
    }
    m_queue.addListener(this);
    m_queue.approverCame();
}

TerminalAsker::~TerminalAsker() {
    m_queue.removeListener(this);
    m_queue.approverWent();
    m_loop.cancel(m_retry);
    release();
}

Status TerminalAsker::usable(const std::string& term) {
    if (term.empty() || term == "dumb" || term == "unknown") {
        return makeError(Code::Unsupported,
                         "no question can be asked on this terminal: TERM is " +
                             (term.empty() ? "unset" : "'" + term + "'"),
                         "start the run with --ask app and answer from another terminal: "
                         "leadglass approvals");
    }
    return {};
}

Status TerminalAsker::usable(const Terminal* terminal) {
    if (terminal == nullptr || !terminal->isTerminal(0) || !terminal->isTerminal(2)) {
        return makeError(Code::NotFound, "standard input and error are no terminal",
                         "start the run with --ask app and answer from another terminal: leadglass approvals");
    }
    const char* term = std::getenv("TERM");
    return usable(std::string(term != nullptr ? term : ""));
}

Status TerminalAsker::usable(const std::string& term, Terminal::Size size) {
    LG_TRY(usable(term));
    if (size.rows < kMinRows || size.columns < kMinColumns) {
        return makeError(Code::Unsupported,
                         "the terminal is too small to ask on: a question needs 40 columns and 8 rows",
                         "make it larger, or answer from another terminal: leadglass approvals");
    }
    return {};
}

void TerminalAsker::questionRaised(const Question& question) {
    if (question.group != m_burst) {
        m_burst = question.group;
        m_ofBurst = 0;
        if (question.quiet) {
            m_terminal.note("\nleadglass: this run asked often; more requests wait, and are refused when their hold is over: leadglass approvals\n");
        }
    }
    if (question.quiet || ++m_ofBurst > kMaxOfBurst) {
        return;
    }
    m_waiting.push_back(question.id);
    next();
}

void TerminalAsker::questionChanged(const Question& question) {
    // What was read is not what would be answered now: shown again, with a new code.
    if (m_phase == Phase::Asking && question.id == m_shown.id && question.digest != m_shown.digest) {
        m_terminal.show("\n");
        present();
    }
}

void TerminalAsker::questionClosed(const Question& question) {
    std::erase(m_waiting, question.id);
    if (m_phase == Phase::Asking && question.id == m_shown.id) {
        m_terminal.show("\n  " + outcomeWords(question.outcome) + "\n");
        release();
        next();
    }
}

void TerminalAsker::next() {
    if (m_phase != Phase::Idle || m_waiting.empty()) {
        return;
    }
    m_phase = Phase::Seizing;
    const bool seized = m_terminal.seize([this] { present(); },
                                         [this](std::string_view bytes) { input(bytes); });
    if (!seized) { // in the background, or a pager has the terminal: again while it is held
        m_phase = Phase::Idle;
        m_loop.cancel(m_retry);
        m_retry = m_loop.after(kRetry, [this] { next(); });
    }
}

void TerminalAsker::present() {
    std::optional<Question> q;
    while (!q && !m_waiting.empty()) {
        q = m_queue.find(m_waiting.front());
        if (!q || q->state != wire::QuestionState::Pending) {
            q.reset();
            m_waiting.pop_front();
        }
    }
    if (!q) {
        release();
        return;
    }
    m_shown = *q;
    m_phase = Phase::Asking;
    m_typed.clear();
    const Status fits = usable(m_options.term, m_terminal.size());
    m_code = fits ? m_options.code() : std::string();
    const auto strong = [this](const char* on, const std::string& words) {
        return m_options.plain ? words : on + words + "\x1b[m";
    };
    const bool ofRequest = !q->method.empty();
    const std::string target = ofRequest ? q->object : targetWords(q->host, q->port, q->protocol);
    // It would push its own host out of sight.
    const bool isLong = target.size() > longestTarget(m_terminal.size(), q->protocol == kOpenUrlAct);
    std::string text = "\n" + strong("\x1b[7m", " leadglass ") + " ";
    if (!fits || isLong || m_code.empty()) {
        text += (!fits ? fits.error().what : isLong ? "too long to be asked here" : "no random code") + ". To allow " + target + ":\n  " +
                answerLine(*q) + "\n";
        m_terminal.show(text);
        m_waiting.pop_front();
        release();
        next();
        return;
    }
    std::string programs;
    for (const auto& member : q->members) {
        programs += (programs.empty() ? "" : ", ") + member;
    }
    const auto left = std::max<Nanos>((q->expires - systemClock().wall() + kSecond - 1) / kSecond, 1);
    // The target is last before the prompt, where nothing can have pushed it out of sight.
    text += "run " + q->run + " (" + q->profile + ")\n";
    text += "  project  " + q->project + "\n";
    text += "  program  " + (q->members.size() > 1 || q->process.empty() ? programs : q->process) + "\n";
    text += "  because  " + q->why + "\n";
    const std::size_t waiting = m_queue.pending().size();
    const bool hostKey = q->protocol == kHostKeyAct; // one for the whole run, or for good
    m_toAllow = hostKey ? " to accept it in this run" : " to allow once";
    text += std::string("  for ") + (hostKey ? "good, on this machine" : "more than once") + (waiting > 1 ? ", and for all " + std::to_string(waiting) + " that wait" : std::string()) +
            ": leadglass approvals, in another terminal\n";
    text += (isAct(q->protocol) ? "  let it " : ofRequest ? "  let through " : "  connect to ") + strong("\x1b[1m", target) + " ?";
    text += q->waiting > 1 ? " " + std::to_string(q->waiting) + (ofRequest ? " requests wait\n" : " connections wait\n") : "\n";
    text += "  type " + strong("\x1b[1m", m_code) + m_toAllow + " (no Enter after it); Enter alone, or no answer in " +
            std::to_string(left) + " s, denies: ";
    m_burstsTold = 0;
    m_shownAt = systemClock().awake();
    m_lastKey = m_shownAt;
    m_terminal.show(text);
}

void TerminalAsker::input(std::string_view bytes) {
    if (m_phase != Phase::Asking) {
        return;
    }
    const Nanos now = systemClock().awake();
    const bool early = now - m_shownAt < m_options.arm;
    const bool burst = bytes.size() > 1 || now - m_lastKey < kBetweenKeys;
    m_lastKey = now;
    if (early || burst) {
        // A paste, a key held down before, or an escape sequence: what was typed so far is void.
        m_typed.clear();
        if (!early && m_burstsTold < kMaxBurstsTold) { // said, or it looks as if the terminal hung; a few times, or it can be made to scroll
            ++m_burstsTold;
            m_terminal.show("\n  several keys at once do not count; type " + m_code + " letter by letter" + m_toAllow + ", Enter denies: ");
        }
        return;
    }
    key(bytes.front());
}

void TerminalAsker::key(char c) {
    constexpr char kInterrupt = 3;
    const bool isEnter = c == '\r' || c == '\n';
    if (isEnter && std::exchange(m_afterCode, false)) {
        m_terminal.show("\n  that Enter may have been meant for the code before; type " + m_code + m_toAllow + ", Enter denies: ");
        return;
    }
    m_afterCode = false;
    if (isEnter || c == '\x1b' || c == 'd' || c == kInterrupt) {
        answer(false);
        return;
    }
    m_typed += c;
    if (m_code.compare(0, m_typed.size(), m_typed) != 0) {
        m_typed.clear();
        m_terminal.show("\n  not the code; type " + m_code + m_toAllow + ", Enter denies: ");
        return;
    }
    m_terminal.show(std::string_view(&c, 1));
    if (m_typed == m_code) {
        answer(true);
    }
}

void TerminalAsker::answer(bool allow) {
    m_afterCode = allow;
    wire::Answer a;
    a.question = m_shown.id;
    a.digest = m_shown.digest;
    a.allow = allow;
    const Status done = m_queue.answer(a, "terminal"); // questionClosed() follows and releases
    if (!done) {
        log::warning(done.error().text());
        std::erase(m_waiting, m_shown.id);
        m_terminal.show("\n  " + done.error().text() + "\n");
        release();
        next();
    }
}

void TerminalAsker::release() {
    if (m_phase != Phase::Idle) {
        m_phase = Phase::Idle;
        m_terminal.giveBack();
    }
}

} // namespace leadglass::session
