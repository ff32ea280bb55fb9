// A commit in this order: blobs, trees, index, HEAD. A process that dies on the way leaves objects
// that nothing names or changes that are staged already, both of which the next commit takes in its
// stride.
#include "base/parallel.hpp"
#include "base/text.hpp"
#include "history/disk_look.hpp"
#include "history/git_program.hpp"
#include "history/git_repository.hpp"
#include "history/own_identity.hpp"
#include "history/ref_mark.hpp"
#include "pyramid/file_system.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::history {

namespace {

constexpr std::string_view kAttributes = ".gitattributes";

// Files that are read and packed at once where they are many.
constexpr std::size_t kAtOnce = 64;

// libgit2 writes any name into a tree; git refuses such a tree later on.
bool is_allowed(std::string_view path) {
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == "." || part == "..") return false;
    if (equals_ignoring_case(part, ".git")) return false;
  }
  return path.find('\0') == std::string_view::npos;
}

// A line "Key-Name: value".
bool is_trailer(std::string_view line) {
  const std::size_t colon = line.find(": ");
  return colon != std::string_view::npos && colon > 0 &&
         line.substr(0, colon).find(' ') == std::string_view::npos;
}

// Below the trailers that the message has, else after a blank line.
std::string with_trailers(const std::string& message, const std::string& trailers) {
  std::string text = message.ends_with('\n') ? message : message + "\n";
  if (trailers.empty()) return text;
  const std::vector<std::string_view> lines = split_lines(text);
  const bool has_some = lines.size() > 1 && is_trailer(lines.back());
  return text + (has_some ? "" : "\n") + trailers;
}

}  // namespace

Status GitRepository::lend_attributes(const IndexFile& index) {
  Handle<git_index> few = no_handle<git_index>();
  int code = make(few, git_->index_free, [&](git_index** out) { return git_->index_new(out); });
  for (std::size_t i = 0; code == 0 && i < index.size(); ++i) {
    const IndexFile::Entry found = index.entry(i);
    if (found.stage != 0 || !found.path.ends_with(kAttributes)) continue;
    const std::string path(found.path);
    git_index_entry entry{};
    entry.path = path.c_str();
    entry.mode = found.mode;
    git_->oid_cpy(&entry.id, &found.blob);
    code = git_->index_add(few.get(), &entry);
  }
  if (code == 0) code = git_->repository_set_index(repository_.get(), few.get());
  if (code < 0) {
    return git_->failure(code, ErrorKind::kIo, "git's attributes cannot be read", workdir_);
  }
  return {};
}

Result<std::optional<std::string>> GitRepository::bytes_of(const PathChange& change) const {
  if (change.bytes) {
    return gate_->admits(change.path, *change.bytes) ? change.bytes : std::nullopt;
  }
  Result<std::string> read = make_real_file_system()->read(on_disk(prefix_ + change.path));
  if (!read && read.error().kind != ErrorKind::kNotFound) return fail(std::move(read).error());
  if (!read || digest_of(*read) != *change.digest) return std::optional<std::string>();
  if (!gate_->admits(change.path, *read)) return std::optional<std::string>();
  return std::optional(std::move(*read));
}

PathRules GitRepository::rules_beside(const IndexFile& index) {
  return {*git_, repository_.get(), config_.get(), workdir_, index};
}

struct GitRepository::Preparing {
  const PathChange* change = nullptr;
  TreeChange result;
  bool has_blob = true;  // or needs none
  bool may_be_filtered = false;
  // By read(), where it has no blob: nullopt as for bytes_of().
  std::optional<std::string> bytes;
  std::optional<Error> failed;
  std::optional<PackWriter::Entry> packed;  // then without `bytes`
};

Result<std::optional<GitRepository::Preparing>> GitRepository::begin(const PathChange& change,
                                                                     const IndexFile& index,
                                                                     PathRules& rules,
                                                                     const StoredByGit& by_git) {
  if (!is_allowed(change.path)) {
    return fail(ErrorKind::kInternal, "git takes no file of this name", change.path);
  }
  Preparing one;
  one.change = &change;
  one.result.path = prefix_ + change.path;
  const std::string& path = one.result.path;
  if (!change.bytes && !change.digest) return std::optional(std::move(one));
  PYRAMID_ASSIGN(const bool ignored, is_ignored(path, index, rules));
  if (ignored) return std::optional<Preparing>();
  if (by_git.paths.contains(path)) {
    const auto stored = by_git.blobs.find(path);
    if (stored == by_git.blobs.end()) return std::optional<Preparing>();
    one.result.blob = stored->second;
  } else if (const Ahead* ahead = stored_ahead(path, change)) {
    one.result.blob = ahead->blob;
  } else {
    one.has_blob = false;
    one.may_be_filtered = rules.may_be_filtered(path);
  }
  return std::optional(std::move(one));
}

