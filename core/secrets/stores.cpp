#include <map>

#include "core/base/escape.h"
#include "core/base/log.h"
#include "core/secrets/command_store.h"
#include "core/secrets/file_store.h"
#include "core/secrets/json_pick.h"
#include "core/secrets/keyring.h"
#include "core/secrets/mint.h"
#include "core/secrets/mint_tool.h"
#include "core/secrets/store.h"
#include "core/secrets/tool_run.h"

namespace leadglass::secrets {
namespace {

Result<Found> foundOf(Result<SecretBytes> value) {
    if (!value) {
        return std::move(value).error();
    }
    Found out;
    out.value = std::move(*value);
    return out;
}

} // namespace

struct Stores::Impl {
    struct Job {
        FoundCallback done;
        std::unique_ptr<ToolRun> tool;
        std::unique_ptr<MintPlan> plan; // of what is minted
        std::map<std::string, SecretBytes> have; // of its inputs
        std::uint64_t inner = 0; // the look-up of the next input, or the store of a new refresh token
    };

    Impl(EventLoop& l, Setup s) : loop(l), setup(std::move(s)) { setup.environment = withoutProject(std::move(setup.environment), setup.project); }

    void begin(std::uint64_t number, const Source& source) {
        switch (source.kind) {
        case Source::Kind::Keyring: return keyring(number, source);
        case Source::Kind::Environment: return later(number, foundOf(setup.variables.find(source.name)));
        case Source::Kind::File: return later(number, foundOf(readFile(source)));
        case Source::Kind::Command: return command(number, source.command);
        default: return mint(number, source);
        }
    }

    Result<SecretBytes> readFile(const Source& source) const {
        auto whole = readSecretFile(setup.folder, setup.home, source.name);
        if (!whole || source.pointer.empty()) {
            return whole;
        }
        auto value = jsonString(whole->reveal(), source.pointer);
        if (!value) {
            value.error().what = "'" + forScreen(source.name) + "': " + value.error().what;
        }
        return value;
    }

    void keyring(std::uint64_t number, const Source& source) {
        KeyringRequest request;
        request.name = source.name;
        request.attributes = source.attributes;
        const KeyringPlace place{setup.programs + "/" + kKeyringProgram, setup.environment, setup.start};
        jobs[number].tool = askKeyring(loop, place, std::move(request), kKeyringLimit, [this, number](Result<KeyringAnswer> answer) {
            finish(number, answer ? foundOf(std::move(answer->value)) : Result<Found>(std::move(answer).error()));
        });
    }

    void command(std::uint64_t number, const std::vector<std::string>& words) {
        auto program = findProgram(words[0], setup.home, setup.environment, setup.project);
        if (!program) {
            return later(number, std::move(program).error());
        }
        ToolSpec spec;
        spec.what = "the command '" + forScreen(words[0], 200) + "'";
        spec.program = std::move(*program);
        spec.arguments.assign(words.begin() + 1, words.end());
        spec.environment = setup.environment;
        spec.limit = kCommandLimit;
        spec.maxOutput = kMaxValue;
        const std::string what = spec.what;
        jobs[number].tool = std::make_unique<ToolRun>(loop, setup.start, std::move(spec), [this, number, what](Result<ToolResult> result) {
            auto value = printedValue(std::move(result), what);
            if (!value || !value->reveal().starts_with('{')) {
                return finish(number, foundOf(std::move(value)));
            }
            MintRequest request; // JSON with a token and an end: parsed outside of this process
            request.secrets.emplace("output", std::move(*value));
            ask(number, std::move(request));
        });
    }

    void mint(std::uint64_t number, const Source& source) {
        auto plan = mintPlan(source);
        if (!plan) {
            return later(number, std::move(plan).error());
        }
        if (!plan->command.empty()) {
            return command(number, plan->command);
        }
        jobs[number].plan = std::make_unique<MintPlan>(std::move(*plan));
        gather(number);
    }

