# Flags live in interface targets: warnings, hardening, sanitizers.
option(LEADGLASS_WERROR "Warnings are errors" OFF)
set(LEADGLASS_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize= (address,undefined)")

add_library(leadglass_flags INTERFACE)
target_compile_options(leadglass_flags INTERFACE
    -Wall -Wextra -Wconversion -Wshadow -Wformat=2 -Wnon-virtual-dtor -Woverloaded-virtual
    -fstack-protector-strong -fstack-clash-protection -fPIE)
# Clang before 16 has the zero form only behind a flag that says it may go away.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-ftrivial-auto-var-init=zero LEADGLASS_HAS_AUTO_INIT)
if(LEADGLASS_HAS_AUTO_INIT)
    target_compile_options(leadglass_flags INTERFACE -ftrivial-auto-var-init=zero)
endif()
target_link_options(leadglass_flags INTERFACE -Wl,-z,relro,-z,now -pie)
# lld links in a fifth of the time of ld, and there are three hundred programs: all that is not shipped is linked by it.
find_program(LEADGLASS_LLD ld.lld)
add_library(leadglass_quick_link INTERFACE)
if(LEADGLASS_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_link_options(leadglass_quick_link INTERFACE -fuse-ld=lld)
    if(LEADGLASS_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL Debug)
        target_link_libraries(leadglass_flags INTERFACE leadglass_quick_link)
        set(LEADGLASS_PLAIN_RELOCATIONS ON) # lld 14 does not pack them
    endif()
endif()
# The relocations of a program that may lie anywhere, a bit for each: they are read at every start. Binutils
# 2.38 writes them so, and glibc 2.36 reads them: one without the other is found out by running it.
include(CheckCXXSourceRuns)
set(CMAKE_REQUIRED_LINK_OPTIONS -Wl,-z,pack-relative-relocs)
check_cxx_source_runs("int main() { return 0; }" LEADGLASS_HAS_RELR)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
if(LEADGLASS_HAS_RELR AND NOT LEADGLASS_SANITIZE)
    set(LEADGLASS_RELR -Wl,-z,pack-relative-relocs)
endif()
target_include_directories(leadglass_flags INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
# GCC 12 sees overlapping copies in its own std::string (GCC bug 105651) and uninitialized reads in
# its own std::variant (80635) where there are none.
target_compile_options(leadglass_flags INTERFACE
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict$<SEMICOLON>-Wno-maybe-uninitialized>)
if(LEADGLASS_WERROR)
    target_compile_options(leadglass_flags INTERFACE -Werror)
endif()
if(LEADGLASS_SANITIZE)
    target_compile_options(leadglass_flags INTERFACE
        -fsanitize=${LEADGLASS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
        # GCC sees maybe-uninitialized reads where the sanitizer's own instrumentation is.
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized -Wno-uninitialized>)
    target_link_options(leadglass_flags INTERFACE -fsanitize=${LEADGLASS_SANITIZE})
    if(LEADGLASS_SANITIZE MATCHES undefined AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        # GCC keeps the words of each check, with two relocations, for every copy of an inline function:
        # 4.6 million relocations made `leadglass --version` take a second. A trap ends as surely;
        # with ASAN_OPTIONS=handle_sigill=1 it is reported with its stack.
        target_compile_options(leadglass_flags INTERFACE -fsanitize-undefined-trap-on-error)
    endif()
else()
    target_compile_definitions(leadglass_flags INTERFACE
        $<$<NOT:$<CONFIG:Debug>>:_FORTIFY_SOURCE=2> _GLIBCXX_ASSERTIONS)
    # What nobody calls is left out, and what a start calls can be put side by side.
    target_compile_options(leadglass_flags INTERFACE $<$<NOT:$<CONFIG:Debug>>:-ffunction-sections>)
endif()

# Programs that are started for every run: the C++ runtime inside, since looking up its thousands of
# symbols took a third of the time of `leadglass --version`.
add_library(leadglass_program_flags INTERFACE)
target_link_libraries(leadglass_program_flags INTERFACE leadglass_flags)
if(NOT LEADGLASS_PLAIN_RELOCATIONS)
    target_link_options(leadglass_program_flags INTERFACE ${LEADGLASS_RELR})
endif()
target_link_options(leadglass_program_flags INTERFACE -Wl,--as-needed)
if(NOT LEADGLASS_SANITIZE)
    target_link_options(leadglass_program_flags INTERFACE -static-libstdc++ -static-libgcc -Wl,--gc-sections)
endif()

# The tiny programs are static, without exceptions, RTTI or sanitizers.
add_library(leadglass_tiny_flags INTERFACE)
target_compile_options(leadglass_tiny_flags INTERFACE
    -Wall -Wextra -Wconversion -Wshadow -Wformat=2
    -fno-exceptions -fno-rtti -fno-threadsafe-statics -fstack-protector-strong
    -fstack-clash-protection -fPIE -ffunction-sections -fdata-sections -O2)
if(LEADGLASS_HAS_AUTO_INIT)
    target_compile_options(leadglass_tiny_flags INTERFACE -ftrivial-auto-var-init=zero)
endif()
target_link_options(leadglass_tiny_flags INTERFACE -static-pie -Wl,-z,relro,-z,now ${LEADGLASS_RELR} -Wl,--gc-sections -s)
target_include_directories(leadglass_tiny_flags INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
if(LEADGLASS_WERROR)
    target_compile_options(leadglass_tiny_flags INTERFACE -Werror)
endif()
