#include "tests/bench/sentences.hpp"

#include <algorithm>
#include <array>

namespace pyramid::bench {

namespace {

// In the order of their frequency. `harvest` and `windmill` (run.py searches for them) stand where
// about one sentence in three hundred holds the word.
constexpr std::string_view kWords[] = {
    "project",   "house",   "garden",   "meeting",  "report",  "window",    "letter",
    "budget",    "kitchen", "deadline", "contract", "bicycle", "market",    "server",
    "weekend",   "ticket",  "book",     "recipe",   "station", "office",    "river",
    "paper",     "doctor",  "train",    "school",   "music",   "coffee",    "summer",
    "winter",    "camera",  "table",    "forest",   "bridge",  "harbor",    "island",
    "mountain",  "village", "library",  "museum",   "theater", "concert",   "piano",
    "guitar",    "violin",  "drum",     "choir",    "poem",    "novel",     "chapter",
    "page",      "story",   "word",     "language", "lesson",  "teacher",   "student",
    "exam",      "course",  "degree",   "science",  "physics", "chemistry", "biology",
    "history",   "map",     "compass",  "tent",     "trail",   "summit",    "valley",
    "lake",      "boat",    "sail",     "anchor",   "rope",    "wind",      "storm",
    "rain",      "snow",    "sun",      "moon",     "star",    "planet",    "rocket",
    "engine",    "wheel",   "gear",     "motor",    "battery", "cable",     "screen",
    "keyboard",  "printer", "phone",    "radio",    "signal",  "code",      "test",
    "build",     "release", "backup",   "index",    "query",   "column",    "chart",
    "graph",     "plan",    "draft",    "review",   "invoice", "receipt",   "tax",
    "bank",      "loan",    "rent",     "lease",    "salary",  "bonus",     "pension",
    "insurance", "clinic",  "dentist",  "allergy",  "vitamin", "exercise",  "yoga",
    "marathon",  "swim",    "tennis",   "chess",    "puzzle",  "toy",       "doll",
    "kite",      "balloon", "cake",     "bread",    "butter",  "cheese",    "apple",
    "pear",      "plum",    "cherry",   "lemon",    "onion",   "carrot",    "pepper",
    "salt",      "sugar",   "honey",    "harvest",  "tea",     "cup",       "plate",
    "knife",     "spoon",   "lamp",     "chair",    "sofa",    "carpet",    "windmill",
    "curtain",   "mirror",  "clock",    "door",     "wall",    "roof",      "floor",
    "stone",     "brick",   "copper",   "silver",   "iron",    "glass",     "wool",
    "cotton",    "silk",    "leather",  "button",   "needle",  "thread",    "basket",
    "bottle",    "barrel",  "candle",   "lantern",  "feather", "falcon",    "owl",
    "raven",     "heron",   "otter",    "badger",   "rabbit",  "horse",     "saddle",
    "orchard",   "meadow",  "fern",     "moss"};

constexpr std::string_view kVerbs[] = {
    "bought",  "sold",     "repaired", "painted",  "planned",   "finished", "started",   "moved",
    "lost",    "found",    "borrowed", "returned", "reviewed",  "measured", "described", "ordered",
    "cleaned", "replaced", "compared", "designed", "cancelled", "booked",   "tested",    "shipped",
    "wrote",   "rewrote",  "baked",    "planted",  "watered",   "visited",  "sketched",  "sorted"};

constexpr std::string_view kPeople[] = {
    "Maria",  "Jonas",  "Priya",  "Kenji", "Amina", "Lucas",  "Sofia", "Emil",  "Nadia", "Tomas",
    "Ingrid", "Rafael", "Yuki",   "Omar",  "Elena", "Pavel",  "Chloe", "Diego", "Freya", "Hassan",
    "Irene",  "Jakub",  "Leila",  "Marco", "Noor",  "Oscar",  "Petra", "Quinn", "Rosa",  "Stefan",
    "Tara",   "Umar",   "Viktor", "Wanda", "Xenia", "Yannis", "Zoe",   "Anton", "Bella", "Carlos"};

constexpr std::string_view kPlaces[] = {
    "Austin", "Lisbon", "Kyoto",  "Oslo",   "Nairobi", "Lima",   "Turin",  "Ghent",
    "Porto",  "Krakow", "Dublin", "Hanoi",  "Quito",   "Malmo",  "Basel",  "Utrecht",
    "Boston", "Denver", "Perth",  "Ottawa", "Bergen",  "Zagreb", "Tartu",  "Cork",
    "Leeds",  "Graz",   "Nantes", "Gdansk", "Split",   "Aarhus", "Tromso", "Vilnius"};

// S subject, V verb, W word, N person, P place, D date, # number.
constexpr std::string_view kPatterns[] = {"S V the W W with N in P on D.",
                                          "S V a W for N and a W W for the W.",
                                          "S told N that the W W costs # dollars, and V a W.",
                                          "S V the W near the W in P because the W W was late.",
                                          "S wants to have the W W ready by D, before the W in P.",
                                          "S and N V # W boxes of W in P.",
                                          "S prefers the W W to the W, which N V on D.",
                                          "S keeps the W behind the W W and V it # times.",
                                          "S decided on D to move the W W to P with N.",
                                          "S learned from N how a W W is V with a W and a W."};

// The table, then compounds of every two of its words, until there are so many.
constexpr std::size_t kVocabularySize = 20'000;
constexpr std::uint64_t kHeaviest = 1'000'000'000;

template <std::size_t N>
std::string_view one_of(const std::string_view (&table)[N], Random& random) {
  return table[random.below(N)];
}

}  // namespace

std::uint64_t Random::next() {
  std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

Vocabulary::Vocabulary() {
  words_.assign(std::begin(kWords), std::end(kWords));
  const std::size_t roots = words_.size();
  // Step by step along the diagonals, so that every root is in common and in rare compounds.
  for (std::size_t distance = 1; words_.size() < kVocabularySize; ++distance) {
    for (std::size_t i = 0; i < roots && words_.size() < kVocabularySize; ++i) {
      words_.push_back(words_[i] + words_[(i + distance) % roots]);
    }
  }
  weight_up_to_.reserve(words_.size());
  std::uint64_t sum = 0;
  for (std::size_t rank = 1; rank <= words_.size(); ++rank) {
    weight_up_to_.push_back(sum += kHeaviest / rank);
  }
}

const std::string& Vocabulary::draw(Random& random) const {
  const std::uint64_t at = random.next() % weight_up_to_.back();
  const auto place = std::upper_bound(weight_up_to_.begin(), weight_up_to_.end(), at);
  return words_[static_cast<std::size_t>(place - weight_up_to_.begin())];
}

std::string sentence(const Vocabulary& vocabulary, Random& random, std::string_view subject,
                     Date day) {
  std::string text;
  for (const char c : one_of(kPatterns, random)) {
    switch (c) {
      case 'S':
        text += subject;
        break;
      case 'V':
        text += one_of(kVerbs, random);
        break;
      case 'W':
        text += vocabulary.draw(random);
        break;
      case 'N':
        text += one_of(kPeople, random);
        break;
      case 'P':
        text += one_of(kPlaces, random);
        break;
      case 'D':
        text += format_date(add_days(day, static_cast<std::int64_t>(random.below(30)) - 15));
        break;
      case '#':
        text += std::to_string(2 + random.below(500));
        break;
      default:
        text += c;
    }
  }
  return text;
}

std::string title(const Vocabulary& vocabulary, Random& random) {
  std::string text = vocabulary.draw(random) + " and " + vocabulary.draw(random);
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace pyramid::bench
