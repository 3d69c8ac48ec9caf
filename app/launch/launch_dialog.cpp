#include "app/launch/launch_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QTimer>

#include "app/bridge/off_thread.h"
#include "app/launch/launch_words.h"
#include "app/widgets/page_scroll.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr int kLaidOut = 100; // milliseconds

void add(QComboBox& box, const QString& text, const QString& value) { box.addItem(text, value); }

QString folderOf(const QString& typed) {
    return typed == QLatin1String("~") || typed.startsWith(QLatin1String("~/")) ? QDir::homePath() + typed.mid(1) : typed;
}

// The home directory, or one that it lies in: no run takes these as its project.
bool holdsHome(const QString& folder) {
    const QString name = QDir(folder).canonicalPath();
    const QString home = QDir::home().canonicalPath();
    return !name.isEmpty() && (name == home || home.startsWith(name.endsWith(QLatin1Char('/')) ? name : name + QLatin1Char('/')));
}

// Where the app was started in a project, that one. A desktop starts it at home.
QString ownFolder() { return holdsHome(QDir::currentPath()) ? QString() : QDir::currentPath(); }

} // namespace

LaunchDialog::LaunchDialog(const Services& services, QString program, const QStringList& recent, ShellEnvironment& shell,
                           const LaunchWish& wish, QWidget* parent)
    : QDialog(parent), m_services(services), m_program(std::move(program)), m_shell(shell), m_terminals(findTerminals()), m_first(wish) {
    setWindowTitle(tr("New run"));
    build(recent, wish);
    connect(&m_shell, &ShellEnvironment::done, this, [this] {
        findAgents();
        retell();
    });
    findAgents();
    retell();
}

void LaunchDialog::build(const QStringList& recent, const LaunchWish& wish) {
    auto* form = new QFormLayout;
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    const auto choice = [&](const QString& name, bool editable) {
        auto* box = new QComboBox;
        box->setEditable(editable);
        box->setInsertPolicy(QComboBox::NoInsert);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(30);
        form->addRow(name, box);
        return box;
    };
    m_agent = choice(tr("&Agent or command:"), true);
    m_agent->setEditText(wish.command);
    m_folder = new QComboBox;
    m_folder->setEditable(true);
    m_folder->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_folder->setMinimumContentsLength(30);
    m_folder->addItems(recent);
    m_folder->lineEdit()->setPlaceholderText(tr("the project"));
    m_folder->setEditText(wish.folder.isEmpty() ? recent.value(0, ownFolder()) : wish.folder);
    auto* browse = new QPushButton(tr("Choose…"));
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString typed = folderOf(m_folder->currentText());
        const QString chosen = QFileDialog::getExistingDirectory(this, tr("Folder of the project"), typed.isEmpty() ? QDir::homePath() : typed);
        if (!chosen.isEmpty()) {
            m_folder->setEditText(chosen);
        }
    });
    auto* folder = new QHBoxLayout;
    folder->addWidget(m_folder, 1);
    folder->addWidget(browse);
    auto* folderName = new QLabel(tr("&Folder:"));
    folderName->setBuddy(m_folder);
    form->addRow(folderName, folder);
    m_profile = choice(tr("&Profile:"), true);
    add(*m_profile, tr("as the command says"), {});
    add(*m_profile, QStringLiteral("strict"), QStringLiteral("strict"));
    m_profile->setEditText(wish.profile.isEmpty() ? tr("as the command says") : wish.profile);
    m_mode = choice(tr("&Works on:"), false);
    add(*m_mode, tr("as the policy says"), {});
    add(*m_mode, tr("a layer above the folder"), QStringLiteral("overlay"));
    add(*m_mode, tr("a copy of the folder"), QStringLiteral("copy"));
    add(*m_mode, tr("the folder itself"), QStringLiteral("direct"));
    add(*m_mode, tr("the folder, reading only"), QStringLiteral("readonly"));
    add(*m_mode, tr("an empty folder"), QStringLiteral("scratch"));
    m_mode->setCurrentIndex(qMax(m_mode->findData(wish.mode), 0));
    m_time = choice(tr("&Ends after:"), false);
    add(*m_time, tr("as the policy says"), {});
    for (const int minutes : {30, 60, 240}) {
        add(*m_time, tr("%n minute(s)", nullptr, minutes), QStringLiteral("%1m").arg(minutes));
    }
    m_terminal = choice(tr("&Terminal:"), false);
    for (const auto& terminal : m_terminals) {
        add(*m_terminal, terminal.name, terminal.name);
    }
    add(*m_terminal, tr("in this window"), kInThisWindow);
    if (preferredTerminal() == kInThisWindow) {
        m_terminal->setCurrentIndex(m_terminal->count() - 1);
    }
    m_environment = new PlainLabel;
    m_summary = new PlainLabel;
    m_trouble = new PlainLabel;
    form->addRow(tr("Environment:"), m_environment);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_start = buttons->addButton(tr("Start"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &LaunchDialog::launch);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* content = new QWidget;
    auto* inside = new QVBoxLayout(content);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->addLayout(form);
    inside->addWidget(m_summary);
    inside->addWidget(m_trouble);
    inside->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    m_scroll = new PageScroll(content);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(buttons);
    // Qt 6.4 gives the box its first button as a proxy, and Tab then never came past that button.
    buttons->setFocusProxy(nullptr);
    for (auto* box : {m_agent, m_folder, m_profile, m_mode}) {
        connect(box, &QComboBox::currentTextChanged, this, &LaunchDialog::retell);
    }
}

