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
// In the present these tell a plan where a day stands with them: "I start on Monday". What is done
// each week is done "on Mondays".
inline constexpr auto kPlans = std::to_array<std::string_view>({
    "start", "begin", "leave", "leaves", "arrive", "return", "returns", "fly", "flies", "move",
    "moves", "retire", "retires", "depart", "departs", "land", "lands", "visits", "marry",
    "marries"});
// The same of what happens once.
inline constexpr auto kOnce = std::to_array<std::string_view>({
    "appointment", "exam", "exams", "flight", "funeral", "interview", "operation", "surgery",
    "test", "wedding", "hearing", "premiere", "graduation", "viewing", "deadline"});
inline constexpr auto kEachTime = std::to_array<std::string_view>({
    "every", "each", "always", "usually", "often", "regularly", "normally", "sometimes"});
// In front of a noun, or of a verb that tells nothing of its time.
inline constexpr auto kBeforeNouns = std::to_array<std::string_view>({
    "a", "an", "the", "my", "our", "his", "her", "their", "to", "of", "on", "and", "don't", "can",
    "can't", "could", "should", "may", "might", "must", "two", "three", "in", "at", "for"});
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
