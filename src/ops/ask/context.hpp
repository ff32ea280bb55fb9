// The text of a recall while it grows: within a budget, each statement once.
#pragma once

#include "pyramid/zone.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// A sentence, a list item without one, or a row of a table.
struct Statement {
  std::string text;       // on one line
  std::size_t block = 0;  // number of its list item, or of a sentence and what leans on it
  std::optional<std::string> cells = std::nullopt;  // of a row: without its headings, as all have
};

// Those of a text, without its headings and `From` lines; "" stands where something was cut out
// already ("… and so on"). Of what is filled in, without the lines of the form, `as_made`, and the
// fields left empty.
std::vector<Statement> statements_of(std::string_view markdown, std::string_view as_made = {});

// The stems of the words that tell what a text is about, without accents: no stop words, "now",
// "user", "assistant".
std::set<std::string> stems_of(std::string_view text);
// The same of what asks for them (engine::asked_words()).
std::set<std::string> stems_asked(std::string_view prompt);

// What a statement tells, whoever says it, and whenever it was noted: "I moved", "User moved",
// "As of May, the user has moved".
struct Meaning {
  std::string words;  // as they stand, but for case, accents and stops
  std::set<std::string> stems;
  bool denies = false, asks = false;

  [[nodiscard]] bool holds(const Meaning& other) const;
};
// `said`: when, or zero; "yesterday" and a date are the same then.
Meaning meaning_of(std::string_view statement, LocalTime said);

// What may be told of one piece of memory.
struct Passage {
  std::vector<Statement> statements;  // as they follow each other
  std::vector<std::size_t> wanted;    // places of those that may be told, the best first
  bool quoted = false;                // a turn: it stays for what else it tells, if that matters
  LocalTime said = {};                // or zero
};
// All of them, from the first on.
Passage whole(std::vector<Statement> statements);

struct Entry {
  std::string lead;
  Passage passage;
  std::size_t most = 0;  // bytes of the passage
  std::string target;    // of its link
  std::string citation;
};

// Something that was looked at and is not told.
struct LeftOut {
  std::string citation, why;
};

// What became of something that might have stood in it.
struct Considered {
  std::string heading;  // of the part
  std::string citation;
  std::string left_out;  // why; "": it stands there
};

class Context {
 public:
  // `cited`: so many things are cited before it.
  explicit Context(std::size_t bytes, std::size_t cited = 0) : left_(bytes), cited_(cited) {}

  // What may stand below `heading` takes `most` bytes at most.
  void begin(const std::string& heading, std::size_t most);

  // As much of it on one line as was not said yet and fits, "…" for what is left out, its link
  // behind it. Nothing where that is nothing.
  void add(const Entry& entry);

  // The same for what is to stand as it is, said before or not.
  void add_verbatim(const std::string& text, const std::string& target,
                    const std::string& citation);

  // What is added from now on is left out, which is why.
  void close(const std::string& why) { closed_ = why; }

  // That it is left out, and why.
  void leave(const std::string& citation, const std::string& why);

  // As if it stood here already.
  void note_said(std::string_view text, LocalTime said);

  [[nodiscard]] std::size_t left() const { return left_; }
  [[nodiscard]] const std::string& text() const { return out_; }
  [[nodiscard]] std::vector<std::string> take() { return std::move(taken_); }
  [[nodiscard]] std::vector<Considered> take_considered() { return std::move(considered_); }

 private:
  [[nodiscard]] bool knows(const Meaning& meaning) const;
  [[nodiscard]] bool knows_all(const std::vector<Meaning>& parts) const;
  [[nodiscard]] Passage unsaid_of(const Passage& passage) const;
  [[nodiscard]] std::size_t room_beside(const std::string& lead, const std::string& target) const;
  [[nodiscard]] std::string link_to(const std::string& target) const;
  void write(const std::string& line, const std::string& citation);

  std::size_t left_, limit_ = 0;
  std::size_t cited_;
  std::string part_;     // its heading
  std::string heading_;  // not written yet
  std::string closed_;   // why nothing is taken any more; "": it is
  std::string out_;
  std::vector<Meaning> known_;
  std::vector<std::string> taken_;
  std::vector<Considered> considered_;
};

}  // namespace pyramid::ops
