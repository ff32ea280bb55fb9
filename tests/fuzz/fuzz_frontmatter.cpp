// Any block: the fast reader and yaml-cpp agree, and an edit touches its own key alone.
#include "base/utf8.hpp"
#include "format/flat_yaml.hpp"
#include "format/frontmatter.hpp"
#include "tests/fuzz/property.hpp"

#include <string>
#include <vector>

using namespace pyramid;
using namespace pyramid::format;
using pyramid::fuzz::hold;

namespace {

bool same(const Field& a, const Field& b) {
  return a.key == b.key && a.values == b.values && a.is_list == b.is_list &&
         a.is_nested == b.is_nested && a.line == b.line && a.begin == b.begin && a.end == b.end;
}

bool same(const std::vector<Field>& a, const std::vector<Field>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same(a[i], b[i])) return false;
  }
  return true;
}

// Every key but `key` has the bytes that it had.
void check_kept(const Frontmatter& before, const Frontmatter& after, std::string_view key) {
  for (const Field& field : before.fields()) {
    if (field.key == key) continue;
    const Field* kept = after.find(field.key);
    hold(kept != nullptr, "a key is lost by an edit of another");
    hold(before.bytes().substr(field.begin, field.end - field.begin) ==
             after.bytes().substr(kept->begin, kept->end - kept->begin),
         "a key changes by an edit of another");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view block = fuzz::text_of(data, size);
  if (utf8::first_invalid(block)) return 0;  // parse_document() refuses it before
  std::vector<Field> fast;
  if (size <= 64 * 1024 && read_flat_yaml(block, fast)) {
    const Result<std::vector<Field>> slow = read_yaml(block);
    // Brackets in quotes count for the screen in front of yaml-cpp; the fast reader knows better.
    const bool screened = !slow && slow.error().what.find("nested") != std::string::npos;
    hold(screened || (slow && same(fast, *slow)), "the fast reader and yaml-cpp agree");
  }
  const Result<Frontmatter> parsed = Frontmatter::parse(block);
  if (!parsed) {
    hold(parsed.error().where.rfind("line ", 0) == 0, "a refusal names its line");
    return 0;
  }
  std::vector<std::string> keys = {"new"};
  for (const Field& field : parsed->fields()) keys.push_back(field.key);
  if (keys.size() > 8) keys.resize(8);
  for (const std::string& key : keys) {
    for (const char* value : {"x", "", "a: b #c", "two\nlines"}) {
      Frontmatter edited = *parsed;
      edited.set(key, value);
      hold(edited.scalar(key) == value, "what is set is read back");
      check_kept(*parsed, edited, key);
      edited.set_list(key, {value, "y, z", "y, z"});
      hold(edited.find(key)->values.size() == 3, "a list that is set is read back");
      check_kept(*parsed, edited, key);
      edited.erase(key);
      hold(edited.find(key) == nullptr, "what is erased is gone");
      check_kept(*parsed, edited, key);
    }
  }
  return 0;
}
