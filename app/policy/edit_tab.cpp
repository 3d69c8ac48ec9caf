#include "app/policy/edit_tab.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QTreeWidget>

#include <algorithm>

#include "app/bridge/off_thread.h"
#include "app/policy/policy_words.h"
#include "app/widgets/icons.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

// A field of one line would lose the others.
bool isOneLine(const policy::PolicyItem& item) {
    return std::none_of(item.text.begin(), item.text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

} // namespace

EditTab::EditTab(const Services& services, QWidget* parent)
    : QWidget(parent), m_services(services), m_files(new QComboBox), m_tree(new QTreeWidget), m_state(new PlainLabel), m_add(new QPushButton(tr("Add…"))),
      m_change(new QPushButton(tr("Change…"))), m_remove(new QPushButton(tr("Remove…"))), m_own(new QPushButton(tr("Make it your own"))),
      m_tighten(new QPushButton(tr("Tighten this project"))), m_open(new QPushButton(tr("Open the file"))) {
    auto* name = new QLabel(tr("File:"));
    name->setBuddy(m_files);
    m_files->setAccessibleName(tr("File"));
    m_files->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_files->setMinimumContentsLength(30);
    m_tree->setHeaderLabels({tr("Line"), tr("What"), tr("Comment")});
    m_tree->setAccessibleName(tr("Lines of the file"));
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto* top = new QHBoxLayout;
    top->addWidget(name);
    top->addWidget(m_files, 1);
    auto* buttons = new QHBoxLayout;
    for (auto* button : {m_add, m_change, m_remove, m_own, m_tighten, m_open}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(top);
    layout->addWidget(m_state);
    layout->addWidget(m_tree, 1);
    layout->addLayout(buttons);
    connect(m_files, &QComboBox::currentIndexChanged, this, &EditTab::showFile);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &EditTab::fit);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this] { edit(EditDialog::What::Change); });
    connect(m_add, &QPushButton::clicked, this, [this] { edit(EditDialog::What::Add); });
    connect(m_change, &QPushButton::clicked, this, [this] { edit(EditDialog::What::Change); });
    connect(m_remove, &QPushButton::clicked, this, [this] { edit(EditDialog::What::Remove); });
    connect(m_own, &QPushButton::clicked, this, &EditTab::makeOwn);
    connect(m_tighten, &QPushButton::clicked, this, &EditTab::makeProject);
    auto* gone = new QShortcut(QKeySequence::Delete, m_tree);
    gone->setContext(Qt::WidgetShortcut);
    connect(gone, &QShortcut::activated, this, [this] { edit(EditDialog::What::Remove); });
    m_tighten->setToolTip(tr("Makes a file of the project's own, .leadglass.toml, which can only tighten what profiles say."));
    connect(m_open, &QPushButton::clicked, this, [this] {
        if (const auto* found = file()) {
            emit openWanted(QString::fromStdString(found->path));
        }
    });
    showFile();
}

void EditTab::look(const api::PolicyQuery& query) {
    m_query = query;
    offThread(
        this, [makes = m_services.policyEditor, query] { return makes()->files(query); },
        [this, number = ++m_asked](Result<std::vector<api::EditableFile>> files) {
            if (number == m_asked) {
                tell(std::move(files));
            }
        });
}

void EditTab::tell(Result<std::vector<api::EditableFile>> files) {
    const QString before = file() != nullptr ? QString::fromStdString(file()->path) : m_wanted;
    m_found = files ? std::move(*files) : std::vector<api::EditableFile>();
    {
        const QSignalBlocker quiet(m_files);
        m_files->clear();
        // The person's own profile is what one mostly came for; a project's file comes before it, but is a special matter.
        int chosen = -1;
        for (std::size_t i = 0; i < m_found.size(); ++i) {
            const auto& each = m_found[i];
            m_files->addItem(each.locked ? icon(QStringLiteral("locked")) : icon(QStringLiteral("policy")), leftToRight(shownPath(each.path)));
            if (QString::fromStdString(each.path) == before) {
                chosen = static_cast<int>(i);
            } else if (chosen < 0 && !each.profile.empty()) {
                chosen = static_cast<int>(i);
            }
        }
        m_files->setCurrentIndex(chosen);
    }
    showFile();
    if (!files) {
        m_state->setText(QString::fromStdString(files.error().text()));
    }
}

const api::EditableFile* EditTab::file() const {
    const int at = m_files->currentIndex();
    return at >= 0 && static_cast<std::size_t>(at) < m_found.size() ? &m_found[static_cast<std::size_t>(at)] : nullptr;
}

