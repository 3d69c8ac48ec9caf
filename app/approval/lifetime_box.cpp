#include "app/approval/lifetime_box.h"

#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QLocale>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/approval/question_words.h"
#include "app/widgets/plain_label.h"

namespace leadglass::app {
namespace {

constexpr int kSecondsRole = Qt::UserRole + 1;
constexpr std::uint32_t kMinute = 60;
constexpr std::uint32_t kOffered[] = {15 * kMinute, 60 * kMinute};
constexpr std::uint32_t kTyped = 0; // the number beside says how many
constexpr int kBegins = 30;         // minutes

} // namespace

LifetimeBox::LifetimeBox(QWidget* parent) : QWidget(parent), m_choice(new QComboBox), m_minutes(new QSpinBox), m_ends(new PlainLabel) {
    m_choice->setAccessibleName(tr("How long the answer holds"));
    m_minutes->setRange(1, static_cast<int>(api::kMostSeconds / kMinute));
    m_minutes->setValue(kBegins);
    m_minutes->setAccessibleName(tr("Minutes"));
    //: Behind a number that is typed.
    m_minutes->setSuffix(tr(" min"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_choice, 1);
    row->addWidget(m_minutes);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(row);
    layout->addWidget(m_ends);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &LifetimeBox::choose);
    connect(m_minutes, &QSpinBox::valueChanged, this, &LifetimeBox::choose);
    setFocusProxy(m_choice);
    retell();
}

void LifetimeBox::offer(const std::vector<api::AnswerScope>& scopes, bool hostKey) {
    const QSignalBlocker quiet(m_choice);
    if (scopes == m_offered && m_choice->count() > 0) { // what a screen reader is on stays
        m_choice->setCurrentIndex(0);
        retell();
        return;
    }
    m_offered = scopes;
    m_choice->clear();
    const auto add = [this](const QString& words, api::AnswerScope scope, std::uint32_t seconds) {
        m_choice->addItem(words, static_cast<int>(scope));
        m_choice->setItemData(m_choice->count() - 1, seconds, kSecondsRole);
    };
    for (const auto scope : scopes) {
        if (scope != api::AnswerScope::Minutes) {
            add(hostKey ? words::lifetimeOfHostKey(scope) : words::lifetime(scope, 0), scope, 0);
            continue;
        }
        for (const auto seconds : kOffered) {
            add(words::lifetime(scope, seconds), scope, seconds);
        }
        add(tr("for so many minutes:", "how long an answer holds; a number follows"), scope, kTyped);
    }
    m_choice->setCurrentIndex(0);
    retell();
}

api::AnswerScope LifetimeBox::scope() const { return static_cast<api::AnswerScope>(m_choice->currentData().toInt()); }

std::uint32_t LifetimeBox::seconds() const {
    if (scope() != api::AnswerScope::Minutes) {
        return 0;
    }
    const auto offered = m_choice->currentData(kSecondsRole).toUInt();
    return offered != kTyped ? offered : static_cast<std::uint32_t>(m_minutes->value()) * kMinute;
}

void LifetimeBox::choose() {
    retell();
    emit changed();
}

void LifetimeBox::retell() {
    const bool timed = seconds() > 0;
    m_minutes->setVisible(timed && m_choice->currentData(kSecondsRole).toUInt() == kTyped);
    m_ends->setVisible(timed);
    if (timed) {
        const auto until = QDateTime::currentDateTime().addSecs(seconds());
        const bool today = until.date() == QDate::currentDate();
        //: %1: a time of day, or a date and a time
        m_ends->setText(tr("Until about %1, or the run's end before that. What is open by then stays open.")
                            .arg(today ? QLocale().toString(until.time(), QLocale::ShortFormat) : QLocale().toString(until, QLocale::ShortFormat)));
    }
}

} // namespace leadglass::app
