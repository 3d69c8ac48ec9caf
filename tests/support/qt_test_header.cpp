// Carries the precompiled header that all Qt tests share (packaging/cmake/Tests.cmake).
