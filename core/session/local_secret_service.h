// SecretService over the keyring (leadglass-keyring) and our own files, in this process.
#pragma once

#include "core/api/secret_service.h"
#include "core/base/places.h"
#include "core/secrets/source.h"

namespace leadglass::session {

class LocalSecretService final : public api::SecretService {
public:
    explicit LocalSecretService(Places places) : m_places(std::move(places)) {}
    Result<api::KeptSecrets> list() override;
    Status set(const std::string& name, api::SecretStore store, const SecretBytes& value) override;
    Status signIn(const std::string& name, api::SecretStore store, const std::string& settings, const ShowCode& show) override;
    Result<api::SecretStore> remove(const std::string& name, std::optional<api::SecretStore> store) override;
    Result<api::SecretShape> test(const std::string& name, std::optional<api::SecretStore> store) override;

private:
    [[nodiscard]] std::string folder() const { return m_places.config + "/secrets"; }
    Result<secrets::Source> sourceOf(const std::string& name, std::optional<api::SecretStore> store);

    Places m_places;
};

} // namespace leadglass::session
