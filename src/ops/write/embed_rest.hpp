// The vectors that reading a file does not make: of a server, and of an embedding newly chosen.
#pragma once

#include "ops/run/opened.hpp"
#include "pyramid/sync.hpp"

#include <cstddef>
#include <string>

namespace pyramid::ops {

// How far the chosen embedding is.
struct EmbeddingState {
  std::string chosen;    // its name
  bool serves = true;    // search goes by its vectors
  std::size_t done = 0;  // texts of the memory that have one
  std::size_t of = 0;    // texts of the memory
};
Result<EmbeddingState> embedding_state(const Services& services, Opened& opened);

// Texts that go into one request of a server.
inline constexpr std::size_t kTextsOfRequest = 256;
// What the chosen embedding has still to make, where reading a file does not make it.
struct TextsToEmbed {
  std::size_t count = 0, bytes = 0;
};
Result<TextsToEmbed> texts_to_embed(const Services& services, Opened& opened);

// Makes what is missing, with progress, each batch kept as soon as it is there; where that makes
// another embedding complete, search goes by it from then on. Texts that a server did not answer
// for are left: noted in the report as failed calls are. One that it refuses by itself is named,
// found by its words alone, and not asked for again before it changes or the embedding does.
// Nothing is embedded where nothing is missing. Vectors that are kept of texts that are gone leave
// once they outnumber the others. kCancelled. The last thing that is done with `opened`.
Status embed_rest(Services& services, Opened& opened, unsigned parallel, SyncReport& report);

// Drops kept vectors of texts that the memory has no more.
Status forget_vectors(const Services& services, Opened& opened);

}  // namespace pyramid::ops
