// The event loop runs for so long, so that what a picture is taken of has come to rest.
#pragma once

namespace leadglass::app::gallery {

void settle(int milliseconds);

} // namespace leadglass::app::gallery
