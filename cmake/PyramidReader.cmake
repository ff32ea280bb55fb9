# The reader's weights are assembled into one object file, which must be made again when they change.
set(language_dir "${PROJECT_SOURCE_DIR}/src/language")
set_source_files_properties("${language_dir}/weights_data.cpp" PROPERTIES
  OBJECT_DEPENDS "${language_dir}/reader.bin"
  COMPILE_DEFINITIONS "PYRAMID_READER=\"${language_dir}/reader.bin\"")
# Its loops are compiled for three sorts of processors, and fast in every build. A fused
# multiply-add would give other last bits on processors that have one, and other judgements.
foreach(kernels "portable" "avx2;-mavx2"
                "avx512;-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl;-mprefer-vector-width=512")
  list(POP_FRONT kernels name)
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(kernels "")
  endif()
  if(PYRAMID_SANITIZE AND NOT name STREQUAL "portable")
    # The portable ones are the same lines, and a test has all three give the same bits.
    list(APPEND kernels -fno-sanitize=all)
  endif()
  set_source_files_properties("${language_dir}/kernels_${name}.cpp" PROPERTIES
    COMPILE_OPTIONS "-O3;-ffp-contract=off;${kernels}")
endforeach()
set_source_files_properties("${language_dir}/encoder.cpp" "${language_dir}/pieces.cpp"
  "${language_dir}/reader.cpp" PROPERTIES
  COMPILE_OPTIONS "-O2;-ffp-contract=off")
