// Signing in at a service from this machine, with a browser anywhere: the OAuth 2 device flow (RFC 8628).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "core/secrets/mint_tool.h"

namespace leadglass::secrets {

// Destroyed before it has ended: nobody is called, and what runs is ended.
class DeviceSignIn {
public:
    struct Shown {
        std::string uri;  // https, printable ASCII: to be opened by the person
        std::string code; // to be typed there; hostile, escape it
        Nanos left = 0;   // until it is worth nothing
    };
    using Show = std::function<void(const Shown&)>;
    using Done = std::function<void(Result<SecretBytes>)>; // a refresh token, or the access token where none came

    // Settings: device-url, token-url, client-id; scope and ca where wanted. Invalid: one is missing or malformed.
    static Result<std::unique_ptr<DeviceSignIn>> begin(EventLoop& loop, MintPlace place, std::map<std::string, std::string> settings, Show show, Done done);
    ~DeviceSignIn();
    DeviceSignIn(const DeviceSignIn&) = delete;
    DeviceSignIn& operator=(const DeviceSignIn&) = delete;

private:
    DeviceSignIn(EventLoop& loop, MintPlace place, std::map<std::string, std::string> settings, Show show, Done done);
    void ask(MintRequest::Op op);
    void started(Result<MintAnswer> answer);
    void polled(Result<MintAnswer> answer);
    void pollLater();

    EventLoop& m_loop;
    MintPlace m_place;
    std::map<std::string, std::string> m_settings;
    Show m_show;
    Done m_done;
    std::unique_ptr<ToolRun> m_run;
    SecretBytes m_device;
    Nanos m_interval = 0;
    Nanos m_end = 0; // awake clock
    EventLoop::TimerId m_timer = 0;
};

} // namespace leadglass::secrets
