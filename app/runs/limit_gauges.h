// The limits of a live run, each with a bar of what is used of it, the words for it, and what enforces it.
#pragma once

#include <QWidget>

#include <map>
#include <string>
#include <vector>

#include "core/api/run_detail_service.h"

class QLabel;
class QProgressBar;
class QVBoxLayout;

namespace leadglass::app {

class PlainLabel;

class LimitGauges : public QWidget {
    Q_OBJECT
public:
    static constexpr int kNear = 90; // percent, from where on a mark says so

    explicit LimitGauges(QWidget* parent = nullptr);

    // `missing`: why there are none; empty: there are.
    void setLimits(const std::vector<api::LimitNow>& limits, const QString& missing);
    // "1.2 GiB of 8 GiB" of a key; empty: it has no bar.
    [[nodiscard]] QString textOf(const std::string& name) const;
    [[nodiscard]] QString others() const; // what has no limit, in words

private:
    struct Gauge {
        QWidget* all = nullptr;
        QLabel* name = nullptr;
        QLabel* mark = nullptr;
        QLabel* use = nullptr;
        QProgressBar* bar = nullptr;
        PlainLabel* by = nullptr;
    };
    Gauge& gaugeOf(const std::string& name);

    QVBoxLayout* m_layout;
    std::map<std::string, Gauge> m_gauges;
    PlainLabel* m_others;
};

} // namespace leadglass::app
