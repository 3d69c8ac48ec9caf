#include "app/settings/settings_page.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QVBoxLayout>

#include "app/widgets/page_scroll.h"
#include "app/widgets/plain_label.h"

namespace leadglass::app {
namespace {

QString autostartFolder(const std::string& config) {
    return config.empty() ? QString() : QFileInfo(QString::fromStdString(config)).path() + QStringLiteral("/autostart");
}

} // namespace

SettingsPage::SettingsPage(Settings& settings, const Services& services, QWidget* parent) : QWidget(parent), m_settings(settings) {
    m_trouble = new PlainLabel;
    m_answers = new AnswersGroup(settings);
    m_history = new HistoryGroup(services);
    m_quiet = new QuietGroup;
    connect(m_quiet, &QuietGroup::wanted, this, &SettingsPage::quietWanted);
    auto* start = new StartGroup(settings, Autostart(autostartFolder(services.config), QCoreApplication::applicationFilePath()));
    connect(start, &StartGroup::welcomeWanted, this, &SettingsPage::welcomeWanted);
    auto* content = new QWidget;
    auto* inside = new QVBoxLayout(content);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->addWidget(m_trouble);
    for (QWidget* group : std::initializer_list<QWidget*>{new NoticesGroup(settings), m_quiet, new SilencesGroup(settings), m_answers, start, m_history}) {
        inside->addWidget(group);
    }
    //: %1: a version, as 1.2.0
    inside->addWidget(new PlainLabel(tr("Leadglass %1").arg(QCoreApplication::applicationVersion())));
    inside->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(new PageScroll(content));
    connect(&settings, &Settings::troubled, this, &SettingsPage::tellTrouble);
    tellTrouble();
}

void SettingsPage::setQuiet(const QDateTime& until) { m_quiet->setUntil(until); }

void SettingsPage::tellTrouble() {
    m_trouble->setText(m_settings.trouble());
    m_trouble->setVisible(!m_settings.trouble().isEmpty());
}

void SettingsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_history->look();
}

} // namespace leadglass::app
