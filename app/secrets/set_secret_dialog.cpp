#include "app/secrets/set_secret_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>

#include "app/bridge/off_thread.h"
#include "app/secrets/secret_edit.h"
#include "app/secrets/secret_words.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {

SetSecretDialog::SetSecretDialog(const Services& services, const api::KeptSecret* known, QWidget* parent)
    : QDialog(parent), m_services(services), m_name(new QLineEdit), m_store(new QComboBox), m_value(new SecretEdit), m_trouble(new PlainLabel) {
    setWindowTitle(known == nullptr ? tr("Keep a credential") : tr("A new value for a credential"));
    for (const auto store : {api::SecretStore::Keyring, api::SecretStore::File}) {
        m_store->addItem(words::secretStore(store), static_cast<int>(store));
    }
    if (known != nullptr) {
        m_name->setText(QString::fromStdString(known->name));
        m_name->setReadOnly(true);
        m_store->setCurrentIndex(m_store->findData(static_cast<int>(known->store)));
        m_store->setEnabled(false);
    }
    build();
    (known == nullptr ? static_cast<QWidget*>(m_name) : m_value)->setFocus();
    connect(m_name, &QLineEdit::textChanged, this, &SetSecretDialog::tell);
    connect(m_value, &SecretEdit::filled, this, &SetSecretDialog::tell);
    connect(m_value, &QLineEdit::returnPressed, this, &SetSecretDialog::keep);
    connect(m_value, &SecretEdit::tooLong, this, [this] {
        m_trouble->setText(tr("That is longer than 16 KiB, or no memory is left that is never written to a disk. It was not taken."));
        m_trouble->show();
    });
    tell();
}

void SetSecretDialog::build() {
    auto* form = new QFormLayout;
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("&Name:"), m_name);
    //: Where a credential lies.
    form->addRow(tr("&Kept in:"), m_store);
    form->addRow(tr("&Value:"), m_value);
    m_name->setMaxLength(64);
    m_name->setPlaceholderText(tr("as policies call it, for example anthropic"));
    m_trouble->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_keep = buttons->addButton(tr("K&eep it"), QDialogButtonBox::AcceptRole);
    m_keep->setAutoDefault(false);
    buttons->setFocusProxy(nullptr); // Tab would not come past its first button (Qt 6.4)
    connect(buttons, &QDialogButtonBox::accepted, this, &SetSecretDialog::keep);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(new PlainLabel(tr("The agent never gets this value. A run has a placeholder in its place, which is worth nothing elsewhere; "
                                        "on its way to the hosts that a policy names, and to no other, the value is put in.")));
    layout->addLayout(form);
    layout->addWidget(new PlainLabel(tr("In the keyring it is as safe as your password. A file lies in your configuration, not encrypted, readable by you "
                                        "alone: for machines without a keyring. No run sees either.")));
    layout->addWidget(m_trouble);
    layout->addStretch(1);
    layout->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 80, sizeHint().height());
}

QString SetSecretDialog::trouble() const { return m_trouble->isHidden() ? QString() : m_trouble->text(); }

void SetSecretDialog::tell() { m_keep->setEnabled(!m_busy && !m_name->text().isEmpty() && !m_value->isEmpty()); }

void SetSecretDialog::keep() {
    if (!m_keep->isEnabled()) {
        return;
    }
    auto value = m_value->take();
    if (!value) {
        return told(value.error());
    }
    m_busy = true;
    tell();
    m_trouble->setText(tr("Keeping it… A keyring that is locked asks you for its password."));
    m_trouble->show();
    offThread(
        this,
        [makes = m_services.secrets, name = m_name->text().toStdString(), store = static_cast<api::SecretStore>(m_store->currentData().toInt()),
         kept = std::make_shared<SecretBytes>(std::move(*value))] { return makes()->set(name, store, *kept); },
        [this](const Status& done) { told(done); }, urgentThreads());
}

// The value is gone either way: it is typed again rather than kept for a second try.
void SetSecretDialog::told(const Status& done) {
    m_busy = false;
    if (done) {
        emit kept(m_name->text());
        return accept();
    }
    //: %1: what went wrong
    m_trouble->setText(tr("%1\nNothing was kept. Type the value once more to try again.").arg(shownOnce(done.error().text(), 1000)));
    m_trouble->show();
    tell();
    m_value->setFocus();
}

} // namespace leadglass::app
