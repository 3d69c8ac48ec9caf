// The folders that runs worked in, to be proposed where a person chooses one.
//
// A field takes what is proposed as it is, so none can be escaped there: a name that would have to be (one that turns the
// order of letters, or breaks the line) is left out. It can be chosen by the desktop's own dialog.
#pragma once

#include <QStringList>

#include "core/api/review_service.h"

namespace leadglass::app {

// Each once, in the order of the runs.
QStringList proposedFolders(const std::vector<api::RunInfo>& runs);

} // namespace leadglass::app
