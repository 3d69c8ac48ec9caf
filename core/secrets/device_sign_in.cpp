#include "core/secrets/device_sign_in.h"

#include <algorithm>

#include "core/base/escape.h"
#include "core/secrets/mint.h"

namespace leadglass::secrets {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kAskLimit = 30 * kSecond;
constexpr Nanos kSlower = 5 * kSecond; // RFC 8628 3.5

Nanos secondsOf(const MintAnswer& answer, const char* key) {
    const auto found = answer.texts.find(key);
    const std::string text = found == answer.texts.end() ? "" : found->second;
    const bool digits = !text.empty() && text.size() < 6 && text.find_first_not_of("0123456789") == std::string::npos;
    return digits ? std::stol(text) * kSecond : 0;
}

} // namespace

Result<std::unique_ptr<DeviceSignIn>> DeviceSignIn::begin(EventLoop& loop, MintPlace place, std::map<std::string, std::string> settings, Show show, Done done) {
    LG_TRY(checkDeviceSettings(settings));
    std::unique_ptr<DeviceSignIn> out(new DeviceSignIn(loop, std::move(place), std::move(settings), std::move(show), std::move(done)));
    out->ask(MintRequest::Op::DeviceStart);
    return out;
}

DeviceSignIn::DeviceSignIn(EventLoop& loop, MintPlace place, std::map<std::string, std::string> settings, Show show, Done done)
    : m_loop(loop), m_place(std::move(place)), m_settings(std::move(settings)), m_show(std::move(show)), m_done(std::move(done)) {}

DeviceSignIn::~DeviceSignIn() {
    if (m_timer != 0) {
        m_loop.cancel(m_timer);
    }
}

void DeviceSignIn::ask(MintRequest::Op op) {
    MintRequest request;
    request.op = op;
    request.settings = m_settings;
    if (op == MintRequest::Op::DevicePoll) {
        if (auto copy = SecretBytes::copyOf(m_device.reveal())) {
            request.secrets.emplace("device-code", std::move(*copy));
        }
    }
    m_run = askMint(m_loop, m_place, std::move(request), kAskLimit, [this, op](Result<MintAnswer> answer) {
        op == MintRequest::Op::DeviceStart ? started(std::move(answer)) : polled(std::move(answer));
    });
}

void DeviceSignIn::started(Result<MintAnswer> answer) {
    if (!answer) {
        return m_done(std::move(answer).error());
    }
    m_device = std::move(answer->secrets["device-code"]);
    m_interval = std::max(secondsOf(*answer, "interval"), kSecond);
    const Nanos left = secondsOf(*answer, "seconds");
    m_end = systemClock().awake() + left;
    m_show({answer->texts["uri"], answer->texts["user-code"], left});
    pollLater();
}

void DeviceSignIn::pollLater() {
    m_timer = m_loop.after(m_interval, [this] {
        m_timer = 0;
        if (systemClock().awake() >= m_end) {
            return m_done(makeError(Code::Busy, "nobody signed in before the code was worth nothing any more", "begin again"));
        }
        ask(MintRequest::Op::DevicePoll);
    });
}

void DeviceSignIn::polled(Result<MintAnswer> answer) {
    if (!answer) {
        return m_done(std::move(answer).error());
    }
    if (answer->state != MintAnswer::State::Done) {
        m_interval += answer->state == MintAnswer::State::SlowDown ? kSlower : 0;
        return pollLater();
    }
    auto refresh = answer->secrets.find("refresh");
    m_done(std::move(refresh != answer->secrets.end() ? refresh->second : answer->secrets["value"]));
}

} // namespace leadglass::secrets
