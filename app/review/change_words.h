// How a run and what it changed are told to a person.
#pragma once

#include <QString>
#include <QStringList>

#include "core/api/review_service.h"

namespace leadglass::app::words {

QString runLine(const api::RunInfo& run);      // project, time, state, command: one line

QString kind(const std::string& kind);           // "new", "deleted", "renamed": a word or two
QString kindIcon(const api::ChangeItem& change); // a name for icon()
// Full sentences: what happens to it, its mode, its sizes, where a link leads.
QStringList sentences(const api::ChangeItem& change);

QString commit(const api::CommitItem& commit);        // one line
QString commitInFull(const api::CommitItem& commit);  // with its files
QString ref(const api::RefItem& ref);                 // one line
QString refInFull(const api::RefItem& ref);           // with the commits that it drops
QString staged(const api::StagedItem& item);

// "12 changed, 3 deleted, 2 risky, 1 commit": what is not there is not told.
QString summary(const api::Review& review);

} // namespace leadglass::app::words
