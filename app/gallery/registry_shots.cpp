#include "app/gallery/registry_shots.h"

#include <QApplication>
#include <QComboBox>
#include <QRadioButton>
#include <QVBoxLayout>

#include <cstdio>

#include "app/approval/answer_button.h"
#include "app/approval/approval_card.h"
#include "app/gallery/fixtures.h"
#include "app/gallery/settle.h"

namespace leadglass::app::gallery {
namespace {

// `many`: as many hosts as are ever offered, with long names.
bool shootOne(const QDir& into, const QString& name, bool many) {
    const auto scene = approvalScenes().front();
    auto question = scene.questions.front();
    question.registries = {{"npm", {"cdn.example.org", "npm.corp.example:8443/tls"}}};
    for (int i = 0; many && i < 22; ++i) {
        question.registries.front().hosts.push_back("packages-of-team-" + std::to_string(i) + ".artifacts.corp.example");
    }
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    auto* card = new ApprovalCard;
    layout->addWidget(card);
    card->setQuestion(question);
    card->setContext(scene.context);
    card->findChildren<QRadioButton*>().back()->setChecked(true);
    auto* lifetime = card->findChild<QComboBox*>();
    lifetime->setCurrentIndex(lifetime->findData(static_cast<int>(api::AnswerScope::Project)));
    card->setPreview({"registry = \"npm\"", 1000, 214, 3});
    window.resize(card->fontMetrics().averageCharWidth() * 90, card->fontMetrics().height() * 34);
    window.show();
    settle(1200);
    for (auto* button : card->findChildren<AnswerButton*>()) { // the first press
        if (!many && button->isEnabled() && button != card->findChildren<AnswerButton*>().front()) {
            button->click();
        }
    }
    settle(300);
    const QString file = into.filePath(name);
    if (!window.grab().save(file)) {
        std::fprintf(stderr, "leadglass-gallery: cannot write %s\n", qPrintable(file));
        return false;
    }
    return true;
}

} // namespace

bool shootRegistries(const QDir& into) {
    return shootOne(into, QStringLiteral("approval-registry.png"), false) && shootOne(into, QStringLiteral("approval-registry-large.png"), true);
}

} // namespace leadglass::app::gallery
