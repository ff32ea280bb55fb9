// The relations that hold one value at a time, and how sentences state and end them.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace pyramid::engine::tables {

enum class Value {
  kAny,     // whatever follows
  kName,    // must begin with a capital
  kPlace,   // a capital, and nothing that makes it a tool or a thing
  kNumber,  // must begin with a number
  kDate,    // must begin with a number or a month
  kClock,   // must be a time of day
};
struct Pattern {
  std::string_view words;     // how the predicate begins, adverbs left out
  std::string_view relation;  // "" = the pattern's own noun follows ("has 2 cats")
  Value value;
};
inline constexpr Pattern kPatterns[] = {
    {"lives in", "home", Value::kPlace},
    {"is living in", "home", Value::kPlace},
    {"is based in", "home", Value::kPlace},
    {"resides in", "home", Value::kPlace},
    {"moved to", "home", Value::kPlace},
    {"has moved to", "home", Value::kPlace},
    {"moved back to", "home", Value::kPlace},
    {"relocated to", "home", Value::kPlace},
    {"has relocated to", "home", Value::kPlace},
    {"works at", "employer", Value::kName},
    {"works for", "employer", Value::kName},
    {"is working at", "employer", Value::kName},
    {"is working for", "employer", Value::kName},
    {"is employed at", "employer", Value::kName},
    {"started working at", "employer", Value::kName},
    {"started working for", "employer", Value::kName},
    {"started at", "employer", Value::kName},
    {"got a job at", "employer", Value::kName},
    {"started a new job at", "employer", Value::kName},
    {"accepted a job at", "employer", Value::kName},
    {"works as a", "occupation", Value::kAny},
    {"works as an", "occupation", Value::kAny},
    {"is called", "name", Value::kName},
    {"is named", "name", Value::kName},
    {"was renamed to", "name", Value::kName},
    {"was renamed", "name", Value::kName},
    {"is engaged to", "partner", Value::kName},
    {"is married to", "partner", Value::kName},
    {"is dating", "partner", Value::kName},
    {"drives a", "car", Value::kAny},
    {"drives an", "car", Value::kAny},
    {"studies at", "school", Value::kName},
    {"is reading", "reading", Value::kName},
    {"is scheduled for", "date", Value::kAny},
    {"is planned for", "date", Value::kAny},
    {"was moved to", "date", Value::kDate},
    {"was postponed to", "date", Value::kAny},
    {"was rescheduled to", "date", Value::kAny},
    {"was rescheduled for", "date", Value::kAny},
    {"was pushed to", "date", Value::kAny},
    {"was pushed back to", "date", Value::kAny},
    {"was delayed to", "date", Value::kAny},
    {"was delayed until", "date", Value::kAny},
    {"was brought forward to", "date", Value::kAny},
    {"has been moved to", "date", Value::kDate},
    {"has been postponed to", "date", Value::kAny},
    {"has been rescheduled to", "date", Value::kAny},
    {"has been rescheduled for", "date", Value::kAny},
    {"has been pushed to", "date", Value::kAny},
    {"has been pushed back to", "date", Value::kAny},
    {"has been brought forward to", "date", Value::kAny},
    {"got moved to", "date", Value::kDate},
    {"got pushed to", "date", Value::kAny},
    {"got postponed to", "date", Value::kAny},
    {"moved to", "date", Value::kDate},
    {"is at", "time", Value::kClock},
    {"starts at", "time", Value::kClock},
    {"begins at", "time", Value::kClock},
    {"leaves at", "departure", Value::kClock},
    {"departs at", "departure", Value::kClock},
    {"is on", "date", Value::kDate},
    {"is due on", "date", Value::kAny},
    {"weighs", "weight", Value::kNumber},
};

// How an attribute gets a value.
inline constexpr std::string_view kBecoming[] = {
    "is",           "are",           "went up to",       "went down to",   "rose to",
    "increased to", "was raised to", "was increased to", "was reduced to", "was cut to",
    "dropped to",   "fell to",       "changed to",       "was changed to", "became",
    "ends in"};

// What somebody has one of: "User's email is …" replaces what it was. Sorted.
inline constexpr std::string_view kAttributes[] = {
    "address",  "age",      "bank",   "birthday", "boss",     "budget",  "city",     "company",
    "deadline", "dentist",  "diet",   "doctor",   "editor",   "email",   "employer", "flight",
    "goal",     "height",   "job",    "landlord", "laptop",   "manager", "name",     "nickname",
    "number",   "password", "phone",  "rent",     "role",     "salary",  "shell",    "size",
    "status",   "surname",  "target", "team",     "timezone", "title",   "version",  "weight"};
static_assert(std::is_sorted(std::begin(kAttributes), std::end(kAttributes)));

// Names that one may "move to" without living there.
inline constexpr std::string_view kTools[] = {
    "android", "arch",   "aws",        "azure",    "bitwarden", "bluesky",    "debian",
    "discord", "docker", "emacs",      "fedora",   "figma",     "firefox",    "git",
    "github",  "gitlab", "gmail",      "go",       "google",    "helix",      "ios",
    "iphone",  "java",   "javascript", "jira",     "kotlin",    "kubernetes", "linear",
    "linux",   "mac",    "macos",      "mastodon", "mysql",     "neovim",     "nix",
    "nixos",   "notion", "obsidian",   "podman",   "postgres",  "postgresql", "proton",
    "python",  "rust",   "signal",     "slack",    "spotify",   "sqlite",     "sublime",
    "swift",   "teams",  "telegram",   "todoist",  "trello",    "typescript", "ubuntu",
    "vim",     "vscode", "whatsapp",   "windows",  "zig",       "zoom"};
static_assert(std::is_sorted(std::begin(kTools), std::end(kTools)));

// How a sentence ends one.
struct Leaving {
  std::string_view words, relation;
};
inline constexpr Leaving kLeavings[] = {{"left", "employer"},
                                        {"quit", "employer"},
                                        {"resigned from", "employer"},
                                        {"was laid off from", "employer"},
                                        {"was fired from", "employer"},
                                        {"stopped working at", "employer"},
                                        {"stopped working for", "employer"},
                                        {"no longer works at", "employer"},
                                        {"no longer works for", "employer"},
                                        {"no longer lives in", "home"},
                                        {"moved away from", "home"},
                                        {"moved out of", "home"}};

}  // namespace pyramid::engine::tables
