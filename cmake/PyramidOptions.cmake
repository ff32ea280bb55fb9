# Developer mode, warnings and sanitizers. None of them reaches the exported target.
option(PYRAMID_DEVELOPER_MODE "Build the tests, warnings are errors" ${PROJECT_IS_TOP_LEVEL})
set(PYRAMID_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

add_library(pyramid_flags INTERFACE)
# What an initialiser leaves out has its default by the declaration of the struct. The same sources
# make the same bytes, so no file may say when it was compiled.
target_compile_options(pyramid_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                       -Wno-missing-field-initializers -Wdate-time)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 warns of overlapping memcpy in std::string's own operator+ (GCC bug 105651).
  target_compile_options(pyramid_flags INTERFACE -Wno-restrict)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # What only clang says of libstdc++'s own std::stable_sort.
  target_compile_options(pyramid_flags INTERFACE -Wno-deprecated-declarations)
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

if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # It links a test program in a sixth of the time that the usual one takes.
  find_program(PYRAMID_LLD NAMES ld.lld ld.lld-19)
  if(PYRAMID_LLD)
    target_link_options(pyramid_flags INTERFACE -fuse-ld=lld)
  endif()
endif()

# pyramid_optimise_if_sanitized(<target>)
# Under sanitizers the rooms in which the tests spend their time are optimised a little: these take
# three times as long to compile, a third as long to run. All else is compiled as it is.
function(pyramid_optimise_if_sanitized target)
  if(PYRAMID_SANITIZE)
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

option(PYRAMID_TOGETHER "Compile the files of a target several at a time" OFF)

# pyramid_compile_together(<target>)
# Most of the time of compiling a file goes into the headers that it includes: three dozen files in
# one go take little longer than a few. So no two files of a room may give one name to two things, even
# within their unnamed namespaces. The preset `dev` compiles each file with its own includes alone,
# so that none is forgotten.
function(pyramid_compile_together target)
  if(PYRAMID_TOGETHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 36)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # It takes the files that are compiled together for headers.
      target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
  endif()
endfunction()

find_program(PYRAMID_CCACHE ccache)
if(PYRAMID_DEVELOPER_MODE AND PYRAMID_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${PYRAMID_CCACHE}")
endif()
