# leadglass_test(NAME SOURCES ... LIBS ... LABELS ... [TIMEOUT s] [NEEDS userns ...])
#
# One Qt Test program. Exit 77 = a capability is missing (skipped); tests/support/require.h turns
# that into a failure where LEADGLASS_REQUIRE names the capability.
# Without optimisation the header of Qt Test is half of what most of these files cost to compile: it is read once.
# With it, mapping the result (230 MB) costs as much, and GCC 12 warns of its own std::string (bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_BUILD_TYPE STREQUAL Debug)
    add_library(leadglass_test_header OBJECT ${CMAKE_SOURCE_DIR}/tests/support/qt_test_header.cpp)
    target_precompile_headers(leadglass_test_header PRIVATE <QtTest/QtTest>)
    # Qt defines these as each test's own folders, and with them no two could share a precompiled header.
    set(leadglass_test_options -UQT_TESTCASE_BUILDDIR -UQT_TESTCASE_SOURCEDIR
        "-DQT_TESTCASE_BUILDDIR=\"${CMAKE_BINARY_DIR}/tests\"" "-DQT_TESTCASE_SOURCEDIR=\"${CMAKE_SOURCE_DIR}/tests\"")
    target_compile_options(leadglass_test_header PRIVATE ${leadglass_test_options})
    target_link_libraries(leadglass_test_header PRIVATE leadglass_flags Qt6::Core Qt6::Test)
endif()

function(leadglass_test name)
    cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LIBS;LABELS" ${ARGN})
    add_executable(${name} ${arg_SOURCES})
    # Without AUTOMOC, which costs each test a step and a second file to compile.
    foreach(source ${arg_SOURCES})
        get_filename_component(base ${source} NAME_WE)
        file(STRINGS ${source} includes_moc REGEX "^#include \"${base}\\.moc\"")
        if(includes_moc)
            set(moc ${CMAKE_CURRENT_BINARY_DIR}/${name}_moc/${base}.moc)
            qt6_generate_moc(${source} ${moc})
            set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS ${moc})
            target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${name}_moc)
        endif()
    endforeach()
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_compile_definitions(${name} PRIVATE
        LEADGLASS_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}" LEADGLASS_BIN_DIR="${CMAKE_BINARY_DIR}/bin")
    if(TARGET leadglass_test_header)
        target_compile_options(${name} PRIVATE ${leadglass_test_options})
        target_precompile_headers(${name} REUSE_FROM leadglass_test_header)
    endif()
    target_link_libraries(${name} PRIVATE leadglass_flags ${arg_LIBS} Qt6::Core Qt6::Test)
    add_test(NAME ${name} COMMAND ${name})
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    if(NOT arg_LABELS)
        set(arg_LABELS unit)
    endif()
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT} SKIP_RETURN_CODE 77)
endfunction()

# leadglass_fuzz(TARGET SOURCE LIBS ...): `int LLVMFuzzerTestOneInput`; with clang and
# LEADGLASS_FUZZ=ON a libFuzzer program, else a replay of tests/fuzz/corpus/TARGET under CTest.
option(LEADGLASS_FUZZ "Build libFuzzer targets (clang)" OFF)
function(leadglass_fuzz name source)
    cmake_parse_arguments(arg "" "" "LIBS" ${ARGN})
    if(LEADGLASS_FUZZ)
        add_executable(fuzz_${name} ${source})
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    else()
        add_executable(fuzz_${name} ${source} ${CMAKE_SOURCE_DIR}/tests/fuzz/replay_main.cpp)
        add_test(NAME fuzz_${name} COMMAND fuzz_${name} ${CMAKE_SOURCE_DIR}/tests/fuzz/corpus/${name})
        set_tests_properties(fuzz_${name} PROPERTIES LABELS fuzz TIMEOUT 120)
    endif()
    set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_link_libraries(fuzz_${name} PRIVATE leadglass_flags ${arg_LIBS})
endfunction()
