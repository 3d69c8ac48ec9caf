#include "app/welcome/rehearsal.h"

#include <QProcessEnvironment>

#include <algorithm>

#include "app/activity/event_words.h"
#include "app/bridge/off_thread.h"
#include "app/welcome/rehearsal_ground.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr qsizetype kMostOutput = 64 * 1024;
constexpr int kLongest = 180'000; // milliseconds
constexpr int kEnds = 3000;       // milliseconds for a run to end when it is told to
constexpr int kRefused = 125;
constexpr int kRows = 100;

struct Rows {
    QList<QStringList> cells;
    bool answered = false; // by a person
};

Result<Rows> rowsOf(const Maker<api::AuditService>& audit, const std::string& run) {
    Rows out;
    if (!audit || run.empty()) {
        return out;
    }
    api::AuditQuery query;
    query.run = run;
    query.limit = kRows;
    const auto rows = LG_TRY(audit()->list(query));
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        out.answered = out.answered || row->event.outcome == "allowed_by_user" || row->event.outcome == "denied_by_user";
        if (row->event.kind == audit::Kind::Question || row->event.kind == audit::Kind::Answer) {
            const auto line = words::line({*row, {}, {}});
            QStringList cells;
            for (const auto column : {Column::Time, Column::What, Column::Verdict, Column::Subject, Column::Why}) {
                cells << line.cells[static_cast<std::size_t>(column)];
            }
            out.cells.append(cells);
        }
    }
    return out;
}

QString lastLine(const QByteArray& said) {
    const auto lines = said.trimmed().split('\n');
    return shown(lines.last().toStdString(), 400);
}

} // namespace

QString Rehearsal::host() { return QStringLiteral("rehearsal.invalid"); }

Rehearsal::Rehearsal(QuestionFeed& questions, const Services& services, Settings& settings, QObject* parent)
    : QObject(parent), m_services(services), m_settings(settings) {
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, &Rehearsal::stop);
    connect(&questions, &QuestionFeed::raised, this, &Rehearsal::follow);
    connect(&m_program, &QProcess::readyReadStandardOutput, this, [this] { read(m_program.readAllStandardOutput()); });
    connect(&m_program, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            fail(m_program.errorString());
        }
    });
    connect(&m_program, &QProcess::finished, this, &Rehearsal::ended);
}

Rehearsal::~Rehearsal() {
    m_program.disconnect(this);
    if (m_program.state() != QProcess::NotRunning) {
        m_program.terminate();
        if (!m_program.waitForFinished(kEnds)) {
            m_program.kill();
            m_program.waitForFinished();
        }
    }
    if (!m_folder.isEmpty()) {
        (void)ground::remove({}, m_folder);
    }
}

void Rehearsal::set(Stage stage) {
    m_state.stage = stage;
    emit changed();
}

void Rehearsal::start() {
    if (m_state.stage != Stage::Idle && m_state.stage != Stage::Done && m_state.stage != Stage::Failed) {
        return;
    }
    m_output.clear();
    m_state = {};
    m_folder = ground::nameOne();
    m_settings.change([this](Choices& choices) { choices.rehearsal = m_folder; }); // before it is there
    set(Stage::Starting);
    offThread(
        this, [folder = m_folder] { return ground::make(folder); },
        [this](const Status& made) { made ? launch(m_folder) : fail(QString::fromStdString(made.error().text())); });
}

void Rehearsal::launch(const QString& folder) {
    auto environment = QProcessEnvironment::systemEnvironment();
    const QStringList names = environment.keys();
    for (const auto& name : names) {
        if (name.startsWith(QLatin1String("LEADGLASS_"))) {
            environment.remove(name);
        }
    }
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder + QStringLiteral("/config"));
    m_program.setProcessEnvironment(environment);
    m_program.setWorkingDirectory(folder + QStringLiteral("/project"));
    m_program.setStandardInputFile(QProcess::nullDevice());
    // Read-only: it has nothing to write, and works where no overlay can be mounted.
    m_program.start(QString::fromStdString(m_services.program),
                    {QStringLiteral("run"), QStringLiteral("--ask"), QStringLiteral("app"), QStringLiteral("--profile"), QStringLiteral("default"),
                     QStringLiteral("--workspace"), QStringLiteral("readonly"), QStringLiteral("--limit"), QStringLiteral("wall_clock=3m"),
                     QStringLiteral("--"), QStringLiteral("bash"), QStringLiteral("agent.sh"), host()});
    m_deadline.start(kLongest);
}

void Rehearsal::stop() {
    if (m_program.state() != QProcess::NotRunning) {
        m_program.terminate();
    }
}

void Rehearsal::follow(const api::PendingQuestion& question) {
    if (m_state.stage == Stage::Starting && QString::fromStdString(question.project) == m_folder + QStringLiteral("/project")) {
        m_state.run = question.run;
        m_state.question = question.id;
        set(Stage::Asking);
    }
}

void Rehearsal::read(const QByteArray& output) {
    if (m_output.size() > kMostOutput) {
        return;
    }
    m_output += output;
    const auto lines = m_output.split('\n');
    using File = RehearsalState::File;
    const File file = lines.contains(ground::kFileRead) ? File::Read : lines.contains(ground::kFileNotThere) ? File::NotThere : File::Unknown;
    if (file != m_state.file) {
        m_state.file = file;
        emit changed();
    }
}

void Rehearsal::fail(const QString& why) {
    m_deadline.stop();
    m_state.trouble = why;
    set(Stage::Failed);
    clean(m_services, m_settings, this);
}

void Rehearsal::ended() {
    m_deadline.stop();
    read(m_program.readAllStandardOutput());
    if (m_state.run.empty() || m_program.exitStatus() != QProcess::NormalExit || m_program.exitCode() == kRefused) {
        const auto said = lastLine(m_program.readAllStandardError());
        fail(said.isEmpty() ? tr("The run asked nothing.") : said);
        return;
    }
    set(Stage::Ending);
    offThread(
        this, [audit = m_services.audit, run = m_state.run] { return rowsOf(audit, run); },
        [this](const Result<Rows>& rows) {
            if (rows) {
                m_state.rows = rows->cells;
                m_state.answered = rows->answered;
            } else {
                m_state.trouble = QString::fromStdString(rows.error().text());
            }
            set(Stage::Done);
            clean(m_services, m_settings, this);
        });
}

void Rehearsal::clean(const Services& services, Settings& settings, QObject* receiver) {
    const QString folder = settings.choices().rehearsal;
    if (folder.isEmpty()) {
        return;
    }
    offThread(
        receiver,
        [review = services.review, folder] {
            return ground::remove(review, folder);
        },
        [&settings, folder](bool gone) {
            if (!gone) {
                return; // the next start tries again
            }
            settings.change([&](Choices& choices) {
                if (choices.rehearsal == folder) {
                    choices.rehearsal.clear();
                }
            });
        });
}

} // namespace leadglass::app