void GitRepository::read(Preparing& one, bool pack) const {
  const PathChange& change = *one.change;
  if (!change.bytes && !change.digest) return;
  const std::optional<DiskLook> look = look_at_disk(on_disk(one.result.path));
  if (look) one.result.mode = look->mode;
  if (one.has_blob) return;
  Result<std::optional<std::string>> bytes = bytes_of(change);
  if (!bytes) {
    one.failed = std::move(bytes).error();
    return;
  }
  if (!*bytes) return;
  one.bytes = std::move(*bytes);
  if (!change.bytes && look) one.result.read_at = mark_of(look->stat);
  if (!pack || one.may_be_filtered) return;
  Result<PackWriter::Entry> packed = PackWriter::pack(*git_, *one.bytes);
  if (!packed) {
    one.failed = std::move(packed).error();
    return;
  }
  one.packed = std::move(*packed);
  one.bytes.reset();
}

Result<git_oid> GitRepository::write_bytes(std::string_view bytes, PackWriter* pack,
                                           const std::string& path) {
  if (pack != nullptr) return pack->add(bytes);
  git_oid id;
  const int code =
      git_->blob_create_from_buffer(&id, repository_.get(), bytes.data(), bytes.size());
  if (code < 0) return git_->failure(code, ErrorKind::kIo, "git cannot store the file", path);
  return id;
}

Result<git_oid> GitRepository::write_blob(const Preparing& one, PackWriter* pack) {
  const std::string& ours = one.change->path;
  const std::string& bytes = *one.bytes;
  if (!one.may_be_filtered) return write_bytes(bytes, pack, ours);
  Handle<git_filter_list> filters = no_handle<git_filter_list>();
  int code = make(filters, git_->filter_list_free, [&](git_filter_list** out) {
    return git_->filter_list_load(out, repository_.get(), nullptr, one.result.path.c_str(),
                                  GIT_FILTER_TO_ODB, GIT_FILTER_ALLOW_UNSAFE);
  });
  // No attribute, no autocrlf: the bytes as they are.
  if (code == 0 && !filters) return write_bytes(bytes, pack, ours);
  git_buf filtered = GIT_BUF_INIT;
  if (code == 0) {
    code = git_->filter_list_apply_to_buffer(&filtered, filters.get(), bytes.data(), bytes.size());
  }
  if (code < 0) return git_->failure(code, ErrorKind::kIo, "git cannot store the file", ours);
  Result<git_oid> id = write_bytes(std::string_view(filtered.ptr, filtered.size), pack, ours);
  git_->buf_dispose(&filtered);
  return id;
}

Result<std::optional<TreeChange>> GitRepository::store(Preparing one, PackWriter* pack) {
  if (one.failed) return fail(*std::move(one.failed));
  if (one.packed) {
    PYRAMID_TRY(pack->add(*one.packed));
    one.result.blob = one.packed->id;
  } else if (!one.has_blob) {
    if (!one.bytes) return std::optional<TreeChange>();
    PYRAMID_ASSIGN(one.result.blob, write_blob(one, pack));
  }
  return std::optional(std::move(one.result));
}

Result<std::vector<TreeChange>> GitRepository::prepare(const std::vector<PathChange>& changes,
                                                       const IndexFile& index) {
  const bool trust_mode = config_flag("core.filemode", true);
  std::vector<TreeChange> prepared;
  prepared.reserve(changes.size());
  PackWriter pack(*git_, repository_.get());
  PackWriter* used = changes.size() < PackWriter::kWorthIt ? nullptr : &pack;
  PathRules rules = rules_beside(index);
  PYRAMID_ASSIGN(const StoredByGit by_git, store_by_git(changes, index, rules));
  for (std::size_t first = 0; first < changes.size(); first += kAtOnce) {
    std::vector<Preparing> some;
    for (std::size_t i = first; i < std::min(first + kAtOnce, changes.size()); ++i) {
      PYRAMID_ASSIGN(std::optional<Preparing> one, begin(changes[i], index, rules, by_git));
      if (one) some.push_back(std::move(*one));
    }
    parallel_for(some.size(), used != nullptr ? threads_ : 1,
                 [&](std::size_t i) { read(some[i], used != nullptr); });
    for (Preparing& one : some) {
      if (!trust_mode) one.result.mode.reset();
      PYRAMID_ASSIGN(std::optional<TreeChange> stored, store(std::move(one), used));
      if (stored) prepared.push_back(std::move(*stored));
    }
  }
  PYRAMID_TRY(pack.finish());
  std::sort(prepared.begin(), prepared.end(),
            [](const TreeChange& a, const TreeChange& b) { return a.path < b.path; });
  const auto twice =
      std::adjacent_find(prepared.begin(), prepared.end(),
                         [](const TreeChange& a, const TreeChange& b) { return a.path == b.path; });
  if (twice != prepared.end()) {
    return fail(ErrorKind::kInternal, "a commit was given the file twice", twice->path);
  }
  return prepared;
}

