#include "engine/tokens.hpp"

namespace pyramid::engine {

namespace {

std::size_t bytes_of(const std::vector<SourceText>& sources) {
  std::size_t bytes = 0;
  for (const SourceText& source : sources) bytes += source.text.size();
  return bytes;
}

}  // namespace

std::size_t tokens_of(std::size_t bytes) { return (bytes + kBytesPerToken - 1) / kBytesPerToken; }

std::size_t tokens_in(const ExtractRequest& request) {
  std::size_t bytes = 0;
  if (request.conversation == nullptr) return 0;
  for (const format::Turn& turn : request.conversation->turns) bytes += turn.text.size();
  return tokens_of(bytes);
}

std::size_t tokens_in(const AssignRequest& request) {
  std::size_t bytes = 0;
  for (const AssignItem& item : request.items) {
    if (item.model.empty()) bytes += item.text.size();
  }
  for (const KnownModel& model : request.models) bytes += model.name.size() + model.title.size();
  return tokens_of(bytes);
}

std::size_t tokens_in(const SummariseRequest& request) {
  return tokens_of(bytes_of(request.sources) + request.kept.size());
}

std::size_t tokens_in(const SynthesiseRequest& request) {
  return tokens_of(bytes_of(request.sources) + request.kept.size());
}

std::size_t tokens_in(const DescribeRequest& request) {
  return tokens_of(bytes_of(request.sources));
}

std::size_t tokens_in(const AnswerRequest& request) {
  std::size_t bytes = request.query.size();
  for (const Passage& passage : request.passages) bytes += passage.text.size();
  return tokens_of(bytes);
}

std::size_t tokens_in(const JudgeRequest& request) {
  std::size_t bytes = 0;
  for (const FactCandidate& candidate : request.candidates) {
    bytes += candidate.text.size() + candidate.about.size();
    for (const FactCandidate::Near& near : candidate.near) bytes += near.text.size();
  }
  return tokens_of(bytes);
}

std::size_t tokens_out(const Judgements& answer) {
  std::size_t bytes = 0;
  for (const std::optional<Judgement>& one : answer) {
    if (one) bytes += one->verdict.size() + one->category.size() + one->reason.size();
  }
  return tokens_of(bytes);
}

std::size_t tokens_out(const std::vector<Extracted>& answer) {
  std::size_t bytes = 0;
  for (const Extracted& fact : answer) bytes += fact.text.size();
  return tokens_of(bytes);
}

std::size_t tokens_out(const Assignments& answer) {
  std::size_t bytes = 0;
  for (const Assignment& one : answer.assignments) bytes += one.model.size();
  return tokens_of(bytes);
}

}  // namespace pyramid::engine
