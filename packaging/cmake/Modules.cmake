# leadglass_library(NAME SOURCES ... PUBLIC libs PRIVATE libs): folder = library = namespace.
function(leadglass_library name)
    cmake_parse_arguments(arg "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
    add_library(leadglass_${name} STATIC ${arg_SOURCES})
    add_library(leadglass::${name} ALIAS leadglass_${name})
    target_link_libraries(leadglass_${name} PUBLIC leadglass_flags ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
endfunction()

# leadglass_tiny(NAME SOURCES ...): a static program of a few hundred lines, libc only.
function(leadglass_tiny name)
    cmake_parse_arguments(arg "" "" "SOURCES" ${ARGN})
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE leadglass_tiny_flags)
    install(TARGETS ${name} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/leadglass)
endfunction()