Result<Handle<git_signature>> GitRepository::signature(Time at) {
  std::string name = kOwnName, email = kOwnAddress;
  Handle<git_signature> configured = no_handle<git_signature>();
  make(configured, git_->signature_free,
       [&](git_signature** out) { return git_->signature_default(out, repository_.get()); });
  if (configured) {
    name = configured->name;
    email = configured->email;
  }
  Handle<git_signature> result = no_handle<git_signature>();
  const int code = make(result, git_->signature_free, [&](git_signature** out) {
    return git_->signature_new(out, name.c_str(), email.c_str(), at.seconds, 0);
  });
  if (code < 0) {
    return git_->failure(code, ErrorKind::kInvalid,
                         "git's user.name or user.email is not an identity", workdir_);
  }
  return result;
}

Result<GitRepository::Head> GitRepository::tip() {
  return unpublished_ ? head_at(unpublished_->tip) : head();
}

Result<git_oid> GitRepository::write_commit(const Head& before, const git_oid& tree,
                                            const git_signature& who, const std::string& message) {
  if (config_flag("commit.gpgsign", false)) return write_signed_commit(before, tree, who, message);
  Handle<git_tree> found = no_handle<git_tree>();
  int code = make(found, git_->tree_free,
                  [&](git_tree** out) { return git_->tree_lookup(out, repository_.get(), &tree); });
  git_oid id;
  if (code == 0) {
    const git_commit* parents[] = {before.commit.get()};
    code = git_->commit_create(&id, repository_.get(), nullptr, &who, &who, nullptr,
                               message.c_str(), found.get(), before.commit ? 1 : 0, parents);
  }
  if (code < 0) return git_->failure(code, ErrorKind::kIo, "git cannot make the commit", workdir_);
  return id;
}

// By the git program, which knows the person's key and how to ask for it.
Result<git_oid> GitRepository::write_signed_commit(const Head& before, const git_oid& tree,
                                                   const git_signature& who,
                                                   const std::string& message) {
  std::vector<std::string> command = {"commit-tree", "-S", git_->oid_tostr_s(&tree)};
  if (before.commit) {
    command.insert(command.end(), {"-p", git_->oid_tostr_s(git_->commit_id(before.commit.get()))});
  }
  PYRAMID_ASSIGN(const GitAnswer made, ask_git(workdir_, command, message, identity_of(who)));
  git_oid id;
  const std::string name(trim(made.out));
  if (made.exit_code == 0 && git_->oid_fromstr(&id, name.c_str()) == 0) return id;
  return fail(kind_of(made), "git cannot sign the commit: " + reason_of(made), workdir_,
              "see that `git commit -S` works here, or `git config commit.gpgsign false`");
}

Status GitRepository::can_sign(Time at) {
  if (!config_flag("commit.gpgsign", false)) return {};
  PYRAMID_ASSIGN(const Head before, head());
  if (!before.tree) return {};
  PYRAMID_ASSIGN(const Handle<git_signature> who, signature(at));
  const Result<git_oid> made =
      write_signed_commit(before, *git_->tree_id(before.tree.get()), *who, "memory: signed?\n");
  return made ? Status() : fail(Error(made.error()));
}

Result<std::optional<CommitInfo>> GitRepository::commit(const std::vector<PathChange>& changes,
                                                        const std::string& message, Time at) {
  PYRAMID_ASSIGN(std::optional<CommitInfo> made, commit_later(changes, message, at));
  PYRAMID_TRY(publish());
  return made;
}

Status GitRepository::gather(const std::vector<PathChange>& changes) {
  if (changes.empty()) return {};
  Status taken = gather_some(changes);
  if (!taken) gathered_.reset();
  return taken;
}

