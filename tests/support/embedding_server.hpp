// What a server of embeddings answers, right and wrong.
#pragma once

#include "tests/support/chat_server.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace pyramid::test {

// A model by rules: a vector counts a text's letters, a to h, in as many numbers as are asked for,
// else 8; as base64 or as numbers, whichever is asked for. Of unit length, unless it is all zero.
ServerReply embed_by_rules(const ServerCall& call);
std::vector<float> letters_of(const std::string& text, std::size_t dims = 8);

// The same, changed by a hand: each entry of `data` as JSON text goes in and comes out, "" goes.
ServerReply embed_changed(
    const ServerCall& call,
    const std::function<std::string(std::string entry, std::size_t at)>& change);

// The texts that a call asks for.
std::vector<std::string> inputs_of(const ServerCall& call);

}  // namespace pyramid::test
