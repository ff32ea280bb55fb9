# A room is one folder under src/ and one OBJECT library; its order of declaration is the direction
# of use. pyramid_library() collects them into the single exported target.
set_property(GLOBAL PROPERTY PYRAMID_ROOMS "")

# pyramid_room(<name> [BUSY] [FOLDERS name...] [PACKAGES target...])
# BUSY: most of the time of the tests is spent in it.
function(pyramid_room name)
  cmake_parse_arguments(ROOM "BUSY" "" "FOLDERS;PACKAGES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/${name}/*.cpp")
  get_property(rooms GLOBAL PROPERTY PYRAMID_ROOMS)
  if(NOT sources)
    message(WARNING "src/${name} has no source file")
    return()
  endif()
  add_library(pyramid_${name} OBJECT ${sources})
  target_include_directories(pyramid_${name} PUBLIC
    "${CMAKE_CURRENT_SOURCE_DIR}/include" "${CMAKE_CURRENT_SOURCE_DIR}/src"
    "${PROJECT_BINARY_DIR}/include")
  get_property(packages_above GLOBAL PROPERTY PYRAMID_ROOM_PACKAGES)
  target_link_libraries(pyramid_${name} PUBLIC ${ROOM_PACKAGES}
                        PRIVATE pyramid_flags fmt::fmt ${packages_above})
  if(ROOM_BUSY)
    pyramid_optimise_if_sanitized(pyramid_${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY PYRAMID_ROOM_PACKAGES ${ROOM_PACKAGES})
  set_property(GLOBAL APPEND PROPERTY PYRAMID_ROOMS ${name})
  pyramid_compile_together(pyramid_${name})
endfunction()

# Links `target` with the objects of `room` and of every room above it.
function(pyramid_link_rooms target room)
  get_property(rooms GLOBAL PROPERTY PYRAMID_ROOMS)
  foreach(one IN LISTS rooms)
    target_link_libraries(${target} PRIVATE pyramid_${one})
    if(one STREQUAL room)
      break()
    endif()
  endforeach()
  target_link_libraries(${target} PRIVATE pyramid_flags fmt::fmt)
endfunction()

# A room of the front ends: no part of the library, which reads no environment and prints nothing.
# pyramid_front_room(<name> [PACKAGES target...])
function(pyramid_front_room name)
  cmake_parse_arguments(ROOM "" "" "PACKAGES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/${name}/*.cpp")
  add_library(pyramid_${name} OBJECT ${sources})
  target_include_directories(pyramid_${name} PRIVATE
    "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
  target_link_libraries(pyramid_${name} PRIVATE
    pyramid_flags nlohmann_json::nlohmann_json fmt::fmt ${ROOM_PACKAGES})
endfunction()

function(pyramid_library)
  get_property(rooms GLOBAL PROPERTY PYRAMID_ROOMS)
  add_library(pyramid STATIC)
  add_library(pyramid::pyramid ALIAS pyramid)
  foreach(room IN LISTS rooms)
    target_sources(pyramid PRIVATE $<TARGET_OBJECTS:pyramid_${room}>)
  endforeach()
  get_property(all GLOBAL PROPERTY PYRAMID_ROOM_PACKAGES)
  list(REMOVE_DUPLICATES all)
  # What compiles the objects and is not linked is no business of an installed library's users.
  set(headers_only pyramid_libgit2_headers pyramid_libcurl_headers nlohmann_json::nlohmann_json)
  list(REMOVE_ITEM all ${headers_only})
  target_link_libraries(pyramid PRIVATE ${all} fmt::fmt $<BUILD_INTERFACE:pyramid_flags>)
  target_compile_features(pyramid PUBLIC cxx_std_20)
  target_include_directories(pyramid PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endfunction()

include(PyramidEmbedding)  # the data that src/engine/embedding links in
include(PyramidReader)     # that of src/language
