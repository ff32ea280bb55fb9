// What a text shows of itself, whatever its words are. Pure.
#pragma once

#include <string_view>

namespace pyramid::search {

// "when …", "how long …", "what year …": the answer is a time.
bool asks_for_time(std::string_view query);
// "yesterday", "last week", "on Friday", "in June", "two years ago", "2024".
bool tells_time(std::string_view text);
// The part of its sentences that are questions: those seldom answer one. 0..1.
double part_asking(std::string_view text);

}  // namespace pyramid::search
