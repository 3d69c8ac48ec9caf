// Shows what is about to be pasted into a terminal, whole, before a program gets it.
#pragma once

#include <QDialog>

#include "app/terminal/paste.h"

class QCheckBox;

namespace leadglass::app {

class PasteDialog : public QDialog {
    Q_OBJECT
public:
    PasteDialog(const CleanPaste& what, QWidget* parent);
    // The person does not want to see several lines again in this terminal.
    [[nodiscard]] bool notAgain() const;

private:
    QCheckBox* m_notAgain;
};

} // namespace leadglass::app
