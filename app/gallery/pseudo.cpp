#include "app/gallery/pseudo.h"

#include <QRegularExpression>

namespace leadglass::app::gallery {
namespace {

const QString kPlain = QStringLiteral("aceidnosuyzACEIDNOSUYZ");
const QString kAccented = QString::fromUtf8("áçéíđñóšúýžÁÇÉÍĐÑÓŠÚÝŽ");
const QString kFiller = QString::fromUtf8("óñé ťwó ťhřéé ƒóúř ƒívé šíx ");

// What must come through as it is.
const QRegularExpression& kept() {
    static const QRegularExpression all(QStringLiteral("%L?\\d+|%L?n|<[^>]*>|&[a-z]+;|\\S*\\*\\S*"));
    return all;
}

} // namespace

QString pseudo(const QString& text) {
    QString out;
    auto matches = kept().globalMatch(text);
    qsizetype at = 0;
    const auto accent = [&](qsizetype end) {
        for (; at < end; ++at) {
            const auto found = kPlain.indexOf(text[at]);
            out += found < 0 ? text[at] : kAccented[found];
        }
    };
    while (matches.hasNext()) {
        const auto match = matches.next();
        accent(match.capturedStart());
        out += match.captured();
        at = match.capturedEnd();
    }
    accent(text.size());
    const qsizetype more = (text.size() * 2 + 4) / 5;
    return text.trimmed().isEmpty() ? text : out + QLatin1Char(' ') + kFiller.repeated(more / kFiller.size() + 1).left(more).trimmed();
}

bool isPseudo(const QString& text) {
    return std::any_of(text.begin(), text.end(), [](QChar each) { return kAccented.contains(each) || kFiller.contains(each, Qt::CaseSensitive) ? each.unicode() > 0x7f : false; });
}

QString Pseudo::translate(const char*, const char* text, const char*, int) const {
    const QString source = QString::fromUtf8(text);
    if (source == QLatin1String("QT_LAYOUT_DIRECTION")) {
        return m_rightToLeft ? QStringLiteral("RTL") : QStringLiteral("LTR");
    }
    return pseudo(source);
}

} // namespace leadglass::app::gallery
