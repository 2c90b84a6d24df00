// Conditions of evidence that was checked before: many requests repeat each other's conditions.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "compiler/ast/json.h"
#include "runtime/base/text_hash.h"
#include "runtime/language/conditions.h"

namespace seedc::check {

class KnownEvidence {
 public:
  /// The condition of all evidence that is written as this, wherever it is: a null pointer until
  /// the caller sets it. Valid until the next call.
  std::shared_ptr<const language::Condition>& condition_of(const ast::Json& evidence);

 private:
  std::unordered_map<std::string, std::shared_ptr<const language::Condition>, base::TextHash,
                     std::equal_to<>>
      known_;
  std::string key_;  ///< of the last evidence, kept for its memory
};

}  // namespace seedc::check
