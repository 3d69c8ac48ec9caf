// Trust: the head of a request from inside the run, or of a response from the network.
// Privilege: none; pure.
// Input: fields that nghttp2 has checked one by one (characters, pseudo fields first and once,
//        nothing of a connection).
// Fails: a head over the bounds, or for another host, is told as such and never goes on.
//
// What of a head is kept, what it asks for, and how it is written anew.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/egress/inspect/h2_session.h"
#include "core/egress/name_check.h"
#include "core/wire/request_control.h"

namespace leadglass::egress {

struct H2Head {
    static constexpr std::size_t kMaxResponseFields = 256;
    static constexpr std::size_t kMaxResponseText = 64 * 1024;

    std::string method;
    std::string scheme;
    std::string authority;
    std::string path;
    std::string host; // the field of that name; not in `fields`
    std::string protocol;
    int status = 0;
    bool hasAuthority = false;
    bool hasHost = false;
    bool tooLarge = false; // fields were left out
    std::vector<H2Field> fields;
    std::size_t text = 0;

    // Requests have the bounds of wire::RequestOpen, responses those above.
    void add(std::string_view name, std::string_view value, bool sensitive, bool response);
    [[nodiscard]] const std::string* field(std::string_view name) const; // the first; null: none
};

// Why a request is refused before anybody is asked. status 0: it is not.
struct H2Refusal {
    std::uint16_t status = 0;
    std::string_view failure = {};
    std::string_view detail = {};
};
H2Refusal checkRequest(const H2Head& head, const Target& target);

wire::RequestOpen openOf(const H2Head& head);

// The path ends, in any spelling, in what a server takes for a push: "git-receive-pack".
bool isPushPath(std::string_view target);

// The request as it goes upstream. False: an edit that cannot be made (a pseudo field, a field of
// the connection, a character that is not allowed): the request is not sent. `plainAnswer`: asks
// for an answer without encoding.
bool writeRequest(const H2Head& head, const std::vector<wire::HeaderEdit>& edits, bool plainAnswer,
                  std::vector<H2Field>& out);

// The answer is encoded in a way that hides what is in it.
bool isEncoded(const H2Head& response);

} // namespace leadglass::egress
