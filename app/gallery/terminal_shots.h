// Terminals in each of their states, from made-up output.
#pragma once

#include <QDir>
#include <QWidget>

#include <memory>
#include <vector>

namespace leadglass::app::gallery {

std::vector<std::unique_ptr<QWidget>> showTerminals();
// Writes a PNG of each into the folder. false: one could not be written, and it was said which.
bool shootTerminals(const QDir& into);

} // namespace leadglass::app::gallery
