// The runs of this person, kept true on the window's thread. One thread sleeps until one may have come, gone or changed.
#pragma once

#include <QObject>

#include <thread>
#include <vector>

#include "app/bridge/services.h"

namespace leadglass::app {

class RunFeed : public QObject {
    Q_OBJECT
public:
    // Does nothing until start(), nor where a service is missing.
    explicit RunFeed(const Services& services, QObject* parent = nullptr);
    ~RunFeed() override; // waits for the thread, which ends at once

    void start();
    [[nodiscard]] const std::vector<api::RunInfo>& runs() const { return m_runs; } // newest first
    [[nodiscard]] const api::RunInfo* find(const std::string& id) const;
    [[nodiscard]] int live() const;
    [[nodiscard]] bool known() const { return m_known; } // the list was read once

signals:
    void changed();
    void failed(const QString& why);

private:
    Services m_services;
    std::vector<api::RunInfo> m_runs;
    bool m_known = false;
    std::jthread m_thread; // last: it ends before what it uses
};

} // namespace leadglass::app
