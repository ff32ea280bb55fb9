// Runs a fuzz target over files, and over mutations of them that are the same on every machine.
//   fuzz_x [--mutations N] FILE-OR-FOLDER...
// An input for which a law does not hold is left in ./failed-input.
// A file `name.repeat` holds a count of bytes, a newline and a pattern: it stands for the pattern
// repeated to that size, so that large inputs need no large files.
#include "tests/fuzz/property.hpp"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

// What breaks readers of text, in one place.
constexpr std::string_view kPieces[] = {"---\n",
                                        "\n---\n",
                                        "\r\n",
                                        "\r",
                                        "\n",
                                        ": ",
                                        "- ",
                                        "  - ",
                                        "\"",
                                        "'",
                                        "#",
                                        " #",
                                        "[",
                                        "]",
                                        "{",
                                        "}",
                                        "|",
                                        ">",
                                        "&a ",
                                        "*a",
                                        "!",
                                        "\t",
                                        "```\n",
                                        "~~~\n",
                                        "<!--",
                                        "-->",
                                        "<pre>\n",
                                        "## Sources\n",
                                        "# ",
                                        "](",
                                        "[a](b)",
                                        "^t1\n",
                                        "From [",
                                        "\\",
                                        "\xEF\xBB\xBF",
                                        "\xFF",
                                        "\x04",
                                        "é",
                                        "\xE2\x80\xA8",
                                        "~",
                                        "null",
                                        "0",
                                        "## 10:03 User\n",
                                        "## Notes\n",
                                        "<!-- origin x -->\n",
                                        "## This Week\n",
                                        "===\n",
                                        "id: x\n",
                                        "kind: session\n"};

std::uint64_t state = 1;
std::size_t roll(std::size_t count) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return static_cast<std::size_t>(state >> 11) % count;
}

std::string mutated(std::string bytes, const std::string& other) {
  for (std::size_t changes = 1 + roll(4); changes > 0; --changes) {
    const std::size_t at = roll(bytes.size() + 1);
    const std::size_t length = std::min<std::size_t>(roll(16), bytes.size() - at);
    switch (roll(5)) {
      case 0:
        bytes.erase(at, length);
        break;
      case 1:
        bytes.insert(at, bytes.substr(at, length));
        break;
      case 2:
        if (at < bytes.size()) bytes[at] = static_cast<char>(roll(256));
        break;
      case 3:
        bytes.insert(at, other.substr(roll(other.size() + 1), roll(64)));
        break;
      default:
        bytes.insert(at, kPieces[roll(std::size(kPieces))]);
    }
  }
  return bytes;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (path.extension() != ".repeat") return bytes;
  const std::size_t line = bytes.find('\n');
  const std::size_t size = std::strtoul(bytes.c_str(), nullptr, 10);
  const std::string pattern = line == std::string::npos ? "" : bytes.substr(line + 1);
  std::string out;
  while (!pattern.empty() && out.size() < size) out += pattern;
  return out;
}

const std::string* current = nullptr;

// Leaves the input behind that a law did not hold for.
void keep_input(int) {
  std::ofstream("failed-input", std::ios::binary) << *current;
  std::fprintf(stderr, "the input is in ./failed-input\n");
}

void run(const std::string& bytes) {
  current = &bytes;
  // A copy of just that size, so that the sanitizer sees a step over its end.
  const std::vector<std::uint8_t> exact(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> files;
  std::size_t mutations = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--mutations" && i + 1 < argc) {
      mutations = static_cast<std::size_t>(std::strtoul(argv[++i], nullptr, 10));
    } else if (std::filesystem::is_directory(argument)) {
      for (const auto& entry : std::filesystem::directory_iterator(argument)) {
        files.push_back(entry.path());
      }
    } else {
      files.emplace_back(argument);
    }
  }
  std::sort(files.begin(), files.end());
  std::signal(SIGABRT, keep_input);
  std::vector<std::string> seeds;
  for (const auto& file : files) {
    std::fprintf(stderr, "%s\n", file.filename().c_str());
    seeds.push_back(read(file));
    run(seeds.back());
  }
  std::erase_if(seeds, [](const std::string& seed) { return seed.size() > 16'384; });
  for (const std::string& seed : seeds) {
    for (std::size_t i = 0; i < mutations; ++i) run(mutated(seed, seeds[roll(seeds.size())]));
  }
  std::fprintf(stderr, "%zu files, %zu mutations\n", files.size(), seeds.size() * mutations);
  return files.empty() ? 1 : 0;
}
