// Notes of a conversation: the sentences that a judge keeps, each as an observation.
#pragma once

#include "engine/engine.hpp"
#include "language/reader.hpp"
#include "pyramid/result.hpp"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin {

// What a line is worth, with the lines before it in order, the last one nearest.
using Judge = std::function<language::Judgement(std::span<const language::Line> before,
                                                const language::Line& line)>;

// Each sentence of the turns asked for is judged once, and what is worth a note is told in the
// third person where that is safe, else quoted with whose words they are, with the line before
// where it says nothing without. Words relative to the day have their date in brackets. Machine
// output and what the writer quotes is nobody's. Fails with kCancelled alone. Thread-safe where the
// judge is.
Result<std::vector<Extracted>> notes_of(const ExtractRequest& request, const Judge& judge);

// A fact that somebody tells the memory itself (engine/telling.hpp): kept whatever it is worth.
Extracted note_of(std::string_view fact, std::string_view user, const Judge& judge);

}  // namespace pyramid::engine::builtin
