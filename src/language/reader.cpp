#include "language/reader.hpp"

#include "base/mapped_file.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "language/encoder.hpp"
#include "language/pieces.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pyramid::language {

namespace {

using Tokens = std::vector<std::uint16_t>;

// How much of a text is read, as in training.
constexpr std::size_t kContextTokens = 90;
constexpr std::size_t kLineTokens = 120;
constexpr std::size_t kFactTokens = 90;
constexpr std::size_t kQuestionTokens = 64;
constexpr std::size_t kLinesBefore = 2;
constexpr std::size_t kMostBytes = 4096;  // more than so many tokens have in nearly any text

constexpr std::size_t kFirstLook = 2;  // layers
constexpr std::size_t kReading = 6;

constexpr std::size_t kRemembered = 8192;

std::string_view name_of(Speaker speaker) {
  switch (speaker) {
    case Speaker::kUser:
      return "user: ";
    case Speaker::kAssistant:
      return "assistant: ";
    case Speaker::kFriend:
      break;
  }
  return "friend: ";
}

// On one line, its beginning.
std::string beginning_of(std::string_view text) {
  std::string out(utf8::truncate(text, kMostBytes));
  std::replace_if(
      out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return collapse_spaces(out);
}

// Lines that differ in a number alone are mostly alike.
std::string with_round_numbers(std::string text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    const std::string_view number = std::string_view(text).substr(at, end - at);
    const bool year = number.size() == 4 && (number.starts_with("19") || number.starts_with("20"));
    if (number.size() >= 3 && !year) text.replace(at + 1, end - at - 1, end - at - 1, '0');
    at = std::max(end, at + 1);
  }
  return text;
}

std::span<const std::uint16_t> first_of(const Tokens& tokens, std::size_t most) {
  return std::span(tokens).first(std::min(most, tokens.size()));
}

// e^x from sums and products alone, so that it is the same everywhere; 0 below -60.
double exponential(double x) {
  if (x < -60) return 0;
  const double halved = std::min(x, 60.0) / 1024;
  double sum = 1 + halved * (1 + halved / 2 * (1 + halved / 3 * (1 + halved / 4)));
  for (int i = 0; i < 10; ++i) sum *= sum;
  return sum;
}

float sigmoid(float x) { return static_cast<float>(1 / (1 + exponential(-x))); }

template <std::size_t kOutputs>
std::array<float, kOutputs> outputs_of(const Head& head, const Features& features) {
  std::array<float, kOutputs> out{};
  for (std::size_t i = 0; i < kOutputs; ++i) {
    double sum = head.bias[i];
    for (std::size_t j = 0; j < kFeatures; ++j) {
      sum += static_cast<double>(head.weights[i * kFeatures + j]) * features[j];
    }
    out[i] = static_cast<float>(sum);
  }
  return out;
}

template <std::size_t kOutputs>
std::array<float, kOutputs> probabilities(std::array<float, kOutputs> outputs) {
  const float most = *std::max_element(outputs.begin(), outputs.end());
  std::array<double, kOutputs> parts{};
  double sum = 0;
  for (std::size_t i = 0; i < kOutputs; ++i) {
    parts[i] = exponential(static_cast<double>(outputs[i]) - most);
    sum += parts[i];
  }
  for (std::size_t i = 0; i < kOutputs; ++i) outputs[i] = static_cast<float>(parts[i] / sum);
  return outputs;
}

template <typename Values>
std::size_t likeliest(const Values& values, std::size_t among) {
  return static_cast<std::size_t>(
      std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(among)) -
      values.begin());
}

// The judgements of late, by the very tokens that they are of.
class Remembered {
 public:
  std::optional<Judgement> find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    if (const auto found = young_.find(key); found != young_.end()) return found->second;
    const auto found = old_.find(key);
    if (found == old_.end()) return std::nullopt;
    const Judgement judgement = found->second;
    keep(key, judgement);
    return judgement;
  }
  void add(const std::string& key, const Judgement& judgement) {
    const std::lock_guard lock(mutex_);
    keep(key, judgement);
  }

 private:
  void keep(const std::string& key, const Judgement& judgement) {
    if (young_.size() >= kRemembered / 2) old_ = std::exchange(young_, {});
    young_.emplace(key, judgement);
  }

  std::mutex mutex_;
  std::unordered_map<std::string, Judgement> young_;
  std::unordered_map<std::string, Judgement> old_;
};

std::string key_of(const TokenPair& pair) {
  return {reinterpret_cast<const char*>(pair.ids.data()), pair.ids.size() * sizeof pair.ids[0]};
}

}  // namespace

struct Reader::State {
  State(const Weights& all, const Kernels& kernels, MappedFile mapped)
      : file(std::move(mapped)), weights(all), pieces(weights.pieces), encoder(weights, kernels) {}

  MappedFile file;
  Weights weights;
  Pieces pieces;
  Encoder encoder;
  Remembered remembered;

