// Builds a WordIndex: texts in, a vocabulary and lists out.
//
//   text::WordIndexBuilder builder(call);
//   builder.add(*builder.words_of(0, texts));          // by several threads, but for `add`
//   builder.finish([&](std::string_view word, std::string_view list) { ... });
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "runtime/base/call.h"

namespace seedc::text {

/// Checks the call, which outlives it.
class WordIndexBuilder {
 public:
  explicit WordIndexBuilder(const base::Call& call);
  ~WordIndexBuilder();
  WordIndexBuilder(const WordIndexBuilder&) = delete;
  WordIndexBuilder& operator=(const WordIndexBuilder&) = delete;

  /// The words of some texts.
  class Words;
  /// Of texts that follow each other, the first of which has that number. Thread-safe. The more
  /// texts, the less there is left to do in `add`.
  std::shared_ptr<const Words> words_of(std::uint32_t first,
                                        std::span<const std::string_view> texts) const;
  /// In the order of the texts.
  void add(const Words& words);

  /// Calls `visit` with each word in order and the list of the texts that have it, and finally with
  /// an empty word and the list of the odd texts, in the format of WordIndex::Part.
  using Visit = std::function<void(std::string_view word, std::string_view list)>;
  void finish(const Visit& visit);

 private:
  class AllWords;

  const base::Call& call_;
  std::unique_ptr<AllWords> all_;
};

}  // namespace seedc::text
