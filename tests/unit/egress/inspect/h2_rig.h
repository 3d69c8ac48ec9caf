// An HTTP/2 relay between a real client and a real server session (nghttp2), all in one process: who sent what, who
// got what, and what the owner was told.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/egress/inspect/h2_relay.h"

struct nghttp2_session;

namespace h2test {

using Fields = std::vector<std::pair<std::string, std::string>>;

// One stream as one end sees it.
struct Seen {
    Fields head;
    std::vector<Fields> interims; // heads before `head`
    Fields trailers;
    std::string body;
    bool ended = false;
    bool closed = false;
    std::uint32_t code = 0; // closed
    // What this end sends.
    std::string send;
    std::size_t sent = 0;
    bool sendEnds = true; // false: more may be given later (Peer::give)
    Fields sendTrailers;
    [[nodiscard]] std::string value(const std::string& name) const;
};

class Peer {
public:
    explicit Peer(bool client, bool readsBodies = true);
    ~Peer();
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    std::int32_t request(const Fields& head, std::string body = {}, bool ends = true, Fields trailers = {});
    void respond(std::int32_t id, const Fields& head, std::string body = {}, bool ends = true, Fields trailers = {});
    void interim(std::int32_t id, const Fields& head);
    void give(std::int32_t id, const std::string& more, bool ends);
    void reset(std::int32_t id, std::uint32_t code);
    void read(std::int32_t id); // where !readsBodies: takes what is there, and from now on
    void goAway(std::int32_t last);
    void ping();
    void raw(std::string bytes) { m_raw += bytes; } // goes out as it is
    std::string output();
    void input(std::string_view bytes);

    std::map<std::int32_t, Seen> streams;
    std::vector<std::int32_t> fresh; // server: requests whose head is there
    int pongs = 0;
    int goAways = 0;
    std::uint32_t goAwayCode = 0;
    std::int32_t goAwayLast = -1;
    std::uint32_t streamsAllowed = 0; // by the other end's settings
    std::map<std::uint16_t, std::uint32_t> settings;
    bool failed = false;

private:
    friend struct PeerCalls;
    nghttp2_session* m_session = nullptr;
    bool m_client;
    bool m_reads;
    std::map<std::int32_t, std::size_t> m_unread;
    std::map<std::int32_t, bool> m_reading;
    std::string m_raw;
};

class Rig : public leadglass::egress::ExchangeOwner {
public:
    explicit Rig(std::uint16_t port = 443, std::string host = "api.test");
    void opened(std::uint64_t exchange, leadglass::wire::RequestOpen open) override;
    void finished(std::uint64_t exchange, leadglass::wire::RequestDone done) override;
    void refused(leadglass::wire::RequestOpen open, std::uint16_t status, std::string_view failure) override;
    std::unique_ptr<leadglass::egress::BodyScan> scanRequest(std::uint64_t exchange) override;
    std::unique_ptr<leadglass::egress::BodyScan> scanResponse(std::uint64_t exchange, const leadglass::wire::RequestVerdict& verdict) override;

    // Passes bytes round until nothing moves. True: something did.
    bool pump();
    void allow(std::uint64_t exchange);
    void deny(std::uint64_t exchange);

    bool judgesAtOnce = true;
    leadglass::wire::RequestVerdict answer; // where it judges at once
    bool clientReads = true;
    bool upstreamReads = true;
    std::mt19937* cuts = nullptr; // cuts all that passes into pieces
    std::string blocked;          // a request body with it is stopped
    bool redacts = false;

    std::map<std::uint64_t, leadglass::wire::RequestOpen> opens;
    std::map<std::uint64_t, leadglass::wire::RequestDone> dones;
    std::vector<std::string> refusals;
    int doubles = 0;              // finished() more than once, or without opened()
    std::size_t mostBuffered = 0;

    Peer client{true};
    Peer server{false};
    leadglass::egress::H2Relay relay;

private:
    bool move(Peer& from, bool client);
};

// GET https://api.test/
Fields get(const std::string& path = "/", const std::string& authority = "api.test");
Fields post(const std::string& path = "/");
std::string frame(std::uint8_t type, std::uint8_t flags, std::uint32_t id, std::string_view payload);

} // namespace h2test
