// A text that a model was asked for, without what it put around it.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::engine::chat {

// Takes off a code fence, JSON with one text or one list of texts in it ({"summary": "…"}, ["…"]),
// a leading line or phrase that announces the text ("Sure! Here is the summary:"), headings, HTML
// comments, the boxes of tasks and a mark of the end; a list on one line gets lines. Of an object
// without one such text nothing is left. Trimmed. Pure.
std::string bare_text(std::string_view reply);

}  // namespace pyramid::engine::chat
