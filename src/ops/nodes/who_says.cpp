#include "ops/nodes/who_says.hpp"

#include "base/utf8.hpp"

#include <utility>

namespace pyramid::ops {

std::string WhoSays::other_in(const format::Edge& turn) {
  const std::optional<Place> place = place_of(turn);
  return place ? std::string(format::others_words(*place->turn).name) : std::string();
}

bool WhoSays::is_by_user(const format::Edge& turn, std::string_view name) {
  const std::optional<Place> place = place_of(turn);
  return place && place->turn->speaker == format::Speaker::kUser &&
         utf8::caseless(place->conversation->user) == utf8::caseless(name);
}

std::optional<WhoSays::Place> WhoSays::place_of(const format::Edge& turn) {
  const std::int64_t number = format::turn_number(turn.link.fragment);
  const format::Conversation* said = number == 0 ? nullptr : conversation(turn.path);
  if (said == nullptr || number < said->first) return std::nullopt;
  const auto place = static_cast<std::size_t>(number - said->first);
  if (place >= said->turns.size()) return std::nullopt;
  return Place{said, &said->turns[place]};
}

const format::Conversation* WhoSays::conversation(const std::string& path) {
  const auto [place, is_new] = read_.try_emplace(path);
  if (is_new) {
    const Result<std::string> bytes = memory_.bytes(path);
    auto document = bytes ? format::parse_document(*bytes, path) : fail(bytes.error());
    Result<format::Conversation> read =
        document ? format::read_session(*document, path) : fail(std::move(document).error());
    if (read) place->second = *std::move(read);
  }
  return place->second ? &*place->second : nullptr;
}

}  // namespace pyramid::ops
