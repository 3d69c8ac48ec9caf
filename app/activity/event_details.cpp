#include "app/activity/event_details.h"

#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextCursor>

#include "app/bridge/off_thread.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

// As `leadglass policy explain` takes it; empty: nothing that a policy decides by name.
std::string actionOf(const audit::Event& event) {
    using audit::Kind;
    if (event.kind == Kind::Request) { // "GET https://host/path"; one with escapes, or whose query is not kept, is not the request that was made
        const bool is = event.subject.find(" https://") != std::string::npos || event.subject.find(" http://") != std::string::npos;
        return is && event.subject.find_first_of("\\?") == std::string::npos ? event.subject : std::string();
    }
    if (event.verdict.empty() || event.subject.empty() || event.subject.find(' ') != std::string::npos) {
        return {};
    }
    if (event.kind == Kind::Dns) {
        return "egress " + event.subject;
    }
    if (event.kind != Kind::Egress) {
        return {};
    }
    constexpr std::string_view kOwn = "localhost:";
    return event.subject.starts_with(kOwn) ? "loopback:" + event.subject.substr(kOwn.size()) : "egress " + event.subject;
}

struct Explained {
    api::ActivityRun run;
    Result<api::ExplainedDecision> what = makeError(Code::NotFound, "");
};

Explained explainNow(const Services& services, const audit::Event& event) {
    Explained out;
    auto run = services.activity()->run(event.run);
    if (!run) {
        out.what = run.error();
        return out;
    }
    out.run = *run;
    out.what = services.policy()->explain({run->profile, {}, {}, run->project}, actionOf(event));
    return out;
}

// Several lines, each fit for a screen.
QString lines(const std::string& text) {
    QStringList out;
    for (const QString& line : QString::fromStdString(text).split(QLatin1Char('\n'))) {
        out.append(words::stored(line.toStdString(), 4096));
    }
    return out.join(QLatin1Char('\n')).trimmed();
}

} // namespace

EventDetails::EventDetails(const Services& services, QWidget* parent)
    : QWidget(parent), m_services(services), m_text(new QPlainTextEdit), m_explain(new QPushButton(tr("Explain"))), m_run(new QPushButton(tr("All of this run"))) {
    auto* layout = new QHBoxLayout(this);
    auto* buttons = new QVBoxLayout;
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text, 1);
    layout->addLayout(buttons);
    buttons->addWidget(m_explain);
    buttons->addWidget(m_run);
    buttons->addStretch(1);
    m_text->setReadOnly(true);
    m_text->setUndoRedoEnabled(false);
    m_text->setTabChangesFocus(true);
    m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("The selected event"));
    m_text->setPlaceholderText(tr("Select an event to read all of it."));
    m_explain->setToolTip(tr("What the policy says of it now, and the line that says so"));
    connect(m_explain, &QPushButton::clicked, this, &EventDetails::explain);
    connect(m_run, &QPushButton::clicked, this, [this] { emit runWanted(run()); });
    setEvent(0);
}

QString EventDetails::run() const { return m_row ? words::stored(m_row->row.event.run, 64) : QString(); }

QString EventDetails::text() const { return m_text->toPlainText(); }

bool EventDetails::canExplain() const { return m_row && m_services.policy && !m_row->row.event.run.empty() && !actionOf(m_row->row.event).empty(); }

void EventDetails::setEvent(qint64 id) {
    m_wanted = id;
    m_row.reset();
    m_explain->setEnabled(false);
    m_run->setEnabled(false);
    m_text->clear();
    if (id > 0 && !m_reading) {
        read();
    }
}

// One at a time, the one that is wanted last: a person may hold the arrow key.
void EventDetails::read() {
    m_reading = true;
    offThread(
        this, [makes = m_services.activity, id = m_wanted] { return std::pair(id, makes()->row(id)); },
        [this](const std::pair<qint64, Result<api::ActivityRow>>& read) { take(read.first, read.second); });
}

void EventDetails::take(qint64 id, const Result<api::ActivityRow>& row) {
    m_reading = false;
    if (id != m_wanted) {
        if (m_wanted > 0) {
            read();
        }
        return;
    }
    m_text->clear();
    if (!row) {
        m_text->setPlainText(shown(row.error().text(), 2000));
    } else {
        m_row = *row;
        const auto fields = words::fields(*row);
        for (const auto& field : fields) {
            add(field.name, field.value);
        }
    }
    m_text->moveCursor(QTextCursor::Start);
    m_explain->setEnabled(canExplain());
    m_run->setEnabled(m_row && !m_row->row.event.run.empty());
    emit loaded();
}

// insertText() is never markup.
void EventDetails::add(const QString& name, const QString& value) {
    QTextCursor cursor(m_text->document());
    cursor.movePosition(QTextCursor::End);
    QTextCharFormat bold;
    bold.setFontWeight(QFont::Bold);
    if (!m_text->document()->isEmpty()) {
        cursor.insertText(QStringLiteral("\n"), QTextCharFormat());
    }
    //: Name of a field and what follows it: "Subject: example.org". %1: the name
    cursor.insertText(tr("%1: ").arg(name), bold);
    cursor.insertText(value, QTextCharFormat());
}

void EventDetails::explain() {
    if (!canExplain()) {
        return;
    }
    m_explain->setEnabled(false);
    offThread(
        this, [services = m_services, event = m_row->row.event, id = m_wanted] { return std::pair(id, explainNow(services, event)); },
        [this](const std::pair<qint64, Explained>& found) {
            if (found.first != m_wanted) {
                return;
            }
            const auto& [run, what] = found.second;
            if (what) {
                //: %1: name of a profile; %2: folder of a project. What the policy says follows.
                add(tr("As the policy %1 in %2 is now").arg(shown(run.profile, 64), shownPath(run.project)),
                    QLatin1Char('\n') + lines(what->text));
            } else {
                add(tr("It cannot be explained"), shown(what.error().text(), 2000));
            }
            m_text->moveCursor(QTextCursor::End);
            m_text->ensureCursorVisible();
            emit explained();
        });
}

} // namespace leadglass::app
