// What calls of a language model took, as every report tells it that counts them.
#pragma once

#include "operations/record.hpp"

#include <string>
#include <utility>

namespace pyramid::operations {

// Behind how many there were. `estimated`: the help of that key.
template <typename R>
void tell_engine_use(Record<R>& report, std::string estimated) {
  report.tells(
            "tokens_in", [](const R& from) { return from.engine.tokens_in; }, "")
      .detail()
      .tells(
          "tokens_out", [](const R& from) { return from.engine.tokens_out; }, "")
      .detail()
      .tells(
          "cents", [](const R& from) { return from.engine.cents; }, "Of a US dollar")
      .detail()
      .tells(
          "price_known", [](const R& from) { return from.engine.price_known; }, "")
      .detail()
      .tells(
          "estimated", [](const R& from) { return from.engine.estimated; }, std::move(estimated))
      .detail()
      .has("failed", &R::failed, "Engine calls")
      .has("over_budget", &R::over_budget, "Of these: the budget had no room")
      .detail();
}

}  // namespace pyramid::operations
