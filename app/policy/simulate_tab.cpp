#include "app/policy/simulate_tab.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "app/bridge/off_thread.h"
#include "app/policy/policy_words.h"
#include "app/widgets/icons.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {

SimulateTab::SimulateTab(const Services& services, QWidget* parent)
    : QWidget(parent), m_services(services), m_kind(new QComboBox), m_what(new QLineEdit), m_ask(new QPushButton(tr("Ask the policy"))), m_shape(new QLabel),
      m_verdict(new PlainLabel), m_answer(new PlainLabel), m_open(new QPushButton(tr("Open the file"))) {
    const std::pair<QString, const char*> kinds[] = {{tr("a connection to"), ""},          {tr("a connection to this machine's port"), "loopback:"},
                                                     {tr("reading"), "read "},             {tr("writing"), "write "},
                                                     {tr("the limit"), "limit "},          {tr("the device"), "device "}};
    for (const auto& [text, code] : kinds) {
        m_kind->addItem(text, QString::fromLatin1(code));
    }
    m_kind->setAccessibleName(tr("What would happen to"));
    m_what->setAccessibleName(tr("Host, port, path, limit or device"));
    m_what->setClearButtonEnabled(true);
    auto* intro = new PlainLabel(tr("What would happen to …? Nothing is tried: the policy chosen above is asked."));
    auto* row = new QHBoxLayout;
    row->addWidget(m_kind);
    row->addWidget(m_what, 1);
    row->addWidget(m_ask);
    auto* head = new QHBoxLayout;
    head->addWidget(m_shape, 0, Qt::AlignTop);
    head->addWidget(m_verdict, 1);
    QFont large = m_verdict->font();
    large.setPointSizeF(large.pointSizeF() * 1.35);
    m_verdict->setFont(large);
    m_ask->setAutoDefault(false);
    m_open->setAutoDefault(false);
    m_open->hide();
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(intro);
    layout->addLayout(row);
    layout->addLayout(head);
    layout->addWidget(m_answer);
    layout->addWidget(m_open, 0, Qt::AlignLeft);
    layout->addStretch(1);
    const auto hint = [this] {
        const QString kind = m_kind->currentData().toString();
        m_what->setPlaceholderText(kind.isEmpty()                       ? QStringLiteral("api.example.com, api.example.com:8443, 192.0.2.7:22")
                                   : kind == QLatin1String("loopback:") ? QStringLiteral("5432")
                                   : kind == QLatin1String("limit ")    ? QStringLiteral("memory, processes, cpu, disk, wall_clock")
                                   : kind == QLatin1String("device ")   ? QStringLiteral("gpu, kvm, /dev/dri/renderD128")
                                                                        : QStringLiteral("src/main.c, ~/.ssh/config, /etc/passwd"));
    };
    hint();
    connect(m_kind, &QComboBox::currentIndexChanged, this, hint);
    connect(m_ask, &QPushButton::clicked, this, &SimulateTab::askNow);
    connect(m_what, &QLineEdit::returnPressed, this, &SimulateTab::askNow);
    connect(m_open, &QPushButton::clicked, this, [this] { emit openWanted(m_file); });
}

void SimulateTab::look(const api::PolicyQuery& query) {
    m_query = query;
    if (!m_what->text().trimmed().isEmpty() && !m_answer->text().isEmpty()) {
        askNow(); // the same, of another policy
    }
}

void SimulateTab::ask(const QString& kind, const QString& what) {
    m_kind->setCurrentIndex(qMax(0, m_kind->findData(kind)));
    m_what->setText(what);
    askNow();
}

void SimulateTab::askNow() {
    const QString what = m_what->text().trimmed();
    if (what.isEmpty()) {
        m_what->setFocus(Qt::OtherFocusReason);
        return;
    }
    const std::string action = (m_kind->currentData().toString() + what).toStdString();
    offThread(
        this, [makes = m_services.policy, query = m_query, action] { return makes()->explain(query, action); },
        [this, number = ++m_asked](const Result<api::ExplainedDecision>& decision) {
            if (number == m_asked) {
                tell(decision);
            }
        });
}

void SimulateTab::tell(const Result<api::ExplainedDecision>& decision) {
    m_file.clear();
    if (!decision) {
        m_shape->clear();
        m_verdict->setText({});
        m_answer->setText(QString::fromStdString(decision.error().text()));
        m_open->hide();
        return;
    }
    const auto verdict = decision->decision.verdict;
    const bool limit = decision->decision.reason == "limit";
    const bool files = decision->decision.reason == "files";
    const QString shape = limit ? QStringLiteral("partly") : verdict == policy::Verdict::Allow ? QStringLiteral("allowed") : verdict == policy::Verdict::Ask ? QStringLiteral("partly") : QStringLiteral("denied");
    const int size = m_verdict->fontMetrics().height();
    m_shape->setPixmap(icon(shape).pixmap(size, size));
    QString word = limit ? tr("A limit", "what the policy says of it") : verdict == policy::Verdict::Allow ? tr("Allowed", "what the policy says of it") : files ? tr("Not as yours", "a file: what the policy says of it") : tr("You are asked", "what the policy says of it");
    if (!limit && verdict == policy::Verdict::Deny) {
        word = tr("Refused", "what the policy says of it");
    }
    //: %1: "Allowed", "Refused"; %2: what was asked about
    m_verdict->setText(tr("%1: %2").arg(word, leftToRight(shown(decision->target, 300))));
    QStringList lines;
    for (const QString& line : QString::fromStdString(decision->text).split(QLatin1Char('\n'), Qt::SkipEmptyParts).mid(1)) {
        lines << shown(line.trimmed().toStdString(), 1500);
    }
    m_answer->setText(lines.join(QLatin1Char('\n')));
    const auto& origin = decision->decision.origin;
    m_file = origin && origin->line > 0 ? QString::fromStdString(origin->file) : QString();
    m_open->setVisible(!m_file.isEmpty());
}

QString SimulateTab::answer() const { return m_answer->text(); }
QString SimulateTab::verdict() const { return m_verdict->text(); }

} // namespace leadglass::app
