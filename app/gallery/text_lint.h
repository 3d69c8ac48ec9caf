// Looks at each window and what is in it as it is painted, and remembers those whose text is cut, or (with the pseudo language) never went
// through tr(). What counts is how it was painted last: that is the picture.
#pragma once

#include <QHash>
#include <QObject>
#include <QStringList>
#include <QWidget>

namespace leadglass::app::gallery {

class TextLint : public QObject {
    Q_OBJECT
public:
    // `untranslated`: text without any letter of the pseudo language is one, too.
    explicit TextLint(bool untranslated, QObject* parent = nullptr);
    [[nodiscard]] QStringList problems() const; // each once: what, and where
    [[nodiscard]] int looked() const { return m_looked; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void judge(QWidget& widget);
    bool m_untranslated;
    int m_looked = 0; // widgets with a text
    QHash<const QObject*, QStringList> m_now;
    QStringList m_gone; // of widgets that are no more
};

} // namespace leadglass::app::gallery
