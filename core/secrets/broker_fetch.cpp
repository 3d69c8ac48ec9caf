// When a value is got, how long it is kept, and who waits for it.
#include <algorithm>

#include "core/base/escape.h"
#include "core/secrets/broker_impl.h"

namespace leadglass::secrets {
namespace {

constexpr Nanos kUsualTtl = 300'000'000'000;

// What no header may hold (RFC 9110 5.5), and blanks at an end, which would be lost.
bool isHeaderValue(std::string_view value) {
    return !value.empty() && value.front() != ' ' && value.back() != ' ' &&
           std::none_of(value.begin(), value.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

} // namespace

bool Broker::Impl::resting(const Secret& secret) const {
    return !secret.failure.empty() && clock.sinceBoot() - secret.failedAt < kFailureRest;
}

void Broker::Impl::fetch(std::size_t index) {
    Secret& secret = secrets[index];
    if (secret.fetch == 0) {
        secret.fetch = stores.find(secret.binding.source, [this, index, still = alive](Result<Found> result) {
            if (*still) {
                fetched(index, std::move(result));
            }
        });
    }
}

void Broker::Impl::fetched(std::size_t index, Result<Found> result) {
    Secret& secret = secrets[index];
    secret.fetch = 0;
    const Nanos now = clock.sinceBoot();
    SecretList forms;
    Status good = result ? Status() : Status(result.error());
    if (good && (!isHeaderValue(result->value.reveal()) || (!result->keyId.empty() && !isHeaderValue(result->keyId.reveal())) ||
                 (!result->sessionToken.empty() && !isHeaderValue(result->sessionToken.reveal())))) {
        good = makeError(Code::Invalid, "its value is empty, or has line breaks or other characters that no header may have");
    }
    if (good && result->expires != 0 && result->expires <= clock.wall()) {
        good = makeError(Code::Invalid, kindWords(secret.binding.source.kind) + " gave a value that has expired already");
    }
    for (const auto* each : {good ? &result->value : nullptr, good ? &result->sessionToken : nullptr}) {
        if (good && each != nullptr) {
            good = addForms(forms, each->reveal());
        }
    }
    if (!good) {
        secret.failedAt = now;
        secret.failure = good.error().text();
        settle(index); // an older value that may still be used is
        return;
    }
    secret.failure.clear();
    Nanos life = secret.binding.ttl != 0 ? secret.binding.ttl : kUsualTtl;
    secret.refreshAt = now + life;
    if (result->expires != 0) {
        const Nanos left = result->expires - clock.wall();
        life = secret.binding.ttl != 0 ? std::min(life, left) : left;
        secret.refreshAt = now + life / 5 * 4;
    }
    secret.dropAt = now + life;
    secret.found = std::move(*result);
    secret.forms = std::make_shared<const SecretList>(std::move(forms));
    ++secret.generation;
    if (secret.dropTimer != 0) {
        loop.cancel(secret.dropTimer);
    }
    secret.dropTimer = loop.after(life, [this, index] {
        secrets[index].dropTimer = 0;
        drop(secrets[index]);
    });
    settle(index);
}

void Broker::Impl::drop(Secret& secret) {
    secret.found.reset();
    secret.forms.reset();
    if (secret.dropTimer != 0) {
        loop.cancel(std::exchange(secret.dropTimer, 0));
    }
}

void Broker::Impl::start(std::uint64_t number, Job& job) {
    bool waits = false;
    for (const auto& need : job.needs) {
        Secret& secret = secrets[need.secret];
        const std::string& name = secret.binding.name;
        if (secret.binding.maxUses != 0 && secret.uses >= secret.binding.maxUses) {
            answerLater(number, refusal("secret_limit", name, "the credential '" + name + "' was used " + std::to_string(secret.uses) + " times in this run, which is its limit"));
            return;
        }
        if (!usable(secret) && resting(secret)) {
            answerLater(number, refusal("secret_unavailable", name, "the credential '" + name + "' cannot be had: " + secret.failure));
            return;
        }
        const bool old = usable(secret) && clock.sinceBoot() >= secret.refreshAt;
        if (!usable(secret) || (old && !resting(secret))) {
            fetch(need.secret);
        }
        waits = waits || !usable(secret);
    }
    if (!waits) {
        answerLater(number, answer(job));
    }
}

// Those whose other credentials are still missing wait on.
void Broker::Impl::settle(std::size_t index) {
    std::vector<std::uint64_t> due;
    for (const auto& [number, job] : jobs) {
        const bool wants = std::any_of(job.needs.begin(), job.needs.end(), [&](const Need& need) { return need.secret == index; });
        if (wants && !job.ready) {
            due.push_back(number);
        }
    }
    for (const auto number : due) {
        start(number, jobs.at(number));
    }
}

void Broker::Impl::answerLater(std::uint64_t number, Answer answer) {
    jobs.at(number).ready = true;
    const auto shared = std::make_shared<Answer>(std::move(answer));
    loop.after(0, [this, number, shared, still = alive] {
        if (!*still) {
            return;
        }
        if (auto job = jobs.extract(number)) {
            job.mapped().done(std::move(*shared));
        }
    });
}

} // namespace leadglass::secrets
