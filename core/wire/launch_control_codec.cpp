#include "core/wire/launch_control_codec.h"

#include "core/base/escape.h"

namespace leadglass::wire {
namespace {

Error malformed(const char* why) {
    return makeError(Code::Invalid, std::string("launch protocol: ") + why);
}

constexpr std::uint32_t kMaxSignal = 64;
constexpr std::uint32_t kMaxErrno = 4095;

Result<FromLaunch> readFailed(LaunchUnpacker& in) {
    LaunchFailed m;
    std::size_t size = 0;
    const char* step = in.text(kLaunchStepMax, size);
    m.step.assign(step, size);
    const std::uint32_t sysErrno = in.u32();
    const char* detail = in.text(kLaunchTextMax, size);
    m.detail.assign(detail, size);
    if (sysErrno > kMaxErrno) {
        return malformed("errno out of range");
    }
    m.sysErrno = static_cast<int>(sysErrno);
    return FromLaunch(std::move(m));
}

Result<FromLaunch> readListeners(LaunchUnpacker& in, std::size_t fdCount) {
    LaunchListeners m;
    const std::size_t count = in.u8();
    if (count == 0 || count > kLaunchMessageFds || count != fdCount) {
        return malformed("sockets and descriptors differ in number");
    }
    for (std::size_t i = 0; i < count; ++i) {
        LaunchSocketInfo info;
        const std::uint8_t kind = in.u8();
        if (kind < static_cast<std::uint8_t>(LaunchSocket::Captured4) ||
            kind > static_cast<std::uint8_t>(LaunchSocket::SockDiag)) {
            return malformed("unknown kind of socket");
        }
        info.kind = static_cast<LaunchSocket>(kind);
        info.port = in.u16();
        m.sockets.push_back(info);
    }
    return FromLaunch(std::move(m));
}

Result<FromLaunch> readExited(LaunchUnpacker& in) {
    InitExited m;
    const std::uint8_t signalled = in.u8();
    const std::uint32_t code = in.u32();
    m.signalled = signalled == 1;
    if (signalled > 1 || code > (m.signalled ? kMaxSignal : 255U)) {
        return malformed("exit status out of range");
    }
    m.code = static_cast<int>(code);
    return FromLaunch(m);
}

Result<FromLaunch> readBody(LaunchTag tag, LaunchUnpacker& in, std::size_t fdCount) {
    switch (tag) {
    case LaunchTag::Failed: return readFailed(in);
    case LaunchTag::Home: return FromLaunch(LaunchHome{});
    case LaunchTag::Listeners: return readListeners(in, fdCount);
    case LaunchTag::Terminal: return FromLaunch(LaunchTerminal{});
    case LaunchTag::Unsealed: {
        std::size_t size = 0;
        const char* target = in.text(kLaunchTextMax, size);
        return FromLaunch(LaunchUnsealed{forScreen(std::string_view(target, size))});
    }
    case LaunchTag::Ready: return FromLaunch(LaunchReady{});
    case LaunchTag::Started: return FromLaunch(InitStarted{});
    case LaunchTag::ExecFailed: {
        const std::uint32_t sysErrno = in.u32();
        if (sysErrno == 0 || sysErrno > kMaxErrno) {
            return malformed("errno out of range");
        }
        return FromLaunch(InitExecFailed{static_cast<int>(sysErrno)});
    }
    case LaunchTag::Stopped: {
        const std::uint32_t signal = in.u32();
        if (signal == 0 || signal > kMaxSignal) {
            return malformed("signal out of range");
        }
        return FromLaunch(InitStopped{static_cast<int>(signal)});
    }
    case LaunchTag::Continued: return FromLaunch(InitContinued{});
    case LaunchTag::Exited: return readExited(in);
    case LaunchTag::Commands: return FromLaunch(InitCommands{});
    case LaunchTag::Command:
    case LaunchTag::Go:
    case LaunchTag::Signal:
    case LaunchTag::Continue: break;
    }
    return malformed("unknown message");
}

} // namespace

Result<FromLaunch> decodeFromLaunch(std::span<const std::uint8_t> bytes, std::size_t fdCount) {
    if (bytes.size() > kLaunchMessageMax) {
        return malformed("message too long");
    }
    LaunchUnpacker in(bytes.data(), bytes.size());
    const auto tag = static_cast<LaunchTag>(in.u8());
    if (in.bad()) {
        return malformed("empty message");
    }
    const bool one = tag == LaunchTag::Home || tag == LaunchTag::Terminal || tag == LaunchTag::Commands;
    const std::size_t expected = one ? 1 : 0;
    if (tag != LaunchTag::Listeners && fdCount != expected) {
        return malformed("unexpected number of descriptors");
    }
    auto message = LG_TRY(readBody(tag, in, fdCount));
    if (!in.done()) {
        return malformed("malformed message");
    }
    return message;
}

std::vector<std::uint8_t> encode(const ToLaunch& message) {
    LaunchPacker out(LaunchTag::Go);
    if (const auto* signal = std::get_if<InitSignal>(&message)) {
        out = LaunchPacker(LaunchTag::Signal);
        out.u32(static_cast<std::uint32_t>(signal->signal));
    } else if (std::holds_alternative<InitContinue>(message)) {
        out = LaunchPacker(LaunchTag::Continue);
    }
    return {out.data(), out.data() + out.size()};
}

Error toError(const LaunchFailed& failed) {
    Error error;
    error.code = failed.sysErrno != 0 ? Code::Io : Code::Refused;
    error.what = "cannot build the sandbox: " + forScreen(failed.step);
    if (!failed.detail.empty()) {
        error.what += ": " + forScreen(failed.detail);
    }
    error.sysErrno = failed.sysErrno;
    return error;
}

} // namespace leadglass::wire
