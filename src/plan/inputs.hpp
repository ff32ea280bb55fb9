// The digest over what a generated text was made from (docs/design.md, "Digests").
#pragma once

#include "base/digest.hpp"
#include "base/ulid.hpp"

#include <string>
#include <utility>
#include <vector>

namespace pyramid::plan {

// Takes sources in order, each as id and digest, both as text. The buffer is lent, so that ten
// thousand digests take one.
class InputsHasher {
 public:
  explicit InputsHasher(std::string& buffer) : buffer_(buffer) { buffer_.clear(); }

  void add(const Ulid& id, const Digest& digest) {
    buffer_ += "26:";  // as Hasher::field puts a length in front
    append_text(buffer_, id);
    buffer_ += "32:";
    append_hex(buffer_, digest);
  }
  [[nodiscard]] Digest finish() const { return digest_of(buffer_); }

 private:
  std::string& buffer_;
};

// The digest over links to these nodes, in order; a zero id stands for one that leads to none.
Digest links_digest(const std::vector<Ulid>& ids);

Digest inputs_digest(const std::vector<std::pair<Ulid, Digest>>& sources);

}  // namespace pyramid::plan
