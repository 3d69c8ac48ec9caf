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

// Parts of an answer that has the value in it could be put together again, and none holds what is looked for.
// A server may always answer with the whole (RFC 9110 14.2).
void askForTheWhole(const Request& request, Answer& out) {
    for (const char* header : {"range", "if-range"}) {
        if (std::any_of(request.headers.begin(), request.headers.end(), [&](const auto& each) { return each.first == header; })) {
            Edit edit;
            edit.header = header;
            edit.remove = true;
            edit.secret = false;
            out.edits.push_back(std::move(edit));
        }
    }
}

} // namespace

void Broker::Impl::remember(Secret& secret) {
    auto& given = secret.given;
    if (!given.empty() && given.back().generation == secret.generation) {
        return;
    }
    const auto same = [](const SecretList& a, const SecretList& b) {
        return a.size() == b.size() && (a.size() == 0 || a.at(0) == b.at(0)); // the first is the value itself
    };
    const Nanos now = clock.wall();
    std::erase_if(given, [&](const Secret::Past& past) { return (past.expires != 0 && past.expires <= now); });
    const auto known = std::find_if(given.begin(), given.end(), [&](const Secret::Past& past) { return same(*past.forms, *secret.forms); });
    Secret::Past latest{secret.forms, known != given.end() ? known->number : ++givenCount, secret.generation, secret.found->expires};
    if (known != given.end()) {
        given.erase(known);
    }
    given.push_back(std::move(latest));
    std::size_t bytes = 0;
    std::size_t kept = 0;
    for (auto past = given.rbegin(); past != given.rend() && kept < kMaxGiven; ++past, ++kept) {
        for (std::size_t i = 0; i < past->forms->size(); ++i) {
            bytes += past->forms->at(i).size();
        }
        if (kept > 0 && bytes > kMaxGivenBytes) {
            break;
        }
    }
    given.erase(given.begin(), given.end() - static_cast<std::ptrdiff_t>(kept));
}

Broker::Given Broker::given(const std::string& host, std::uint64_t since) const {
    Given out;
    out.newest = m_impl->givenCount;
    for (const auto& secret : m_impl->secrets) {
        const auto& places = secret.binding.places;
        if (std::none_of(places.begin(), places.end(), [&](const Place& place) { return coversHost(place, host); })) {
            continue;
        }
        out.bound = true;
        for (const auto& past : secret.given) {
            const bool expired = past.expires != 0 && past.expires <= m_impl->clock.wall();
            if (past.number > since && !expired) {
                out.forms.push_back(past.forms.get());
            }
        }
    }
    return out;
}

Answer Broker::besides(const Request& request) const {
    Answer out;
    const bool whole = std::any_of(m_impl->secrets.begin(), m_impl->secrets.end(), [&](const Impl::Secret& secret) {
        const auto& places = secret.binding.places;
        return std::any_of(places.begin(), places.end(), [&](const Place& place) {
            return place.format != Place::Format::AwsV4 && coversHost(place, request.host);
        });
    });
    if (whole) {
        askForTheWhole(request, out);
    }
    return out;
}

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
    for (std::size_t i = 0; i < secret.forms->size(); ++i) {
        LG_TRY(out.redact.add(secret.forms->at(i)));
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
    // Not of AWS: only a signature goes there.
    if (whole) {
        askForTheWhole(job.request, out);
    }
    for (const auto& need : job.needs) { // counted only once all is well
        Secret& secret = secrets[need.secret];
        Use use;
        use.name = secret.binding.name;
        use.host = job.request.host;
        use.path = job.request.target.substr(0, job.request.target.find('?'));
        const Place& place = secret.binding.places[need.place];
        use.header = place.header;
        use.format = place.format;
        use.text = place.text;
        use.user = need.user;
        use.count = ++secret.uses;
        use.generation = secret.generation;
        remember(secret);
        out.uses.push_back(std::move(use));
    }
    return out;
}

} // namespace leadglass::secrets
