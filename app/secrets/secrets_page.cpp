#include "app/secrets/secrets_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeWidget>

#include "app/bridge/off_thread.h"
#include "app/secrets/secret_words.h"
#include "app/secrets/set_secret_dialog.h"
#include "app/widgets/empty_state.h"
#include "app/widgets/icons.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"
#include "app/widgets/whole_text.h"

namespace leadglass::app {
namespace {

enum Column { Name, Store, Places, Used, State, kColumns };

} // namespace

SecretsPage::SecretsPage(const Services& services, QWidget* parent)
    : QWidget(parent), m_services(services), m_about(new PlainLabel(tr("Agents use these without having them: a run gets a placeholder, and the value is put in "
                                                                        "on its way to the hosts that a policy names."))),
      m_noticeRow(new QWidget), m_noticeIcon(new QLabel), m_notice(new PlainLabel), m_stack(new QStackedWidget), m_tree(new QTreeWidget),
      m_empty(new EmptyState(tr("No credential is kept"),
                             tr("Keep the key of your agent's provider here, and take it out of your environment: runs work as before, and the agent "
                                "cannot give away what it never had."),
                             tr("Keep one…"))),
      m_said(new PlainLabel), m_new(new QPushButton(tr("&Keep one…"))), m_again(new QPushButton(tr("New &value…"))), m_test(new QPushButton(tr("&Test"))),
      m_remove(new QPushButton(tr("&Remove…"))) {
    build();
    connect(m_new, &QPushButton::clicked, this, [this] { set(false); });
    connect(m_empty, &EmptyState::pressed, this, [this] { set(false); });
    connect(m_again, &QPushButton::clicked, this, [this] { set(true); });
    connect(m_test, &QPushButton::clicked, this, &SecretsPage::test);
    connect(m_remove, &QPushButton::clicked, this, &SecretsPage::remove);
    connect(m_tree, &QTreeWidget::itemSelectionChanged, this, &SecretsPage::buttons);
    buttons();
}

void SecretsPage::build() {
    m_tree->setRootIsDecorated(false);
    m_tree->setAlternatingRowColors(true);
    //: Columns: name of a credential, where it lies, where policies let it go, when it was last used, whether it can be used.
    m_tree->setHeaderLabels({tr("Name"), tr("Kept in"), tr("Goes to"), tr("Last used"), tr("State")});
    m_tree->setAccessibleName(tr("Credentials"));
    m_tree->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_tree->header()->setStretchLastSection(false);
    for (const int wide : {Places, State}) { // they share what the short ones leave
        m_tree->header()->setSectionResizeMode(wide, QHeaderView::Stretch);
        WholeText::set(m_tree, wide);
    }
    m_stack->addWidget(m_tree);
    m_stack->addWidget(m_empty);
    auto* notice = new QHBoxLayout(m_noticeRow);
    notice->setContentsMargins(0, 0, 0, 0);
    notice->addWidget(m_noticeIcon, 0, Qt::AlignTop);
    notice->addWidget(m_notice, 1);
    m_noticeRow->hide();
    m_said->hide();
    auto* row = new QHBoxLayout;
    for (auto* button : {m_new, m_again, m_test, m_remove}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_about);
    layout->addWidget(m_noticeRow);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_said);
    layout->addLayout(row);
}

void SecretsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    look();
}

QString SecretsPage::notice() const { return m_noticeRow->isHidden() ? QString() : m_notice->text(); }
QString SecretsPage::said() const { return m_said->isHidden() ? QString() : m_said->text(); }
bool SecretsPage::isEmpty() const { return m_stack->currentWidget() == m_empty; }

void SecretsPage::say(const QString& text) {
    m_said->setText(text);
    m_said->setVisible(!text.isEmpty());
}

void SecretsPage::look() {
    ++m_busy;
    offThread(
        this, [makes = m_services.secrets] { return makes()->list(); },
        [this, number = ++m_asked](const Result<api::KeptSecrets>& found) {
            --m_busy;
            if (number == m_asked) {
                tell(found);
            }
        },
        urgentThreads());
}

