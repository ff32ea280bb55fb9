#include "ops/calls/secrets.hpp"

#include "base/digest.hpp"
#include "base/encoding.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "format/frontmatter.hpp"
#include "format/yaml_scalar.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <utility>

namespace pyramid::ops {

using format::Conversation;
using guard::Finding;
using guard::Policy;

namespace {

constexpr std::string_view kLeftOut = "; the file is left out of the commit";

constexpr const char* kNameHint =
    "rename the file, or add it to `secrets_allow` in pyramid.yaml, or set `secrets: off` there";

std::size_t line_of(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  return static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

// Lines of places that come in order: each byte is looked at once.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text) : text_(text) {}
  // 1-based.
  std::size_t at(std::size_t place) {
    line_ += line_of(text_.substr(done_, place - done_), place - done_);
    done_ = place;
    return line_;
  }

 private:
  std::string_view text_;
  std::size_t done_ = 0, line_ = 1;
};

// The line of "path:line", or "".
std::string_view line_in(std::string_view where) {
  const std::size_t colon = where.rfind(':');
  return colon == std::string_view::npos ? std::string_view() : where.substr(colon + 1);
}

// " and 3 more (lines 14, 17, 31)": as many lines as a person reads.
std::string and_more(const std::vector<const SecretPlace*>& places) {
  constexpr std::size_t kMostLines = 10;
  if (places.size() < 2) return {};
  std::vector<std::string> lines;
  for (std::size_t i = 1; i < places.size() && lines.size() < kMostLines; ++i) {
    std::string line(line_in(places[i]->where));
    if (!line.empty() && (lines.empty() || lines.back() != line)) lines.push_back(std::move(line));
  }
  std::string more = " and " + with_commas(places.size() - 1) + " more";
  if (lines.empty()) return more;
  const bool all = line_in(places.back()->where) == lines.back();
  return more + (lines.size() == 1 ? " (line " : " (lines ") + join(lines, ", ") +
         (all ? ")" : ", …)");
}

// A diagnostic a kind, in the order of their first places: `like` with the place, the kind's name
// and where there are more.
Diagnostics one_a_kind(const std::vector<SecretPlace>& places, const Diagnostic& like) {
  std::vector<std::vector<const SecretPlace*>> kinds;
  for (const SecretPlace& place : places) {
    const auto known = std::find_if(kinds.begin(), kinds.end(), [&](const auto& one) {
      return one.front()->kind == place.kind;
    });
    if (known == kinds.end()) {
      kinds.push_back({&place});
    } else {
      known->push_back(&place);
    }
  }
  Diagnostics diagnostics;
  for (const auto& kind : kinds) {
    Diagnostic one = like;
    one.where = kind.front()->where;
    one.what += std::string(guard::name_of_secret(kind.front()->kind)) + and_more(kind);
    diagnostics.push_back(std::move(one));
  }
  return diagnostics;
}

// Of the names of markdown files in a text: what its links lead to.
std::vector<SecretPlace> secrets_in_links(std::string_view content, const std::string& path,
                                          const Policy& policy) {
  constexpr std::string_view kEnd = ".md";
  std::vector<SecretPlace> found;
  LineCounter lines(content);
  for (std::size_t end = content.find(kEnd); end != std::string_view::npos;
       end = content.find(kEnd, end + 1)) {
    const std::size_t before = content.substr(0, end).find_last_of("()[]<>|# \t\n");
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::string_view kind =
        guard::secret_in_path(content.substr(begin, end + kEnd.size() - begin), policy);
    if (!kind.empty()) found.push_back({kind, path + ":" + std::to_string(lines.at(begin))});
  }
  return found;
}

std::string mark_of(std::string_view kind) { return "[redacted:" + std::string(kind) + "]"; }

// A title that ends within the secret holds its beginning.
void cut_from_title(std::string& title, const std::string& secret, std::string_view kind) {
  constexpr std::size_t kFewest = 4;  // bytes of it that tell something
  constexpr std::string_view kEllipsis = "…";
  title = replace_all(title, secret, mark_of(kind));
  std::string_view shown = title;
  const bool cut = shown.ends_with(kEllipsis);
  if (cut) shown.remove_suffix(kEllipsis.size());
  for (std::size_t length = std::min(secret.size(), shown.size()); length >= kFewest; --length) {
    if (!shown.ends_with(std::string_view(secret).substr(0, length))) continue;
    title = std::string(shown.substr(0, shown.size() - length)) + mark_of(kind);
    return;
  }
}

}  // namespace

Result<guard::Redacted> redact_or_refuse(const std::string& text, const Policy& policy) {
  guard::Redacted redacted = guard::redact(text, policy);
  if (policy.handling == guard::Handling::kBlock && !redacted.findings.empty()) {
    const auto name = guard::name_of_secret(redacted.findings.front().kind);
    return fail(ErrorKind::kInvalid, "the text holds " + std::string(name) + "; nothing is written",
                {}, "leave it out, or add it to `secrets_allow` in pyramid.yaml");
  }
  return redacted;
}

Policy secrets_policy(const format::Settings& settings) {
  Policy policy;
  if (settings.secrets == "off") policy.handling = guard::Handling::kOff;
  if (settings.secrets == "block") policy.handling = guard::Handling::kBlock;
  policy.allow = settings.secrets_allow;
  return policy;
}

Diagnostics redacted_at(const std::vector<SecretPlace>& places) {
  return one_a_kind(places,
                    {Severity::kWarning, "", "redacted ",
                     "if it is none, add it to `secrets_allow` in pyramid.yaml before it is taken "
                     "in"});
}

namespace {

// Nearly all ids: nobody needs to look into them.
bool is_plain_id(std::string_view id) {
  constexpr std::size_t kShortest = 20;  // of a key
  const auto is_of_uuid = [](char c) {
    return c == '-' || std::isxdigit(static_cast<unsigned char>(c)) != 0;
  };
  return id.size() < kShortest || std::all_of(id.begin(), id.end(), is_of_uuid);
}

}  // namespace

std::string_view redact_name(std::string& name, const Policy& policy) {
  constexpr std::size_t kHexDigits = 16;
  if (is_plain_id(name)) return {};
  const std::vector<Finding> found = guard::find_secrets(name, policy);
  if (found.empty()) return {};
  name = "redacted-" + to_hex(digest_of(name)).substr(0, kHexDigits);
  return found.front().kind;
}

RedactedConversation redact(const Conversation& conversation, const Policy& policy) {
  RedactedConversation result{conversation, {}, {}};
  std::string& title = result.conversation.title;
  for (std::size_t turn = 0; turn < conversation.turns.size(); ++turn) {
    const std::string& said = conversation.turns[turn].text;
    const std::string_view in_id = redact_name(result.conversation.turns[turn].origin, policy);
    if (!in_id.empty()) result.marks.push_back({in_id, turn, 0});
    guard::Redacted redacted = guard::redact(said, policy);
    if (redacted.findings.empty()) continue;
    for (const Finding& secret : guard::find_secrets(said, policy)) {
      cut_from_title(title, collapse_spaces(said.substr(secret.begin, secret.end - secret.begin)),
                     secret.kind);
    }
    for (const Finding& mark : redacted.findings) {
      result.marks.push_back({mark.kind, turn, line_of(redacted.text, mark.begin)});
    }
    result.conversation.turns[turn].text = std::move(redacted.text);
  }
  guard::Redacted named = guard::redact(title, policy);
  for (const Finding& mark : named.findings) result.named.push_back(mark.kind);
  title = std::move(named.text);
  for (std::string* name : {&result.conversation.origin, &result.conversation.user}) {
    const std::string_view kind = redact_name(*name, policy);
    if (!kind.empty()) result.named.push_back(kind);
  }
  return result;
}

namespace {

// Whether the session file's line of this number (1-based) is one that says what was done to the
// text below it.
bool says_how_it_stands(std::string_view session, std::size_t line) {
  for (std::size_t at = 0; line > 0; at = session.find('\n', at) + 1) {
    if (--line == 0) return session.substr(at).starts_with("<!-- text ");
    if (session.find('\n', at) == std::string_view::npos) return false;
  }
  return false;
}

}  // namespace

Diagnostics redacted_in(const RedactedConversation& redacted, const TurnsInFile& turns,
                        std::string_view session, const std::string& path) {
  if (redacted.marks.empty()) return {};
  std::vector<SecretPlace> places;
  const Result<format::Document> document = format::parse_document(session, path);
  const auto lines = document ? format::turn_lines(*document) : std::vector<format::TurnLines>();
  for (const RedactedTurn& mark : redacted.marks) {
    if (mark.turn < turns.first || mark.turn >= turns.end) continue;
    std::string where = path;
    if (mark.turn - turns.begin < lines.size()) {
      const format::TurnLines& place = lines[mark.turn - turns.begin];
      const bool origin = !redacted.conversation.turns[mark.turn].origin.empty();
      std::size_t line = place.first + 1 + (origin ? 1 : 0);
      if (says_how_it_stands(session, line)) ++line;
      line += mark.line;
      // The turn's end where its words are not kept.
      where += ":" + std::to_string(std::min(line, place.last));
    }
    places.push_back({mark.kind, std::move(where)});
  }
  return redacted_at(places);
}

namespace {

// "memory/[redacted:github-token].md": who made the file finds it by its folder.
std::string shown_path(const std::string& path, const Policy& policy) {
  std::vector<std::string> parts;
  for (const std::string_view part : split(path, '/')) {
    parts.push_back(guard::redact(part, policy).text);
  }
  return join(parts, "/");
}

}  // namespace

namespace {

bool is_allowed_file(std::string_view path, const Policy& policy) {
  return std::any_of(policy.allow.begin(), policy.allow.end(), [&](std::string_view one) {
    if (one.ends_with("/*")) one.remove_suffix(1);
    return one == path || (one.ends_with('/') && path.starts_with(one));
  });
}

constexpr const char* kAllowIt =
    "take it out of the file; or, if it is none, write into pyramid.yaml: ";

// The line of pyramid.yaml as it is once these files are allowed too.
std::string allowing_line(const std::set<std::string>& paths, const Policy& policy) {
  std::string line = "secrets_allow: [";
  for (const std::string& one : policy.allow) line += format::yaml_flow_scalar(one) + ", ";
  for (const std::string& one : paths) line += format::yaml_flow_scalar(one) + ", ";
  line.resize(line.size() - 2);
  return line + "]";
}

}  // namespace

Diagnostics secrets_in(std::string_view content, const std::string& path, const Policy& policy) {
  if (is_allowed_file(path, policy)) return {};
  const Decoded other = decode(content);
  if (other.encoding != Encoding::kUtf8) content = other.text;
  std::vector<SecretPlace> found;
  LineCounter lines(content);
  const std::string shown = shown_path(path, policy);
  for (const Finding& secret : guard::find_secrets(content, policy)) {
    found.push_back({secret.kind, shown + ":" + std::to_string(lines.at(secret.begin))});
  }
  std::string hint;
  if (!found.empty()) {
    hint = shown == path ? kAllowIt + allowing_line({path}, policy) : std::string(kNameHint);
  }
  Diagnostics diagnostics = one_a_kind(found, {Severity::kError, "", "holds ", hint});
  const std::string_view in_name = guard::secret_in_path(path, policy);
  if (!in_name.empty()) {
    diagnostics.push_back({Severity::kError, shown,
                           "its name holds " + std::string(guard::name_of_secret(in_name)),
                           kNameHint});
  }
  if (!diagnostics.empty()) return diagnostics;  // its links tell no more
  return one_a_kind(secrets_in_links(content, shown, policy),
                    {Severity::kError, "", "links to a name that holds ", kNameHint});
}

bool leaves_out(std::string_view content, const std::string& path, const Policy& policy,
                Diagnostics& diagnostics) {
  Diagnostics found = secrets_in(content, path, policy);
  for (Diagnostic& one : found) {
    one.what += kLeftOut;
    one.severity = Severity::kWarning;  // the others go in
    const bool said = std::any_of(
        diagnostics.begin(), diagnostics.end(),
        [&](const Diagnostic& old) { return old.where == one.where && old.what == one.what; });
    if (!said) diagnostics.push_back(std::move(one));
  }
  return !found.empty();
}

void allow_all_at_once(const Policy& policy, Diagnostics& diagnostics) {
  Diagnostic* last = nullptr;
  std::set<std::string> held;
  for (Diagnostic& one : diagnostics) {
    if (!one.hint.starts_with(kAllowIt)) continue;
    held.insert(one.where.substr(0, one.where.rfind(':')));
    last = &one;
  }
  if (held.size() > 1) last->hint += "; all of these: " + allowing_line(held, policy);
}

bool is_left_out(const Diagnostic& diagnostic) { return diagnostic.what.ends_with(kLeftOut); }

}  // namespace pyramid::ops
