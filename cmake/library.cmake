# Settings that libgyre and libgyre_io share.

# While the major version is 0, a new minor version may break the binary interface, so the soname contains both.
set(GYRE_SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

# gyre_library(TARGET NAME): a library of the project; programs link gyre::NAME
function(gyre_library target name)
    add_library(gyre::${name} ALIAS ${target})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:gyre_flags>)
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden
        VERSION ${PROJECT_VERSION} SOVERSION ${GYRE_SOVERSION} INSTALL_RPATH "$ORIGIN" DEFINE_SYMBOL "")
    if(GYRE_SHOW_INSIDE)
        set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET default)
    endif()
    if(GYRE_COVERAGE) # unoptimised, so that every condition of the source is a separate branch
        target_compile_options(${target} PRIVATE --coverage -O0)
        target_compile_definitions(${target} PRIVATE GYRE_COUNTS_BRANCHES)
        target_link_options(${target} PUBLIC --coverage)
    endif()
    # Position-independent objects, used for both the static and the shared library; a program can link the static
    # library into a shared library. (Not for WebAssembly, where such code is slower.)
    if(UNIX)
        set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
        # calls between the library's public functions are direct and can be inlined
        target_compile_options(${target} PRIVATE $<$<C_COMPILER_ID:GNU>:-fno-semantic-interposition>)
    endif()
endfunction()

# gyre_shared_library(TARGET NAME): TARGET_shared, a shared library from the objects of a static library; programs link gyre::NAME
function(gyre_shared_library target name)
    add_library(${target}_shared SHARED EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${target}>)
    # libgyre_io finds libgyre in the same folder, also in the build folder: the Python module copies both libraries from there
    set_target_properties(${target}_shared PROPERTIES OUTPUT_NAME ${target} EXPORT_NAME ${name} LINKER_LANGUAGE C
        VERSION ${PROJECT_VERSION} SOVERSION ${GYRE_SOVERSION} INSTALL_RPATH "$ORIGIN" BUILD_WITH_INSTALL_RPATH ON)
    target_include_directories(${target}_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${target}_shared PRIVATE $<BUILD_INTERFACE:gyre_flags>)
    if(CMAKE_SYSTEM_NAME STREQUAL Linux AND NOT GYRE_SANITIZE) # reports internal functions of libgyre that lack FOR_IO
        target_link_options(${target}_shared PRIVATE -Wl,--no-undefined)
    endif()
endfunction()
