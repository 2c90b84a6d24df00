// An index of words over texts, in memory.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "runtime/text/word_index.h"
#include "runtime/text/word_index_builder.h"

namespace seedc::support {

class IndexedTexts {
 public:
  explicit IndexedTexts(std::vector<std::string> texts) : texts_(std::move(texts)) {
    const base::Call call;
    text::WordIndexBuilder builder(call);
    constexpr std::size_t kTextsAtOnce = 2;
    const std::vector<std::string_view> views(texts_.begin(), texts_.end());
    for (std::size_t first = 0; first < views.size(); first += kTextsAtOnce) {
      const auto some =
          std::span(views).subspan(first, std::min(kTextsAtOnce, views.size() - first));
      builder.add(*builder.words_of(static_cast<std::uint32_t>(first), some));
    }
    builder.finish([&](std::string_view word, std::string_view list) {
      lists_.emplace_back(list);
      if (word.empty()) return;
      vocabulary_ += std::string(word) + "\n";
      ends_.push_back(vocabulary_.size() - 1);
    });
  }

  /// The texts and their index are valid as long as this object.
  text::WordIndex::Part part() const {
    return {.vocabulary = vocabulary_,
            .word_ends = ends_,
            .list = [this](std::size_t number) { return std::string_view(lists_[number]); },
            .list_bytes = [this](std::size_t number) { return lists_[number].size(); },
            .text_count = static_cast<std::uint32_t>(texts_.size())};
  }
  text::WordIndex index() const { return text::WordIndex({part()}); }
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::vector<std::string> texts_;
  std::string vocabulary_ = "\n";
  std::vector<std::uint64_t> ends_ = {0};
  std::vector<std::string> lists_;
};

}  // namespace seedc::support
