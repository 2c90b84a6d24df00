// Decides whether a quote occurs in the text that it is claimed to be from.
#pragma once

#include <string>
#include <string_view>

namespace seedc::llm {

/// A text in which quotes are searched, in time linear in text and quotes. The text must outlive
/// it.
class QuotedText {
 public:
  explicit QuotedText(std::string_view text) : text_(text) {}
  /// Whether it occurs exactly, or ignoring case, quotation marks, dashes and runs of spaces. A
  /// quote without a letter, digit or sign occurs nowhere.
  bool holds(std::string_view quote);

 private:
  std::string_view text_;
  std::string normal_;  ///< the text, normalised when first needed
  bool is_normalised_ = false;
};

}  // namespace seedc::llm
