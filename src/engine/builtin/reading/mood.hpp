// What is not meant: what-ifs that go on, jokes, and where the writer comes back to the truth.
#pragma once

#include <string_view>

namespace pyramid::engine::builtin {

// "Suppose I set it in Trieste": this sentence and those behind it are made up.
bool opens_what_if(std::string_view sentence);
// "In reality, …", "Back to reality: …": what follows is meant again.
bool returns_to_reality(std::string_view sentence);
// "Just kidding.", "April fools": the sentence before was a joke.
bool is_retraction(std::string_view sentence);
// Said in jest, by its words or its emoji.
bool is_ironic(std::string_view sentence);

}  // namespace pyramid::engine::builtin
