#include "ingest/json_lines.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "ingest/zstd.hpp"

#include <string_view>
#include <utility>

namespace pyramid::ingest {

namespace {

// No program writes longer ones; what is packed may hold any number of bytes.
constexpr std::size_t kMostLineBytes = 128UL * 1024 * 1024;

// JSON that is no object, as a person calls it.
std::string kind_of(const Json& value) {
  if (value.is_null()) return "`null`";
  if (value.is_array()) return "a JSON list";
  if (value.is_string()) return "a JSON text";
  return value.is_boolean() ? "a JSON truth value" : "a number";
}

class LineReading {
 public:
  using Take = std::function<bool(const Json& line, std::size_t number)>;
  LineReading(const std::string& path, Diagnostics& diagnostics, const Take& take)
      : path_(path), diagnostics_(diagnostics), take_(take) {}

  bool feed(std::string_view piece) {
    while (!piece.empty()) {
      const std::size_t end = piece.find('\n');
      append(piece.substr(0, end));
      if (end == std::string_view::npos) return true;
      piece.remove_prefix(end + 1);
      if (!finish_line(true)) return false;
    }
    return true;
  }
  void finish() { finish_line(false); }

  bool damaged = false;

 private:
  void append(std::string_view part) {
    if (part.size() > kMostLineBytes - line_.size()) too_long_ = true;
    if (!too_long_) line_ += part;
  }

  bool finish_line(bool whole) {
    ++number_;
    const std::string_view text = trim(line_);
    bool goes_on = true;
    if (too_long_) {
      complain("this line is too long; it is left out");
    } else if (!text.empty()) {
      const ParsedJson parsed = parse_json(text);
      if (parsed.value && parsed.value->is_object()) {
        goes_on = take_(*parsed.value, number_);
      } else if (whole && parsed.value) {
        complain("this line is " + kind_of(*parsed.value) + " and no record; it is left out");
      } else if (whole) {
        complain("this line is not JSON; it is left out");
      } else {
        diagnostics_.push_back({Severity::kWarning, where(), "the last line is not complete yet",
                                "import again when it is"});
      }
    }
    line_.clear();
    too_long_ = false;
    return goes_on;
  }

  void complain(std::string what) {
    damaged = true;
    diagnostics_.push_back(
        {Severity::kError, where(), std::move(what), "the rest of the session is imported"});
  }
  [[nodiscard]] std::string where() const { return path_ + ":" + std::to_string(number_); }

  const std::string& path_;
  Diagnostics& diagnostics_;
  const Take& take_;
  std::string line_;
  std::size_t number_ = 0;
  bool too_long_ = false;
};

}  // namespace

Result<bool> read_json_lines(
    FileSystem& files, const std::string& path, Diagnostics& diagnostics,
    const std::function<bool(const Json& line, std::size_t number)>& take) {
  LineReading reading(path, diagnostics, take);
  bool enough = false;
  const auto feed = [&](std::string_view piece) {
    enough = !reading.feed(piece);
    return !enough;
  };
  if (path::extension(path) == ".zst") {
    const Status read = read_zstd_in_pieces(files, path, feed);
    if (!read && read.error().kind != ErrorKind::kInvalid) return fail(Error(read.error()));
    if (!read) {  // cut off, or being written
      diagnostics.push_back(to_diagnostic(read.error()));
      return true;
    }
  } else {
    PYRAMID_TRY(files.read_in_pieces(path, feed));
  }
  if (!enough) reading.finish();
  return reading.damaged;
}

}  // namespace pyramid::ingest
