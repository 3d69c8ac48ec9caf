#include <QCheckBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/settings/groups.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

QString ending(const Silence& silence) {
    if (silence.until == 0) {
        //: How long notices are held back. %1: id of a run
        return SilencesGroup::tr("in run %1").arg(silence.run);
    }
    const auto time = QDateTime::fromMSecsSinceEpoch(silence.until);
    //: How long notices are held back. %1: date and time
    return SilencesGroup::tr("until %1").arg(QLocale().toString(time, QLocale::ShortFormat));
}

} // namespace

NoticesGroup::NoticesGroup(Settings& settings, QWidget* parent) : QGroupBox(tr("Notices"), parent) {
    auto* layout = new QVBoxLayout(this);
    const auto add = [&](const QString& text, std::function<bool&(Choices&)> place) {
        auto* box = new QCheckBox(text);
        const auto show = [box, &settings, place] {
            Choices now = settings.choices();
            box->setChecked(place(now));
        };
        show();
        connect(&settings, &Settings::changed, box, show);
        connect(box, &QCheckBox::toggled, this, [&settings, place](bool on) { settings.change([&](Choices& choices) { place(choices) = on; }); });
        return box;
    };
    auto* asks = add(tr("When a run &needs you"), [](Choices& c) -> bool& { return c.tellQuestions; });
    layout->addWidget(asks);
    auto* again = new QHBoxLayout;
    again->addSpacing(fontMetrics().averageCharWidth() * 3);
    again->addWidget(new QLabel(tr("once more after")));
    for (std::size_t i = 0; i < kReminders.size(); ++i) {
        auto* box = add(tr("%n minute(s)", nullptr, kReminders[i]), [i](Choices& c) -> bool& { return c.remind[i]; });
        //: For a screen reader.
        box->setAccessibleName(tr("Remind after %n minute(s)", nullptr, kReminders[i]));
        box->setEnabled(asks->isChecked());
        connect(asks, &QCheckBox::toggled, box, &QWidget::setEnabled);
        again->addWidget(box);
    }
    again->addStretch(1);
    layout->addLayout(again);
    layout->addWidget(add(tr("When a run has &ended"), [](Choices& c) -> bool& { return c.tellFinished; }));
    layout->addWidget(add(tr("Name the &host in notices"), [](Choices& c) -> bool& { return c.nameHosts; }));
}

QuietGroup::QuietGroup(QWidget* parent) : QGroupBox(tr("Times without questions"), parent) {
    m_state = new PlainLabel;
    m_end = new QPushButton(tr("Ask aga&in"));
    m_end->setAutoDefault(false);
    connect(m_end, &QPushButton::clicked, this, [this] { emit wanted(0); });
    auto* buttons = new QHBoxLayout;
    for (const int minutes : kQuiet) {
        auto* button = new QPushButton(tr("Refuse unasked for %n minute(s)", nullptr, minutes));
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, [this, minutes] { emit wanted(minutes); });
        buttons->addWidget(button);
        m_begin.push_back(button);
    }
    buttons->addWidget(m_end);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_state);
    layout->addLayout(buttons);
    setUntil({});
}

void QuietGroup::setUntil(const QDateTime& until) {
    const bool is = until.isValid();
    //: %1: a time of day
    m_state->setText(is ? tr("What is asked is refused unasked until %1.").arg(QLocale().toString(until.time(), QLocale::ShortFormat))
                        : tr("What is asked meanwhile is refused at once, and stands in the history. The menu of the tray icon has this, too."));
    for (auto* button : m_begin) {
        button->setVisible(!is);
    }
    m_end->setVisible(is);
}

SilencesGroup::SilencesGroup(Settings& settings, QWidget* parent) : QGroupBox(tr("Hosts without notices"), parent), m_settings(settings) {
    m_none = new PlainLabel(tr("None. “No notices” on a request adds one; it holds back the notice, never the decision."));
    m_list = new QListWidget;
    m_list->setAccessibleName(tr("Hosts without notices"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_list->setMaximumHeight(fontMetrics().height() * 8);
    m_one = new QPushButton(tr("Notify a&gain"));
    m_all = new QPushButton(tr("Notify again about &all"));
    auto* buttons = new QHBoxLayout;
    for (auto* button : {m_one, m_all}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_none);
    layout->addWidget(m_list);
    layout->addLayout(buttons);
    connect(m_one, &QPushButton::clicked, this, [this] { clear(false); });
    connect(m_all, &QPushButton::clicked, this, [this] { clear(true); });
    connect(m_list, &QListWidget::itemSelectionChanged, this, [this] { m_one->setEnabled(!m_list->selectedItems().isEmpty()); });
    connect(&settings, &Settings::changed, this, &SilencesGroup::retell);
    retell();
}

void SilencesGroup::retell() {
    m_list->clear();
    for (const auto& each : m_settings.choices().silences) {
        const QString target = leftToRight(shownOnce(each.target.toStdString(), 160));
        //: An entry of the list of hosts without notices. %1: host and port; %2: "until 14:03" or "in run 01k1..."
        m_list->addItem(tr("%1, %2").arg(target, ending(each)));
    }
    const bool some = m_list->count() > 0;
    m_none->setVisible(!some);
    for (QWidget* each : std::initializer_list<QWidget*>{m_list, m_one, m_all}) {
        each->setVisible(some);
    }
    m_one->setEnabled(false);
}

void SilencesGroup::clear(bool all) {
    const auto row = static_cast<std::size_t>(m_list->currentRow());
    m_settings.change([&](Choices& choices) {
        if (all) {
            choices.silences.clear();
        } else if (row < choices.silences.size()) {
            choices.silences.erase(choices.silences.begin() + static_cast<std::ptrdiff_t>(row));
        }
    });
}

} // namespace leadglass::app
