# The system packages, all from Debian 12 (packages.txt), one imported target each. What the library
# links is found again by PyramidConfig.cmake.in.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(SQLite3 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)

pkg_check_modules(PYRAMID_CMARK REQUIRED IMPORTED_TARGET libcmark-gfm)
pkg_check_modules(PYRAMID_UTF8PROC REQUIRED IMPORTED_TARGET libutf8proc)
pkg_check_modules(PYRAMID_MINIZIP REQUIRED IMPORTED_TARGET minizip)
pkg_check_modules(PYRAMID_ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(PYRAMID_HTTPLIB REQUIRED IMPORTED_TARGET cpp-httplib)  # src/serve alone

# Headers alone, without a package file: named here so that a missing one is said at configure time.
find_path(PYRAMID_HNSWLIB hnswlib/hnswlib.h REQUIRED)
find_path(PYRAMID_TOMLPLUSPLUS toml++/toml.h REQUIRED)

# Libraries that are opened with dlopen when they are needed, so that searching never pays for loading
# them: their headers at compile time, the name of the shared object in a definition.
function(pyramid_opened_library module version)
  string(REGEX REPLACE "^lib" "" file ${module})
  string(TOUPPER PYRAMID_${module} prefix)
  pkg_check_modules(${prefix} REQUIRED ${module})
  find_library(${prefix}_FILE ${file} HINTS ${${prefix}_LIBRARY_DIRS} REQUIRED)
  file(REAL_PATH "${${prefix}_FILE}" real)
  get_filename_component(name "${real}" NAME)
  string(REGEX MATCH "^${module}\\.so\\.${version}" soname "${name}")
  set_property(GLOBAL APPEND PROPERTY PYRAMID_OPENED "${soname}")
  add_library(pyramid_${module}_headers INTERFACE)
  target_include_directories(pyramid_${module}_headers INTERFACE ${${prefix}_INCLUDE_DIRS})
  target_compile_definitions(pyramid_${module}_headers INTERFACE ${prefix}_SONAME="${soname}")
endfunction()

# For the history (src/history).
pyramid_opened_library(libgit2 "[0-9]+\\.[0-9]+")
# By the first question to a language model over the network (src/engine/openai).
pyramid_opened_library(libcurl "[0-9]+")
# Where a person types what they say (src/console/line_editor.cpp).
pyramid_opened_library(libedit "[0-9]+")
