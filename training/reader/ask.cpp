// Asks the program's own reader, line by line, for the scripts of this folder.
//
//   reader_ask [WEIGHTS] < QUESTIONS
//
// One question a line, fields between tabs, one answer a line, its numbers between blanks:
//   read WHO TEXT [WHO TEXT]...   the line, then those before it, oldest first:
//                                 keep kind about importance needs_context left_early
//   compare OLDER NEWER           four probabilities
//   answers QUESTION TEXT         one
//   look WHO TEXT                 what the first look sees: the features of two layers
//   pieces TEXT                   the pieces themselves
#include "base/text.hpp"
#include "language/encoder.hpp"
#include "language/pieces.hpp"
#include "language/reader.hpp"

#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

namespace pyramid::language {
namespace {

Speaker speaker_of(std::string_view who) {
  if (who == "user") return Speaker::kUser;
  return who == "assistant" ? Speaker::kAssistant : Speaker::kFriend;
}

template <typename Values>
void print(const Values& values) {
  const char* between = "";
  for (const float value : values) {
    std::printf("%s%.9g", between, static_cast<double>(value));
    between = " ";
  }
  std::printf("\n");
}

bool answer(const Reader& reader, const Weights& weights,
            const std::vector<std::string_view>& asked) {
  const std::string_view what = asked[0];
  if (what == "read" && asked.size() >= 3 && asked.size() % 2 == 1) {
    std::vector<Line> before;
    for (std::size_t i = 3; i < asked.size(); i += 2) {
      before.push_back({speaker_of(asked[i]), asked[i + 1]});
    }
    const Judgement out = reader.judge(before, {speaker_of(asked[1]), asked[2]});
    std::printf("%.9g %d %d %.9g %.9g %d\n", static_cast<double>(out.keep),
                static_cast<int>(out.kind), static_cast<int>(out.about),
                static_cast<double>(out.importance), static_cast<double>(out.needs_context),
                out.left_early ? 1 : 0);
  } else if (what == "compare" && asked.size() == 3) {
    print(reader.compare(asked[1], asked[2]));
  } else if (what == "answers" && asked.size() == 3) {
    print(std::vector<float>{reader.answers(asked[1], asked[2])});
  } else if (what == "look" && asked.size() == 3) {
    print(reader.first_look({speaker_of(asked[1]), asked[2]}));
  } else if (what == "pieces" && asked.size() == 2) {
    const char* between = "";
    const Pieces pieces(weights.pieces);
    for (const std::uint16_t one : pieces.of(asked[1])) {
      const std::string_view piece = pieces.piece(one);
      std::printf("%s%.*s", between, static_cast<int>(piece.size()), piece.data());
      if (one == kUnknown) std::printf("<unk>");
      between = " ";
    }
    std::printf("\n");
  } else {
    return false;
  }
  return true;
}

int run(int count, char** arguments) {
  const auto reader = count > 1 ? Reader::open(arguments[1]) : Reader::shipped();
  const auto weights = read_weights(shipped_weights());
  if (!reader || !weights) {
    std::fprintf(stderr, "%s\n", to_string(reader ? weights.error() : reader.error()).c_str());
    return 1;
  }
  std::string line;
  while (std::getline(std::cin, line)) {
    if (!answer(**reader, *weights, split(line, '\t'))) {
      std::fprintf(stderr, "not a question: %s\n", line.c_str());
      return 2;
    }
  }
  return 0;
}

}  // namespace
}  // namespace pyramid::language

int main(int count, char** arguments) { return pyramid::language::run(count, arguments); }
