# `cpack --config build/release/CPackConfig.cmake -B FOLDER`: a tarball of the program, and Debian
# packages of the program, of pyramid-serve, of the shared object, and of what others build against.
# The same sources give the same bytes (scripts/reproducible).
set(packaging "${PROJECT_SOURCE_DIR}/cmake/packaging")
set(packed "${PROJECT_BINARY_DIR}/packaging")
set(name pyramid-memory)

# What is packed is as old as the last change of the sources.
execute_process(COMMAND git log -1 --format=%ct WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
  OUTPUT_VARIABLE PYRAMID_CHANGED_AT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  set(PYRAMID_CHANGED_AT "$ENV{SOURCE_DATE_EPOCH}")
elseif(NOT PYRAMID_CHANGED_AT)
  set(PYRAMID_CHANGED_AT 1767225600)  # no clone: the beginning of 2026
endif()
execute_process(COMMAND date -u -R -d "@${PYRAMID_CHANGED_AT}"
  OUTPUT_VARIABLE PYRAMID_CHANGED_ON OUTPUT_STRIP_TRAILING_WHITESPACE)

# Units of systemd for a person's own session, by the folder of the memory. They name the program
# where it is put: below the prefix of the installation, of a tarball /usr/local.
set(units "${CMAKE_INSTALL_DATADIR}/systemd/user")
foreach(unit IN ITEMS pyramid-watch@.service pyramid-sync@.service pyramid-promote@.service)
  install(CODE "
    set(prefix \"\${CMAKE_INSTALL_PREFIX}\")
    if(prefix MATCHES _CPack_Packages)
      set(prefix /usr/local)
    endif()
    set(PYRAMID_PROGRAM \"\${prefix}/${CMAKE_INSTALL_BINDIR}/pyramid\")
    configure_file(\"${packaging}/${unit}.in\" \"${packed}/${unit}\" @ONLY)" COMPONENT program)
  install(FILES "${packed}/${unit}" DESTINATION ${units} COMPONENT program)
endforeach()
install(FILES "${packaging}/pyramid-sync@.timer" "${packaging}/pyramid-promote@.timer" DESTINATION ${units} COMPONENT program)

set(CPACK_GENERATOR "TGZ;DEB")
set(CPACK_PACKAGE_NAME ${name})
set(CPACK_PACKAGE_VENDOR "The Pyramid developers")
set(CPACK_PACKAGE_CONTACT "The Pyramid developers <developers@pyramid-memory.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "long-term memory for AI agents as a folder of markdown files")
set(CPACK_PACKAGE_DESCRIPTION "\
Conversations go in; facts, summaries and pages about persons, projects and
topics come out, as markdown that a person reads, edits and keeps in git.
Agents search it by command line, by the Model Context Protocol and by HTTP.
It works without a network, and better with a language model.")
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program serve library development)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_PROGRAM_FILE_NAME
  "${name}-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR}-linux")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(library libpyramid${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME ${name})
set(CPACK_DEBIAN_SERVE_PACKAGE_NAME ${name}-serve)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library})
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME ${name}-dev)
foreach(component IN ITEMS PROGRAM SERVE LIBRARY)
  set(CPACK_DEBIAN_${component}_PACKAGE_SHLIBDEPS ON)
endforeach()
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}")
# Of libpyramid.so.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${packaging}/triggers")
# These are opened when they are first needed.
set(opened "libgit2-1.5, libcurl4, tzdata")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "${opened}")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "git, libedit2")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "${name}-serve")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "${opened}")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS "git")
set(CPACK_DEBIAN_SERVE_PACKAGE_DEPENDS
  "${name} (= ${PROJECT_VERSION}), ${library} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${library} (= ${PROJECT_VERSION}), libcmark-gfm-dev, \
libcmark-gfm-extensions-dev, libfmt-dev, libminizip-dev, libsqlite3-dev, libssl-dev, \
libutf8proc-dev, libyaml-cpp-dev, libzstd-dev, zlib1g-dev")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}")
set(CPACK_COMPONENT_SERVE_DESCRIPTION "\
The memory over HTTP, for agents on other machines and in containers: what
`pyramid serve` starts.")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "\
The shared object with the functions of pyramid/pyramid.h, for programs in any
language that use such a memory.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "\
Headers, the static library, and what CMake and pkg-config read to build
programs in C and C++ that use such a memory.")

configure_file("${packaging}/pack_once.cmake.in" "${packed}/pack_once.cmake" @ONLY)
configure_file("${packaging}/changelog.in" "${packed}/changelog" @ONLY)
set(CPACK_PROJECT_CONFIG_FILE "${packed}/pack_once.cmake")
set(CPACK_PRE_BUILD_SCRIPTS "${packaging}/before_packing.cmake")
include(CPack)
