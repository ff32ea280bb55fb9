# The embedding's data is assembled into one object file, which must be made again when a data file
# changes; no compiler finds that dependency by itself.
set(embedding_dir "${PROJECT_SOURCE_DIR}/src/engine/embedding")
set_source_files_properties("${embedding_dir}/embedded_data.cpp" PROPERTIES
  OBJECT_DEPENDS "${embedding_dir}/minilm-static-256.bin;${embedding_dir}/vocab.txt"
  COMPILE_DEFINITIONS "PYRAMID_EMBEDDING_DIR=\"${embedding_dir}\"")
# A fused multiply-add would give other last bits on processors that have one, and other scores.
set_source_files_properties("${embedding_dir}/static_embedder.cpp" PROPERTIES
  COMPILE_OPTIONS "-ffp-contract=off")
