// Words that tell when something happens. All lower case.
#pragma once

#include <array>
#include <string_view>

namespace pyramid::engine::tables {

// clang-format off
inline constexpr auto kOpenVerbs = std::to_array<std::string_view>({
    "decided", "agreed", "planned", "booked", "signed", "offered", "promised", "confirmed",
    "registered", "scheduled", "reserved", "enrolled", "invited", "arranged"});
inline constexpr auto kFutureWords = std::to_array<std::string_view>({
    "will", "won't", "tomorrow", "next", "plan", "planning", "due", "starts", "begins", "flying",
    "leaving", "expires", "ends", "renews", "arrives", "opens"});
// What one buys of an event to come, with "for" or "to" behind it.
inline constexpr auto kAdmissions = std::to_array<std::string_view>({
    "ticket", "tickets", "seat", "seats", "reservation", "reservations"});
// With "me to" behind it, the deed is to come.
inline constexpr auto kOrders =
    std::to_array<std::string_view>({"told", "asked", "advised", "invited", "ordered", "urged"});
// Pasts that look like the plain form or are no past.
inline constexpr auto kOpenPasts = std::to_array<std::string_view>({
    "read", "put", "set", "let", "cut", "used", "hit", "hurt", "shut", "split", "spread", "quit"});
inline constexpr auto kClauseWords = std::to_array<std::string_view>({
    "and", "but", "so", "because", "while", "although", "which"});
inline constexpr auto kBeforeDates = std::to_array<std::string_view>({
    "since", "until", "till", "before", "by", "of"});
inline constexpr auto kPartsOfMonth = std::to_array<std::string_view>({
    "end", "beginning", "start", "middle", "mid", "rest"});
// clang-format on

struct Holiday {
  std::string_view name;
  int month, day;
};
inline constexpr std::array<Holiday, 3> kHolidays = {
    {{"christmas", 12, 25}, {"halloween", 10, 31}, {"hogmanay", 12, 31}}};

}  // namespace pyramid::engine::tables
