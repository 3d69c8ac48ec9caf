#include "app/settings/chord_edit.h"

#include <QAccessibleWidget>
#include <QLineEdit>

namespace leadglass::app {
namespace {

// Qt has none of its own for it.
class Face final : public QAccessibleWidget {
public:
    explicit Face(ChordEdit* edit) : QAccessibleWidget(edit, QAccessible::HotkeyField), m_edit(edit) {}
    [[nodiscard]] QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Value ? m_edit->keySequence().toString(QKeySequence::NativeText) : QAccessibleWidget::text(kind);
    }

private:
    ChordEdit* m_edit;
};

QAccessibleInterface* makeFace(const QString&, QObject* object) {
    auto* edit = qobject_cast<ChordEdit*>(object);
    return edit != nullptr ? new Face(edit) : nullptr; // Qt owns it
}

} // namespace

ChordEdit::ChordEdit(const QString& name, QWidget* parent) : QKeySequenceEdit(parent) {
    static const bool installed = (QAccessible::installFactory(makeFace), true);
    Q_UNUSED(installed);
    setAccessibleName(name);
    const auto lines = findChildren<QLineEdit*>();
    for (auto* line : lines) {
        line->setAccessibleName(name);
    }
}

} // namespace leadglass::app
