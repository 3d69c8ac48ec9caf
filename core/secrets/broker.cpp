#include <algorithm>

#include "core/base/escape.h"
#include "core/secrets/broker_impl.h"

namespace leadglass::secrets {
namespace {

Status checkPlace(const Place& place) {
    const bool token = !place.header.empty() && std::all_of(place.header.begin(), place.header.end(), [](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
    if (place.host.empty() || place.port == 0 || !token || place.header == "host") {
        return makeError(Code::Invalid, "a credential cannot go into the header '" + forScreen(place.header, 60) + "' of '" + forScreen(place.host, 80) + "'");
    }
    const auto hole = place.text.find("{}");
    if (place.format == Place::Format::Template && (hole == std::string::npos || place.text.find("{}", hole + 2) != std::string::npos)) {
        return makeError(Code::Invalid, "'" + forScreen(place.text, 60) + "' has not exactly one '{}' for the credential");
    }
    if (place.user.find(':') != std::string::npos) {
        return makeError(Code::Invalid, "a user name with ':' in it");
    }
    return {};
}

bool isAws(const Binding& binding) {
    return std::any_of(binding.places.begin(), binding.places.end(), [](const Place& place) { return place.format == Place::Format::AwsV4; });
}

} // namespace

bool covers(const Place& place, const std::string& host, std::uint16_t port) {
    return place.port == port && coversHost(place, host);
}

bool coversHost(const Place& place, const std::string& host) {
    if (!place.host.starts_with("*.")) {
        return place.host == host;
    }
    const std::string_view below = std::string_view(place.host).substr(1); // ".name"
    return host.size() > below.size() && host.ends_with(below);
}

Answer refusal(std::string reason, std::string name, std::string detail) {
    Answer out;
    out.allow = false;
    out.reason = std::move(reason);
    out.name = std::move(name);
    out.detail = std::move(detail);
    return out;
}

Broker::Broker(EventLoop& loop, Stores& stores, const Clock& clock) : m_impl(std::make_unique<Impl>(loop, stores, clock)) {}

Broker::~Broker() {
    *m_impl->alive = false;
    for (auto& secret : m_impl->secrets) {
        if (secret.fetch != 0) {
            m_impl->stores.cancel(secret.fetch);
        }
        if (secret.dropTimer != 0) {
            m_impl->loop.cancel(secret.dropTimer);
        }
    }
}

Status Broker::add(Binding binding) {
    LG_TRY(checkName(binding.name));
    for (const auto& place : binding.places) {
        LG_TRY(checkPlace(place));
    }
    if (placeholder(binding.name) != nullptr) {
        return makeError(Code::Invalid, "the credential '" + binding.name + "' is there twice");
    }
    Impl::Secret secret;
    if (isAws(binding)) {
        // As AWS writes them, but longer where 80 bits would be all: nobody may guess one.
        secret.placeholder.keyId = LG_TRY(makePlaceholder({"ASIA", Shape::Alphabet::Base32, 0}));
        secret.placeholder.value = LG_TRY(makePlaceholder({"", Shape::Alphabet::Base62, 40}));
        secret.placeholder.sessionToken = LG_TRY(makePlaceholder({"", Shape::Alphabet::Base62, 120}));
    } else {
        secret.placeholder.value = LG_TRY(makePlaceholder(binding.shape.value_or(Shape{})));
    }
    for (const auto* each : {&secret.placeholder.value, &secret.placeholder.keyId, &secret.placeholder.sessionToken}) {
        LG_TRY(addForms(secret.needles, *each));
    }
    secret.binding = std::move(binding);
    m_impl->secrets.push_back(std::move(secret));
    return {};
}

const Broker::Placeholder* Broker::placeholder(const std::string& name) const {
    for (const auto& secret : m_impl->secrets) {
        if (secret.binding.name == name) {
            return &secret.placeholder;
        }
    }
    return nullptr;
}

std::vector<std::string> Broker::placeholders() const {
    std::vector<std::string> out;
    for (const auto& secret : m_impl->secrets) {
        for (const auto* each : {&secret.placeholder.value, &secret.placeholder.keyId, &secret.placeholder.sessionToken}) {
            if (!each->empty()) {
                out.push_back(*each);
            }
        }
    }
    return out;
}

bool Broker::concerns(const Request& request) const {
    std::vector<Impl::Need> needs;
    const auto judged = m_impl->judge(request, needs);
    return !judged.allow || !needs.empty();
}

std::uint64_t Broker::ask(Request request, Done done) {
    const auto number = m_impl->next++;
    Impl::Job job;
    auto judged = m_impl->judge(request, job.needs);
    job.request = std::move(request);
    job.done = std::move(done);
    auto& kept = m_impl->jobs[number] = std::move(job);
    if (!judged.allow || kept.needs.empty()) {
        m_impl->answerLater(number, std::move(judged));
    } else if (m_impl->jobs.size() > kMaxWaiting) {
        m_impl->answerLater(number, refusal("secret_unavailable", "", "too many requests wait for a credential already"));
    } else {
        m_impl->start(number, kept);
    }
    return number;
}

void Broker::cancel(std::uint64_t number) { m_impl->jobs.erase(number); }

void Broker::rejected(const Use& use) {
    for (auto& secret : m_impl->secrets) {
        const Nanos now = m_impl->clock.sinceBoot();
        const bool rested = secret.rejectedAt == 0 || now - secret.rejectedAt >= kRejectRest;
        if (secret.binding.name == use.name && secret.generation == use.generation && secret.found && rested) {
            secret.rejectedAt = now;
            m_impl->drop(secret);
        }
    }
}

std::vector<Broker::State> Broker::states() const {
    std::vector<State> out;
    for (const auto& secret : m_impl->secrets) {
        const bool held = m_impl->usable(secret);
        out.push_back({secret.binding.name, secret.uses, secret.binding.maxUses, held, held ? secret.found->expires : 0});
    }
    return out;
}

} // namespace leadglass::secrets
