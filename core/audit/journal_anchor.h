// An anchor in the system's journal, where the person's own programs cannot change it later.
//
// Native journal protocol (https://systemd.io/JOURNAL_NATIVE_PROTOCOL/): one datagram of
// FIELD=value lines. Found again with: journalctl LEADGLASS_AUDIT_HISTORY=ID
#pragma once

#include <string>

#include "core/audit/writer.h"
#include "core/base/result.h"

namespace leadglass::audit {

inline constexpr const char* kJournalSocket = "/run/systemd/journal/socket";

// Never blocks. Code::NotFound where there is no journal; then the local anchors are all there is.
Status sendJournalAnchor(const Anchor& anchor, const std::string& run,
                         const std::string& socketPath = kJournalSocket);

}  // namespace leadglass::audit
