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

# libgit2 is opened with dlopen on first use (src/history), so that searching never pays for loading
# it: its headers at compile time, the name of its shared object in a definition.
pkg_check_modules(PYRAMID_LIBGIT2 REQUIRED libgit2)
find_library(PYRAMID_LIBGIT2_FILE git2 HINTS ${PYRAMID_LIBGIT2_LIBRARY_DIRS} REQUIRED)
file(REAL_PATH "${PYRAMID_LIBGIT2_FILE}" PYRAMID_LIBGIT2_REAL)
get_filename_component(PYRAMID_LIBGIT2_REAL_NAME "${PYRAMID_LIBGIT2_REAL}" NAME)
string(REGEX MATCH "^libgit2\\.so\\.[0-9]+\\.[0-9]+" PYRAMID_LIBGIT2_SONAME
       "${PYRAMID_LIBGIT2_REAL_NAME}")
add_library(pyramid_libgit2_headers INTERFACE)
target_include_directories(pyramid_libgit2_headers INTERFACE ${PYRAMID_LIBGIT2_INCLUDE_DIRS})
target_compile_definitions(pyramid_libgit2_headers
                           INTERFACE PYRAMID_LIBGIT2_SONAME="${PYRAMID_LIBGIT2_SONAME}")

# libcurl is opened in the same way, by the first question to a language model over the network
# (src/engine/openai).
pkg_check_modules(PYRAMID_LIBCURL REQUIRED libcurl)
find_library(PYRAMID_LIBCURL_FILE curl HINTS ${PYRAMID_LIBCURL_LIBRARY_DIRS} REQUIRED)
file(REAL_PATH "${PYRAMID_LIBCURL_FILE}" PYRAMID_LIBCURL_REAL)
get_filename_component(PYRAMID_LIBCURL_REAL_NAME "${PYRAMID_LIBCURL_REAL}" NAME)
string(REGEX MATCH "^libcurl\\.so\\.[0-9]+" PYRAMID_LIBCURL_SONAME "${PYRAMID_LIBCURL_REAL_NAME}")
add_library(pyramid_libcurl_headers INTERFACE)
target_include_directories(pyramid_libcurl_headers INTERFACE ${PYRAMID_LIBCURL_INCLUDE_DIRS})
target_compile_definitions(pyramid_libcurl_headers
                           INTERFACE PYRAMID_LIBCURL_SONAME="${PYRAMID_LIBCURL_SONAME}")
