// What cmark-gfm makes of a text, and who frees it.
#pragma once

#include <cmark-gfm.h>

#include <memory>
#include <string_view>

namespace pyramid::format {

struct FreeMarkdownNode {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
struct FreeMarkdownIterator {
  void operator()(cmark_iter* iterator) const { cmark_iter_free(iterator); }
};
using MarkdownTree = std::unique_ptr<cmark_node, FreeMarkdownNode>;
using MarkdownIterator = std::unique_ptr<cmark_iter, FreeMarkdownIterator>;

// The default allocator: an arena costs thirty times a small document.
inline MarkdownTree parse_markdown(std::string_view text) {
  return MarkdownTree(cmark_parse_document(text.data(), text.size(), CMARK_OPT_DEFAULT));
}

}  // namespace pyramid::format
