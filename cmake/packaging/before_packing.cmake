# Run by CPack on the folders that are to be packed: adds what Debian wants of its packages and
# compresses what it wants compressed; makes all files of one time, for all to read, whatever the umask.
set(staged "${CPACK_TEMPORARY_DIRECTORY}")
if(CPACK_GENERATOR STREQUAL "DEB")
  foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER "${component}" upper)
    set(name "${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")
    set(doc "${staged}/${component}/usr/share/doc/${name}")
    file(COPY "${CMAKE_CURRENT_LIST_DIR}/copyright" "${CPACK_PYRAMID_CHANGELOG}"
         DESTINATION "${doc}")
    # Each is handed on by itself.
    set(of_program "${staged}/program/usr/share/doc/${CPACK_DEBIAN_PROGRAM_PACKAGE_NAME}")
    file(GLOB notices "${of_program}/NOTICE*" "${of_program}/libraries")
    if(NOT component STREQUAL "program")
      file(COPY ${notices} DESTINATION "${doc}")
    endif()
  endforeach()
  # It lies where the system looks for shared objects.
  if(EXISTS "${staged}/serve/usr/bin/pyramid-serve")
    file(RPATH_REMOVE FILE "${staged}/serve/usr/bin/pyramid-serve")
  endif()
  configure_file("${CMAKE_CURRENT_LIST_DIR}/lintian-overrides"
                 "${staged}/program/usr/share/lintian/overrides/${CPACK_PACKAGE_NAME}" COPYONLY)
  file(GLOB_RECURSE to_compress "${staged}/*.1" "${staged}/*/changelog" "${staged}/*/CHANGELOG.md")
  foreach(file IN LISTS to_compress)
    execute_process(COMMAND gzip -9nf "${file}" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endif()
execute_process(
  COMMAND find "${staged}" ! -type l -exec chmod u=rwX,go=rX {} + COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND find "${staged}" -exec touch -h -d "@${CPACK_PYRAMID_CHANGED_AT}" {} +
  COMMAND_ERROR_IS_FATAL ANY)
