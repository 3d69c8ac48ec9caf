// Codes of the history in the person's language. core/ has words for them, too, in English: for what is not known here.
#pragma once

#include <QString>

#include <string>

namespace leadglass::app::words {

// Why something was refused or asked (policy::refusalReasons()), or what an apply, an undo or a discard did: "no rule
// allows it" for "default". Empty: the code is not known.
QString reasonOf(const std::string& code);

} // namespace leadglass::app::words
