// A field that takes a chord as it is pressed, and that a screen reader knows for one.
#pragma once

#include <QKeySequenceEdit>

namespace leadglass::app {

class ChordEdit : public QKeySequenceEdit {
    Q_OBJECT
public:
    // `name`: for a screen reader.
    explicit ChordEdit(const QString& name, QWidget* parent = nullptr);
};

} // namespace leadglass::app
