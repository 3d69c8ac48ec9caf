#include "app/bridge/run_feed.h"

#include <algorithm>

namespace leadglass::app {

RunFeed::RunFeed(const Services& services, QObject* parent) : QObject(parent), m_services(services) {}

RunFeed::~RunFeed() = default;

void RunFeed::start() {
    if (!m_services.runWatch || !m_services.review) {
        return;
    }
    m_thread = std::jthread([this](std::stop_token stop) {
        const auto watch = m_services.runWatch();
        const auto service = m_services.review();
        const auto fail = [this](const Error& error) {
            QMetaObject::invokeMethod(
                this, [this, why = QString::fromStdString(error.text())] { emit failed(why); }, Qt::QueuedConnection);
        };
        const Status followed = watch->watch(
            [&] {
                if (auto runs = service->runs()) {
                    QMetaObject::invokeMethod(
                        this,
                        [this, list = std::move(*runs)]() mutable {
                            m_runs = std::move(list);
                            m_known = true;
                            emit changed();
                        },
                        Qt::QueuedConnection);
                } else {
                    fail(runs.error());
                }
                return !stop.stop_requested();
            },
            stop);
        if (!followed) {
            fail(followed.error());
        }
    });
}

const api::RunInfo* RunFeed::find(const std::string& id) const {
    const auto at = std::find_if(m_runs.begin(), m_runs.end(), [&](const auto& run) { return run.id == id; });
    return at == m_runs.end() ? nullptr : &*at;
}

int RunFeed::live() const {
    return static_cast<int>(std::count_if(m_runs.begin(), m_runs.end(), [](const auto& run) { return run.state == "running"; }));
}

} // namespace leadglass::app
