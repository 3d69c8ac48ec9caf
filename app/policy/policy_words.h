// How a policy's lines, layers and reach are called in the app.
#pragma once

#include <QString>
#include <QStringList>

#include "core/api/grant_service.h"
#include "core/api/policy_editor.h"
#include "core/api/reach_service.h"

namespace leadglass::app::words {

QString lineTitle(const std::string& title);  // of a PolicyLine
QString layer(const policy::Origin& origin);  // "your profile"
QString place(const policy::Origin& origin);  // "claude.toml:12"
QString lockedBy(policy::LockedBy by);        // empty: by nobody
QString keyName(const std::string& key);      // of a PolicyItem: "Hidden in the project"
QString itemText(const policy::PolicyItem& item);
QString reachKind(api::ReachKind kind);
QString matched(const api::EditPreview& preview); // empty: nothing to look back at
QString grantUse(const api::KeptGrant& grant);
// What changes in the policy, one line each.
QStringList changes(const api::EditPreview& preview);

} // namespace leadglass::app::words
