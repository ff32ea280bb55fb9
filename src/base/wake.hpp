// A bell that ends another thread's wait (eventfd).
#pragma once

namespace pyramid {

// ring() may be called from any thread. Rung once, it stays so.
class Wake {
 public:
  Wake();
  ~Wake();
  Wake(const Wake&) = delete;
  Wake& operator=(const Wake&) = delete;

  void ring() const;
  // For poll(): can be read once it was rung. Negative where the system gave none.
  [[nodiscard]] int descriptor() const { return fd_; }

 private:
  int fd_;
};

}  // namespace pyramid
