// Made-up questions for the gallery: every state of a card, and what hostile text looks like on it.
#pragma once

#include <string>
#include <vector>

#include "app/bridge/services.h"

namespace leadglass::app::gallery {

struct Scene {
    std::string name; // of the picture
    std::vector<api::PendingQuestion> questions;
    api::QuestionContext context;
    api::AnswerPreview preview;
};

std::vector<Scene> approvalScenes();
// Gives the questions of one scene, and never another.
Services servicesOf(const Scene& scene);

} // namespace leadglass::app::gallery
