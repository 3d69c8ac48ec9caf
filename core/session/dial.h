// One dial of core/session/dialler.h, for the two files that carry it out.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/session/dialler.h"
#include "core/session/proxy_handshake.h"

namespace leadglass::session {

// RFC 8305 section 4: families take turns, the resolver's first one first.
std::vector<policy::Address> interleave(const std::vector<policy::Address>& in);

struct Dialler::Dial {
    DialRequest request;
    const UpstreamProxy* proxy = nullptr; // the connection goes there first
    std::unique_ptr<ProxyHandshake> handshake;
    UniqueFd atProxy;
    Done done;
    std::string host; // what has a share of the places
    std::uint64_t id = 0;
    std::uint64_t lookup = 0;
    bool connecting = false; // has a place
    std::vector<policy::Address> candidates;
    std::size_t next = 0;
    std::map<int, std::pair<UniqueFd, policy::Address>> attempts;
    EventLoop::TimerId limit = 0;
    EventLoop::TimerId stagger = 0;
    int lastError = 0;
    bool finished = false;
};

} // namespace leadglass::session
