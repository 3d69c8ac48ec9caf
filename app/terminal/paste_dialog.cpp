#include "app/terminal/paste_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/widgets/plain_label.h"

namespace leadglass::app {

PasteDialog::PasteDialog(const CleanPaste& what, QWidget* parent) : QDialog(parent), m_notAgain(new QCheckBox(tr("Do &not ask about several lines again in this terminal"))) {
    setWindowTitle(tr("Paste"));
    QStringList why;
    if (what.lines > 1) {
        why.append(tr("Each line may be done at once, without Return."));
    }
    if (what.controls > 0) {
        why.append(tr("%n character(s) that cannot be seen were taken out.", nullptr, what.controls));
    }
    auto* text = new QPlainTextEdit(QString(what.text).replace(QLatin1Char('\r'), QLatin1Char('\n')));
    text->setReadOnly(true);
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text->setAccessibleName(tr("What is pasted"));
    text->setMinimumWidth(text->fontMetrics().averageCharWidth() * 70);
    m_notAgain->setVisible(what.lines > 1);
    auto* buttons = new QDialogButtonBox;
    auto* yes = buttons->addButton(tr("&Paste"), QDialogButtonBox::AcceptRole);
    auto* no = buttons->addButton(QDialogButtonBox::Cancel);
    yes->setAutoDefault(false);
    no->setDefault(true); // Return would come from what was pasted before
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(new PlainLabel(tr("Paste this into the terminal?") + QLatin1Char('\n') + why.join(QLatin1Char(' '))));
    layout->addWidget(text, 1);
    layout->addWidget(m_notAgain);
    layout->addWidget(buttons);
    no->setFocus();
}

bool PasteDialog::notAgain() const { return m_notAgain->isChecked(); }

} // namespace leadglass::app
