// leadglass-mint: HTTP, TLS and JSON stay out of this process.
#pragma once

#include <functional>
#include <memory>

#include "core/secrets/keyring.h"
#include "core/secrets/mint_wire.h"
#include "core/secrets/store.h"

namespace leadglass::secrets {

using MintPlace = KeyringPlace;
using MintDone = std::function<void(Result<MintAnswer>)>;

// One request. An answer is Done, Pending or SlowDown; what failed is an Error that says what the server said.
std::unique_ptr<ToolRun> askMint(EventLoop& loop, const MintPlace& place, MintRequest request, Nanos limit, MintDone done);

// Of an answer that is Done: at most kMaxValue bytes each.
Result<Found> foundOf(MintAnswer answer);

} // namespace leadglass::secrets
