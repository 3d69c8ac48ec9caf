// Stores over a folder of the test's own, and a loop that turns until something is there.
#pragma once

#include <QTest>
#include <QTemporaryDir>
#include <sys/stat.h>

#include <functional>
#include <memory>
#include <optional>

#include "core/secrets/store.h"
#include "core/session/secret_process.h"

namespace leadglass::test {

struct SecretFixture {
    SecretFixture() {
        loop = *EventLoop::create();
        folder = temp.path().toStdString() + "/secrets";
        secrets::Stores::Setup setup;
        setup.programs = LEADGLASS_BIN_DIR;
        setup.home = temp.path().toStdString();
        setup.folder = folder;
        setup.environment = {"PATH=/usr/bin:/bin", "HOME=" + setup.home};
        setup.start = [this](const secrets::ProcessSpec& spec) {
            ++started;
            return session::startSecretProcess(spec);
        };
        setup.project = temp.path().toStdString() + "/project";
        stores = std::make_unique<secrets::Stores>(*loop, std::move(setup));
    }

    bool until(const std::function<bool()>& done, int seconds = 30) {
        const Nanos end = systemClock().awake() + static_cast<Nanos>(seconds) * 1'000'000'000;
        while (!done() && systemClock().awake() < end) {
            if (!loop->turn(50'000'000)) {
                return false;
            }
        }
        return done();
    }

    Result<secrets::Found> find(const std::string& source) {
        auto parsed = secrets::parseSource(source);
        if (!parsed) {
            return parsed.error();
        }
        std::optional<Result<secrets::Found>> got;
        stores->find(*parsed, [&](Result<secrets::Found> result) { got = std::move(result); });
        if (got || !until([&] { return got.has_value(); }, 60)) {
            qFatal("called at once, or never");
        }
        return std::move(*got);
    }

    void write(const std::string& name, const std::string& text, int mode = 0600) {
        const std::string path = temp.path().toStdString() + "/" + name;
        QFile file(QString::fromStdString(path));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0) {
            qFatal("cannot write");
        }
        file.close();
        ::chmod(path.c_str(), static_cast<mode_t>(mode));
    }

    QTemporaryDir temp;
    std::unique_ptr<EventLoop> loop;
    std::string folder;
    int started = 0;
    std::unique_ptr<secrets::Stores> stores;
};

} // namespace leadglass::test
