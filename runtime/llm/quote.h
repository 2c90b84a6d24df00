// Whether a quote stands in the text it is said to be from.
#pragma once

#include <string>
#include <string_view>

namespace seedc {

/// A text in which quotes are searched. Time is linear in text and quotes. The text outlives it.
class QuotedText {
 public:
  explicit QuotedText(std::string_view text) : text_(text) {}
  /// As it is; or with case, quotation marks, dashes and runs of spaces as one. A quote without a
  /// letter, digit or sign stands nowhere.
  bool holds(std::string_view quote);

 private:
  std::string_view text_;
  std::string normal_;  ///< the text, normalised when first needed
  bool is_normalised_ = false;
};

}  // namespace seedc
