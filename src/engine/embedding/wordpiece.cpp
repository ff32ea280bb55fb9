#include "engine/embedding/wordpiece.hpp"

#include "base/utf8.hpp"
#include "engine/text/language.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

namespace pyramid::engine {
namespace {

constexpr std::size_t kSlots = 1U << 16U;
constexpr std::size_t kMaxCharacters = 100;
constexpr std::size_t kMaxBytes = kMaxCharacters * 4;

// First bytes of UTF-8: of accents and of Greek, and of dashes and quotation marks.
constexpr unsigned char kBehindLatin = 0xCC;
constexpr unsigned char kFirstOfDashes = 0xE2;

// FNV-1a; a piece inside a word (## in the vocabulary) starts from another seed.
constexpr std::uint32_t kSeed = 2166136261U;
constexpr std::uint32_t kSeedInside = 0x9e3779b9U;
constexpr std::uint32_t step(std::uint32_t hash, char c) {
  return (hash ^ static_cast<unsigned char>(c)) * 16777619U;
}
constexpr std::size_t slot_of(std::uint32_t hash) { return (hash ^ (hash >> 15U)) & (kSlots - 1); }
constexpr std::uint32_t tag_of(std::uint32_t hash) { return hash & 0xffff0000U; }

bool is_inside(std::string_view token) { return token.size() > 2 && token.starts_with("##"); }

enum class Class : std::uint8_t { kDropped, kSpace, kPunctuation, kLetter };

constexpr Class ascii_class(unsigned char c) {
  if (c == ' ' || c == '\t' || c == '\n' || c == '\r') return Class::kSpace;
  if (c < ' ' || c == 0x7f) return Class::kDropped;
  const bool letter = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  return letter ? Class::kLetter : Class::kPunctuation;
}
constexpr auto kAscii = [] {
  std::array<Class, 128> table{};
  for (unsigned char c = 0; c < 128; ++c) table[c] = ascii_class(c);
  return table;
}();

// Before decomposition: what BERT's cleaning drops or takes for white space.
Class clean_class(char32_t c) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CS:
      return Class::kDropped;
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return Class::kSpace;
    default:
      return c == U'\uFFFD' ? Class::kDropped : Class::kLetter;
  }
}

// One part of a decomposition: accents go, punctuation stands alone.
Class part_class(utf8proc_int32_t c) {
  if (c < 128) return kAscii[static_cast<std::size_t>(c)];
  switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_MN:
      return Class::kDropped;
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
      return Class::kPunctuation;
    default:
      return Class::kLetter;
  }
}

}  // namespace

// Collects the characters of one word after another and hands each whole word on.
class WordPiece::Splitter {
 public:
  Splitter(const WordPiece& pieces, std::vector<std::uint16_t>& ids) : pieces_(pieces), ids_(ids) {}

  void run(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
      const auto byte = static_cast<unsigned char>(text[at]);
      if (byte < 128) {
        take_ascii(byte);
        ++at;
      } else {
        take(utf8::next(text, at));
      }
    }
    flush();
  }

 private:
  void take_ascii(unsigned char byte) {
    const Class what = kAscii[byte];
    if (what == Class::kDropped) return;
    if (what == Class::kSpace) return flush();
    const char c = static_cast<char>(byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte);
    if (what == Class::kPunctuation) flush();
    add({&c, 1});
    if (what == Class::kPunctuation) flush();
  }

  void take(char32_t c) {
    const Class what = clean_class(c);
    if (what == Class::kDropped) return;
    if (what == Class::kSpace) return flush();
    const bool alone = utf8::is_cjk(c);
    if (alone) flush();
    std::array<utf8proc_int32_t, 32> parts{};
    int boundary = 0;
    const auto count = std::min<utf8proc_ssize_t>(
        utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c), parts.data(), parts.size(),
                                UTF8PROC_DECOMPOSE, &boundary),
        parts.size());
    for (utf8proc_ssize_t i = 0; i < count; ++i) take_part(parts[static_cast<std::size_t>(i)]);
    if (alone) flush();
  }

  void take_part(utf8proc_int32_t part) {
    const Class what = part_class(part);
    if (what == Class::kDropped) return;
    if (what == Class::kSpace) return flush();
    std::array<utf8proc_uint8_t, 4> bytes{};
    const auto size = utf8proc_encode_char(utf8proc_tolower(part), bytes.data());
    if (what == Class::kPunctuation) flush();
    add({reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(size)});
    if (what == Class::kPunctuation) flush();
  }

  void add(std::string_view character) {
    if (++characters_ > kMaxCharacters) return;
    std::memcpy(word_.data() + size_, character.data(), character.size());
    size_ += character.size();
  }

  void flush() {
    if (characters_ == 0) return;
    pieces_.add_word({word_.data(), size_}, characters_, ids_);
    characters_ = size_ = 0;
  }

  const WordPiece& pieces_;
  std::vector<std::uint16_t>& ids_;
  std::array<char, kMaxBytes> word_;  // left unset: only its first size_ bytes are read
  std::size_t size_ = 0;
  std::size_t characters_ = 0;
};

