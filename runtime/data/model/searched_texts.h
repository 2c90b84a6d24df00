// Texts that were searched while they were read: which literals occur in each is known, and a text
// of which that decides every search is not kept. Few texts remain then, and none is copied twice.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/data/model/flat_texts.h"
#include "runtime/text/literal_search.h"
#include "runtime/text/possible_texts.h"

namespace seedc::data {

/// The characters of kNotKept: a variable of the program, as a literal may have a location in each
/// source file.
inline constexpr char kNotKeptText[] = "not kept";
/// Stands for a text that is not kept; compared by its location.
inline constexpr std::string_view kNotKept = kNotKeptText;

/// Searches texts one after another. Not thread-safe; the search is shared.
class TextSearcher {
 public:
  explicit TextSearcher(std::shared_ptr<const text::LiteralSearch> search);

  /// Which searches have a literal in the text, as a key; empty if none has. Valid until the next.
  std::string_view key_of(std::string_view text);
  /// Whether that decides all searches in the text.
  bool is_decided() const { return is_decided_; }

 private:
  std::shared_ptr<const text::LiteralSearch> search_;
  text::LiteralSearch::Scratch scratch_;
  text::PatternBits hits_;
  bool is_decided_ = false;
};

/// What is known of all texts. Immutable.
class SearchedTexts {
 public:
  /// `codes`: of the key of each text, which is keys[code].
  SearchedTexts(std::shared_ptr<const text::LiteralSearch> search, std::vector<std::uint32_t> codes,
                FlatTexts keys)
      : search_(std::move(search)), codes_(std::move(codes)), keys_(std::move(keys)) {}

  /// The texts in which a search with these literals, which must be one of those, can succeed.
  text::PossibleTexts possible(const language::RequiredLiterals& literals,
                               const base::Call& call) const;
  std::uint64_t bytes() const {
    return codes_.size() * sizeof(codes_[0]) + keys_.bytes().size() + keys_.begins().bytes().size();
  }

 private:
  text::TextBits texts_with(std::size_t bit, const base::Call& call) const;

  std::shared_ptr<const text::LiteralSearch> search_;
  std::vector<std::uint32_t> codes_;
  FlatTexts keys_;
};

}  // namespace seedc::data
