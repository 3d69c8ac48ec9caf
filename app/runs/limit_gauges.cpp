#include "app/runs/limit_gauges.h"

#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>
#include <QVBoxLayout>

#include <algorithm>

#include "app/runs/run_now_words.h"
#include "app/widgets/icons.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr int kSteps = 1000; // of a bar: bytes may be more than an int holds

int stepsOf(const api::LimitNow& limit) {
    if (!limit.used || *limit.limit == 0) {
        return 0;
    }
    return static_cast<int>(std::min(1.0, static_cast<double>(*limit.used) / static_cast<double>(*limit.limit)) * kSteps);
}

} // namespace

LimitGauges::LimitGauges(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this)), m_others(new PlainLabel) {
    m_layout->addWidget(m_others);
    m_layout->addStretch(1);
}

LimitGauges::Gauge& LimitGauges::gaugeOf(const std::string& name) {
    const auto known = m_gauges.find(name);
    if (known != m_gauges.end()) {
        return known->second;
    }
    Gauge& gauge = m_gauges[name];
    gauge.all = new QWidget;
    gauge.name = new QLabel(words::limitName(name));
    gauge.name->setTextFormat(Qt::PlainText);
    gauge.mark = new QLabel;
    const int size = fontMetrics().height();
    gauge.mark->setPixmap(icon(QStringLiteral("risk-unusual")).pixmap(QSize(size, size), devicePixelRatioF()));
    gauge.mark->setAccessibleName(tr("nearly used up"));
    gauge.bar = new QProgressBar;
    gauge.bar->setRange(0, kSteps);
    gauge.bar->setTextVisible(false); // beside it: a bar cuts what does not fit
    gauge.use = new QLabel;
    gauge.use->setTextFormat(Qt::PlainText);
    gauge.bar->setAccessibleName(words::limitName(name));
    gauge.by = new PlainLabel;
    QFont small = gauge.by->font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    gauge.by->setFont(small);
    gauge.by->setFocusPolicy(Qt::NoFocus);
    auto* grid = new QGridLayout(gauge.all);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(0);
    grid->addWidget(gauge.name, 0, 0);
    grid->addWidget(gauge.mark, 0, 1);
    grid->addWidget(gauge.use, 0, 2, Qt::AlignTrailing);
    grid->addWidget(gauge.bar, 1, 0, 1, 3);
    grid->addWidget(gauge.by, 2, 0, 1, 3);
    grid->setColumnStretch(2, 1);
    m_layout->insertWidget(static_cast<int>(m_gauges.size()) - 1, gauge.all);
    return gauge;
}

void LimitGauges::setLimits(const std::vector<api::LimitNow>& limits, const QString& missing) {
    QStringList free;
    for (auto& [name, gauge] : m_gauges) {
        if (std::none_of(limits.begin(), limits.end(), [&](const auto& limit) { return limit.name == name && limit.limit; })) {
            gauge.all->hide();
        }
    }
    for (const auto& limit : limits) {
        if (!limit.limit) {
            //: %1: what a limit would be of; %2: "3 (no limit)"
            free.append(limit.used ? tr("%1: %2").arg(words::limitName(limit.name), words::limitUse(limit)) : words::limitName(limit.name));
            continue;
        }
        Gauge& gauge = gaugeOf(limit.name);
        const int steps = stepsOf(limit);
        gauge.all->show();
        gauge.bar->setValue(steps);
        gauge.use->setText(words::limitUse(limit));
        gauge.bar->setAccessibleDescription(words::limitUse(limit));
        gauge.mark->setVisible(steps * 100 >= kNear * kSteps);
        gauge.by->setText(words::enforcedBy(limit));
        gauge.by->setToolTip(QStringLiteral("<qt>%1</qt>").arg(shown(limit.by, 300).toHtmlEscaped())); // exactly, with the names of the kernel
    }
    //: What a run has no limit of. %1: a list
    m_others->setText(!missing.isEmpty() ? missing : free.isEmpty() ? QString() : tr("Without a limit: %1").arg(free.join(QStringLiteral(", "))));
    m_others->setVisible(!m_others->text().isEmpty());
}

QString LimitGauges::textOf(const std::string& name) const {
    const auto known = m_gauges.find(name);
    return known == m_gauges.end() || known->second.all->isHidden() ? QString() : known->second.use->text();
}

QString LimitGauges::others() const { return m_others->text(); }

} // namespace leadglass::app
