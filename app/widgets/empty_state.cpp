#include "app/widgets/empty_state.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "app/widgets/plain_label.h"

namespace leadglass::app {

EmptyState::EmptyState(const QString& what, const QString& next, const QString& action, QWidget* parent) : QWidget(parent) {
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(1);
    for (const auto& text : {what, next}) {
        auto* label = new PlainLabel(text);
        label->setTextAlignment(Qt::AlignHCenter);
        if (text == what) {
            QFont large = label->font();
            large.setPointSizeF(large.pointSizeF() * 1.2);
            label->setFont(large);
        }
        layout->addWidget(label);
    }
    if (!action.isEmpty()) {
        auto* button = new QPushButton(action);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, &EmptyState::pressed);
        layout->addWidget(button, 0, Qt::AlignHCenter);
    }
    layout->addStretch(1);
}

} // namespace leadglass::app
