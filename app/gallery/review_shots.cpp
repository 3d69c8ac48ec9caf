#include "app/gallery/review_shots.h"

#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QTreeView>

#include <algorithm>
#include <cstdio>

#include "app/gallery/review_fixtures.h"
#include "app/review/change_model.h"
#include "app/review/diff_view.h"
#include "app/review/review_page.h"

namespace leadglass::app::gallery {
namespace {

constexpr int kLongest = 60'000; // milliseconds

using Pages = std::vector<std::unique_ptr<QWidget>>;

ReviewPage* pageOf(const std::unique_ptr<QWidget>& page) { return static_cast<ReviewPage*>(page.get()); }

void waitFor(const Pages& pages) {
    const auto isReady = [](const auto& page) { return pageOf(page)->isIdle() && pageOf(page)->diff().isReady(); };
    QElapsedTimer timer;
    timer.start();
    do {
        QApplication::processEvents(QEventLoop::AllEvents, 20);
    } while (timer.elapsed() < 200 || (timer.elapsed() < kLongest && !std::all_of(pages.begin(), pages.end(), isReady)));
}

} // namespace

Pages showReviews() {
    Pages out;
    const auto scenes = reviewScenes();
    for (const auto& scene : scenes) {
        auto page = std::make_unique<ReviewPage>(servicesOf(scene));
        page->setObjectName(QString::fromStdString(scene.name));
        page->resize(page->fontMetrics().averageCharWidth() * 130, page->fontMetrics().height() * 40);
        page->show();
        out.push_back(std::move(page));
    }
    waitFor(out);
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        auto* page = pageOf(out[i]);
        if (const auto at = page->model().indexOf(scenes[i].select); at.isValid()) {
            page->findChild<QTreeView*>()->setCurrentIndex(at);
        }
        page->diff().setSideBySide(scenes[i].sideBySide);
        if (scenes[i].apply) {
            page->apply();
        }
    }
    waitFor(out);
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        auto* page = pageOf(out[i]);
        const auto at = page->model().indexOf(scenes[i].select);
        if (page->model().needsChoice(at) && !scenes[i].left.empty()) {
            page->model().choose(at, api::ConflictChoice::Theirs);
        }
        for (const int hunk : scenes[i].left) {
            page->model().takeHunk(at, static_cast<std::size_t>(hunk), false);
        }
        if (auto* compare = page->diff().findChild<QComboBox*>(); scenes[i].compare > 0) {
            compare->setCurrentIndex(scenes[i].compare);
            emit compare->activated(scenes[i].compare);
        }
    }
    return out;
}

bool shootReviews(const QDir& into) {
    for (const auto& page : showReviews()) {
        const QString file = into.filePath(page->objectName() + QStringLiteral(".png"));
        if (!page->grab().save(file)) {
            std::fprintf(stderr, "leadglass-gallery: cannot write '%s'\n", qUtf8Printable(file));
            return false;
        }
    }
    return true;
}

} // namespace leadglass::app::gallery