void SecretsPage::tell(const Result<api::KeptSecrets>& found) {
    if (m_wanted.isEmpty() && selected() != nullptr) {
        m_wanted = QString::fromStdString(selected()->name);
    }
    QStringList notices;
    if (found) {
        m_secrets = found->secrets;
        for (const auto& each : found->notices) {
            notices.append(shownOnce(each, 1000));
        }
    } else { // what was known before stays
        notices.append(shownOnce(found.error().text(), 1000));
    }
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this);
    m_noticeIcon->setPixmap(icon(QStringLiteral("risk-unusual")).pixmap(QSize(size, size), devicePixelRatioF()));
    m_notice->setText(notices.join(QLatin1Char('\n')));
    m_noticeRow->setVisible(!notices.isEmpty());
    m_tree->clear();
    for (const auto& secret : m_secrets) {
        const QString places = words::secretPlaces(secret);
        auto* row = new QTreeWidgetItem({leftToRight(shownOnce(secret.name, 120)), words::secretStore(secret.store), places.isEmpty() ? tr("nowhere") : places,
                                         words::secretLastUse(secret), words::secretState(secret)});
        row->setIcon(State, icon(words::secretIcon(words::secretStateOf(secret))));
        row->setToolTip(Places, QStringLiteral("<qt>%1</qt>").arg(words::secretPlaces(secret, 20).toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"))));
        m_tree->addTopLevelItem(row);
        if (QString::fromStdString(secret.name) == m_wanted) {
            m_tree->setCurrentItem(row);
        }
    }
    m_wanted.clear();
    m_stack->setCurrentWidget(m_secrets.empty() ? static_cast<QWidget*>(m_empty) : m_tree);
    buttons();
}

void SecretsPage::buttons() {
    m_new->setVisible(!isEmpty());
    for (auto* button : {m_again, m_test, m_remove}) {
        button->setVisible(!isEmpty());
        button->setEnabled(selected() != nullptr);
    }
}

const api::KeptSecret* SecretsPage::selected() const {
    const auto* item = m_tree->currentItem();
    const int row = item == nullptr || !item->isSelected() ? -1 : m_tree->indexOfTopLevelItem(const_cast<QTreeWidgetItem*>(item));
    return row < 0 || row >= static_cast<int>(m_secrets.size()) ? nullptr : &m_secrets[static_cast<std::size_t>(row)];
}

SetSecretDialog* SecretsPage::set(bool again) {
    const auto* known = again ? selected() : nullptr;
    if (again && known == nullptr) {
        return nullptr;
    }
    auto* dialog = new SetSecretDialog(m_services, known, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SetSecretDialog::kept, this, [this](const QString& name) {
        say(tr("Kept: %1. Runs that start from now on use it where their policy names it.").arg(shownOnce(name.toStdString(), 120)));
        m_wanted = name;
        look();
    });
    dialog->open();
    return dialog;
}

void SecretsPage::test() {
    const auto* secret = selected();
    if (secret == nullptr) {
        return;
    }
    ++m_busy;
    say(tr("Reading %1… A keyring that is locked asks you for its password.").arg(shownOnce(secret->name, 120)));
    offThread(
        this, [makes = m_services.secrets, name = secret->name, store = secret->store] { return makes()->test(name, store); },
        [this](const Result<api::SecretShape>& shape) {
            --m_busy;
            say(shape ? words::secretTested(*shape) : shownOnce(shape.error().text(), 1000));
            look(); // it may have been unlocked for it
        },
        urgentThreads());
}

void SecretsPage::remove() {
    if (selected() == nullptr) {
        return;
    }
    const api::KeptSecret secret = *selected();
    const QString places = words::secretPlaces(secret, 8);
    const QString bound = places.isEmpty() ? tr("No policy names it.") : tr("Runs then have nothing to put in for:\n%1").arg(places);
    const QString gone = tr("The value cannot be brought back. Runs that are live keep it until they end.");
    // In one text: Qt gives an informative one too little height where its words are long.
    auto* sure = new QMessageBox(QMessageBox::Question, tr("Remove a credential"),
                                 tr("Remove %1 from %2?").arg(shownOnce(secret.name, 120), words::secretStore(secret.store)) + QLatin1String("\n\n") + bound + QLatin1String("\n\n") + gone,
                                 QMessageBox::NoButton, this);
    sure->setAttribute(Qt::WA_DeleteOnClose);
    sure->setTextFormat(Qt::PlainText);
    auto* does = sure->addButton(tr("R&emove"), QMessageBox::AcceptRole);
    auto* stays = sure->addButton(tr("&Stay"), QMessageBox::RejectRole);
    sure->setDefaultButton(stays);
    sure->setEscapeButton(stays);
    connect(does, &QPushButton::clicked, this, [this, secret] { forget(secret); });
    sure->open();
}

void SecretsPage::forget(const api::KeptSecret& secret) {
    ++m_busy;
    offThread(
        this, [makes = m_services.secrets, secret] { return makes()->remove(secret.name, secret.store); },
        [this, name = secret.name](const Result<api::SecretStore>& done) {
            --m_busy;
            say(done ? tr("Removed: %1.").arg(shownOnce(name, 120)) : shownOnce(done.error().text(), 1000));
            look();
        },
        urgentThreads());
}

} // namespace leadglass::app
