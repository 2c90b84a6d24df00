// The oracle: the plain reading of semantics.md sections 1 to 5, one obvious function a rule. It is
// slow, and shares nothing with the compiler and the runtime but the translation of patterns.
//
//   plain::Evaluator evaluator(plain::world_of(records));
//   std::vector<Tri> values = evaluator.evaluate(request.at("structure"));   // one an item
//
// Programs are taken to be free of errors.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "runtime/language/tri.h"
#include "test/differential/plain/world.h"

namespace seedc::plain {

class Evaluator {
 public:
  explicit Evaluator(World world) : world_(std::move(world)) {}

  const World& world() const { return world_; }

  /// The value of a node at each item.
  std::vector<language::Tri> evaluate(const Json& node);

 private:
  const std::vector<language::Tri>& condition(const Json& evidence);
  language::Tri condition_at(const Json& evidence, const Item& item) const;

  World world_;
  std::map<std::string, std::vector<language::Tri>> conditions_;  ///< values of those met before
};

}  // namespace seedc::plain
