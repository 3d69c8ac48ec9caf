// The TLS settings of both sides of an inspected connection: TLS 1.2 and 1.3, no renegotiation, no compression,
// nothing read from the machine's configuration of OpenSSL.
#pragma once

#include <string_view>

#include "core/base/result.h"
#include "core/egress/inspect/openssl_ptr.h"

namespace leadglass::egress {

// Everything that OpenSSL loads later by itself is loaded, and its random numbers are seeded: no file is opened
// after this. Once, before the self-sandbox.
bool loadTls();

// Towards the client: without a certificate, which each connection has of its own; the protocol that TlsEnd says (ALPN). Null: out of memory.
TlsContextPtr makeClientSide();

// Towards servers: verified against `roots` (PEM, at least one certificate) and nothing else.
Result<TlsContextPtr> makeUpstreamSide(std::string_view roots);

} // namespace leadglass::egress
