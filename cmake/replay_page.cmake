# Bundles the page of `gyre run -o x.html` from app/web with esbuild and embeds it in the library. Without Node.js 18 and the
# packages of package.json (./bootstrap web) the texts are empty, and the library returns an error for html recordings.
set(GYRE_REPLAY_PAGE_C ${PROJECT_BINARY_DIR}/generated/replay_page.c)
set(page ${PROJECT_BINARY_DIR}/web/replay)
set(has_page FALSE)
if(GYRE_REPLAY_PAGE)
    find_program(GYRE_NODE node)
    if(GYRE_NODE AND EXISTS ${PROJECT_SOURCE_DIR}/node_modules/esbuild AND EXISTS ${PROJECT_SOURCE_DIR}/node_modules/three)
        execute_process(COMMAND ${GYRE_NODE} --version OUTPUT_VARIABLE node_version ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
        string(REGEX REPLACE "^v" "" node_version "${node_version}")
        if(node_version VERSION_GREATER_EQUAL 18)
            set(has_page TRUE)
        endif()
    endif()
    if(NOT has_page)
        message(STATUS "Node.js 18 or its packages are missing (./bootstrap web installs them): building without the replay page")
    endif()
endif()

if(has_page)
    file(GLOB page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/app/web/view/* ${PROJECT_SOURCE_DIR}/app/web/replay/*)
    add_custom_command(OUTPUT ${page}.js ${page}.css
        COMMAND ${GYRE_NODE} ${PROJECT_SOURCE_DIR}/app/web/build.mjs replay ${PROJECT_BINARY_DIR}/web
        DEPENDS ${page_sources} ${PROJECT_SOURCE_DIR}/app/web/build.mjs ${PROJECT_SOURCE_DIR}/package-lock.json VERBATIM)
else()
    file(REMOVE ${page}.js ${page}.css) # left from an earlier build
    set(page ${PROJECT_BINARY_DIR}/generated/no_page)
    foreach(kind js css)
        if(NOT EXISTS ${page}.${kind})
            file(WRITE ${page}.${kind} "")
        endif()
    endforeach()
endif()
add_custom_command(OUTPUT ${GYRE_REPLAY_PAGE_C}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${GYRE_REPLAY_PAGE_C} -DHEADER=record/replay_page.h
        "-DTEXTS=gyre_replay_script=${page}.js;gyre_replay_style=${page}.css" -P ${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake
    DEPENDS ${page}.js ${page}.css ${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake VERBATIM)
