// Texts that the program writes: never merged word by word, one of the two is taken. What a person
// put into the other goes in front, and is kept by the next sync as any edit by hand is.
#pragma once

#include "base/digest.hpp"
#include "format/node.hpp"
#include "format/own_words.hpp"
#include "format/sections.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::merge {

// A generated text as a file has it.
struct Generated {
  std::string text;
  std::optional<Digest> output;
  format::Sentences sentences = {};
};

// Whether a person changed it.
bool is_edited(const Generated& one);

struct Choice {
  bool ours = true;             // whose text stands
  std::string words;            // a person's words of the other, which are to stand in front
  format::Sentences sentences;  // to be recorded: what either person struck out is
  // One struck out what stands in the text of the other: it has to be written again.
  bool stale = false;
};
// The one that a person edited; else, and where both did, the one with the smaller digest.
Choice choose(const Generated* base, const Generated& ours, const Generated& theirs);

// Merges of whole documents, all of one `kind`, or as notes. `base` is nullptr where there is none.
// Bodies have `\n` line ends. Symmetric.
struct Documents {
  const format::Document* base = nullptr;
  const format::Document& ours;
  const format::Document& theirs;
  std::string_view path;
  std::string day;
  format::Kind kind = format::Kind::kNote;
};
struct MergedDocument {
  format::Frontmatter frontmatter;
  std::string body;
  std::size_t conflicts = 0, kept_edits = 0;
};
MergedDocument merge_summaries(const Documents& documents);
// MEMORY.md and models/*.md: each generated section by itself, all else as people's text.
MergedDocument merge_homes(const Documents& documents);
// why/*.md: the places of both sides, each once. What of it no home links to goes with the next
// sync.
MergedDocument merge_pages(const Documents& documents);
// nullopt where one of the two cannot be read as a conversation.
std::optional<MergedDocument> merge_sessions(const Documents& documents);
// Any other file: all of it is a person's.
MergedDocument merge_notes(const Documents& documents);

}  // namespace pyramid::merge
