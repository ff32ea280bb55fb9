# Developer mode, warnings and sanitizers. None of them reaches the exported target.
option(PYRAMID_DEVELOPER_MODE "Build the tests, warnings are errors" ${PROJECT_IS_TOP_LEVEL})
set(PYRAMID_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

add_library(pyramid_flags INTERFACE)
target_compile_options(pyramid_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 warns of overlapping memcpy in std::string's own operator+ (GCC bug 105651).
  target_compile_options(pyramid_flags INTERFACE -Wno-restrict)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # What only clang says: of designated initialisers that leave a default, and of libstdc++'s own
  # std::stable_sort.
  target_compile_options(pyramid_flags INTERFACE -Wno-missing-field-initializers
                         -Wno-deprecated-declarations)
endif()
if(PYRAMID_DEVELOPER_MODE)
  target_compile_options(pyramid_flags INTERFACE -Werror)
endif()
if(PYRAMID_SANITIZE)
  target_compile_options(pyramid_flags INTERFACE -fsanitize=${PYRAMID_SANITIZE}
                         -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Under sanitizers GCC 12 warns of std::regex's own code (GCC bug 105562).
    target_compile_options(pyramid_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
  target_link_options(pyramid_flags INTERFACE -fsanitize=${PYRAMID_SANITIZE})
  target_compile_definitions(pyramid_flags INTERFACE _GLIBCXX_ASSERTIONS)
endif()

# pyramid_optimise_if_sanitized(<target>)
# Under sanitizers what the tests run is optimised a little: it takes twice as long to compile, a
# third as long to run. The tests themselves are compiled as they are.
function(pyramid_optimise_if_sanitized target)
  if(PYRAMID_SANITIZE)
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

option(PYRAMID_PRECOMPILE "Compile cmake/precompiled.hpp once and not with every file" OFF)

# pyramid_precompile(<target> [FROM <other>] [<header>...])
# Gives `target` the common headers, and these besides, as one; or those that `other` has, where
# both compile alike.
function(pyramid_precompile target)
  cmake_parse_arguments(PRECOMPILE "" "FROM" "" ${ARGN})
  if(NOT PYRAMID_PRECOMPILE)
    return()
  elseif(PRECOMPILE_FROM)
    target_precompile_headers(${target} REUSE_FROM ${PRECOMPILE_FROM})
  else()
    target_precompile_headers(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/precompiled.hpp"
                              ${PRECOMPILE_UNPARSED_ARGUMENTS})
  endif()
endfunction()

find_program(PYRAMID_CCACHE ccache)
if(PYRAMID_DEVELOPER_MODE AND PYRAMID_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${PYRAMID_CCACHE}")
endif()