Status GitRepository::gather_some(const std::vector<PathChange>& changes) {
  if (!gathered_) PYRAMID_TRY(can_commit());
  PYRAMID_ASSIGN(const IndexFile* current, index());
  PYRAMID_TRY(lend_attributes(*current));
  if (!gathered_) {
    PYRAMID_ASSIGN(Head before, tip());
    gathered_ = Gathered{std::move(before), std::nullopt, {}};
  }
  PYRAMID_ASSIGN(std::vector<TreeChange> prepared, prepare(changes, *current));
  if (prepared.empty()) return {};
  Handle<git_tree> so_far = no_handle<git_tree>();
  if (gathered_->tree) {
    const int code = make(so_far, git_->tree_free, [&](git_tree** out) {
      return git_->tree_lookup(out, repository_.get(), &*gathered_->tree);
    });
    if (code < 0)
      return git_->failure(code, ErrorKind::kIo, "git cannot make the commit", workdir_);
  }
  const git_tree* base = so_far ? so_far.get() : gathered_->before.tree.get();
  PYRAMID_ASSIGN(gathered_->tree, update_tree(*git_, repository_.get(), base, prepared));
  stage(changes, std::move(prepared), gathered_->staged);
  return {};
}

Result<std::optional<CommitInfo>> GitRepository::commit_later(
    const std::vector<PathChange>& changes, const std::string& message, Time at) {
  PYRAMID_TRY(gather(changes));
  std::optional<Gathered> all = std::exchange(gathered_, std::nullopt);
  if (!all || !all->tree) return std::optional<CommitInfo>();
  const Head& before = all->before;
  const git_oid tree = *all->tree;
  if (before.tree && git_->oid_cmp(&tree, git_->tree_id(before.tree.get())) == 0) {
    return std::optional<CommitInfo>();
  }
  PYRAMID_ASSIGN(const Handle<git_signature> who, signature(at));
  const std::string cleared = gate_->cleared(with_trailers(message, trailers_));
  std::string subject = cleared.substr(0, cleared.find('\n'));
  if (has_commit_hooks()) {
    PYRAMID_ASSIGN(const git_oid hooked, commit_with_hooks(tree, *who, cleared));
    PYRAMID_TRY(stage_committed(hooked, std::move(all->staged)));
    return std::optional(CommitInfo{git_->oid_tostr_s(&hooked), std::move(subject), at});
  }
  PYRAMID_ASSIGN(const git_oid id, write_commit(before, tree, *who, cleared));
  if (!unpublished_) {
    unpublished_.emplace();
    if (before.commit) unpublished_->head = *git_->commit_id(before.commit.get());
  }
  unpublished_->tip = id;
  unpublished_->subject = subject;
  all->staged.merge(unpublished_->staged);  // what is staged now counts
  unpublished_->staged = std::move(all->staged);
  return std::optional(CommitInfo{git_->oid_tostr_s(&id), std::move(subject), at});
}

Status GitRepository::store_ahead(const std::vector<PathChange>& changes) {
  PYRAMID_TRY(can_commit());
  PYRAMID_ASSIGN(const IndexFile* current, index());
  PYRAMID_TRY(lend_attributes(*current));
  PYRAMID_ASSIGN(const std::vector<TreeChange> stored, prepare(changes, *current));
  note_ahead(changes, stored);
  return {};
}

Status GitRepository::publish() {
  if (!unpublished_) return {};
  PYRAMID_TRY(replace_index(unpublished_->staged));
  PYRAMID_TRY(move_head());
  unpublished_.reset();
  return {};
}

// Only if HEAD still names what the commits were made on.
Status GitRepository::move_head() {
  Handle<git_reference> head = no_handle<git_reference>();
  int code = make(head, git_->reference_free, [&](git_reference** out) {
    return git_->reference_lookup(out, repository_.get(), "HEAD");
  });
  std::string file = git_folder() + "HEAD";  // of what moves
  if (code == 0) {
    const char* branch = git_->reference_symbolic_target(head.get());  // null: HEAD is detached
    if (branch != nullptr) file = common_folder() + branch;
    const git_oid* before = unpublished_->head ? &*unpublished_->head : nullptr;
    const std::string log =
        (before == nullptr ? "commit (initial): " : "commit: ") + unpublished_->subject;
    Handle<git_reference> moved = no_handle<git_reference>();
    const RefMark mark(git_folder() + "HEAD", file, git_->oid_tostr_s(&unpublished_->tip));
    code = make(moved, git_->reference_free, [&](git_reference** out) {
      return git_->reference_create_matching(
          out, repository_.get(), branch != nullptr ? branch : "HEAD", &unpublished_->tip,
          before != nullptr ? 1 : 0, before, log.c_str());
    });
  }
  if (code == GIT_ELOCKED && is_locked(file)) return ref_is_held(file);
  if (code < 0) return git_->failure(code, ErrorKind::kIo, "git cannot make the commit", workdir_);
  return {};
}

}  // namespace pyramid::history
