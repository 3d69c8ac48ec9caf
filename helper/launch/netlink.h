// One growing netlink request in a fixed buffer, and waiting for its acknowledgements.
#pragma once

#include <linux/netlink.h>

#include <cstddef>
#include <cstdint>

namespace leadglass::launch {

class NetlinkBatch {
public:
    // Begins a message of `type` with its fixed header; attributes go to it until the next begin.
    void begin(std::uint16_t type, std::uint16_t flags, const void* header, std::size_t size);
    void end();
    void attribute(std::uint16_t type, const void* data, std::size_t size);
    void text(std::uint16_t type, const char* value);     // with NUL
    void big32(std::uint16_t type, std::uint32_t value); // network order, as nf_tables wants
    std::size_t nest(std::uint16_t type);
    void endNest(std::size_t at);

    // Sends all and reads one acknowledgement for each message with NLM_F_ACK. 0, or the errno of
    // the first that failed.
    int exchange(int protocol);

private:
    void put(const void* data, std::size_t size);
    static constexpr std::size_t kMax = 4096;
    alignas(NLMSG_ALIGNTO) std::uint8_t m_bytes[kMax] = {};
    std::size_t m_size = 0;
    std::size_t m_message = 0; // offset of the message begun last
    std::uint32_t m_sequence = 0;
    std::uint32_t m_acks = 0;
    bool m_full = false;
};

} // namespace leadglass::launch