    // One input after the other, then the token.
    void gather(std::uint64_t number) {
        Job& job = jobs[number];
        for (const auto& [key, source] : job.plan->from) {
            if (job.have.count(key) != 0) {
                continue;
            }
            if (const auto kept = rotated.find(keptName(source)); key == "refresh" && kept != rotated.end()) {
                if (auto copy = SecretBytes::copyOf(kept->second.reveal())) {
                    job.have.emplace(key, std::move(*copy));
                    continue;
                }
            }
            job.inner = owner->find(source, [this, number, key = key](Result<Found> got) {
                Job& waiting = jobs[number];
                waiting.inner = 0;
                if (!got) {
                    return finish(number, std::move(got).error());
                }
                waiting.have.emplace(key, std::move(got->value));
                gather(number);
            });
            return;
        }
        MintRequest request;
        request.op = job.plan->op;
        request.settings = job.plan->settings;
        request.secrets = std::move(job.have);
        ask(number, std::move(request));
    }

    void ask(std::uint64_t number, MintRequest request) {
        const MintPlace place{setup.programs + "/" + kMintProgram, setup.environment, setup.start};
        jobs[number].tool = askMint(loop, place, std::move(request), kMintLimit, [this, number](Result<MintAnswer> answer) {
            if (!answer) {
                return finish(number, std::move(answer).error());
            }
            if (auto fresh = answer->secrets.extract("refresh"); fresh && jobs[number].plan) {
                keep(*jobs[number].plan, std::move(fresh.mapped()));
            }
            finish(number, foundOf(std::move(*answer)));
        });
    }

    static std::string keptName(const Source& source) { return std::to_string(static_cast<int>(source.kind)) + ":" + source.name; }

    // A refresh token that took the place of the old one (RFC 6749 6): the old one may be worth nothing already. It is
    // used from here on in any case, and goes into the store that the old one came from.
    void keep(const MintPlan& plan, SecretBytes fresh) {
        for (const auto& [key, source] : plan.from) {
            if (key != "refresh") {
                continue;
            }
            Status done;
            if (source.kind == Source::Kind::File && !source.name.starts_with('/') && !source.name.starts_with('~')) {
                done = writeSecretFile(setup.folder, source.name, fresh);
            } else if (source.kind == Source::Kind::Keyring && source.attributes.empty()) {
                KeyringRequest request;
                request.op = KeyringRequest::Op::Set;
                request.name = source.name;
                if (auto copy = SecretBytes::copyOf(fresh.reveal())) {
                    request.value = std::move(*copy);
                }
                const KeyringPlace place{setup.programs + "/" + kKeyringProgram, setup.environment, setup.start};
                keeping = askKeyring(loop, place, std::move(request), kKeyringLimit, [](const Result<KeyringAnswer>& answer) {
                    if (!answer) {
                        log::warning("a new refresh token could not be kept: " + answer.error().text());
                    }
                });
            } else {
                done = makeError(Code::Unsupported, "its source cannot be written: keep it with leadglass secret set");
            }
            if (!done) {
                log::warning("a new refresh token could not be kept: " + done.error().text());
            }
            rotated[keptName(source)] = std::move(fresh);
            return;
        }
    }

    void later(std::uint64_t number, Result<Found> result) {
        const auto shared = std::make_shared<Result<Found>>(std::move(result));
        loop.after(0, [this, number, shared, still = alive] {
            if (*still) {
                finish(number, std::move(*shared));
            }
        });
    }

    void finish(std::uint64_t number, Result<Found> result) {
        if (auto job = jobs.extract(number)) {
            job.mapped().done(std::move(result));
        }
    }

    EventLoop& loop;
    Setup setup;
    std::map<std::uint64_t, Job> jobs;
    Stores* owner = nullptr;
    std::map<std::string, SecretBytes> rotated; // refresh tokens of this process's life
    std::unique_ptr<ToolRun> keeping;
    std::uint64_t next = 1;
    std::shared_ptr<bool> alive = std::make_shared<bool>(true);
};

Stores::Stores(EventLoop& loop, Setup setup) : m_impl(std::make_unique<Impl>(loop, std::move(setup))) { m_impl->owner = this; }

Stores::~Stores() { *m_impl->alive = false; }

std::uint64_t Stores::find(const Source& source, FoundCallback done) {
    const auto number = m_impl->next++;
    m_impl->jobs[number].done = std::move(done);
    m_impl->begin(number, source);
    return number;
}

void Stores::cancel(std::uint64_t number) {
    if (const auto job = m_impl->jobs.extract(number); job && job.mapped().inner != 0) {
        cancel(job.mapped().inner);
    }
}

} // namespace leadglass::secrets
