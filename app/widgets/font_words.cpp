#include "app/widgets/font_words.h"

#include <QString>
#include <QtGlobal>

namespace leadglass::app {
namespace {

QtMessageHandler before = nullptr;

void say(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    if (type == QtWarningMsg && message.startsWith(QLatin1String("  OpenType support missing for "))) {
        return;
    }
    before(type, context, message);
}

} // namespace

void dropFontWords() { before = qInstallMessageHandler(&say); }

} // namespace leadglass::app
