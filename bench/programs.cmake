# Programs that `gyre bench` measures for comparison, each as a separate process.

# The commit being measured.
find_package(Git QUIET)
set(GYRE_COMMIT unknown)
if(GIT_FOUND)
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${PROJECT_SOURCE_DIR} describe --always --dirty --abbrev=12 --exclude=*
        OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed AND commit)
        set(GYRE_COMMIT ${commit})
    endif()
endif()
set_source_files_properties(app/cli/bench_machine.c PROPERTIES COMPILE_DEFINITIONS GYRE_COMMIT="${GYRE_COMMIT}")

# The two baselines, optimised for this machine's CPU. (The library is compiled for any CPU.)
include(CheckCCompilerFlag)
check_c_compiler_flag(-march=native GYRE_HAS_MARCH_NATIVE)

# gyre_bench_program(NAME SOURCE LANGUAGE-OPTIONS) builds build/NAME.
function(gyre_bench_program name source)
    add_executable(${name} bench/${source})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
    target_include_directories(${name} PRIVATE app/cli bench)
    target_compile_options(${name} PRIVATE -O3 $<$<BOOL:${GYRE_HAS_MARCH_NATIVE}>:-march=native> -Wall -Wextra)
    target_link_libraries(${name} PRIVATE m)
endfunction()

gyre_bench_program(gyre-baseline-textbook baseline_textbook.c)
gyre_bench_program(gyre-baseline-lean baseline_lean.c)

# Other engines, from Debian's packages, for `make bench` (./bootstrap bench installs them). Missing ones are skipped.
if(GYRE_BUILD_BENCH)
    find_path(ODE_INCLUDE ode/ode.h)
    find_library(ODE_LIBRARY ode)
    if(ODE_INCLUDE AND ODE_LIBRARY)
        gyre_bench_program(gyre-peer-ode peer_ode.c)
        target_link_libraries(gyre-peer-ode PRIVATE ${ODE_LIBRARY})
        find_package(PkgConfig QUIET) # ODE's headers do not contain its version
        if(PKG_CONFIG_FOUND)
            pkg_check_modules(ODE_PACKAGE QUIET ode)
        endif()
        if(ODE_PACKAGE_VERSION)
            target_compile_definitions(gyre-peer-ode PRIVATE ODE_VERSION=" ${ODE_PACKAGE_VERSION}")
        endif()
    endif()

    find_path(MUJOCO_INCLUDE mujoco/mujoco.h)
    find_library(MUJOCO_LIBRARY mujoco)
    if(MUJOCO_INCLUDE AND MUJOCO_LIBRARY)
        gyre_bench_program(gyre-peer-mujoco peer_mujoco.c)
        target_link_libraries(gyre-peer-mujoco PRIVATE ${MUJOCO_LIBRARY})
    endif()

    include(CheckLanguage)
    check_language(CXX)
    find_path(BULLET_INCLUDE btBulletDynamicsCommon.h PATH_SUFFIXES bullet)
    set(BULLET_LIBRARIES)
    foreach(part BulletDynamics BulletCollision LinearMath) # Debian's names for the double-precision libraries
        find_library(${part}_LIBRARY ${part}-float64)
        list(APPEND BULLET_LIBRARIES ${${part}_LIBRARY})
    endforeach()
    if(CMAKE_CXX_COMPILER AND BULLET_INCLUDE AND BulletDynamics_LIBRARY AND BulletCollision_LIBRARY AND LinearMath_LIBRARY)
        enable_language(CXX)
        gyre_bench_program(gyre-peer-bullet peer_bullet.cpp)
        target_include_directories(gyre-peer-bullet SYSTEM PRIVATE ${BULLET_INCLUDE})
        target_compile_definitions(gyre-peer-bullet PRIVATE BT_USE_DOUBLE_PRECISION)
        target_link_libraries(gyre-peer-bullet PRIVATE ${BULLET_LIBRARIES})
    endif()
endif()
