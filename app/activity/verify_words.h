// What a check of the history found, in the words of `leadglass audit verify`.
#pragma once

#include <QString>

#include "core/api/audit_service.h"

namespace leadglass::app::words {

// One line: intact, damaged and where, or missing.
QString verdict(const api::AuditReport& report);
// All of it, for people: rows, head, anchors, findings, notes.
QString whole(const api::AuditReport& report);

} // namespace leadglass::app::words
