#include "app/widgets/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QTranslator>

// A library's resources are linked in only where they are asked for, by a call outside of any namespace.
static void loadWords() { Q_INIT_RESOURCE(i18n); }

namespace leadglass::app {

void speak(const QLocale& locale) {
    loadWords();
    QLocale::setDefault(locale);
    auto* qt = new QTranslator(QCoreApplication::instance());
    if (qt->load(locale, QStringLiteral("qtbase"), QStringLiteral("_"), QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(qt);
    }
    auto* ours = new QTranslator(QCoreApplication::instance());
    const QString folder = QStringLiteral(":/i18n"), name = QStringLiteral("leadglass"), sign = QStringLiteral("_");
    if (ours->load(locale, name, sign, folder) || ours->load(QLocale(QLocale::English), name, sign, folder)) {
        QCoreApplication::installTranslator(ours);
    }
}

} // namespace leadglass::app
