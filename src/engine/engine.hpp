// The two small interfaces behind which text is written and embedded.
//
// The built-in engines are deterministic: the same request gives the same bytes on every machine.
// Thread rule: all methods may be called from several threads at once.
#pragma once

#include "base/ulid.hpp"
#include "format/conversation.hpp"
#include "format/own_words.hpp"
#include "pyramid/result.hpp"
#include "pyramid/zone.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::engine {

// A fact taken from a turn, in the third person, dates resolved.
struct Extracted {
  std::string text;              // one sentence, ends with a full stop
  std::int64_t turn = 0;         // 1-based
  int importance = 0;            // 1 to 10, 0 = not judged
  bool about_assistant = false;  // the assistant's own commitment, decision or learning
  std::string fact = {};         // what sort of fact, as observations record it; "" = not judged
};

// Turns first..last (1-based) are to be extracted; earlier ones are context.
struct ExtractRequest {
  const format::Conversation* conversation = nullptr;
  std::int64_t first = 1, last = 0;
  std::string user_name;  // "User" when empty
  Zone zone = {};         // whose days are meant in turns that do not tell where they were said
  // Of an engine that reads sentence by sentence. `stops` is asked before each, and once it says so
  // the engine fails with kCancelled; `read` is told each turn that is done.
  std::function<bool()> stops = {};
  std::function<void(std::int64_t turn)> read = {};
};

struct KnownModel {
  std::string name;   // slug
  std::string title;  // "Project Kestrel"
  std::string type;   // person, project, topic; "" for the base models
  std::vector<std::string> aliases;
  std::string description = {};  // in one sentence, or ""
};
struct AssignItem {
  Ulid id;
  std::string text;
  std::string session;  // what it was taken from; mentions are counted per session
  LocalTime at;
  std::string model;  // "" = to be assigned; else where it is now; base models by their roles
  std::string speaker = {};  // whose words it was taken from, where these are another person's
};
struct AssignRequest {
  std::vector<AssignItem> items;  // active observations without a model, oldest first
  // What else the memory has of a name: the active observations of the base models in which its
  // words stand one behind the other, in no order, maybe some of `items` among them. None: nothing
  // else. Asked on the thread that asks the engine.
  std::function<std::vector<AssignItem>(std::string_view name)> naming;
  std::vector<KnownModel> models;
  // Roles that statements may be assigned to: "assistant", "user", and where the workspace has it
  // "system" (its environment and tools). No discovered model takes one of these names.
  std::vector<std::string> base_models = {"assistant", "user"};
  int mentions = 3;  // sessions in which a name must come back to become a model
  // What the user is called, as far as is known: none of these becomes a model.
  std::vector<std::string> user_names;
  unsigned parallel = 1;  // calls at once, for an engine that needs several
};
struct Assignment {
  Ulid id;
  std::string model;
};
struct Assignments {
  std::vector<Assignment>
      assignments;  // of items without a model, and of items that move to a new one
  std::vector<KnownModel> discovered;  // models that did not exist
  // Why some items have no assignment, where some calls of several failed.
  std::optional<Error> failure = {};
};

struct SourceText {
  Ulid id;
  LocalTime start, end;  // both = at for an observation
  std::string text;
  std::int64_t count = 1;  // observations below
  int importance = 0;
  std::string by_hand = {};  // what of the text a person wrote into it
};
// Borrowed from the sources.
inline std::vector<std::string_view> texts_of(std::span<const SourceText> sources) {
  std::vector<std::string_view> texts;
  for (const SourceText& one : sources) texts.push_back(one.text);
  return texts;
}

enum class SummaryStyle {
  kProse,  // a paragraph
  // One line a fact kept, its importance in front: "[7] User relocated to Austin.", from 9 on with
  // emphasis: "[9] CRITICAL: User is allergic to peanuts."
  kRatedLines,
};
struct SummariseRequest {
  SummaryStyle style = SummaryStyle::kProse;
  std::string model_title;
  int tier = 0;
  std::vector<SourceText> sources;  // by time
  std::size_t budget = 600;         // bytes
  std::string kept;  // what a person wrote into the old text: stands in the new one verbatim
  std::vector<format::SentenceMark> struck = {};  // sentences that a person took out of texts
  // The text that came first was of no use: shorter, and in any case.
  bool strict = false;
  std::string complaint = {};  // what its sources do not say of the text that came first; "" = none
};
struct SynthesiseRequest {
  std::string model;  // "assistant", "user", "system" or a slug
  std::string model_title;
  std::string section;              // "last-3-days" …
  std::vector<SourceText> sources;  // by time, oldest first
  std::size_t budget = 1200;
  LocalTime now;  // what depends on it depends on its day alone
  std::string kept;
  std::vector<format::SentenceMark> struck = {};
  std::string complaint = {};
  // What a person wrote into other sections of the model, and into summaries past which these
  // sources were reached: not repeated here, and not contradicted.
  std::string own_elsewhere = {};
  // What the page tells in another section: not repeated here.
  std::string told_elsewhere = {};
  // What observations call the one that the page is about, where that is somebody who speaks: of a
  // quotation nobody need be told who said it.
  std::vector<std::string> speakers = {};
};
struct DescribeRequest {
  std::string model_title, model_type;
  std::vector<SourceText> sources;
  std::string complaint = {};
  std::vector<std::string> speakers = {};  // what observations call the owner of the memory
};
struct Passage {
  std::string citation;  // "[1]"
  std::string text;      // plain, at most 700 characters around what was asked
  LocalTime at;
  double score = 0;
  std::string markdown = {};   // all of it, as it stands in its file; or "" for `text`
  std::string speaker = {};    // whose words they are: "Assistant", a name; "" for the user's
  std::string about = {};      // the headings and the model that it stands under
  bool of_time_asked = false;  // its date is of the time that the query names
  std::vector<std::string> outdated = {};  // facts that it tells and that hold no longer
  std::vector<std::string> also = {};      // what it says, as facts that were taken from it have it
};
struct AnswerRequest {
  std::string query;
  std::vector<Passage> passages;        // best first
  std::vector<std::string> users = {};  // what the user is called, as settings and sessions have it
  // The first and the last day of the time that the query names.
  std::optional<std::pair<Date, Date>> time_asked = {};
  // Texts further from the query: no answer, but they may tell who somebody is ("my daughter Mia").
  std::vector<std::string> beside = {};
  std::string complaint = {};  // as in SummariseRequest
};

