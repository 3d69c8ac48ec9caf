# leadglass_test(NAME SOURCES ... LIBS ... LABELS ... [TIMEOUT s] [NEEDS userns ...])
#
# One Qt Test program. Exit 77 = a capability is missing (skipped); tests/support/require.h turns
# that into a failure where LEADGLASS_REQUIRE names the capability.
function(leadglass_test name)
    cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LIBS;LABELS" ${ARGN})
    add_executable(${name} ${arg_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_compile_definitions(${name} PRIVATE
        LEADGLASS_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}" LEADGLASS_BIN_DIR="${CMAKE_BINARY_DIR}/bin")
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
