// Lines that a person types. On a terminal they can be edited, and earlier ones come back, where
// libedit is installed.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace pyramid::console {

class LineEditor {
 public:
  // `interrupted`: asked while a line is waited for; it ends once that says so.
  LineEditor(bool on_terminal, std::function<bool()> interrupted);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // The next line, without its end; nullopt where no more comes, or when interrupted. `prompt` is
  // shown on a terminal alone.
  std::optional<std::string> read(const std::string& prompt);

 private:
  class Libedit;
  std::optional<std::string> read_plain();

  bool on_terminal_;
  std::function<bool()> interrupted_;
  std::unique_ptr<Libedit> libedit_;  // or none
  std::string waiting_;               // what was read behind the last line
};

}  // namespace pyramid::console
