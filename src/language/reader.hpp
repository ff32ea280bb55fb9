// The taught reader: one small encoder that tells of a sentence whether a memory should keep it and
// what it is, of two facts how the newer stands to the older, and of a sentence whether it answers
// a question. In every language that it was taught (training/README.md has its figures).
//
// A Reader never changes but for a memo of judgements that it has made. Any thread; the same inputs
// give the same bits on every processor, in every thread and whatever was asked before.
#pragma once

#include "pyramid/result.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::language {

struct Kernels;

enum class Speaker : std::uint8_t { kUser, kAssistant, kFriend };
enum class Kind : std::uint8_t { kState, kEvent, kPlan, kPreference, kRule, kFix, kPromise };
// Of whom or what a sentence tells; kEnvironment: the user's programs, machines and conventions.
enum class About : std::uint8_t { kUser, kAssistant, kEnvironment, kOther };
// How a newer fact stands to an older one; kMore: says it with something added.
enum class Relation : std::uint8_t { kSame, kMore, kReplaces, kApart };

// A sentence as somebody said it. Any bytes: what is not UTF-8 is read as U+FFFD; of a long one the
// first 120 tokens are read.
struct Line {
  Speaker speaker = Speaker::kUser;
  std::string_view text;
};

struct Judgement {
  float keep = 0;  // 0 to 1; where `left_early`, 0 and nothing else is known
  Kind kind = Kind::kState;
  About about = About::kUser;
  float importance = 1;     // 1 to 10
  float needs_context = 0;  // 0 to 1: not to be understood without what was said before
  bool left_early = false;  // a first look at the line alone saw nothing to keep
};

class Reader {
 public:
  // With the weights that are linked into the program: the same Reader for all that ask.
  static Result<std::shared_ptr<const Reader>> shipped();
  // With other weights. kInvalid where they are none, of another version or cut short.
  static Result<std::shared_ptr<const Reader>> open(const std::string& path);
  // With weights that lie in memory, aligned to 64 bytes, longer than the Reader lives. `kernels`:
  // one of kernels.hpp; nullptr: the fastest.
  static Result<std::shared_ptr<const Reader>> of(std::string_view weights,
                                                  const Kernels* kernels = nullptr);

  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader();

  // Of `before`, what was said before `line`, at most the two last lines are read. Numbers of three
  // digits or more count by their first digit, but for years.
  [[nodiscard]] Judgement judge(std::span<const Line> before, const Line& line) const;
  // Probabilities by Relation; they add up to 1.
  [[nodiscard]] std::array<float, 4> compare(std::string_view older, std::string_view newer) const;
  // The probability that `text` answers `question`.
  [[nodiscard]] float answers(std::string_view question, std::string_view text) const;

  // What the first look sees of a line: what its head is taught with.
  [[nodiscard]] std::vector<float> first_look(const Line& line) const;

 private:
  struct State;
  explicit Reader(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace pyramid::language
