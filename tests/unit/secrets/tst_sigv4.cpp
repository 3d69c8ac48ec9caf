// Signatures as AWS publishes them, and what is not signed.
#include <QTest>

#include "core/secrets/sigv4.h"

using namespace leadglass;
using secrets::AwsAuthorization;
using secrets::Request;

namespace {

// The example credential of AWS's documentation and test suite.
constexpr const char* kKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
constexpr const char* kS3Key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
constexpr const char* kEmpty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

QString hex(const Result<SecretBytes>& got) { return got ? QString::fromStdString(std::string(got->reveal())) : QString::fromStdString(got.error().text()); }

Nanos at(int year, int month, int day, int hour, int minute) {
    std::tm parts{};
    parts.tm_year = year - 1900;
    parts.tm_mon = month - 1;
    parts.tm_mday = day;
    parts.tm_hour = hour;
    parts.tm_min = minute;
    return static_cast<Nanos>(::timegm(&parts)) * 1'000'000'000;
}

secrets::Found credential(const char* token = "REAL/TOKEN+") {
    secrets::Found out;
    out.keyId = *SecretBytes::copyOf("AKIDREAL");
    out.value = *SecretBytes::copyOf("real-secret-key");
    if (token != nullptr) {
        out.sessionToken = *SecretBytes::copyOf(token);
    }
    return out;
}

// As a client would send it, signed with the placeholder.
Request signedRequest(const std::string& service, Request request, const std::string& token = {}) {
    AwsAuthorization how;
    how.keyId = "ASIAPLACEHOLDER";
    how.date = "20150830";
    how.region = "us-east-1";
    how.service = service;
    request.headers.emplace_back("x-amz-date", "20150830T123600Z");
    if (!token.empty()) {
        request.headers.emplace_back("x-amz-security-token", token);
    }
    for (const auto& [name, value] : request.headers) {
        how.signedHeaders.push_back(name);
    }
    how.signedHeaders.emplace_back("host");
    std::sort(how.signedHeaders.begin(), how.signedHeaders.end());
    const auto canonical = secrets::canonicalRequest(request, how);
    const auto signature = secrets::awsSignature(canonical ? *canonical : "", how, "20150830T123600Z", "placeholder-key");
    std::string names;
    for (const auto& name : how.signedHeaders) {
        names += (names.empty() ? "" : ";") + name;
    }
    request.headers.emplace_back("authorization", "AWS4-HMAC-SHA256 Credential=ASIAPLACEHOLDER/20150830/us-east-1/" + service +
                                                      "/aws4_request, SignedHeaders=" + names + ", Signature=" + std::string(signature->reveal()));
    return request;
}

const secrets::Edit* editOf(const std::vector<secrets::Edit>& edits, const std::string& header) {
    for (const auto& edit : edits) {
        if (edit.header == header) {
            return &edit;
        }
    }
    return nullptr;
}

Request get(const std::string& host, const std::string& target) {
    Request out;
    out.host = host;
    out.method = "GET";
    out.target = target;
    return out;
}

} // namespace

