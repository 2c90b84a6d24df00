// Finds many ASCII literals in one pass over a text, with Vectorscan.
//
// Vectorscan is given only literals: for these it is exact and compiles in milliseconds, and its
// errors with databases of many regular expressions do not arise.
#pragma once

#include <hs/hs.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace seedc::text {

class LiteralScanner {
 public:
  struct Literal {
    std::string text;         ///< ASCII, not empty
    std::uint32_t owner = 0;  ///< the value reported when it occurs
  };

  /// std::nullopt if Vectorscan rejects the literals: the caller works without it.
  static std::optional<LiteralScanner> compile(std::span<const Literal> literals);

  struct FreeScratch {
    void operator()(hs_scratch_t* scratch) const { hs_free_scratch(scratch); }
  };
  using Scratch = std::unique_ptr<hs_scratch_t, FreeScratch>;
  Scratch make_scratch() const;

  enum class Outcome : std::uint8_t {
    Complete,  ///< owners that are not reported have no literal in the text
    Unsure,    ///< the text contains a stranger (strangers.h), or could not be scanned
  };
  /// Sets the bit of each owner with a literal in the text, ASCII letters compared without regard
  /// to case.
  Outcome scan(std::string_view text, hs_scratch_t* scratch,
               std::vector<std::uint64_t>& owners) const;

 private:
  struct FreeDatabase {
    void operator()(hs_database_t* database) const { hs_free_database(database); }
  };
  explicit LiteralScanner(hs_database_t* database) : database_(database) {}

  std::unique_ptr<hs_database_t, FreeDatabase> database_;
};

}  // namespace seedc::text
