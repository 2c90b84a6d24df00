// The keywords that make a review relevant to a Formula Seed (semantics.md section 6,
// `filter.keywords`).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/text/literal_scanner.h"

namespace seedc::text {

/// Immutable and shared by threads; each thread needs its own Scratch.
class Keywords {
 public:
  /// `whole_words`: no `\w` of Python may be on either side.
  Keywords(std::span<const std::string> keywords, bool whole_words);

  struct Scratch {
    LiteralScanner::Scratch scanner;
    std::vector<std::uint64_t> open;  ///< one bit per keyword that occurs, or may
  };

  /// Whether one of the keywords occurs in `text` (valid UTF-8), both in lower case.
  bool occurs_in(std::string_view text, Scratch& scratch) const;
  /// The indices of the keywords that occur.
  std::vector<std::uint32_t> occurring_in(std::string_view text, Scratch& scratch) const;

 private:
  /// A lower-cased keyword, searched in time linear in the text.
  class Needle {
   public:
    explicit Needle(std::string keyword);
    const std::string& text() const { return text_; }
    bool occurs_in(std::string_view lowered, bool whole_words) const;

   private:
    std::string text_;
    /// For each non-empty prefix, the length of the longest shorter prefix that it ends with
    /// (Knuth, Morris, Pratt).
    std::vector<std::size_t> borders_;
  };
  static std::vector<Needle> needles_of(std::span<const std::string> keywords);
  /// Those that are ASCII and not empty.
  static std::vector<LiteralScanner::Literal> scannable(std::span<const Needle> needles,
                                                        bool whole_words);
  /// Sets the bits of what the scanner finds, in scratch.open. Returns whether the absence of the
  /// other keywords it knows is certain.
  bool scan(std::string_view text, Scratch& scratch) const;
  /// Adds the bits that the scan left undecided.
  void open_unscanned(std::string_view text, bool is_scanned, Scratch& scratch) const;
  /// Decides the keywords with a bit in `open`.
  bool some_needle_occurs_in(std::string_view lowered, std::span<const std::uint64_t> open) const;

  std::vector<Needle> needles_;
  bool whole_words_;
  LiteralScanner scanner_;
  /// One bit per needle that the scanner does not know: those that are not ASCII, and the empty
  /// one.
  std::vector<std::uint64_t> not_scanned_;
  bool has_empty_ = false;
};

}  // namespace seedc::text
