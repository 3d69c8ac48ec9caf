// What a program loads only once it is needed, told to those who know when there is time for it.
#pragma once

namespace leadglass::late {

// `load`: loads all that would else be loaded at its first use. By main(), before any thread is started.
void setLoader(void (*load)());

// Does so, where a program has set one; else nothing. For moments in which one waits for others anyway.
void load();

} // namespace leadglass::late
