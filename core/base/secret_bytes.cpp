#include "core/base/secret_bytes.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace leadglass {

Result<SecretBytes> SecretBytes::ofSize(std::size_t size) {
    if (size > kMax) {
        return makeError(Code::Invalid, "a credential of more than 64 KiB");
    }
    SecretBytes out;
    if (size == 0) {
        return out;
    }
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t mapped = (size + page - 1) / page * page;
    void* memory = ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return ioError("no memory for a credential", errno);
    }
    out.m_bytes = static_cast<std::uint8_t*>(memory);
    out.m_mapped = mapped;
    out.m_size = size;
    if (::mlock(memory, mapped) != 0) {
        return ioError("cannot keep a credential's memory from being swapped out (see 'ulimit -l')", errno);
    }
    if (::madvise(memory, mapped, MADV_DONTDUMP) != 0 || ::madvise(memory, mapped, MADV_WIPEONFORK) != 0) {
        return ioError("cannot keep a credential's memory out of dumps and children", errno);
    }
    return out;
}

Result<SecretBytes> SecretBytes::copyOf(std::string_view bytes) {
    auto out = LG_TRY(ofSize(bytes.size()));
    std::copy(bytes.begin(), bytes.end(), out.m_bytes);
    return out;
}

Result<SecretBytes> SecretBytes::readAll(int fd) {
    auto bytes = LG_TRY(ofSize(kMax));
    std::size_t got = 0;
    for (auto room = bytes.writable(); got < room.size();) {
        const ssize_t n = ::read(fd, room.data() + got, room.size() - got);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return ioError("cannot read what is secret", errno);
        }
        if (n == 0) {
            break;
        }
        got += static_cast<std::size_t>(n);
    }
    bytes.shrink(got);
    return bytes;
}

SecretBytes::SecretBytes(SecretBytes&& other) noexcept
    : m_bytes(std::exchange(other.m_bytes, nullptr)), m_size(std::exchange(other.m_size, 0)),
      m_mapped(std::exchange(other.m_mapped, 0)) {}

SecretBytes& SecretBytes::operator=(SecretBytes&& other) noexcept {
    if (this != &other) {
        std::swap(m_bytes, other.m_bytes);
        std::swap(m_size, other.m_size);
        std::swap(m_mapped, other.m_mapped);
    }
    return *this;
}

SecretBytes::~SecretBytes() {
    if (m_bytes != nullptr) {
        wipe(m_bytes, m_mapped);
        ::munmap(m_bytes, m_mapped);
    }
}

void SecretBytes::shrink(std::size_t size) {
    if (size < m_size) {
        wipe(m_bytes + size, m_size - size);
        m_size = size;
    }
}

bool SecretBytes::equals(std::string_view other) const {
    if (other.size() != m_size) {
        return false;
    }
    unsigned different = 0;
    for (std::size_t i = 0; i < m_size; ++i) {
        different |= m_bytes[i] ^ static_cast<std::uint8_t>(other[i]);
    }
    return different == 0;
}

void wipe(void* bytes, std::size_t size) {
    if (size == 0) {
        return; // of an empty container there may be no address
    }
    ::explicit_bzero(bytes, size);
}

void wipe(std::string& text) {
    text.resize(text.capacity());
    wipe(text.data(), text.size());
    text.clear();
}

} // namespace leadglass
