# Installation: headers, library, tool, and the two ways to find them: find_package(gyre) and pkg-config.
include(CMakePackageConfigHelpers)

install(TARGETS gyre EXPORT gyre-targets)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY include/gyre DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES examples/scene.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/gyre)
install(DIRECTORY examples/scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/gyre)
if(GYRE_BUILD_TOOL)
    install(TARGETS gyre_tool)
    install(FILES app/cli/gyre.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES app/cli/gyre.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME gyre)
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/gyre)
install(EXPORT gyre-targets NAMESPACE gyre:: DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gyre-config-version.cmake COMPATIBILITY SameMinorVersion)
file(WRITE ${PROJECT_BINARY_DIR}/gyre-config.cmake
    "include(CMakeFindDependencyMacro)\nset(THREADS_PREFER_PTHREAD_FLAG ON)\nfind_dependency(Threads)\n"
    "include(\"\${CMAKE_CURRENT_LIST_DIR}/gyre-targets.cmake\")\n")
install(FILES ${PROJECT_BINARY_DIR}/gyre-config.cmake ${PROJECT_BINARY_DIR}/gyre-config-version.cmake
    DESTINATION ${package_dir})

# The .pc file finds its prefix from its own place, so an installed tree can be moved.
file(RELATIVE_PATH pc_to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/gyre.pc.in ${PROJECT_BINARY_DIR}/gyre.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/gyre.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
