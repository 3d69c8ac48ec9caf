// Of broker.cpp, broker_fetch.cpp and broker_answer.cpp only.
#pragma once

#include <map>
#include <set>

#include "core/secrets/broker.h"

namespace leadglass::secrets {

struct Broker::Impl {
    struct Secret {
        Binding binding;
        Placeholder placeholder;
        SecretList needles; // all forms of its placeholders
        // What is held.
        std::optional<Found> found;
        std::shared_ptr<const SecretList> forms; // of its value
        struct Past {
            std::shared_ptr<const SecretList> forms;
            std::uint64_t number = 0;
            std::uint64_t generation = 0;
            Nanos expires = 0; // wall clock; 0: not known
        };
        std::vector<Past> given; // values that were put in, oldest first
        std::uint64_t generation = 0;
        Nanos refreshAt = 0; // since boot; it is fetched anew after it, and still used until dropAt
        Nanos dropAt = 0;
        EventLoop::TimerId dropTimer = 0;
        // How fetching went.
        std::uint64_t fetch = 0; // number of the stores'; 0: none is in the air
        Nanos failedAt = 0;
        std::string failure;     // of the last fetch; empty: it worked
        Nanos rejectedAt = 0;
        std::uint64_t uses = 0;
    };
    // One value that a request gets.
    struct Need {
        std::size_t secret = 0;
        std::size_t place = 0;
        std::string user; // Basic: as the agent wrote it
    };
    struct Job {
        Request request;
        Done done;
        std::vector<Need> needs;
        bool ready = false; // its answer is on its way
    };

    Impl(EventLoop& l, Stores& s, const Clock& c) : loop(l), stores(s), clock(c) {}

    // What a request needs, or why it is refused (`allow` false).
    Answer judge(const Request& request, std::vector<Need>& needs) const;
    [[nodiscard]] bool holds(std::string_view text, std::size_t& secret) const;

    void fetch(std::size_t secret);
    void fetched(std::size_t secret, Result<Found> result);
    void drop(Secret& secret);
    [[nodiscard]] bool usable(const Secret& secret) const { return secret.found && clock.sinceBoot() < secret.dropAt; }
    [[nodiscard]] bool resting(const Secret& secret) const;

    void start(std::uint64_t number, Job& job);
    void settle(std::size_t secret); // those who waited for it
    void answerLater(std::uint64_t number, Answer answer);
    Answer answer(const Job& job);
    void remember(Secret& secret);
    Status addEdits(const Job& job, const Need& need, Answer& out);

    EventLoop& loop;
    Stores& stores;
    const Clock& clock;
    std::vector<Secret> secrets;
    std::map<std::uint64_t, Job> jobs; // in the order they came
    std::uint64_t next = 1;
    std::uint64_t givenCount = 0;
    std::shared_ptr<bool> alive = std::make_shared<bool>(true);
};

// Does `place` speak of this host and port?
bool covers(const Place& place, const std::string& host, std::uint16_t port);
bool coversHost(const Place& place, const std::string& host); // at any port

Answer refusal(std::string reason, std::string name, std::string detail);

} // namespace leadglass::secrets
