// Result<T>: what every function that can fail returns.
//
// Contract: no exception crosses a folder's edge. An Error says what was tried, why it failed
// (errno when the kernel said so) and what the person can do. `code` decides the exit status.
#pragma once

#include <cstring>
#include <string>
#include <utility>
#include <variant>

namespace leadglass {

enum class Code {
    Io,          // a system call failed; `sysErrno` is set
    Invalid,     // input that breaks a rule: policy, option, message, state file
    NotFound,    // a named thing is not there
    Refused,     // allowed input, but a rule of ours forbids it (project place, owner, mode)
    Unsupported, // this machine or this version cannot build what was asked
    Conflict,    // the world changed under us
    Corrupt,     // a store of ours is damaged
    Busy,        // locked by somebody else; trying again may help
    Closed       // the peer went away
};

struct Error {
    Code code = Code::Invalid;
    std::string what; // what was tried and why it failed, one line, already fit for a screen
    int sysErrno = 0; // 0: none
    std::string fix;  // what to do, one line; may be empty

    // The one line a person reads.
    [[nodiscard]] std::string text() const {
        std::string line = what;
        if (sysErrno != 0) {
            line += ": ";
            line += std::strerror(sysErrno);
        }
        if (!fix.empty()) {
            line += " (" + fix + ")";
        }
        return line;
    }
};

inline Error ioError(std::string what, int sysErrno, std::string fix = {}) {
    return Error{Code::Io, std::move(what), sysErrno, std::move(fix)};
}
inline Error makeError(Code code, std::string what, std::string fix = {}) {
    return Error{code, std::move(what), 0, std::move(fix)};
}

template <class T> class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] explicit operator bool() const { return m_state.index() == 0; }
    [[nodiscard]] bool ok() const { return m_state.index() == 0; }
    // Precondition of value() and operator*: ok(). Of error(): !ok(). Breaking it aborts.
    T& value() & { return *check(std::get_if<0>(&m_state)); }
    const T& value() const& { return *check(std::get_if<0>(&m_state)); }
    T&& value() && { return std::move(*check(std::get_if<0>(&m_state))); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    Error& error() & { return *check(std::get_if<1>(&m_state)); }
    const Error& error() const& { return *check(std::get_if<1>(&m_state)); }
    Error&& error() && { return std::move(*check(std::get_if<1>(&m_state))); }

private:
    template <class P> static P* check(P* p) {
        if (p == nullptr) {
            __builtin_trap();
        }
        return p;
    }
    std::variant<T, Error> m_state;
};

template <> class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)), m_ok(false) {}
    [[nodiscard]] explicit operator bool() const { return m_ok; }
    [[nodiscard]] bool ok() const { return m_ok; }
    void value() const {
        if (!m_ok) {
            __builtin_trap();
        }
    }
    Error& error() & { return m_error; }
    const Error& error() const& { return m_error; }
    Error&& error() && { return std::move(m_error); }

private:
    Error m_error;
    bool m_ok = true;
};

using Status = Result<void>;

} // namespace leadglass

// LG_TRY(expr): the value of a Result, or return its Error from the enclosing function.
#define LG_TRY(expr)                                                                               \
    __extension__({                                                                                \
        auto lgTryResult_ = (expr);                                                                \
        if (!lgTryResult_.ok()) {                                                                  \
            return std::move(lgTryResult_).error();                                                \
        }                                                                                          \
        std::move(lgTryResult_).value();                                                           \
    })
