// Many ASCII literals, found in one pass over a text by Vectorscan.
//
// Only literals are given to it: on these it is exact, compiles in milliseconds, and its
// many-pattern faults with regular expressions do not arise.
#pragma once

#include <hs/hs.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace seedc {

class LiteralScanner {
 public:
  struct Literal {
    std::string text;         ///< ASCII, not empty
    std::uint32_t owner = 0;  ///< what is reported where it occurs
  };

  /// Nothing if Vectorscan takes the literals not: the caller does without.
  static std::optional<LiteralScanner> compile(std::span<const Literal> literals);

  struct FreeScratch {
    void operator()(hs_scratch_t* scratch) const { hs_free_scratch(scratch); }
  };
  using Scratch = std::unique_ptr<hs_scratch_t, FreeScratch>;
  Scratch make_scratch() const;

  enum class Outcome : std::uint8_t {
    Complete,  ///< owners that are not reported have no literal in the text
    Unsure,    ///< the text has a stranger (strangers.h), or could not be scanned
  };
  /// Sets the bit of each owner of which a literal occurs in the text, ASCII letters compared
  /// without regard to case.
  Outcome scan(std::string_view text, hs_scratch_t* scratch,
               std::vector<std::uint64_t>& owners) const;

 private:
  struct FreeDatabase {
    void operator()(hs_database_t* database) const { hs_free_database(database); }
  };
  explicit LiteralScanner(hs_database_t* database) : database_(database) {}

  std::unique_ptr<hs_database_t, FreeDatabase> database_;
};

}  // namespace seedc
