#include "app/alerts/alert_bar.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

#include "app/widgets/icons.h"
#include "app/widgets/plain_label.h"

namespace leadglass::app {
namespace {

// White on it: 6.5 to 1, on light and dark desktops alike.
constexpr QRgb kRed = 0xFFB3261E;

} // namespace

AlertBar::AlertBar(AlertFeed& feed, QWidget* parent)
    : QFrame(parent), m_feed(feed), m_icon(new QLabel), m_heading(new PlainLabel), m_text(new PlainLabel), m_show(new QPushButton(tr("Show the rows"))),
      m_seen(new QPushButton(tr("Seen"))) {
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setAccessibleName(tr("Alert"));
    QFont bold = m_heading->font();
    bold.setBold(true);
    m_heading->setFont(bold);
    m_seen->setToolTip(tr("Puts this away. It stays in the history."));
    auto* words = new QVBoxLayout;
    words->addWidget(m_heading);
    words->addWidget(m_text);
    auto* buttons = new QVBoxLayout;
    for (auto* button : {m_show, m_seen}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    auto* layout = new QHBoxLayout(this);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addLayout(words, 1);
    layout->addLayout(buttons);
    connect(m_show, &QPushButton::clicked, this, [this] { emit rowsWanted(m_feed.alerts().empty() ? 0 : m_feed.alerts().front().row); });
    connect(m_seen, &QPushButton::clicked, &m_feed, &AlertFeed::seen);
    connect(&m_feed, &AlertFeed::changed, this, &AlertBar::retell);
    paintRed();
    retell();
}

QString AlertBar::text() const { return isHidden() ? QString() : m_heading->text() + QLatin1Char('\n') + m_text->text(); }

void AlertBar::paintRed() {
    const QPalette usual = QApplication::palette();
    QPalette red = usual;
    for (const auto role : {QPalette::Window, QPalette::Base}) {
        red.setColor(role, QColor::fromRgb(kRed));
    }
    for (const auto role : {QPalette::WindowText, QPalette::Text}) {
        red.setColor(role, Qt::white);
    }
    setPalette(red);
    for (auto* each : {m_heading, m_text}) {
        each->setPalette(red);
    }
    for (auto* button : {m_show, m_seen}) {
        button->setPalette(usual);
    }
    const int size = style()->pixelMetric(QStyle::PM_LargeIconSize, nullptr, this);
    // In white, whatever the desktop's ink is.
    QPixmap shape = icon(QStringLiteral("sighting")).pixmap(QSize(size, size), devicePixelRatioF());
    QPainter painter(&shape);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(QRect(QPoint(), QSize(size, size)), Qt::white);
    painter.end();
    m_icon->setPixmap(shape);
}

void AlertBar::retell() {
    const auto& alerts = m_feed.alerts();
    setVisible(!alerts.empty());
    if (alerts.empty()) {
        return;
    }
    const bool out = std::any_of(alerts.begin(), alerts.end(), [](const Alert& each) { return !each.blocked; });
    m_heading->setText(out ? tr("Something that must not leave was seen, and not all of it was stopped") : tr("Something that must not leave was seen, and was stopped"));
    QStringList lines;
    for (std::size_t i = 0; i < alerts.size() && i < kShown; ++i) {
        lines.append(words::alert(alerts[i]));
    }
    if (m_feed.count() > kShown) {
        lines.append(tr("and %n more", "alerts", m_feed.count() - kShown));
    }
    lines.append(words::alertAdvice(alerts.front()));
    m_text->setText(lines.join(QLatin1Char('\n')));
}

void AlertBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::StyleChange) {
        paintRed();
    } else if (event->type() == QEvent::LanguageChange) {
        retell();
    }
    QFrame::changeEvent(event);
}

} // namespace leadglass::app
