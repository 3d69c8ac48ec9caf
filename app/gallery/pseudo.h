// A language that shows what a real one would break: each text of ours is longer by two fifths and has accents, so that one
// that is cut, or was never translated, is seen.
#pragma once

#include <QTranslator>

namespace leadglass::app::gallery {

class Pseudo : public QTranslator {
    Q_OBJECT
public:
    explicit Pseudo(bool rightToLeft, QObject* parent = nullptr) : QTranslator(parent), m_rightToLeft(rightToLeft) {}
    [[nodiscard]] QString translate(const char* context, const char* text, const char* about, int number) const override;
    [[nodiscard]] bool isEmpty() const override { return false; }

private:
    bool m_rightToLeft;
};

// As it says a text; place holders, mnemonics, tags and patterns of names stay.
QString pseudo(const QString& text);
// Whether something of a text went through it.
bool isPseudo(const QString& text);

} // namespace leadglass::app::gallery
