# The embedding's data is assembled into one object file, which must be made again when a data file
# changes; no compiler finds that dependency by itself.
set(embedding_dir "${PROJECT_SOURCE_DIR}/src/engine/embedding")
set_source_files_properties("${embedding_dir}/embedded_data.cpp" PROPERTIES
  OBJECT_DEPENDS "${embedding_dir}/words.bin;${embedding_dir}/vocab.txt"
  COMPILE_DEFINITIONS "PYRAMID_EMBEDDING_DIR=\"${embedding_dir}\"")
# A fused multiply-add would give other last bits on processors that have one, and other scores.
set_source_files_properties("${embedding_dir}/static_embedder.cpp" PROPERTIES
  COMPILE_OPTIONS "-ffp-contract=off")
# The loops of minilm are compiled for three sorts of processors, and fast in every build: a debug
# build's would take minutes for the tests. Sums and products are put together there on purpose.
set(kernel_flags -O3 -ffp-contract=fast)
foreach(kernels "portable" "avx2;-mavx2;-mfma"
                "avx512;-mavx512f;-mavx512dq;-mavx512vl;-mfma;-mprefer-vector-width=512")
  list(POP_FRONT kernels name)
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(kernels "")
  endif()
  set_source_files_properties("${embedding_dir}/minilm/kernels_${name}.cpp" PROPERTIES
    COMPILE_OPTIONS "${kernel_flags};${kernels}")
endforeach()
# The weights that tell machine output and other languages from prose are linked in the same way.
set(text_kind "${PROJECT_SOURCE_DIR}/src/engine/builtin/reading/text_kind")
set_source_files_properties("${text_kind}_weights.cpp" PROPERTIES
  OBJECT_DEPENDS "${text_kind}.bin" COMPILE_DEFINITIONS "PYRAMID_TEXT_KIND=\"${text_kind}.bin\"")
# So are those that tell what commands the assistant.
set(commands "${PROJECT_SOURCE_DIR}/src/guard/commands")
set_source_files_properties("${commands}_weights.cpp" PROPERTIES
  OBJECT_DEPENDS "${commands}.bin" COMPILE_DEFINITIONS "PYRAMID_COMMANDS=\"${commands}.bin\"")
# Nor may other leaves lie together, or have other keys.
foreach(file clusters keys)
  set_source_files_properties("${PROJECT_SOURCE_DIR}/src/topics/${file}.cpp" PROPERTIES
    COMPILE_OPTIONS "-ffp-contract=off")
endforeach()
