// Words as the table `words` has them.
#pragma once

#include "index/database.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

struct Fts5Tokenizer;
struct fts5_api;

namespace pyramid::index {

// The option of the table that names its tokenizer.
std::string tokenize_option();

// FTS5 of this connection.
Result<fts5_api*> fts5_of(Database& database);

// Belongs to one thread; any number of them may be made at once. REQUIRES: the connection outlives
// it.
class Tokenizer {
 public:
  static Result<Tokenizer> make(fts5_api* api);

  // The words of a text one after the other, as a match compares them.
  Status each(std::string_view text, const std::function<void(std::string_view word)>& take) const;

 private:
  int (*tokenize_)(Fts5Tokenizer*, void*, int, const char*, int,
                   int (*)(void*, int, const char*, int, int, int)) = nullptr;
  std::unique_ptr<Fts5Tokenizer, void (*)(Fts5Tokenizer*)> tokenizer_{nullptr, nullptr};
};

}  // namespace pyramid::index
