#include "core/egress/container_credentials.h"

#include <algorithm>

namespace leadglass::egress {

bool asksForCredentials(const wire::CredentialEndpoint& endpoint, const RequestHead& head) {
    const std::string* token = head.field("authorization");
    const auto said = std::count_if(head.fields.begin(), head.fields.end(), [](const auto& field) { return equalsIgnoringCase(field.name, "authorization"); });
    return head.method == "GET" && head.target == wire::kCredentialsPath && said == 1 && *token == endpoint.token;
}

std::string credentialsResponse(const wire::CredentialEndpoint& endpoint, Nanos now) {
    const std::string body = "{\"AccessKeyId\":\"" + endpoint.keyId + "\",\"SecretAccessKey\":\"" + endpoint.secret + "\",\"Token\":\"" + endpoint.session +
                             "\",\"Expiration\":\"" + rfc3339(now + kCredentialsFor) + "\"}\n";
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCache-Control: no-store\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\nConnection: close\r\n\r\n" + body;
}

} // namespace leadglass::egress
