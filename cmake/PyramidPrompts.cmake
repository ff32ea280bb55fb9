# schema/prompts/*.md as one source file of the engine room; made again when one of them changes.
file(GLOB prompt_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/schema/prompts/*.md")
set(prompt_entries "")
foreach(prompt_file IN LISTS prompt_files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${prompt_file}")
  get_filename_component(prompt_step "${prompt_file}" NAME_WE)
  file(READ "${prompt_file}" prompt_text)
  string(APPEND prompt_entries "    {\"${prompt_step}\", R\"prompt(${prompt_text})prompt\"},\n")
endforeach()
configure_file("${PROJECT_SOURCE_DIR}/cmake/prompt_files.cpp.in"
  "${PROJECT_BINARY_DIR}/prompt_files.cpp" @ONLY)
target_sources(pyramid_engine PRIVATE "${PROJECT_BINARY_DIR}/prompt_files.cpp")
