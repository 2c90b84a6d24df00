// Finds many ASCII literals in one pass over a text, with Vectorscan.
//
// Vectorscan is given only literals: for these it is exact and compiles in milliseconds, and its
// errors with databases of many regular expressions do not arise.
#pragma once

#include <hs/hs.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "runtime/language/required_literals.h"

namespace seedc::text {

/// Immutable and shared by threads; each thread has its own Scratch.
class LiteralScanner {
 public:
  struct Literal {
    language::RequiredLiteral literal;
    std::uint32_t owner = 0;  ///< the value reported when it occurs
  };

  explicit LiteralScanner(std::vector<Literal> literals);

 private:
  struct FreeScratch {
    void operator()(hs_scratch_t* scratch) const { hs_free_scratch(scratch); }
  };
  using Memory = std::unique_ptr<hs_scratch_t, FreeScratch>;

 public:
  class Scratch {
    friend class LiteralScanner;
    Memory for_little_, for_much_;
    std::size_t scanned_bytes_ = 0;
  };

  enum class Outcome : std::uint8_t {
    Complete,  ///< owners that are not reported have no literal in the text
    /// The text contains a stranger (strangers.h), or a literal beside a character of which the
    /// scanner does not know whether words have it, or could not be scanned.
    Unsure,
  };
  /// Sets the bit of each owner with a literal in the text, ASCII letters compared without regard
  /// to case.
  Outcome scan(std::string_view text, Scratch& scratch, std::vector<std::uint64_t>& owners) const;

 private:
  struct FreeDatabase {
    void operator()(hs_database_t* database) const { hs_free_database(database); }
  };
  /// Compiled when first needed; a null pointer if Vectorscan rejects the literals.
  struct Database {
    std::once_flag is_compiled;
    std::unique_ptr<hs_database_t, FreeDatabase> compiled;
  };
  /// That for much text takes longer to compile, and less to scan.
  struct Databases {
    Database for_little, for_much;
  };
  hs_database_t* compiled(Database& database, bool is_for_much) const;

  std::vector<Literal> literals_;
  std::vector<std::size_t> scanned_sizes_;  ///< of each literal, what Vectorscan looks for
  std::unique_ptr<Databases> databases_;
};

}  // namespace seedc::text
