// What conversations are called, in their files, in their files' names and in links to them.
#pragma once

#include "base/ulid.hpp"
#include "format/conversation.hpp"
#include "ops/nodes/working_set.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// One part as its file has it; `bytes` gets these.
Result<format::Conversation> read_part(const WorkingSet& memory, const std::string& path,
                                       std::string& bytes);

// What one part is called: by its heading and, where a person wrote one of them alone anew, by its
// head.
Result<std::vector<std::string>> titles_of(const WorkingSet& memory, const format::Node& session);
// Another title for a conversation, in all its parts, in links to it and in their files' names.
Status retitle(WorkingSet& memory, const Ulid& session, const std::string& title);
// How a link under this title begins.
std::string link_begin(const std::string& title);
// The plain title by the path of a session's file, as links have it ("…/2026/05/12/a-7t5xbn.md"),
// and the file's name under that title; "" where the path has no day.
std::string plain_title_at(std::string_view session);
std::string plain_name(std::string_view title, std::string_view tail);
// The title of a session that has none of its own, under which links name it: it may have lost the
// one that they bear. "" where it has one, or is not there.
std::string lost_title(const WorkingSet& memory, const std::string& session);
// Of a part that lost turns, as it was said and as it is now: where its title went with them, a
// plain one, in `part`, in links to it and in the name of its file, which `path` gets.
Status retitle_if_lost(WorkingSet& memory, const format::Node& session,
                       const format::Conversation& said, format::Conversation& part,
                       std::string& path);

}  // namespace pyramid::ops