void LaunchDialog::findAgents() {
    if (!m_services.policy) {
        return;
    }
    offThread(
        this, [makes = m_services.policy] { return makes()->agents(); },
        [this](const Result<std::vector<api::FoundAgent>>& agents) {
            const QString typed = m_agent->currentText();
            const QSignalBlocker quiet(m_agent);
            m_agent->clear();
            for (const auto& agent : agents ? *agents : std::vector<api::FoundAgent>()) {
                const QString about = shown(agent.path, 120) + (agent.version.empty() ? QString() : QLatin1Char(' ') + shown(agent.version, 40));
                m_agent->addItem(shown(agent.command, 60));
                m_agent->setItemData(m_agent->count() - 1, QStringLiteral("<qt>%1</qt>").arg(about.toHtmlEscaped()), Qt::ToolTipRole);
            }
            m_agent->setEditText(typed.isEmpty() && m_agent->count() > 0 ? m_agent->itemText(0) : typed);
            retell();
        });
}

LaunchWish LaunchDialog::wish() const {
    LaunchWish out;
    out.command = m_agent->currentText().trimmed();
    out.folder = folderOf(m_folder->currentText().trimmed());
    out.profile = m_profile->currentText() == m_profile->itemText(0) ? QString() : m_profile->currentText().trimmed();
    out.mode = m_mode->currentData().toString();
    return out;
}

// A command is taken apart only where a person wrote it: no text gives back every list of words.
QStringList LaunchDialog::words() const {
    const QString text = m_agent->currentText();
    return !m_first.words.isEmpty() && text == m_first.command ? m_first.words : QProcess::splitCommand(text);
}

QString LaunchDialog::missing() const {
    const auto wished = wish();
    if (words().isEmpty()) {
        return tr("Which agent or command?");
    }
    if (wished.folder.isEmpty()) {
        return tr("Which folder? The agent works on that project.");
    }
    if (!QDir::isAbsolutePath(wished.folder) || !QDir(wished.folder).exists()) {
        return tr("There is no such folder.");
    }
    if (holdsHome(wished.folder)) {
        return tr("Your home directory, or what it lies in, cannot be the project: choose a folder of yours.");
    }
    return {};
}

bool LaunchDialog::here() const { return m_terminal->currentData().toString() == kInThisWindow; }

Start LaunchDialog::start() const {
    const auto wished = wish();
    if (!missing().isEmpty()) {
        return {};
    }
    Start out{m_program, {QStringLiteral("run")}, wished.folder, m_shell.merged()};
    if (!here()) {
        out.words << QStringLiteral("--stay-on-failure"); // the window of a terminal program goes with its command
    }
    if (!wished.profile.isEmpty()) {
        out.words << QStringLiteral("--profile") << wished.profile;
    }
    if (!wished.mode.isEmpty()) {
        out.words << QStringLiteral("--workspace") << wished.mode;
    }
    if (const QString time = m_time->currentData().toString(); !time.isEmpty()) {
        out.words << QStringLiteral("--limit") << QStringLiteral("wall_clock=") + time;
    }
    out.words << QStringLiteral("--") << words();
    return out;
}

void LaunchDialog::retell() {
    const QString what = missing();
    m_trouble->setText(what);
    m_start->setEnabled(what.isEmpty());
    QString environment;
    if (!m_shell.trouble().isEmpty()) {
        //: Which environment variables a run is started with. %1: why not those of the shell
        environment = tr("that of the desktop; %1").arg(m_shell.trouble());
    } else if (m_shell.taken().isEmpty()) {
        environment = tr("your login shell is being asked");
    } else {
        //: Which environment variables a run is started with. %1: their names
        environment = tr("that of the desktop; from your login shell %1").arg(m_shell.taken().keys().join(QStringLiteral(", ")));
    }
    m_environment->setText(environment);
    summarize();
}

void LaunchDialog::summarize() {
    const auto wished = wish();
    if (!m_services.policy || words().isEmpty()) {
        m_summary->setText({});
        return;
    }
    api::PolicyQuery query;
    query.command = words().value(0).section(QLatin1Char('/'), -1).toStdString();
    query.profile = wished.profile.toStdString();
    query.project = wished.folder.toStdString();
    offThread(
        this, [makes = m_services.policy, query] { return makes()->show(query); },
        [this, number = ++m_asked, mode = wished.mode](const Result<api::ShownPolicy>& policy) {
            if (number == m_asked) {
                m_summary->setText(policy ? words::summary(*policy, mode) : QString::fromStdString(policy.error().text()));
                growSoon();
            }
        });
}

// What is said of the run comes after the window; how high wrapped text is, is known once it is laid out.
void LaunchDialog::grow() {
    if (const int more = m_scroll->verticalScrollBar()->maximum(); more > 0) {
        resize(width(), qMin(height() + more, screen()->availableGeometry().height()));
    }
}

void LaunchDialog::growSoon() {
    for (const int later : {0, kLaidOut}) {
        QTimer::singleShot(later, this, &LaunchDialog::grow);
    }
}

void LaunchDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    growSoon();
}

void LaunchDialog::launch() {
    const Start what = start();
    const int at = m_terminal->currentIndex();
    if (what.program.isEmpty() || at < 0) {
        return;
    }
    if (at != 0 || !preferredTerminal().isEmpty()) { // else it is the desktop's own, whichever that is next time
        emit terminalChosen(here() ? kInThisWindow : m_terminals[static_cast<std::size_t>(at)].name);
    }
    if (here()) {
        emit hereWanted(what, wish());
        accept();
        return;
    }
    if (!startInTerminal(m_terminals[static_cast<std::size_t>(at)], what)) {
        //: %1: a terminal program
        m_trouble->setText(tr("%1 could not be started.").arg(m_terminal->currentText()));
        return;
    }
    emit started(wish());
    accept();
}

} // namespace leadglass::app
