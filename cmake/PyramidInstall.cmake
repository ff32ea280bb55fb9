# The program; what `pyramid serve` becomes; the shared object; and what others build against: headers,
# the static library, what find_package(Pyramid CONFIG) and pkg-config read. `cmake --install` puts all
# components in place, packages are made of each.
include(CMakePackageConfigHelpers)

# Not those of the umask of who installs.
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Pyramid")

install(TARGETS pyramid_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(TARGETS pyramid_serve_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT serve)
install(TARGETS pyramid EXPORT PyramidTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        COMPONENT development)
install(TARGETS pyramid_capi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
        NAMELINK_COMPONENT development)
install(DIRECTORY include/pyramid DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
file(RELATIVE_PATH PYRAMID_PREFIX_OF_PC "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(cmake/pyramid.pc.in "${PROJECT_BINARY_DIR}/pyramid.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/pyramid.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT development)
install(FILES "${PROJECT_BINARY_DIR}/include/pyramid/version.hpp"
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/pyramid COMPONENT development)

install(EXPORT PyramidTargets NAMESPACE pyramid:: DESTINATION ${package_dir}
        COMPONENT development)
configure_package_config_file(cmake/PyramidConfig.cmake.in "${PROJECT_BINARY_DIR}/PyramidConfig.cmake"
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/PyramidConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/PyramidConfig.cmake"
              "${PROJECT_BINARY_DIR}/PyramidConfigVersion.cmake"
        DESTINATION ${package_dir} COMPONENT development)

set(doc "${CMAKE_INSTALL_DATAROOTDIR}/doc/pyramid-memory")
set(from_program "${PROJECT_BINARY_DIR}/from-program")  # src/cli/CMakeLists.txt
install(FILES LICENSE NOTICE CHANGELOG.md "${from_program}/shared-objects" DESTINATION ${doc}
        COMPONENT program)
foreach(room IN ITEMS engine/embedding guard language)
  get_filename_component(part ${room} NAME)
  install(FILES src/${room}/NOTICE DESTINATION ${doc} RENAME NOTICE.${part} COMPONENT program)
endforeach()
# What the program's messages and its manual page refer to.
install(FILES README.md DESTINATION ${doc} COMPONENT program)
install(DIRECTORY docs schema examples DESTINATION ${doc} COMPONENT program)
install(CODE "
  include(\"${PROJECT_SOURCE_DIR}/cmake/packaging/installed_links.cmake\")
  pyramid_keep_installed_links(
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${doc}\" \"${PROJECT_SOURCE_DIR}\")" COMPONENT program)
# The licences of what is compiled or linked into it, as their packages have them.
file(STRINGS packages.txt to_build REGEX "^build .*-dev$")
list(TRANSFORM to_build REPLACE "^build " "")
foreach(package IN LISTS to_build)
  file(REAL_PATH "/usr/share/doc/${package}/copyright" copyright)
  install(FILES "${copyright}" DESTINATION ${doc}/libraries RENAME ${package} COMPONENT program
          OPTIONAL)
endforeach()

# What is derived from the program's own commands.
file(WRITE "${from_program}/pyramid-serve.1" ".so man1/pyramid.1\n")
install(FILES "${from_program}/pyramid.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES "${from_program}/pyramid-serve.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
        COMPONENT serve)
install(FILES "${from_program}/pyramid"
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
install(FILES "${from_program}/_pyramid" DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions
        COMPONENT program)
install(FILES "${from_program}/pyramid.fish"
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
