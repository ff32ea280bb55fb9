#include "console/line_editor.hpp"

#include "console/terminal.hpp"

#include <dlfcn.h>
#include <histedit.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cwchar>
#include <utility>

// Every function of libedit that we call.
#define PYRAMID_LIBEDIT_FUNCTIONS(X) \
  X(el_init)                         \
  X(el_end)                          \
  X(el_set)                          \
  X(el_gets)                         \
  X(history_init)                    \
  X(history_end)                     \
  X(history)

namespace pyramid::console {

namespace {

constexpr int kMostRemembered = 500;  // lines, of this run

// Whether there is something to be read, or the end; false: interrupted.
bool wait_for_input(const std::function<bool()>& interrupted) {
  constexpr int kLookEvery = 100;  // ms
  while (!interrupted()) {
    struct pollfd in = {STDIN_FILENO, POLLIN, 0};
    const int ready = ::poll(&in, 1, kLookEvery);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
  }
  return false;
}

}  // namespace

class LineEditor::Libedit {
 public:
  // nullptr where it is not installed, or the terminal cannot do it.
  static std::unique_ptr<Libedit> open(const std::function<bool()>& interrupted) {
    std::unique_ptr<Libedit> editor(new Libedit(interrupted));
    return editor->load() && editor->begin() ? std::move(editor) : nullptr;
  }
  ~Libedit() {
    if (history_ != nullptr) call_.history_end(history_);
    if (line_ != nullptr) call_.el_end(line_);
  }
  Libedit(const Libedit&) = delete;
  Libedit& operator=(const Libedit&) = delete;

  std::optional<std::string> read(const std::string& prompt) {
    prompt_ = prompt;
    int count = 0;
    const char* typed = call_.el_gets(line_, &count);
    if (typed == nullptr || count <= 0 || interrupted_()) return std::nullopt;
    std::string text(typed, static_cast<std::size_t>(count));
    if (text.ends_with('\n')) text.pop_back();
    if (!text.empty()) call_.history(history_, &event_, H_ENTER, text.c_str());
    return text;
  }

 private:
  struct Functions {
#define PYRAMID_LIBEDIT_MEMBER(name) decltype(&::name) name = nullptr;
    PYRAMID_LIBEDIT_FUNCTIONS(PYRAMID_LIBEDIT_MEMBER)
#undef PYRAMID_LIBEDIT_MEMBER
  };

  explicit Libedit(const std::function<bool()>& interrupted) : interrupted_(interrupted) {}

  bool load() {
    void* library = ::dlopen(PYRAMID_LIBEDIT_SONAME, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return false;
#define PYRAMID_LIBEDIT_LOAD(name)                                              \
  call_.name = reinterpret_cast<decltype(call_.name)>(::dlsym(library, #name)); \
  if (call_.name == nullptr) return false;
    PYRAMID_LIBEDIT_FUNCTIONS(PYRAMID_LIBEDIT_LOAD)
#undef PYRAMID_LIBEDIT_LOAD
    return true;
  }

  bool begin() {
    std::setlocale(LC_CTYPE, "");  // how many columns a letter takes
    line_ = call_.el_init("pyramid", stdin, stdout, stderr);
    history_ = call_.history_init();
    if (line_ == nullptr || history_ == nullptr) return false;
    call_.history(history_, &event_, H_SETSIZE, kMostRemembered);
    current_ = this;
    call_.el_set(line_, EL_PROMPT, &Libedit::shown_prompt);
    call_.el_set(line_, EL_EDITOR, "emacs");
    call_.el_set(line_, EL_HIST, call_.history, history_);
    call_.el_set(line_, EL_GETCFN, &Libedit::next_character);
    return true;
  }

  static char* shown_prompt(EditLine*) { return current_->prompt_.data(); }

  // 1: there is one; 0: the end; -1: a failure.
  static int next_character(EditLine*, wchar_t* character) {
    std::mbstate_t state{};
    while (true) {
      if (!wait_for_input(current_->interrupted_)) return 0;
      char byte = 0;
      const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return static_cast<int>(count);
      const std::size_t size = std::mbrtowc(character, &byte, 1, &state);
      if (size == static_cast<std::size_t>(-2)) continue;  // more of it is to come
      if (size != static_cast<std::size_t>(-1)) return 1;
      state = {};
    }
  }

  static inline Libedit* current_ = nullptr;  // a terminal has one; libedit's callbacks know none

  std::function<bool()> interrupted_;
  Functions call_;
  EditLine* line_ = nullptr;
  History* history_ = nullptr;
  HistEvent event_{};
  std::string prompt_;
};

LineEditor::LineEditor(bool on_terminal, std::function<bool()> interrupted)
    : on_terminal_(on_terminal), interrupted_(std::move(interrupted)) {
  if (on_terminal_) libedit_ = Libedit::open(interrupted_);
}

LineEditor::~LineEditor() = default;

std::optional<std::string> LineEditor::read(const std::string& prompt) {
  if (libedit_) return libedit_->read(prompt);
  if (on_terminal_) print_bytes(prompt);
  return read_plain();
}

std::optional<std::string> LineEditor::read_plain() {
  while (true) {
    if (const std::size_t end = waiting_.find('\n'); end != std::string::npos) {
      std::string line = waiting_.substr(0, end);
      waiting_.erase(0, end + 1);
      return line;
    }
    if (!wait_for_input(interrupted_)) return std::nullopt;
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count > 0) {
      waiting_.append(bytes.data(), static_cast<std::size_t>(count));
      continue;
    }
    if (waiting_.empty()) return std::nullopt;
    return std::exchange(waiting_, {});
  }
}

}  // namespace pyramid::console
