# The program starts with archives of its libraries in it, where Debian has them: to bind 15 shared
# objects at each start takes longer than most commands do. The library links them as usual, and so
# does a program under sanitizers.
option(PYRAMID_ARCHIVES "Link the program with archives of its libraries, where they all are" ON)

# pyramid_link_program(<target>)
function(pyramid_link_program target)
  set(archives "")
  foreach(name IN ITEMS crypto utf8proc yaml-cpp cmark-gfm zstd minizip sqlite3 z)
    find_library(PYRAMID_ARCHIVE_${name} NAMES lib${name}.a)
    mark_as_advanced(PYRAMID_ARCHIVE_${name})
    list(APPEND archives "${PYRAMID_ARCHIVE_${name}}")
  endforeach()
  if(NOT PYRAMID_ARCHIVES OR PYRAMID_SANITIZE OR archives MATCHES "NOTFOUND")
    set(PYRAMID_LINKS_ARCHIVES OFF CACHE INTERNAL "Whether it did")
    target_link_libraries(${target} PRIVATE pyramid fmt::fmt)
    return()
  endif()
  set(PYRAMID_LINKS_ARCHIVES ON CACHE INTERNAL "Whether it did")
  add_dependencies(${target} pyramid)
  # {fmt} comes without an archive: what it has in its header is compiled here.
  add_library(pyramid_fmt OBJECT "${PROJECT_SOURCE_DIR}/cmake/fmt_archive.cpp")
  get_target_property(fmt_headers fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
  foreach(one IN ITEMS ${target} pyramid_fmt)
    target_include_directories(${one} SYSTEM PRIVATE ${fmt_headers})
  endforeach()
  target_include_directories(${target} PRIVATE
    "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
  target_link_libraries(${target} PRIVATE "$<TARGET_FILE:pyramid>" pyramid_fmt ${archives}
                        Threads::Threads ${CMAKE_DL_LIBS} m)
  target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc)
endfunction()
