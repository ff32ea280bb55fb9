# schema/prices.yaml as a source file of the format room; made again when it changes.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/schema/prices.yaml")
file(READ "${PROJECT_SOURCE_DIR}/schema/prices.yaml" prices_text)
configure_file("${PROJECT_SOURCE_DIR}/cmake/prices_file.cpp.in"
  "${PROJECT_BINARY_DIR}/prices_file.cpp" @ONLY)
target_sources(pyramid_format PRIVATE "${PROJECT_BINARY_DIR}/prices_file.cpp")
