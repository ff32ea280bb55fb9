// What cmark-gfm makes of a text, and who frees it.
#pragma once

#include <cmark-gfm.h>

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
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

// As cmark's own allocator, which aborts where there is no memory; this asks whom C++ asks.
namespace markdown_memory {

template <typename Get>
void* got_by(const Get& get) {
  while (true) {
    if (void* got = get()) return got;
    const std::new_handler ask = std::get_new_handler();
    if (ask == nullptr) std::terminate();  // no exception passes through C
    ask();
  }
}
inline void* make(std::size_t count, std::size_t size) {
  return got_by([&] { return std::calloc(count, size); });
}
inline void* resize(void* old, std::size_t size) {
  return got_by([&] { return std::realloc(old, size); });
}
inline cmark_mem allocator = {make, resize, std::free};

}  // namespace markdown_memory

// No arena: it costs thirty times a small document.
inline MarkdownTree parse_markdown(std::string_view text) {
  cmark_parser* parser = cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, &markdown_memory::allocator);
  cmark_parser_feed(parser, text.data(), text.size());
  MarkdownTree tree(cmark_parser_finish(parser));
  cmark_parser_free(parser);
  return tree;
}

}  // namespace pyramid::format
