#include "ingest/json_lines.hpp"

#include "base/encoding.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "ingest/long_text.hpp"
#include "ingest/zstd.hpp"

#include <string_view>
#include <utility>

namespace pyramid::ingest {

namespace {

// Less what is left of long strings. No program writes longer ones; what is packed may hold any
// number of bytes.
constexpr std::size_t kMostLineBytes = 128UL * 1024 * 1024;

// JSON that is no object, as a person calls it.
std::string called_kind(const Json& value) {
  if (value.is_null()) return "`null`";
  if (value.is_array()) return "a JSON list";
  if (value.is_string()) return "a JSON text";
  return value.is_boolean() ? "a JSON truth value" : "a number";
}

class LineReading {
 public:
  using Take = std::function<bool(const Json& line, std::size_t number)>;
  using MayMatter = std::function<bool(std::string_view line)>;
  LineReading(const std::string& path, Diagnostics& diagnostics, const Take& take,
              const MayMatter& may_matter = {})
      : path_(path), diagnostics_(diagnostics), take_(take), may_matter_(may_matter) {}

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
  void finish() {
    finish_line(false);
    tell_encoding();
  }
  void tell_encoding() {
    if (auto told = encodings_.told(path_)) diagnostics_.push_back(*std::move(told));
  }

 private:
  void append(std::string_view part) {
    if (too_long_) return;
    if (!is_long_ && line_.size() + part.size() <= kMostKept) {
      line_ += part;
      return;
    }
    if (!is_long_) {
      is_long_ = true;
      strings_ = LongStrings();
      const std::string begun = std::exchange(line_, {});
      strings_.feed(begun, line_);
    }
    strings_.feed(part, line_);
    too_long_ = line_.size() > kMostLineBytes;
  }

  bool finish_line(bool whole) {
    ++number_;
    std::string_view text = trim(line_);
    const Decoded decoded = too_long_ ? Decoded() : decode(text);
    if (decoded.encoding != Encoding::kUtf8) text = decoded.text;
    bool goes_on = true;
    if (too_long_) {
      complain("this line is too long; it is left out");
    } else if (!text.empty() && (!may_matter_ || may_matter_(text))) {
      const ParsedJson parsed = parse_whole_json(text);
      if (parsed.value) encodings_.note(decoded.encoding, number_);
      if (parsed.value && parsed.value->is_object()) {
        goes_on = take_(*parsed.value, number_);
      } else if (whole && parsed.value) {
        complain("this line is " + called_kind(*parsed.value) + " and no record; it is left out");
      } else if (whole) {
        complain("this line is not JSON; it is left out");
      } else {
        diagnostics_.push_back({Severity::kWarning, where(), "the last line is not complete yet",
                                "import again when it is"});
      }
    }
    line_.clear();
    if (is_long_) line_.shrink_to_fit();
    is_long_ = too_long_ = false;
    return goes_on;
  }

  void complain(std::string what) {
    diagnostics_.push_back(
        {Severity::kError, where(), std::move(what), "the rest of the session is imported"});
  }
  [[nodiscard]] std::string where() const { return path_ + ":" + std::to_string(number_); }

  const std::string& path_;
  Diagnostics& diagnostics_;
  const Take& take_;
  const MayMatter may_matter_;
  std::string line_;
  std::size_t number_ = 0;
  LongStrings strings_;
  Encodings encodings_;
  bool is_long_ = false, too_long_ = false;
};

}  // namespace

Status read_json_lines(FileSystem& files, const std::string& path, Diagnostics& diagnostics,
                       const std::function<bool(const Json& line, std::size_t number)>& take,
                       const std::function<bool(std::string_view line)>& may_matter) {
  LineReading reading(path, diagnostics, take, may_matter);
  bool enough = false;
  const auto feed = [&](std::string_view piece) {
    enough = !reading.feed(piece);
    return !enough;
  };
  if (path::extension(path) == ".zst") {
    const Status read = read_zstd_in_pieces(files, path, feed);
    if (!read && read.error().kind != ErrorKind::kInvalid) return fail(Error(read.error()));
    if (!read) {  // cut off, or being written
      reading.tell_encoding();
      diagnostics.push_back(to_diagnostic(read.error()));
      return {};
    }
  } else {
    PYRAMID_TRY(files.read_in_pieces(path, feed));
  }
  if (!enough) reading.finish();
  return {};
}

void read_json_lines(std::string_view bytes, const std::string& path, Diagnostics& diagnostics,
                     const std::function<bool(const Json& line, std::size_t number)>& take) {
  LineReading reading(path, diagnostics, take);
  if (reading.feed(bytes)) reading.finish();
}

}  // namespace pyramid::ingest