WordPiece::WordPiece(std::string_view vocabulary) : vocabulary_(vocabulary), slots_(kSlots) {
  starts_.reserve(kSlots / 2);
  const char* const begin = vocabulary.data();
  const char* const end = begin + vocabulary.size();
  for (const char* line = begin; line < end;) {
    const auto* stop =
        static_cast<const char*>(std::memchr(line, '\n', static_cast<std::size_t>(end - line)));
    starts_.push_back(static_cast<std::uint32_t>(line - begin));
    line = stop == nullptr ? end : stop + 1;
  }
  const bool ended = !vocabulary.empty() && vocabulary.back() == '\n';
  starts_.push_back(static_cast<std::uint32_t>(vocabulary.size() + (ended ? 0 : 1)));
  assert(size() < kSlots - 1);
  for (std::size_t id = 0; id < size(); ++id) insert(static_cast<std::uint16_t>(id));
}

void WordPiece::tokenize(std::string_view text, std::vector<std::uint16_t>& ids) const {
  Splitter(*this, ids).run(text);
}

bool WordPiece::knows(std::string_view text) const {
  const bool latin = std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= kBehindLatin && byte != kFirstOfDashes;
  });
  if (latin) return true;
  const auto letters_of = [](std::string_view piece) {
    std::size_t letters = 0;
    for (std::size_t at = 0; at < piece.size();)
      letters += utf8::is_digit(utf8::next(piece, at)) ? 0 : 1;
    return letters;
  };
  std::size_t known = 0;
  std::size_t unknown = 0;
  std::vector<std::uint16_t> ids;
  for (const Word& word : words(text)) {
    if (is_stop_word(utf8::lower(word.text))) continue;
    ids.clear();
    tokenize(word.text, ids);
    for (const std::uint16_t id : ids) {
      std::string_view piece = id == unknown_ ? word.text : token(id);
      if (is_inside(piece)) piece.remove_prefix(2);
      const std::size_t letters = letters_of(piece);
      const bool alone = letters == 1 && !utf8::is_ascii(piece);
      (id == unknown_ || alone ? unknown : known) += letters;
    }
  }
  return known >= unknown;
}

std::string_view WordPiece::token(std::uint16_t id) const {
  return vocabulary_.substr(starts_[id], starts_[id + 1U] - starts_[id] - 1);
}

void WordPiece::insert(std::uint16_t id) {
  std::string_view text = token(id);
  if (text == "[UNK]") unknown_ = id;
  std::uint32_t hash = kSeed;
  if (is_inside(text)) {
    hash = kSeedInside;
    text.remove_prefix(2);
  }
  for (const char c : text) hash = step(hash, c);
  longest_ = std::max(longest_, text.size());
  std::size_t slot = slot_of(hash);
  while (slots_[slot] != 0) slot = (slot + 1) % kSlots;
  slots_[slot] = tag_of(hash) | (id + 1U);
}

int WordPiece::find(std::uint32_t hash, std::string_view piece, bool inside) const {
  for (std::size_t slot = slot_of(hash); slots_[slot] != 0; slot = (slot + 1) % kSlots) {
    if (tag_of(slots_[slot]) != tag_of(hash)) continue;
    const auto id = static_cast<std::uint16_t>((slots_[slot] & 0xffffU) - 1);
    std::string_view text = token(id);
    if (is_inside(text) != inside) continue;
    if (inside) text.remove_prefix(2);
    if (text == piece) return id;
  }
  return -1;
}

void WordPiece::add_word(std::string_view word, std::size_t characters,
                         std::vector<std::uint16_t>& ids) const {
  const std::size_t before = ids.size();
  bool known = characters <= kMaxCharacters;
  std::array<std::uint32_t, kMaxBytes + 1> hashes;  // of every prefix of the rest; set as needed
  for (std::size_t at = 0; known && at < word.size();) {
    const std::string_view rest = word.substr(at, longest_);
    hashes[0] = at == 0 ? kSeed : kSeedInside;
    for (std::size_t i = 0; i < rest.size(); ++i) hashes[i + 1] = step(hashes[i], rest[i]);
    // A prefix that ends inside a character is in no vocabulary line, so bytes will do.
    std::size_t length = rest.size();
    int id = -1;
    while (length > 0 && (id = find(hashes[length], rest.substr(0, length), at != 0)) < 0) --length;
    known = id >= 0;
    if (known) ids.push_back(static_cast<std::uint16_t>(id));
    at += length;
  }
  if (known) return;
  ids.resize(before);
  ids.push_back(unknown_);
}

}  // namespace pyramid::engine
