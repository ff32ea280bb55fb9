#include "ingest/array_splitter.hpp"

#include "base/text.hpp"

namespace pyramid::ingest {

namespace {

constexpr std::size_t kMostElementBytes = 128UL * 1024 * 1024;

// What an array may hold beside objects: null, numbers, strings, arrays.
bool begins_other_value(char c) {
  return std::string_view("ntf\"-[0123456789").find(c) != std::string_view::npos;
}

}  // namespace

bool ArraySplitter::feed(std::string_view piece) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  for (std::size_t at = 0; at < piece.size();) {
    if (state_ == State::kBroken || state_ == State::kEnough) return false;
    if (state_ == State::kInside) {
      at = depth_ == 0 ? inside_scalar(piece, at) : inside(piece, at);
      continue;
    }
    const char c = piece[at++];
    if (state_ == State::kStart && mark_bytes_ < kByteOrderMark.size() &&
        c == kByteOrderMark[mark_bytes_]) {
      ++mark_bytes_;
      continue;
    }
    between(c);
    if (c == '\n') ++line_;
  }
  return state_ != State::kBroken && state_ != State::kEnough;
}

// Outside of elements: brackets of the array itself, commas and blanks.
void ArraySplitter::between(char c) {
  if (is_blank(c)) return;
  if (state_ == State::kStart && c == '[') {
    is_array_ = true;
    state_ = State::kBetween;
  } else if (state_ == State::kBetween && c == ']') {
    state_ = State::kEnd;
  } else if ((state_ == State::kStart || state_ == State::kBetween) && c == '{') {
    state_ = State::kInside;
    element_.assign(1, c);
    element_line_ = line_;
    depth_ = 1;
  } else if (state_ == State::kBetween && begins_other_value(c)) {
    state_ = State::kInside;
    element_.assign(1, c);
    element_line_ = line_;
    depth_ = c == '[' ? 1 : 0;
    in_string_ = c == '"';
  } else if (!(state_ == State::kBetween && c == ',')) {
    state_ = State::kBroken;
  }
}

// Goes on in an element that is no object or array, to the comma or bracket behind it.
std::size_t ArraySplitter::inside_scalar(std::string_view piece, std::size_t at) {
  for (; at < piece.size(); ++at) {
    const char c = piece[at];
    const bool ends = !in_string_ && (c == ',' || c == ']' || is_blank(c));
    if (ends) {
      finish_element();
      return at;
    }
    if (c == '"' && !escaped_) in_string_ = !in_string_;
    escaped_ = in_string_ && c == '\\' && !escaped_;
    append(piece.substr(at, 1));
  }
  return at;
}

// Goes on in an element and gives where it stopped: at its end, or at the end of the piece.
std::size_t ArraySplitter::inside(std::string_view piece, std::size_t at) {
  const std::size_t begin = at;
  while (at < piece.size()) {
    const char c = piece[at++];
    if (c == '\n') ++line_;
    if (in_string_) {
      if (escaped_) {
        escaped_ = false;
      } else if (c == '\\') {
        escaped_ = true;
      } else if (c == '"') {
        in_string_ = false;
      }
      continue;
    }
    if (c == '"') {
      in_string_ = true;
    } else if (c == '{' || c == '[') {
      ++depth_;
    } else if ((c == '}' || c == ']') && --depth_ == 0) {
      append(piece.substr(begin, at - begin));
      finish_element();
      return at;
    }
  }
  append(piece.substr(begin));
  return at;
}

void ArraySplitter::append(std::string_view part) {
  if (part.size() > kMostElementBytes - element_.size()) {
    is_too_long_ = true;
    state_ = State::kBroken;
    element_.clear();
    return;
  }
  element_ += part;
}

void ArraySplitter::finish_element() {
  if (is_too_long_) return;
  state_ = is_array_ ? State::kBetween : State::kEnd;
  if (!sink_(element_, element_line_)) state_ = State::kEnough;
  element_.clear();
}

}  // namespace pyramid::ingest
