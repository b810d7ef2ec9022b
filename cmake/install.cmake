# Installs headers, libraries, command, and the files for find_package(gyre) and pkg-config.
# Components for packages: gyre and gyre-io (the shared libraries), dev, tool. The component shared (not installed by default) has the
# shared libraries of a static build.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/gyre)

# One export set for each library, so that gyre::gyre can be used where zlib, which gyre::io needs, is missing.
foreach(target gyre gyre_io)
    string(REPLACE _ - name ${target})
    install(TARGETS ${target} EXPORT ${name}-targets
        LIBRARY COMPONENT ${name} NAMELINK_COMPONENT dev
        ARCHIVE COMPONENT dev)
    install(EXPORT ${name}-targets NAMESPACE gyre:: DESTINATION ${package_dir} COMPONENT dev)
    if(TARGET ${target}_shared)
        install(TARGETS ${target}_shared EXPORT ${name}-shared-targets
            LIBRARY COMPONENT shared NAMELINK_COMPONENT shared EXCLUDE_FROM_ALL)
        install(EXPORT ${name}-shared-targets NAMESPACE gyre:: DESTINATION ${package_dir} COMPONENT shared EXCLUDE_FROM_ALL)
    endif()
endforeach()
install(DIRECTORY include/gyre DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT dev)
if(GYRE_BUILD_TOOL)
    install(TARGETS gyre_tool COMPONENT tool)
    configure_file(app/cli/gyre.1 ${PROJECT_BINARY_DIR}/gyre.1 @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/gyre.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tool)
    install(FILES app/cli/gyre.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME gyre COMPONENT tool)
    set(data_component tool)
else()
    set(data_component dev)
endif()
install(FILES examples/scene.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/gyre COMPONENT ${data_component})
install(DIRECTORY examples/scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/gyre COMPONENT ${data_component})
# Documents that the manual page and --help refer to, with their pictures
install(FILES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ${data_component})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ${data_component} FILES_MATCHING PATTERN *.c)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ${data_component}
    FILES_MATCHING PATTERN *.md PATTERN *.png PATTERN *.svg)

configure_file(cmake/gyre-config.cmake.in ${PROJECT_BINARY_DIR}/gyre-config.cmake @ONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gyre-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gyre-config.cmake ${PROJECT_BINARY_DIR}/gyre-config-version.cmake
    DESTINATION ${package_dir} COMPONENT dev)

# A .pc file computes the prefix from its own path, so an installed tree can be moved. A shared library records its dependencies.
file(RELATIVE_PATH pc_to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
if(BUILD_SHARED_LIBS)
    set(pc_libs_private "Libs.private: -lm${GYRE_PC_THREADS}")
else()
    set(pc_libs " -lm${GYRE_PC_THREADS}")
endif()
if(GYRE_HAS_ZLIB AND BUILD_SHARED_LIBS)
    set(pc_io_zlib_private "Requires.private: zlib")
elseif(GYRE_HAS_ZLIB)
    set(pc_io_zlib ", zlib")
endif()
foreach(name gyre gyre-io)
    configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endforeach()
