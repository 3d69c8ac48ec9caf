// A file of an agent that may be a picture: nothing larger than is shown comes out, whatever its head says.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "app/review/picture.h"

using namespace leadglass;
using namespace leadglass::app;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const api::FileSide side{"file", size, std::string(reinterpret_cast<const char*>(data), size)};
    const auto picture = decodePicture(side);
    const bool fits = picture.image.isNull() || (picture.image.width() <= 2000 && picture.image.height() <= 2000 && !pictureType(side.bytes).isEmpty());
    if (!fits || picture.caption.isEmpty() || picture.caption.size() > 200) {
        std::abort();
    }
    return 0;
}
