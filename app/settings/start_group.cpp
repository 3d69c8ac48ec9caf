#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>

#include "app/bridge/off_thread.h"
#include "app/launch/terminals.h"
#include "app/settings/groups.h"
#include "app/widgets/plain_label.h"

namespace leadglass::app {

StartGroup::StartGroup(Settings& settings, const Autostart& autostart, QWidget* parent)
    : QGroupBox(tr("Start"), parent), m_settings(settings), m_file(autostart) {
    auto* form = new QFormLayout(this);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_autostart = new QCheckBox(tr("Start at login, without a &window"));
    form->addRow(m_autostart);
    m_trouble = new PlainLabel;
    m_trouble->hide();
    form->addRow(m_trouble);
    const auto choice = [&](const QString& name) {
        auto* box = new QComboBox;
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        form->addRow(name, box);
        return box;
    };
    m_language = choice(tr("Lang&uage:"));
    m_language->addItem(tr("that of the desktop"), QString());
    // Each in its own words.
    m_language->addItem(QStringLiteral("English"), QStringLiteral("en"));
    m_language->addItem(QStringLiteral("Deutsch"), QStringLiteral("de"));
    m_language->addItem(QString::fromUtf8("简体中文"), QStringLiteral("zh_CN"));
    auto* later = new PlainLabel(tr("From the next start on."));
    later->hide();
    form->addRow(QString(), later);
    m_terminal = choice(tr("&Terminal program:"));
    m_terminal->addItem(tr("that of the desktop"), QString());
    for (const auto& terminal : findTerminals()) {
        m_terminal->addItem(terminal.name, terminal.name);
    }
    m_terminal->addItem(tr("in this window"), kInThisWindow);
    auto* welcome = new QPushButton(tr("Show the &first steps…"));
    welcome->setAutoDefault(false);
    auto* last = new QHBoxLayout;
    last->addWidget(welcome);
    last->addStretch(1);
    form->addRow(last);
    connect(welcome, &QPushButton::clicked, this, &StartGroup::welcomeWanted);
    connect(m_autostart, &QCheckBox::clicked, this, &StartGroup::setAutostart);
    connect(m_language, &QComboBox::activated, this, [this, later] {
        later->show();
        m_settings.change([this](Choices& choices) { choices.language = m_language->currentData().toString(); });
    });
    connect(m_terminal, &QComboBox::activated, this,
            [this] { m_settings.change([this](Choices& choices) { choices.terminal = m_terminal->currentData().toString(); }); });
    connect(&settings, &Settings::changed, this, &StartGroup::retell);
    retell();
}

void StartGroup::retell() {
    const auto& now = m_settings.choices();
    m_language->setCurrentIndex(qMax(m_language->findData(now.language), 0));
    if (!now.terminal.isEmpty() && m_terminal->findData(now.terminal) < 0) {
        //: %1: a terminal program
        m_terminal->addItem(tr("%1 (not found)").arg(now.terminal), now.terminal);
    }
    m_terminal->setCurrentIndex(qMax(m_terminal->findData(now.terminal), 0));
    const auto state = m_file.state();
    m_autostart->setChecked(state == Autostart::State::On);
    m_autostart->setEnabled(state != Autostart::State::Foreign);
    if (state == Autostart::State::Foreign) {
        //: %1: a file
        m_trouble->setText(tr("“%1” was not written by Leadglass and is left as it is.").arg(m_file.file()));
        m_trouble->show();
    }
}

void StartGroup::setAutostart(bool on) {
    m_autostart->setEnabled(false);
    offThread(
        this, [file = m_file, on] { return file.set(on); },
        [this](const Status& done) {
            m_trouble->setText(done ? QString() : QString::fromStdString(done.error().text()));
            m_trouble->setVisible(!done);
            retell();
        });
}

} // namespace leadglass::app
