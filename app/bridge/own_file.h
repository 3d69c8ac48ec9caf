// A small file that the app keeps for itself, read without ever waiting for it.
//
// Whatever stands at the name was put there by whoever can write the person's directories: a FIFO, which nobody writes
// to, would hold the window's thread for good. It is opened without waiting, and read only where it is a regular file.
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

#include "core/base/result.h"

namespace leadglass::app {

// Nothing: there is none (also of a link that leads nowhere). At most `most` bytes and one more, by which a larger one is
// known. The error says why alone, without the name.
Result<std::optional<QByteArray>> readOwnFile(const QString& path, std::size_t most);

} // namespace leadglass::app
