// Where a message was written, by the clock in the envelope around it.
#pragma once

#include "pyramid/time.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace pyramid::ingest {

// Seconds east of UTC there, of "Tue 2026-03-10 20:00 PDT" or "WhatsApp Mia 2026-03-10 20:00" and
// `at`, when it was sent; nullopt where that tells nothing, or UTC, which programs write anywhere.
std::optional<std::int32_t> envelope_offset(std::string_view envelope, Time at);

}  // namespace pyramid::ingest
