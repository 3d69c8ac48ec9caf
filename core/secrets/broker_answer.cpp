// What a request gets in its placeholders' places.
#include <algorithm>

#include "core/base/escape.h"
#include "core/secrets/broker_impl.h"
#include "core/secrets/secret_writer.h"
#include "core/secrets/sigv4.h"

namespace leadglass::secrets {
namespace {

Result<SecretBytes> joined(std::string_view before, std::string_view value, std::string_view after) {
    auto w = LG_TRY(SecretWriter::make(before.size() + value.size() + after.size()));
    w.raw(before);
    w.raw(value);
    w.raw(after);
    return w.take();
}

Result<SecretBytes> valueFor(const Place& place, const std::string& user, std::string_view value) {
    switch (place.format) {
    case Place::Format::Template: {
        const auto hole = place.text.find("{}");
        return joined(std::string_view(place.text).substr(0, hole), value, std::string_view(place.text).substr(hole + 2));
    }
    case Place::Format::Basic: {
        const auto plain = LG_TRY(joined(user + ":", value, ""));
        const auto digits = LG_TRY(base64(plain.reveal()));
        return joined("Basic ", digits.reveal(), "");
    }
    default: return SecretBytes::copyOf(value);
    }
}

} // namespace

Status Broker::Impl::addEdits(const Job& job, const Need& need, Answer& out) {
    Secret& secret = secrets[need.secret];
    const Place& place = secret.binding.places[need.place];
    if (place.format == Place::Format::AwsV4) {
        for (auto& edit : LG_TRY(signAgain(job.request, secret.placeholder.value, *secret.found, clock.wall()))) {
            out.edits.push_back(std::move(edit));
        }
    } else {
        Edit edit;
        edit.header = place.header;
        edit.value = LG_TRY(valueFor(place, need.user, secret.found->value.reveal()));
        if (place.format == Place::Format::Basic) {
            constexpr std::string_view kScheme = "Basic ";
            LG_TRY(out.redact.add(edit.value.reveal().substr(kScheme.size())));
        }
        out.edits.push_back(std::move(edit));
    }
    for (std::size_t i = 0; i < secret.forms.size(); ++i) {
        LG_TRY(out.redact.add(secret.forms.at(i)));
    }
    return {};
}

Answer Broker::Impl::answer(const Job& job) {
    Answer out;
    for (const auto& need : job.needs) {
        const std::string& name = secrets[need.secret].binding.name;
        if (const Status done = addEdits(job, need, out); !done) {
            // Of a signature the code says which rule; what it says is ours.
            const bool aws = secrets[need.secret].binding.places[need.place].format == Place::Format::AwsV4;
            return refusal(aws ? awsReason(done.error()) : "secret_unavailable", name, "the credential '" + name + "' cannot be put in: " + done.error().text());
        }
    }
    const bool whole = std::any_of(job.needs.begin(), job.needs.end(), [&](const Need& need) {
        return secrets[need.secret].binding.places[need.place].format != Place::Format::AwsV4;
    });
    for (const char* header : {"range", "if-range"}) {
        // Parts of an answer that has the value in it could be put together again, and none holds what is looked for.
        // A server may always answer with the whole (RFC 9110 14.2). Not of AWS: only a signature goes there.
        const bool asked = std::any_of(job.request.headers.begin(), job.request.headers.end(), [&](const auto& each) { return each.first == header; });
        if (whole && asked) {
            Edit edit;
            edit.header = header;
            edit.remove = true;
            edit.secret = false;
            out.edits.push_back(std::move(edit));
        }
    }
    for (const auto& need : job.needs) { // counted only once all is well
        Secret& secret = secrets[need.secret];
        Use use;
        use.name = secret.binding.name;
        use.host = job.request.host;
        use.path = job.request.target.substr(0, job.request.target.find('?'));
        use.header = secret.binding.places[need.place].header;
        use.count = ++secret.uses;
        use.generation = secret.generation;
        out.uses.push_back(std::move(use));
    }
    return out;
}

} // namespace leadglass::secrets
