// Icons of the app: shapes drawn in the colour of the text beside them, in any theme and scale. Each state has a shape
// of its own: colour says nothing that the shape does not.
#pragma once

#include <QIcon>
#include <QString>

namespace leadglass::app {

// `name`: a file of app/icons without its ending; one that does not exist ends the program in a debug build.
QIcon icon(const QString& name);
// With a number on a filled disc in the corner, as the tray shows how many questions wait; above 9: "+".
QIcon icon(const QString& name, int number);

} // namespace leadglass::app
