// What a live run takes, in words.
#pragma once

#include <QString>

#include "core/api/run_detail_service.h"

namespace leadglass::app::words {

QString bytes(quint64 count);     // "1.2 GiB", by the person's locale
QString duration(quint64 seconds); // "42 s", "3 min 05 s", "2 h 10 min"
QString cpuTime(quint64 nanoseconds); // "0.42 s", then as duration()
QString limitName(const std::string& name);
// "1.2 GiB of 8 GiB", "at most 1.2 GiB of 8 GiB", "8 GiB" where nobody counts, "3 (no limit)".
QString limitUse(const api::LimitNow& limit);
// What enforces it; of what is not known here in the words of core/. The codes: core/sandbox/limit_lines.h.
QString enforcedBy(const api::LimitNow& limit);
QString enforcer(const std::string& code); // empty: not known
QString processState(api::ProcessNow::State state);
QString changeKind(const std::string& kind);
// Of app/icons.
QString changeIcon(const std::string& kind);

} // namespace leadglass::app::words
