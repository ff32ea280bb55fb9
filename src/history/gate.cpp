#include "history/gate.hpp"

#include "guard/redact.hpp"

namespace pyramid::history {

namespace {

class Strictest final : public Gate {
 public:
  bool admits(const std::string& path, std::string_view bytes) override {
    return guard::find_secrets(bytes, policy_).empty() &&
           guard::secret_in_path(path, policy_).empty();
  }
  std::string cleared(const std::string& text) override {
    return guard::redact(text, policy_).text;
  }

 private:
  guard::Policy policy_;
};

}  // namespace

std::shared_ptr<Gate> strictest_gate() { return std::make_shared<Strictest>(); }

}  // namespace pyramid::history
