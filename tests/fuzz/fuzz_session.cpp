// Any text: said in a conversation it comes back as it was; read as a session file it does no harm.
#include "base/utf8.hpp"
#include "format/conversation.hpp"
#include "format/turn_escape.hpp"
#include "tests/fuzz/property.hpp"

#include <algorithm>
#include <string>

using namespace pyramid;
using namespace pyramid::format;
using pyramid::fuzz::hold;

namespace {

const std::string kPath = "sessions/x.md";

void check_read(std::string_view bytes) {
  const Result<Document> document = parse_document(bytes, kPath);
  if (!document) return;
  static_cast<void>(turn_lines(*document));
  const Result<Conversation> conversation = read_session(*document, kPath);
  if (!conversation) {
    hold(conversation.error().where.rfind(kPath, 0) == 0, "a refusal names its file");
  }
}

void check_said(const std::string& text) {
  hold(unescape_turn(escape_turn(text)) == text, "escaping is undone");
  Conversation said;
  said.source = "fuzz";
  said.origin = text.substr(0, 20);
  said.title = "T";
  said.start = Time{1'778'580'180};
  const std::size_t half = utf8::truncate(text, text.size() / 2).size();
  said.turns = {
      {Speaker::kUser, said.start, text.substr(0, half), "a"},
      {Speaker::kAssistant, Time{said.start.seconds + 90'061}, text.substr(half), ""},
      {Speaker::kUser, Time{said.start.seconds + 90'120}, text, text.substr(0, half % 50)}};
  said.origin = std::string(utf8::truncate(text, 20));
  said.turns[2].origin = std::string(utf8::truncate(text, half % 50));
  // A later part, in which the words of one turn are not kept and a person wrote in their place.
  said.part = 2;
  said.first = 1'001;
  said.session = session_id(said);
  said.turns[2].unkept = digest_of(text);
  const std::string bytes = write_session(said, 0);
  const Result<Document> document = parse_document(bytes, kPath);
  if (bytes.size() > 8 * 1024 * 1024) return;
  hold(document.has_value(), "a session file can be read");
  const Result<Conversation> heard = read_session(*document, kPath);
  hold(heard && heard->turns.size() == said.turns.size(), "every turn is found");
  hold(session_id(*heard) == said.session && heard->first == said.first, "a part knows its whole");
  hold(heard->origin == said.origin && heard->title == said.title, "names come back");
  for (std::size_t i = 0; i < said.turns.size(); ++i) {
    hold(heard->turns[i].text == said.turns[i].text, "a text comes back as it was said");
    hold(heard->turns[i].at == said.turns[i].at, "a time comes back");
    hold(heard->turns[i].origin == said.turns[i].origin, "an id comes back");
    hold(heard->turns[i].unkept == said.turns[i].unkept, "what is not kept is known");
  }
  const Result<Node> node = read_node(*document, kPath);
  hold(node && node->text.find("^t1003") != std::string::npos, "no text cuts the session short");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = fuzz::text_of(data, size);
  check_read(bytes);
  std::string text = utf8::replace_invalid(bytes);
  std::erase(text, '\0');
  check_said(text);
  return 0;
}
