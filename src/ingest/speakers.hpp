// Whose words are whose, where a source says who speaks: one rule for every format. Private to
// src/ingest.
#pragma once

#include "format/conversation.hpp"
#include "pyramid/error.hpp"
#include "pyramid/time.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest {

// What a source calls somebody, the name to show first. None: it does not say who it is.
using Names = std::vector<std::string>;

// Whether the person, who is called `user` ("" = nobody knows), is meant. ASCII case and a leading
// `@` do not count.
bool is_named(const Names& names, std::string_view user);
// What another person says, as a turn keeps it: their name in front of the words.
std::string told_of(std::string_view name, std::string_view words);

// Whoever is neither the person nor the assistant: their turns are kept verbatim on the other side,
// with the name in front, so that nothing of theirs becomes the person's.
void add_others_turn(format::Conversation& conversation, std::string_view name, Time at,
                     std::string_view text, std::string origin,
                     std::optional<std::int32_t> offset = std::nullopt);

// Who wrote a turn on the person's side.
struct Writer {
  Names names = {};
  std::string channel = {};  // on which they are called so; "" = the source does not say
  bool quoted = false;       // somebody handed on what they had written elsewhere
};

// A conversation in which it is not settled yet who of those who write is the person.
struct UnsettledTalk {
  format::Conversation conversation;
  std::vector<Writer> writers;  // of each turn; of the assistant's without names
  bool in_group = false;        // several people write, whoever they are
};
// Settles it: the person is whoever `user` names, and who writes without a name; where that is
// nobody, whoever writes alone, unless `is_known_elsewhere`, which is asked only then, finds the
// person under that name in the same source, or, where nobody knows how they are called, that
// others write alone on the same channel, too. Two are one where they share a name; a number alone
// tells people apart on its channel only.
struct ToldApart {
  std::map<std::string, std::size_t> strangers = {};  // turns by speaker; none: the person speaks
  std::string presumed = {};  // who was taken for the person under a name that is not theirs
  // How the person is called, where `user` is a number or id of theirs; "" = as `user` says.
  std::string called = {};
};
ToldApart tell_apart(
    UnsettledTalk& talk, std::string_view user,
    const std::function<bool()>& is_known_elsewhere = [] { return false; });
// One of those who write, under all names that they have somewhere.
struct Known {
  Names names;
  std::vector<std::string> channels;
};
// Who writes alone in it, and is called by more than a number; nullopt where nobody or several do.
std::optional<Known> lone_writer(const UnsettledTalk& talk);
bool share_a_name(const Names& a, const Names& b);
// On different ones a person may be called differently.
bool write_on_one_channel(const Known& a, const Known& b);
// Whether somebody in it is called so; who writes alone may be called by the first of several
// words.
bool speaks_in(const UnsettledTalk& talk, std::string_view user);

// Conversations in which the person does not speak, as far as it is known how they are called.
// Nothing that is said there is taken for the person's, so whoever imports them is asked who they
// are: once a source, however many it has.
class Strangers {
 public:
  // What tell_apart() found in the conversation at `path`.
  void add(const std::string& path, const ToldApart& found);
  // A warning with those who speak most, where there was one; and, where somebody asked for what
  // `user` said, one with whoever was taken for them.
  void tell(std::string_view user, bool is_asked_for, Diagnostics& diagnostics) const;

 private:
  void tell_presumed(std::string_view user, Diagnostics& diagnostics) const;

  std::size_t count_ = 0;
  std::string first_;
  std::map<std::string, std::size_t> turns_;
  std::map<std::string, std::string> presumed_;  // the first conversation of each, by their name
};

}  // namespace pyramid::ingest