void EditTab::showFile() {
    m_tree->clear();
    const auto* found = file();
    if (found == nullptr) {
        m_state->setText(tr("No file yet."));
        fit();
        return;
    }
    m_wanted = QString::fromStdString(found->path);
    QString state;
    if (found->fault) {
        state = QString::fromStdString(found->fault->text());
    } else if (found->builtIn) {
        state = tr("This one is built in and stays as it is. Make it your own: a profile of the same name that says what this one says, and what you add.");
    } else if (found->locked) {
        state = QString::fromStdString(found->locked->text());
    } else if (found->profile.empty()) {
        state = tr("The project's own file. It can only tighten what your profile says. Runs that are live go by what they began with.");
    } else {
        state = tr("Comments, order and everything else of the file stay as they are. Runs that are live go by what they began with.");
    }
    m_state->setText(state);
    QTreeWidgetItem* group = nullptr;
    std::string key;
    for (std::size_t i = 0; i < found->items.size(); ++i) {
        const auto& item = found->items[i];
        if (group == nullptr || item.key != key) {
            key = item.key;
            group = new QTreeWidgetItem(m_tree, {words::keyName(key)});
            group->setFirstColumnSpanned(true);
        }
        auto* row = new QTreeWidgetItem(group, {QLocale().toString(item.line), words::itemText(item), shown(item.comment, 200)});
        row->setData(0, Qt::UserRole, static_cast<qulonglong>(i));
        row->setToolTip(1, QStringLiteral("<qt>%1</qt>").arg(shown(item.written, 1000).toHtmlEscaped()));
        if (item.narrowed) {
            const QString kept = tr("with conditions on single requests");
            //: %1: a comment of the file; %2: what is said of the line
            row->setText(2, item.comment.empty() ? kept : tr("%1 (%2)").arg(shown(item.comment, 200), kept));
        }
    }
    m_tree->expandAll();
    fit();
}

void EditTab::fit() {
    const auto* found = file();
    const bool writes = found != nullptr && !found->locked && !found->fault && m_services.policyEditor;
    const auto* line = item();
    m_add->setEnabled(writes);
    m_change->setEnabled(writes && line != nullptr && isOneLine(*line));
    m_remove->setEnabled(writes && line != nullptr);
    m_tighten->setVisible(!m_found.empty() && !m_query.project.empty() && std::none_of(m_found.begin(), m_found.end(), [](const auto& each) { return each.profile.empty(); }));
    const bool alone = found != nullptr && std::none_of(m_found.begin(), m_found.end(), [&](const auto& each) { return &each != found && each.profile == found->profile; });
    m_own->setVisible(alone && found->locked && !found->profile.empty() && found->profile != "base");
    m_open->setEnabled(found != nullptr);
}

const policy::PolicyItem* EditTab::item() const {
    const auto* found = file();
    const auto* row = m_tree->currentItem();
    const auto at = row != nullptr && row->parent() != nullptr ? row->data(0, Qt::UserRole).toULongLong() : ~0ULL;
    return found != nullptr && at < found->items.size() ? &found->items[at] : nullptr;
}

EditDialog* EditTab::edit(EditDialog::What what) {
    const auto* found = file();
    const auto* line = item();
    if (found == nullptr || found->locked || found->fault || (what != EditDialog::What::Add && line == nullptr)) {
        return nullptr;
    }
    const auto of = what == EditDialog::What::Add ? policy::PolicyItem() : *line;
    if (what == EditDialog::What::Change && !isOneLine(of)) {
        return nullptr;
    }
    auto* dialog = new EditDialog(m_services, *found, what, of, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &EditDialog::written, this, &EditTab::changed);
    dialog->open();
    return dialog;
}

// The same name, so that every run of that agent goes by it from now on.
void EditTab::makeOwn() {
    const auto* found = file();
    if (found == nullptr || !found->locked || found->profile.empty()) {
        return;
    }
    offThread(
        this, [makes = m_services.policyEditor, name = found->profile] { return std::pair{name, makes()->makeOwn(name, name)}; },
        [this](const std::pair<std::string, Result<std::string>>& made) {
            took(made.second);
            if (made.second) {
                emit ownMade(QString::fromStdString(made.first));
            }
        });
}

void EditTab::makeProject() {
    offThread(
        this, [makes = m_services.policyEditor, project = m_query.project] { return makes()->makeProject(project); },
        [this](const Result<std::string>& made) {
            took(made);
            if (made) {
                emit changed();
            }
        });
}

// What was made is what one wants to see next.
void EditTab::took(const Result<std::string>& made) {
    if (made) {
        m_files->setCurrentIndex(-1);
        m_wanted = QString::fromStdString(*made);
    } else {
        m_state->setText(QString::fromStdString(made.error().text()));
    }
}

QString EditTab::state() const { return m_state->text(); }

} // namespace leadglass::app
