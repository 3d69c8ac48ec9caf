// leadglass-inspect's Inspector.
#include "core/egress/inspector.h"

#include "core/base/clock.h"
#include "core/base/secret_bytes.h"
#include "core/egress/inspect/connection.h"
#include "core/egress/inspect/tls_contexts.h"

namespace leadglass::egress {
namespace {

class TlsInspector final : public Inspector {
public:
    Result<wire::Authority> begin(wire::Begin begin, std::string_view roots) override;
    std::unique_ptr<InspectedFlow> inspect(InspectOwner& owner, InspectStart start) override;

private:
    std::unique_ptr<InspectShared> m_shared;
};

Result<wire::Authority> TlsInspector::begin(wire::Begin begin, std::string_view roots) {
    const bool anew = begin.certificate.empty();
    Result<Authority> made = anew ? Authority::make(begin.hosts, systemClock().wall())
                                  : Authority::take(begin.certificate, begin.key);
    wipe(begin.key.data(), begin.key.size());
    m_shared = std::make_unique<InspectShared>(LG_TRY(std::move(made)));
    m_shared->upstream = LG_TRY(makeUpstreamSide(roots));
    m_shared->clientSide = makeClientSide();
    if (!m_shared->clientSide) {
        return makeError(Code::Io, "cannot make TLS settings for clients");
    }
    m_shared->scan.action = begin.scan;
    m_shared->scan.canaries = std::move(begin.canaries);
    m_shared->scan.maxBody = begin.maxBody;
    wire::Authority out;
    const std::string& certificate = m_shared->authority.certificate();
    out.certificate.assign(certificate.begin(), certificate.end());
    out.key = LG_TRY(m_shared->authority.exportKey());
    return out;
}

std::unique_ptr<InspectedFlow> TlsInspector::inspect(InspectOwner& owner, InspectStart start) {
    if (m_shared && !m_shared->scan.prepare()) {
        return nullptr; // what is to be looked through cannot be
    }
    auto out = std::make_unique<Connection>(owner, std::move(start), m_shared.get());
    return out->begin() ? std::move(out) : nullptr;
}

} // namespace

std::unique_ptr<Inspector> makeInspector() {
    return loadTls() ? std::make_unique<TlsInspector>() : nullptr;
}

} // namespace leadglass::egress
