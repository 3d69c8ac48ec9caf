// Rows of the history as people read them. Pure: what the screen is like comes in.
//
// Stored text was escaped once, when it was written; it is escaped again only where the file seems
// to have been edited.
#pragma once

#include <string>
#include <vector>

#include "core/audit/event.h"

namespace leadglass::cli {

struct Screen {
    bool terminal = false;   // header, dates once, columns that fit
    bool colour = false;
    bool utf8 = false;
    std::size_t width = 80;  // columns; of a terminal only
};
// Standard output. The width is the terminal's, else COLUMNS, else 80.
Screen screenOfOutput();

std::string shown(const std::string& stored, std::size_t maxBytes);
std::string kindWords(audit::Kind kind);         // "run start"
std::string whyWords(const audit::Event& event);  // "no rule allows it", "you allowed it"
std::string whoWords(const audit::Event& event);  // "curl 13949": the process, without its parents

// At most `width` columns, the rest replaced by a mark.
std::string cut(const std::string& text, std::size_t width, bool utf8);

std::string rowsText(const std::vector<audit::Row>& rows, const Screen& screen);
std::string rowText(const audit::Row& row);  // everything, one field a line

}  // namespace leadglass::cli
