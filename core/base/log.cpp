#include "core/base/log.h"

#include <fcntl.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>

#include <cstdio>
#include <memory>
#include <vector>

#include "core/base/escape.h"
#include "core/base/places.h"

namespace leadglass::log {
namespace {

constexpr std::size_t kFileBytes = 10U * 1024 * 1024;
constexpr std::size_t kFiles = 5;
constexpr std::size_t kLineBytes = 2048;

std::shared_ptr<spdlog::logger>& logger() {
    static std::shared_ptr<spdlog::logger> instance;
    return instance;
}

spdlog::level::level_enum toSpdlog(Level level) {
    switch (level) {
    case Level::Debug: return spdlog::level::debug;
    case Level::Info: return spdlog::level::info;
    case Level::Warning: return spdlog::level::warn;
    case Level::Error: return spdlog::level::err;
    case Level::Off: break;
    }
    return spdlog::level::off;
}

void write(spdlog::level::level_enum level, std::string_view text) {
    if (logger() && logger()->should_log(level)) {
        logger()->log(level, "{}", forScreen(text, kLineBytes));
    }
}

} // namespace

Result<Level> parseLevel(std::string_view word) {
    if (word == "debug") return Level::Debug;
    if (word == "info") return Level::Info;
    if (word == "warning") return Level::Warning;
    if (word == "error") return Level::Error;
    if (word == "off") return Level::Off;
    return makeError(Code::Invalid, "unknown log level '" + forScreen(word) + "'",
                     "use debug, info, warning, error or off");
}

Status start(const Options& options) {
    std::vector<spdlog::sink_ptr> sinks;
    if (!options.directory.empty() && options.fileLevel != Level::Off) {
        LG_TRY(openOwnDirectory(options.directory));
        const mode_t before = ::umask(077);
        try {
            spdlog::file_event_handlers handlers;
            handlers.after_open = [](const std::string&, std::FILE* opened) {
                ::fcntl(::fileno(opened), F_SETFD, FD_CLOEXEC); // no program that is started gets it
            };
            auto file = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(
                options.directory + "/leadglass.log", kFileBytes, kFiles, false, handlers);
            file->set_level(toSpdlog(options.fileLevel));
            sinks.push_back(std::move(file));
        } catch (const std::exception& failure) {
            ::umask(before);
            return makeError(Code::Io, "cannot open the log: " + forScreen(failure.what()));
        }
        ::umask(before);
    }
    if (options.screenLevel != Level::Off) {
        auto screen = std::make_shared<spdlog::sinks::stderr_sink_mt>();
        screen->set_level(toSpdlog(options.screenLevel));
        screen->set_pattern("leadglass: %v");
        sinks.push_back(std::move(screen));
    }
    auto made = std::make_shared<spdlog::logger>("leadglass", sinks.begin(), sinks.end());
    made->set_level(spdlog::level::debug);
    made->flush_on(spdlog::level::info);
    logger() = std::move(made);
    return {};
}

void debug(std::string_view text) { write(spdlog::level::debug, text); }
void info(std::string_view text) { write(spdlog::level::info, text); }
void warning(std::string_view text) { write(spdlog::level::warn, text); }
void error(std::string_view text) { write(spdlog::level::err, text); }

} // namespace leadglass::log