// An observation that may be worth being a fact, and what the memory has near it.
struct FactCandidate {
  std::string text;
  std::string about;      // the title of its model, and what sort of fact it is
  std::size_t times = 1;  // that it was said
  int importance = 0;     // 1 to 10, 0 = not judged
  LocalTime at;
  enum class Standing { kFact, kInUse, kOutdated };
  struct Near {
    std::string text;
    LocalTime at;
    Standing standing = Standing::kInUse;
  };
  std::vector<Near> near;  // the nearest first
};
struct JudgeRequest {
  std::vector<FactCandidate> candidates;
};
// What is said of a candidate: the first one makes it a fact.
inline constexpr std::array<std::string_view, 5> kVerdicts = {"lasting", "passing", "vague",
                                                              "known", "contradicted"};
struct Judgement {
  std::string verdict;   // of kVerdicts
  std::string category;  // of facts/, for one that becomes a fact
  std::string reason;    // one line, at most 200 bytes
  [[nodiscard]] bool promotes() const { return verdict == kVerdicts.front(); }
};

// By candidate; nullopt: no answer of use.
using Judgements = std::vector<std::optional<Judgement>>;

// What calls cost. The built-in engine costs nothing and needs no instructions.
struct Price {
  double cents_per_million_in = 0, cents_per_million_out = 0;
  std::size_t prompt_tokens = 0;  // instructions that go with each call
  bool known = true;              // false: whoever asks has no price for this model
};

class TextEngine {
 public:
  virtual ~TextEngine() = default;
  [[nodiscard]] virtual std::string name() const = 0;  // "builtin"
  [[nodiscard]] virtual Price price() const { return {}; }
  // Whether it puts the numbers of sources behind sentences of what it writes from sources, as
  // "[3]" or "[1][4]", counted from 1; they are no part of the budget.
  [[nodiscard]] virtual bool cites() const { return false; }
  // Version of the recipe a step follows, as recorded in files: "summarize/1".
  [[nodiscard]] virtual std::string recipe(std::string_view step) const = 0;

  virtual Result<std::vector<Extracted>> extract(const ExtractRequest& request) = 0;
  virtual Result<Assignments> assign(const AssignRequest& request) = 0;
  // Whether it has a word of its own on what is worth being a fact; else it is not asked.
  [[nodiscard]] virtual bool judges() const { return false; }
  virtual Result<Judgements> judge(const JudgeRequest& request) {
    return Judgements(request.candidates.size());
  }
  // Text in the style asked for, of at most `budget` bytes (the kept text is never cut for it).
  // kInvalid for one that is empty, longer or refused: another way of asking may help.
  virtual Result<std::string> summarise(const SummariseRequest& request) = 0;
  // Markdown: one bullet or short paragraph a fact, newer facts overriding older ones. kInvalid for
  // one that is empty or refused: another engine may help.
  virtual Result<std::string> synthesise(const SynthesiseRequest& request) = 0;
  // One sentence, or "".
  virtual Result<std::string> describe(const DescribeRequest& request) = 0;
  // Best sentences with their citations behind them; "" when nothing in the passages answers.
  virtual Result<std::string> answer(const AnswerRequest& request) = 0;
};

// A word that is asked for, lower case, and how much it counts beside the others.
struct AskedWord {
  std::string text;
  double weight = 1;
};
// What a text has of a query, seen closer than one vector of it allows.
struct CloseLook {
  double cosine = 0;  // of the two, where what stands in many of the texts counts little
  double near = 0;    // 0..1: how near its words come to those asked for that it does not have
};

class Embedder {
 public:
  virtual ~Embedder() = default;
  [[nodiscard]] virtual std::string name() const = 0;  // "static-176/3": changes with the vectors
  [[nodiscard]] virtual std::size_t dims() const = 0;
  // Row-major, texts.size() x dims, unit length each; all zero for a text of which the vectors know
  // nothing, such as one in a script that they were not made for.
  virtual Result<std::vector<float>> embed(std::span<const std::string_view> texts) = 0;
  // At some texts that may answer a query, in their order. Empty from an engine that can look no
  // closer than its vectors do.
  [[nodiscard]] virtual std::vector<CloseLook> look_closely(
      std::string_view /*query*/, std::span<const AskedWord> /*words*/,
      std::span<const std::string_view> /*texts*/) const {
    return {};
  }
};

std::unique_ptr<TextEngine> make_builtin_engine();
std::unique_ptr<Embedder> make_static_embedder();
// How near each of the texts is to a query, by the built-in vectors, whatever search goes by.
Result<std::vector<double>> builtin_cosines(std::string_view query,
                                            std::span<const std::string_view> texts);

}  // namespace pyramid::engine
