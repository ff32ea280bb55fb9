// What a text shows of itself, whatever its words are. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::search {

// "when …", "how long …", "what year …": the answer is a time.
bool asks_for_time(std::string_view query);
// "yesterday", "last week", "on Friday", "in June", "two years ago", "2024".
bool tells_time(std::string_view text);
// What sort of thing a turn says, whatever it is about.
struct Manner {
  double asking = 0;  // the part of its sentences that are questions: those seldom answer one; 0..1
  // The part of its words, without stop words, in sentences that tell something: no question,
  // spoken to no "you", with an "I", "my" or "we", a name or a number. A mere answer to the other
  // one ("That sounds great!") tells nothing. 0..1; 1 for a text without a Latin letter.
  double telling = 0;
};
Manner manner_of(std::string_view turn);

// Whether three quarters of the words of `text`, without stop words, stand in `whole`.
bool stands_in(std::string_view text, std::string_view whole);
// Whether each sentence by which a turn tells something stands in one of the facts.
bool says_no_more(std::string_view turn, const std::vector<std::string>& facts);

}  // namespace pyramid::search
