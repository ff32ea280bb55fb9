#include "index/tokenizer.hpp"

#include "base/text.hpp"

#include <sqlite3.h>

#include <array>

namespace pyramid::index {

namespace {

// The first is the tokenizer, the others are its arguments.
constexpr std::array<const char*, 6> kNamed = {"porter", "unicode61",  "remove_diacritics",
                                               "0",      "categories", "L* N* Co M*"};
// FTS5 keeps so much of a word.
constexpr std::size_t kLongest = 32'768;

Failure cannot_tokenize() {
  return fail(ErrorKind::kInternal, "SQLite was built without FTS5 as it is needed");
}

}  // namespace

std::string tokenize_option() {
  std::string all;
  for (const std::string_view one : kNamed) {
    const bool quoted = one.find(' ') != std::string_view::npos;
    all += (all.empty() ? "" : " ") + (quoted ? "''" + std::string(one) + "''" : std::string(one));
  }
  return "tokenize='" + all + "'";
}

Result<fts5_api*> fts5_of(Database& database) {
  PYRAMID_ASSIGN(Statement statement, database.prepare("SELECT fts5(?1)"));
  fts5_api* api = nullptr;
  statement.bind_pointer(1, static_cast<void*>(&api), "fts5_api_ptr");
  PYRAMID_ASSIGN(const bool row, statement.row());
  if (!row || api == nullptr) return cannot_tokenize();
  return api;
}

Result<Tokenizer> Tokenizer::make(fts5_api* api) {
  void* context = nullptr;
  fts5_tokenizer found{};
  if (api->xFindTokenizer(api, kNamed[0], &context, &found) != SQLITE_OK) return cannot_tokenize();
  auto arguments = kNamed;
  Fts5Tokenizer* made = nullptr;
  if (found.xCreate(context, arguments.data() + 1, static_cast<int>(arguments.size()) - 1, &made) !=
      SQLITE_OK) {
    return cannot_tokenize();
  }
  Tokenizer tokenizer;
  tokenizer.tokenize_ = found.xTokenize;
  tokenizer.tokenizer_ = {made, found.xDelete};
  return tokenizer;
}

Status Tokenizer::each(std::string_view text,
                       const std::function<void(std::string_view word)>& take) const {
  auto taking = &take;
  const auto take_word = [](void* context, int, const char* word, int size, int, int) {
    (**static_cast<decltype(taking)*>(context))(
        std::string_view(word, static_cast<std::size_t>(size)).substr(0, kLongest));
    return SQLITE_OK;
  };
  const int done = tokenize_(tokenizer_.get(), static_cast<void*>(&taking), FTS5_TOKENIZE_DOCUMENT,
                             text.data(), static_cast<int>(text.size()), take_word);
  if (done == SQLITE_OK) return {};
  return fail(ErrorKind::kInternal, "SQLite cannot tell words apart", {}, {}, sqlite3_errstr(done));
}

}  // namespace pyramid::index
