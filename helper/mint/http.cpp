#include "helper/mint/http.h"

#include <curl/curl.h>

#include <cstdlib>
#include <memory>

#include "core/base/escape.h"

namespace leadglass::mint {
namespace {

struct FreeCurl {
    void operator()(CURL* each) const { ::curl_easy_cleanup(each); }
    void operator()(curl_slist* each) const { ::curl_slist_free_all(each); }
};

std::size_t take(char* bytes, std::size_t size, std::size_t count, void* self) {
    auto& body = *static_cast<std::string*>(self);
    const std::size_t all = size * count;
    if (body.size() + all > kMaxAnswer) {
        return 0;
    }
    body.append(bytes, all);
    return all;
}

std::string hostOf(const std::string& url) {
    const auto start = url.find("://") + 3;
    return forScreen(url.substr(start, url.find('/', start) - start), 200);
}

} // namespace

Result<HttpAnswer> post(const HttpRequest& request) {
    ::curl_global_init(CURL_GLOBAL_DEFAULT);
    const std::unique_ptr<CURL, FreeCurl> curl(::curl_easy_init());
    if (!curl) {
        return makeError(Code::Io, "libcurl cannot be set up");
    }
    std::unique_ptr<curl_slist, FreeCurl> headers;
    for (const auto& each : request.headers) {
        if (curl_slist* longer = ::curl_slist_append(headers.get(), each.c_str())) {
            (void)headers.release();
            headers.reset(longer);
        }
    }
    HttpAnswer out;
    std::string why(CURL_ERROR_SIZE, '\0');
    const char* file = std::getenv("SSL_CERT_FILE");
    const std::string ca = !request.ca.empty() ? request.ca : file != nullptr ? file : "";
    const auto set = [&](CURLoption option, auto value) { return ::curl_easy_setopt(curl.get(), option, value) == CURLE_OK; };
    const bool ready = set(CURLOPT_URL, request.url.c_str()) && set(CURLOPT_PROTOCOLS_STR, "https") && set(CURLOPT_FOLLOWLOCATION, 0L) && set(CURLOPT_NOSIGNAL, 1L) &&
                       set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2)) && set(CURLOPT_SSL_VERIFYPEER, 1L) && set(CURLOPT_SSL_VERIFYHOST, 2L) &&
                       set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size())) && set(CURLOPT_POSTFIELDS, request.body.c_str()) &&
                       set(CURLOPT_HTTPHEADER, headers.get()) && set(CURLOPT_TIMEOUT, request.seconds) && set(CURLOPT_WRITEFUNCTION, &take) &&
                       set(CURLOPT_WRITEDATA, &out.body) && set(CURLOPT_ERRORBUFFER, why.data()) && set(CURLOPT_USERAGENT, "leadglass") &&
                       (ca.empty() || set(CURLOPT_CAINFO, ca.c_str()));
    if (!ready) {
        return makeError(Code::Io, "libcurl does not take the request to " + hostOf(request.url));
    }
    const CURLcode done = ::curl_easy_perform(curl.get());
    if (done == CURLE_WRITE_ERROR) {
        return makeError(Code::Invalid, hostOf(request.url) + " answered with more than 64 KiB");
    }
    if (done != CURLE_OK) {
        const std::string said = why.c_str();
        return makeError(Code::Io, hostOf(request.url) + " cannot be asked: " + forScreen(said.empty() ? ::curl_easy_strerror(done) : said, 200));
    }
    ::curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &out.status);
    return out;
}

} // namespace leadglass::mint