  [[nodiscard]] Tokens tokens_of(std::string_view name, const std::string& text) const {
    return pieces.of(std::string(name) + text);
  }
  [[nodiscard]] Tokens tokens_of(const Line& line) const {
    return tokens_of(name_of(line.speaker), with_round_numbers(beginning_of(line.text)));
  }
  [[nodiscard]] Features features_of(const TokenPair& pair) const {
    std::vector<float> rows = encoder.begin(pair);
    encoder.go_on(rows, 0, kLayers);
    return Encoder::features(pair, rows);
  }
  // What the first layers make of the line alone; `rows` can go on from there.
  [[nodiscard]] Features first_look(const TokenPair& alone, std::vector<float>& rows) const {
    rows = encoder.begin(alone);
    encoder.go_on(rows, 0, kFirstLook);
    return Encoder::features(alone, rows);
  }
  [[nodiscard]] bool hopes(const Features& features, Speaker speaker) const {
    return outputs_of<1>(weights.hope, features)[0] >=
           weights.hope_bounds[static_cast<std::size_t>(speaker)];
  }
  [[nodiscard]] Judgement judgement_of(const TokenPair& pair,
                                       const std::vector<float>& rows) const {
    const Features features = Encoder::features(pair, rows);
    const auto labels = probabilities(outputs_of<kLabels>(weights.labels, features));
    Judgement out;
    for (std::size_t i = 0; i < kKinds; ++i) out.keep += labels[i];
    out.kind = static_cast<Kind>(likeliest(labels, kKinds));
    out.about = static_cast<About>(likeliest(outputs_of<4>(weights.about, features), 4));
    out.importance = std::clamp(outputs_of<1>(weights.importance, features)[0], 1.0F, 10.0F);
    out.needs_context = sigmoid(outputs_of<1>(weights.needs_context, features)[0]);
    return out;
  }
};

Reader::Reader(std::unique_ptr<State> state) : state_(std::move(state)) {}
Reader::~Reader() = default;

Result<std::shared_ptr<const Reader>> Reader::of(std::string_view weights, const Kernels* kernels) {
  PYRAMID_ASSIGN(const Weights read, read_weights(weights));
  return std::shared_ptr<const Reader>(new Reader(
      std::make_unique<State>(read, kernels == nullptr ? best_kernels() : *kernels, MappedFile())));
}

Result<std::shared_ptr<const Reader>> Reader::open(const std::string& path) {
  PYRAMID_ASSIGN(MappedFile file, MappedFile::open(path));
  auto weights = read_weights(file.bytes());
  if (!weights) {
    weights.error().where = path;
    return fail(std::move(weights).error());
  }
  return std::shared_ptr<const Reader>(
      new Reader(std::make_unique<State>(*weights, best_kernels(), std::move(file))));
}

Result<std::shared_ptr<const Reader>> Reader::shipped() {
  static const Result<std::shared_ptr<const Reader>> one = of(shipped_weights());
  return one;
}

Judgement Reader::judge(std::span<const Line> before, const Line& line) const {
  State& state = *state_;
  const Tokens tokens = state.tokens_of(line);
  const auto read = first_of(tokens, kLineTokens);
  const TokenPair alone = pair_of({}, read);
  const std::string first_key = key_of(alone);
  std::vector<float> rows;
  Judgement first;
  const auto seen = state.remembered.find(first_key);
  if (seen) {
    first = *seen;
  } else {
    first.left_early = !state.hopes(state.first_look(alone, rows), line.speaker);
    state.remembered.add(first_key, first);
  }
  if (first.left_early) return first;

  Tokens context;
  for (const Line& one : before.last(std::min(before.size(), kLinesBefore))) {
    const Tokens more = state.tokens_of(one);
    context.insert(context.end(), more.begin(), more.end());
  }
  const TokenPair pair =
      pair_of(std::span(context).last(std::min(context.size(), kContextTokens)), read);
  const std::string key = key_of(pair) + ' ';  // not that of a first look
  if (const auto known = state.remembered.find(key)) return *known;
  std::size_t from = kFirstLook;
  if (!context.empty() || rows.empty()) {
    rows = state.encoder.begin(pair);
    from = 0;
  }
  state.encoder.go_on(rows, from, kReading);
  const Judgement out = state.judgement_of(pair, rows);
  state.remembered.add(key, out);
  return out;
}

std::vector<float> Reader::first_look(const Line& line) const {
  const Tokens tokens = state_->tokens_of(line);
  std::vector<float> rows;
  const Features seen = state_->first_look(pair_of({}, first_of(tokens, kLineTokens)), rows);
  return {seen.begin(), seen.end()};
}

std::array<float, 4> Reader::compare(std::string_view older, std::string_view newer) const {
  const Tokens first = state_->tokens_of("older: ", beginning_of(older));
  const Tokens second = state_->tokens_of("newer: ", beginning_of(newer));
  const TokenPair pair = pair_of(first_of(first, kFactTokens), first_of(second, kFactTokens));
  return probabilities(outputs_of<4>(state_->weights.relations, state_->features_of(pair)));
}

float Reader::answers(std::string_view question, std::string_view text) const {
  const Tokens first = state_->tokens_of("question: ", beginning_of(question));
  const Tokens second = state_->tokens_of("memory: ", beginning_of(text));
  const TokenPair pair = pair_of(first_of(first, kQuestionTokens), first_of(second, kLineTokens));
  return sigmoid(outputs_of<1>(state_->weights.answers, state_->features_of(pair))[0]);
}

}  // namespace pyramid::language
