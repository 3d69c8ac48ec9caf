#include "app/desktop/tray.h"

#include <QLocale>

#include "app/settings/choices.h"
#include "app/widgets/icons.h"

namespace leadglass::app {
namespace {

QString words(const TrayState& state) {
    if (state.alerts > 0) {
        return Tray::tr("%n alert(s): something that must not leave was seen", nullptr, state.alerts);
    }
    if (!state.problem.isEmpty()) {
        return state.problem;
    }
    if (state.quietUntil.isValid()) {
        //: State in the tray. %1: a time of day
        return Tray::tr("Requests are refused unasked until %1").arg(QLocale().toString(state.quietUntil.time(), QLocale::ShortFormat));
    }
    if (state.waiting > 0) {
        return Tray::tr("%n request(s) wait(s) for you", nullptr, state.waiting);
    }
    return state.live > 0 ? Tray::tr("%n run(s) at work; nothing waits for you", nullptr, state.live) : Tray::tr("No run is live; nothing waits for you");
}

QIcon iconOf(const TrayState& state) {
    if (state.alerts > 0) {
        return icon(QStringLiteral("tray-alert"));
    }
    if (!state.problem.isEmpty()) {
        return icon(QStringLiteral("tray-problem"));
    }
    if (state.quietUntil.isValid()) {
        return icon(QStringLiteral("tray-paused"));
    }
    if (state.waiting > 0) {
        return icon(QStringLiteral("tray-waiting"), state.waiting);
    }
    return icon(state.live > 0 ? QStringLiteral("tray-running") : QStringLiteral("tray-idle"));
}

} // namespace

Tray::Tray(QObject* parent) : QObject(parent) {
    build();
    retell();
}

Tray::~Tray() = default;

void Tray::build() {
    m_status = m_menu.addAction(QString());
    m_status->setEnabled(false);
    m_review = m_menu.addAction(icon(QStringLiteral("approvals")), QString(), this, &Tray::reviewWanted);
    m_menu.addSeparator();
    m_quiet = m_menu.addMenu(tr("Refuse unasked for"));
    for (const int minutes : kQuiet) {
        m_quiet->addAction(tr("%n minute(s)", nullptr, minutes), this, [this, minutes] { emit quietWanted(minutes); });
    }
    m_resume = m_menu.addAction(tr("Ask again"), this, [this] { emit quietWanted(0); });
    m_menu.addSeparator();
    m_menu.addAction(tr("Open Leadglass"), this, &Tray::openWanted);
    //: Leaves the app; runs go on as their policy says.
    m_menu.addAction(tr("Quit (runs stay guarded)"), this, &Tray::quitWanted);
}

void Tray::setAvailable(bool available) {
    if (available == (m_icon != nullptr)) {
        return;
    }
    if (!available) {
        m_icon.reset();
        return;
    }
    m_icon = std::make_unique<QSystemTrayIcon>();
    m_icon->setContextMenu(&m_menu);
    connect(m_icon.get(), &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
        if (reason == QSystemTrayIcon::Trigger) {
            m_state.waiting > 0 && m_state.alerts == 0 ? emit reviewWanted() : emit openWanted();
        }
    });
    retell();
    m_icon->show();
}

void Tray::setState(const TrayState& state) {
    if (state != m_state) {
        m_state = state;
        retell();
    }
}

void Tray::retell() {
    m_status->setText(words(m_state));
    m_review->setText(tr("Review %n request(s)", nullptr, m_state.waiting));
    m_review->setVisible(m_state.waiting > 0);
    m_quiet->menuAction()->setVisible(!m_state.quietUntil.isValid());
    m_resume->setVisible(m_state.quietUntil.isValid());
    if (m_icon) {
        m_icon->setIcon(iconOf(m_state));
        m_icon->setToolTip(tr("Leadglass: %1").arg(words(m_state)));
    }
}

} // namespace leadglass::app
