// From the entries of an OpenClaw session to the conversations in it.
#pragma once

#include "format/conversation.hpp"
#include "ingest/openclaw_entries.hpp"
#include "ingest/speakers.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace pyramid::ingest::openclaw {

// Transcripts of one session, none of them empty, apart: those that share an entry, by its id and
// words, are one part. What a reset put away and what was said since share none. Parts oldest
// first; in each the places of its transcripts in `transcripts`, the one that was written to last
// in front.
std::vector<std::vector<std::size_t>> parts_of(const std::vector<Transcript>& transcripts);

// The transcripts of a part as one, taken out of `transcripts`: each entry once, those that only an
// older one has before what is new in the next. Which branch is active the newest says.
Transcript take_joined(std::vector<Transcript>& transcripts, const std::vector<std::size_t>& part);

// How the conversations of one transcript are called.
struct Naming {
  std::string origin;     // the session's id
  std::string part;       // the id of the entry that it begins with; "" for a session's oldest part
  std::string title;      // "" = by its first words
  std::string place;      // where it lies, for what is said of it
  Time begun;             // the session, as its header or its place says; Time{}: neither does
  bool in_group = false;  // the session is of a group, as its card says
  std::string user = {};  // how the person is called, or ""
  // Who writes where a message does not say, and on which channel they are called so.
  Names peer = {};
  std::string channel = {};
};

// What one transcript holds of the active branch and of what no branch reaches, cut where a reset
// stands. The oldest part is called `origin`, each other one origin, `#` and the id that it begins
// with. Oldest first; a title that is "" is to be made of the first words. Turns that are left out
// are counted in `report`, and so is a part in which nobody but programs asked something: nobody
// spoke. One that nothing says the time of is told there and left out.
std::vector<UnsettledTalk> talks_of(const Transcript& transcript, const Naming& naming,
                                    ReadReport& report);

}  // namespace pyramid::ingest::openclaw
