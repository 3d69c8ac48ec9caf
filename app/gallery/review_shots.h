// The review page in each of its states.
#pragma once

#include <QDir>
#include <QWidget>

#include <memory>
#include <vector>

namespace leadglass::app::gallery {

// Shows a page of each scene, and returns once all are as they stay.
std::vector<std::unique_ptr<QWidget>> showReviews();
// Writes a PNG of each into the folder. false: one could not be written, and it was said which.
bool shootReviews(const QDir& into);

} // namespace leadglass::app::gallery
