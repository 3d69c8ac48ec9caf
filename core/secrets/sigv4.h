// Trust: requests that an agent's AWS client signed with placeholders (hostile).
// Privilege: none; pure. Uses the credential it is given, and keeps nothing of it.
// Input: all headers of one request, its method and its target as sent.
// Fails: an Error whose code says which rule (awsReason()); nothing is signed that the placeholder had not signed.
//
// AWS Signature Version 4: a request is checked against the placeholder and signed anew with the credential.
// AWS General Reference, "Create a signed AWS API request"; for S3 also "Signature calculations: single chunk".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/secrets/broker.h"

namespace leadglass::secrets {

// "AWS4-HMAC-SHA256 Credential=ID/DATE/REGION/SERVICE/aws4_request, SignedHeaders=a;b, Signature=HEX"
struct AwsAuthorization {
    std::string keyId;
    std::string date; // eight digits
    std::string region;
    std::string service;
    std::vector<std::string> signedHeaders; // sorted, lower case
    std::string signature;                  // 64 hex digits
};
Result<AwsAuthorization> parseAwsAuthorization(std::string_view header);

// The canonical request, with these signed headers. Unsupported: chunks have signatures of their own, which cannot be
// made anew without the body. NotFound: the body's hash is not known. Invalid: a signed header is missing, no date.
Result<std::string> canonicalRequest(const Request& request, const AwsAuthorization& how);
// Hex. `amzDate`: "20150830T123600Z".
Result<SecretBytes> awsSignature(const std::string& canonical, const AwsAuthorization& scope, std::string_view amzDate, std::string_view secretKey);

// Edits that replace the placeholder's signature and session token. `found`: value, keyId, sessionToken.
// Also Invalid: the placeholder's signature does not fit the request, or it was signed at another time.
Result<std::vector<Edit>> signAgain(const Request& request, std::string_view placeholderKey, const Found& found, Nanos wall);

// "aws_chunked_signature", "aws_body_unknown", "aws_bad_signature", else "secret_unavailable".
std::string awsReason(const Error& error);

// What an AWS client gets from a container-credentials endpoint (AWS_CONTAINER_CREDENTIALS_FULL_URI): placeholders.
std::string awsContainerCredentials(const Broker::Placeholder& placeholder, Nanos expires);

// Signing of a request of our own (minting): the Authorization header's value.
Result<SecretBytes> awsAuthorization(const Request& request, const Found& credential, const std::string& region, const std::string& service,
                                     std::string_view amzDate);
std::string awsDate(Nanos wall); // "20150830T123600Z"

} // namespace leadglass::secrets
