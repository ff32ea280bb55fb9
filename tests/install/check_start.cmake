# Which shared objects the program is bound to at each start: where it was linked with archives, few.
execute_process(COMMAND readelf -d "${program}" OUTPUT_VARIABLE dynamic RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "readelf does not read ${program}")
endif()
string(REGEX MATCHALL "NEEDED[^[]*\\[[^]]*\\]" needed "${dynamic}")
list(LENGTH needed count)
if(count GREATER 4)  # libc, libm, the loader, one more
  message(FATAL_ERROR "the program is bound to ${count} shared objects:\n${needed}")
endif()
