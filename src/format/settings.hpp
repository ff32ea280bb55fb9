// pyramid.yaml: every key optional, every key in the template that `init` writes.
#pragma once

#include "pyramid/error.hpp"
#include "pyramid/result.hpp"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

// What a language model may cost, in cents; without a number there is no end.
struct Budget {
  std::optional<double> per_sync;  // of one command
  std::optional<double> per_day;   // of all machines
};

// Days that events of the ledger are kept, by kind; those of a kind that is not named as kAllKinds
// says, and without it for ever.
using LedgerDays = std::map<std::string, int, std::less<>>;
inline constexpr const char* kAllKinds = "all";

inline constexpr std::array<std::string_view, 6> kRecallLayers = {"facts",  "models", "tasks",
                                                                  "ledger", "notes",  "turns"};
// A part of what recall gives, and how much of the budget it may take, in percent.
struct RecallLayer {
  std::string name;
  int percent = 0;
};
// "facts 25"; nullopt for anything else.
std::optional<RecallLayer> recall_layer(std::string_view text);

struct Settings {
  std::string engine = "builtin";  // or openai: a language model
  std::string base_url;            // where it is asked; "" = as the environment says, else OpenAI
  std::string model = "gpt-4.1-mini";
  int max_tokens = 10'000;                                 // of one answer
  std::string embedding = "static";                        // or minilm, openai: what makes vectors
  std::string minilm_path;                                 // the file with minilm's weights
  std::string embedding_model = "text-embedding-3-small";  // of openai, as its server calls it
  std::string embedding_base_url;  // where it is asked; "" = where the language model is
  int embedding_dims = 0;          // numbers of a vector; 0 = as the model makes them
  std::string rerank = "none";     // or minilm: what looks at the best hits of a search once more
  int parallel = 10;               // engine calls at once
  Budget budget;
  LedgerDays ledger_days;
  std::string policy = "count";     // how sources are grouped: count, calendar
  bool topics = false;              // and whether conversations are, by topic
  int leaf_chunk_tokens = 2048;     // topics: length of a leaf
  int fresh_tail_count = 32;        // the newest leaves, which wait for no topic
  int condensed_min_fanout = 4;     // the fewest folders that get one above them
  int step = 10;                    // sources in a summary; buckets in one of the next tier, then 3
  int span_days = 1;                // calendar: days in a bucket of tier 0
  int summary_chars = 600;          // length budget of one summary
  int section_chars = 16'000;       // length budget of one synthesised section
  int memory_chars = 16'000;        // length budget of MEMORY.md, beside a person's own words
  int model_chars = 8000;           // of a model's file
  int model_mentions = 3;           // sessions that must name what becomes a model; 1: openai's
  int chunk_tokens = 512;           // of four bytes: a piece of a note that search finds
  int chunk_overlap = 50;           // of those, how many a piece has of the one before
  double vector_weight = 0.5;       // of cosine, beside text_weight
  double text_weight = 0.5;         // of BM25; with either given alone, what it leaves of 1
  std::string fusion = "weighted";  // of words and meaning: weighted (scores), rrf (ranks)
  double min_score = 0;             // hits below are left out
  int max_results = 20;             // hits of a search, at most
  std::vector<std::string> sources;  // what a search looks at (SearchOptions::sources); none: all
  bool sync_on_search = true;        // a search looks for changed files first
  double time_weight = 0.3;          // of recency against relevance
  double time_decay_days = 180;      // τ in exp(−age/τ)
  // The parts of a recall in this order, each as recall_layer() reads it; none: the usual ones.
  std::vector<std::string> recall_layers;
  double task_weight = 0.7;        // λ: of how a task fits, against its age, in recall
  double task_decay_days = 14;     // τ of tasks
  double task_least = 0.4375;      // likeness below which a task is not recalled
  double task_similar = 0.8;       // likeness from which on a new task is linked with another
  bool commit = true;              // a git commit after each sync
  std::string secrets = "redact";  // redact, block, off: in what is about to be written
  std::vector<std::string> secrets_allow;  // texts, or beginnings with `*`, that are no secrets
  bool capture = true;  // conversations are kept as they are had: by hooks, hosts and `capture`
  // What of a conversation's words its file keeps: full, redacted, none.
  std::string keep_transcripts = "full";
  std::string user_name;  // how the person is called in conversations, if known
  std::string timezone;   // whose days are meant, such as Europe/Madrid; "" = UTC
  // Models in MEMORY.md, in this order: of assistant or self, user, system.
  std::vector<std::string> base_models = {"assistant", "user"};
  // Folders and .md files outside the workspace that are searched too, as written.
  std::vector<std::string> extra_paths;
  std::string export_folder;  // `export`: where SOUL.md, USER.md and TOOLS.md go; "" = nowhere
  // 0..1: of meaning against words.
  [[nodiscard]] double meaning() const { return vector_weight / (vector_weight + text_weight); }

  // What is wrong with a setting that gives the whole memory its shape (policy, step, span_days,
  // base_models). While one of them is not known nothing may be grouped or written again.
  Diagnostics shapeless;
};

// Unknown keys become diagnostics with a suggestion; a value of the wrong type or out of range is
// a diagnostic too and the default holds, or the setting is among `shapeless`. kInvalid when
// it is no YAML map at all, or an address in it holds a key.
Result<Settings> parse_settings(std::string_view yaml, std::string_view path,
                                Diagnostics& diagnostics);
// What `init` may write into pyramid.yaml: "narrative" (all defaults) and "calendar".
std::vector<std::string> preset_names();
// The file that `init` writes, each setting explained; those that the preset leaves at their
// defaults are commented out, and narrative leaves those out that only the calendar needs;
// `timezone` is set where it is known. kUsage for a preset that there is not.
Result<std::string> settings_template(std::string_view preset = "narrative",
                                      std::string_view timezone = {});

// Templates of SOUL.md and USER.md, and the workspace's .gitattributes and .gitignore.
std::string soul_template();
std::string user_template();
// That of the one or the other, by its path; of MEMORY.md its introduction.
std::string identity_template(std::string_view path);
std::string gitattributes_template();
// Its lines about merges, for a .gitattributes that has none.
std::string merge_attributes();
std::string gitignore_template();

}  // namespace pyramid::format