class TestSigV4 : public QObject {
    Q_OBJECT

private slots:
    void signsAsAwsPublishes_data() {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<QByteArray>("headers"); // NAME:VALUE lines
        QTest::addColumn<QByteArray>("service");
        QTest::addColumn<QByteArray>("date");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("signature");
        const auto row = [](const char* name, const char* method, const char* host, const char* target, const char* headers, const char* service, const char* date,
                            const char* key, const char* signature) {
            QTest::newRow(name) << QByteArray(method) << QByteArray(host) << QByteArray(target) << QByteArray(headers) << QByteArray(service) << QByteArray(date)
                                << QByteArray(key) << QByteArray(signature);
        };
        const char* day = "20150830T123600Z";
        const char* plain = "x-amz-date:20150830T123600Z";
        row("get-vanilla", "GET", "example.amazonaws.com", "/", plain, "service", day, kKey, "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
        row("get-vanilla-query-order-key-case", "GET", "example.amazonaws.com", "/?Param2=value2&Param1=value1", plain, "service", day, kKey,
            "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500");
        row("get-relative", "GET", "example.amazonaws.com", "/example/..", plain, "service", day, kKey,
            "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
        row("get-slashes", "GET", "example.amazonaws.com", "//", plain, "service", day, kKey, "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
        row("post-vanilla", "POST", "example.amazonaws.com", "/", plain, "service", day, kKey, "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b");
        row("iam-list-users", "GET", "iam.amazonaws.com", "/?Action=ListUsers&Version=2010-05-08",
            "content-type:application/x-www-form-urlencoded; charset=utf-8\nx-amz-date:20150830T123600Z", "iam", day, kKey,
            "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7");
        const char* s3day = "20130524T000000Z";
        row("s3-get-object", "GET", "examplebucket.s3.amazonaws.com", "/test.txt",
            "range:bytes=0-9\nx-amz-content-sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\nx-amz-date:20130524T000000Z", "s3", s3day, kS3Key,
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
        row("s3-put-object", "PUT", "examplebucket.s3.amazonaws.com", "/test$file.text",
            "date:Fri, 24 May 2013 00:00:00 GMT\nx-amz-content-sha256:44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072\n"
            "x-amz-date:20130524T000000Z\nx-amz-storage-class:REDUCED_REDUNDANCY",
            "s3", s3day, kS3Key, "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
        row("s3-lifecycle", "GET", "examplebucket.s3.amazonaws.com", "/?lifecycle",
            "x-amz-content-sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\nx-amz-date:20130524T000000Z", "s3", s3day, kS3Key,
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
        row("s3-list-objects", "GET", "examplebucket.s3.amazonaws.com", "/?max-keys=2&prefix=J",
            "x-amz-content-sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\nx-amz-date:20130524T000000Z", "s3", s3day, kS3Key,
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    }
    void signsAsAwsPublishes() {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, host);
        QFETCH(QByteArray, target);
        QFETCH(QByteArray, headers);
        QFETCH(QByteArray, service);
        QFETCH(QByteArray, date);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, signature);
        Request request = get(host.toStdString(), target.toStdString());
        request.method = method.toStdString();
        AwsAuthorization how;
        how.date = date.left(8).toStdString();
        how.region = "us-east-1";
        how.service = service.toStdString();
        how.signedHeaders = {"host"};
        for (const QByteArray& line : headers.split('\n')) {
            const auto colon = line.indexOf(':');
            request.headers.emplace_back(line.left(colon).toStdString(), line.mid(colon + 1).toStdString());
            how.signedHeaders.push_back(request.headers.back().first);
        }
        request.bodySha256 = kEmpty;
        std::sort(how.signedHeaders.begin(), how.signedHeaders.end());
        const auto canonical = secrets::canonicalRequest(request, how);
        QVERIFY2(canonical, canonical ? "" : canonical.error().text().c_str());
        QCOMPARE(hex(secrets::awsSignature(*canonical, how, date.toStdString(), key.toStdString())), QString::fromLatin1(signature));
    }

    void signsAnewWithTheCredentialAndItsToken() {
        for (const bool hadToken : {false, true}) {
            const Request request = signedRequest("s3", get("b.s3.amazonaws.com", "/a%20b?x=1"), hadToken ? "placeholder-token" : "");
            const auto edits = secrets::signAgain(request, "placeholder-key", credential(), at(2015, 8, 30, 12, 40));
            QVERIFY2(edits, edits ? "" : edits.error().text().c_str());
            const auto* authorization = editOf(*edits, "authorization");
            const auto* token = editOf(*edits, "x-amz-security-token");
            QVERIFY(authorization != nullptr && token != nullptr && authorization->secret && token->value.equals("REAL/TOKEN+"));
            // What AWS would compute of the request as it goes upstream.
            Request upstream = request;
            std::erase_if(upstream.headers, [](const auto& each) { return each.first == "x-amz-security-token" || each.first == "authorization"; });
            upstream.headers.emplace_back("x-amz-security-token", "REAL/TOKEN+");
            const auto parsed = secrets::parseAwsAuthorization(authorization->value.reveal());
            QVERIFY(parsed);
            QCOMPARE(parsed->keyId, std::string("AKIDREAL"));
            QVERIFY(std::binary_search(parsed->signedHeaders.begin(), parsed->signedHeaders.end(), std::string("x-amz-security-token")));
            QCOMPARE(hex(secrets::awsSignature(*secrets::canonicalRequest(upstream, *parsed), *parsed, "20150830T123600Z", "real-secret-key")),
                     QString::fromStdString(parsed->signature));
        }
    }

    void aCredentialWithoutTokenTakesThePlaceholdersAway() {
        const Request request = signedRequest("s3", get("b.s3.amazonaws.com", "/"), "placeholder-token");
        const auto edits = secrets::signAgain(request, "placeholder-key", credential(nullptr), at(2015, 8, 30, 12, 36));
        QVERIFY(edits);
        QVERIFY(editOf(*edits, "x-amz-security-token")->remove);
        QVERIFY(editOf(*edits, "authorization")->value.reveal().find("security-token") == std::string_view::npos);
    }

    void signsNothingThatThePlaceholderDidNot() {
        const Nanos now = at(2015, 8, 30, 12, 36);
        const Request good = signedRequest("dynamodb", get("x.amazonaws.com", "/"));
        QVERIFY(secrets::signAgain(good, "placeholder-key", credential(), now));
        const auto code = [&](const Request& request, Nanos wall) {
            const auto got = secrets::signAgain(request, "placeholder-key", credential(), wall);
            return got ? std::string("signed") : secrets::awsReason(got.error());
        };
        Request changed = good;
        changed.target = "/?Action=Delete";
        QCOMPARE(code(changed, now), std::string("aws_bad_signature"));
        changed = good;
        changed.host = "y.amazonaws.com";
        QCOMPARE(code(changed, now), std::string("aws_bad_signature"));
        QCOMPARE(code(good, at(2015, 8, 30, 12, 55)), std::string("aws_bad_signature"));
        QCOMPARE(code(good, at(2015, 8, 31, 12, 36)), std::string("aws_bad_signature"));
        const auto other = secrets::signAgain(good, "another-key", credential(), now);
        QVERIFY(!other);
    }

    void aBodyIsSignedOnlyWhereItsHashIsKnown() {
        const Nanos now = at(2015, 8, 30, 12, 36);
        const auto answer = [&](Request request, const char* hash, const std::string& known = {}) {
            request.method = "POST";
            request.bodySha256 = known;
            if (hash != nullptr) {
                request.headers.emplace_back("x-amz-content-sha256", hash);
            }
            const auto got = secrets::signAgain(signedRequest("s3", request), "placeholder-key", credential(), now);
            return got ? std::string("signed") : secrets::awsReason(got.error());
        };
        const Request post = get("b.s3.amazonaws.com", "/k");
        QCOMPARE(answer(post, nullptr), std::string("aws_body_unknown"));
        QCOMPARE(answer(post, nullptr, kEmpty), std::string("signed"));
        QCOMPARE(answer(post, kEmpty), std::string("signed"));
        QCOMPARE(answer(post, "UNSIGNED-PAYLOAD"), std::string("signed"));
        QCOMPARE(answer(post, "STREAMING-UNSIGNED-PAYLOAD-TRAILER"), std::string("signed"));
        QCOMPARE(answer(post, "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"), std::string("aws_chunked_signature"));
        QCOMPARE(answer(post, "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"), std::string("aws_chunked_signature"));
        QCOMPARE(answer(post, "x"), std::string("aws_bad_signature"));
    }

    void refusesMalformedSignatures() {
        const std::string good = "AWS4-HMAC-SHA256 Credential=A/20150830/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=" + std::string(64, 'a');
        QVERIFY(secrets::parseAwsAuthorization(good));
        QVERIFY(secrets::parseAwsAuthorization("AWS4-HMAC-SHA256 Credential=A/20150830/us-east-1/s3/aws4_request,SignedHeaders=host,Signature=" + std::string(64, 'a')));
        const auto without = [&](const std::string& what, const std::string& with) {
            std::string text = good;
            text.replace(text.find(what), what.size(), with);
            return text;
        };
        for (const auto& text :
             {without("AWS4-HMAC-SHA256", "AWS4-ECDSA-P256-SHA256"), without("/aws4_request", ""), without("aws4_request", "aws4_request/x"), without("host;", ""),
              without("host;x-amz-date", "x-amz-date;host"), without("host", "Host"), without("host;", "host;host;"), without("aaaa", "AAAA"),
              without("Signature", "Sig"), without("20150830", "2015083"), without("us-east-1", "us east"), without("us-east-1", ""), good + ", Signature=b", std::string(),
              std::string("AWS4-HMAC-SHA256"), good + std::string(9000, ' ')}) {
            QVERIFY2(!secrets::parseAwsAuthorization(text), text.c_str());
        }
    }

    void containerCredentialsAreOfPlaceholdersOnly() {
        const secrets::Broker::Placeholder placeholder{"SECRET", "ASIAX", "TOKEN"};
        QCOMPARE(QByteArray::fromStdString(secrets::awsContainerCredentials(placeholder, at(2015, 8, 30, 12, 36))),
                 QByteArray(R"({"AccessKeyId":"ASIAX","SecretAccessKey":"SECRET","Token":"TOKEN","Expiration":"2015-08-30T12:36:00Z"})"));
    }
};

QTEST_GUILESS_MAIN(TestSigV4)
#include "tst_sigv4.moc"
