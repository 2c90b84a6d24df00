// Draws what a list takes, its order and its limit.
#include "test/differential/random_lists.h"

#include <string>

namespace seedc::differential {
namespace {

using plain::Json;

const Json kKeys = {"id", "v", "é", "a b", "x\"y", "", "null"};

/// A path or a name of a row value or filter. What orders rows is no boolean that the compiler
/// knows.
std::string random_path(Random& random, const FormulaNames& names, const RowNames& defined,
                        bool is_order) {
  std::vector<std::string> paths = {"meta.review_id", "meta.text", "meta.user.elite", "meta.year"};
  for (const NamedValue& value : names.meta) paths.push_back("meta." + value.name);
  for (const NamedValue& field : names.fields) {
    if (is_order && field.sort == Sort::Boolean) continue;
    paths.push_back("extraction." + field.name);
  }
  if (!names.fields.empty()) paths.push_back("extraction." + names.fields.front().name + ".quote");
  for (const NamedValue& value : defined.values) {
    if (!is_order || value.sort != Sort::Boolean) paths.insert(paths.end(), 4, value.name);
  }
  for (const std::string& filter : defined.filters) {
    if (!is_order) paths.push_back("$" + filter);
  }
  return random.pick(paths);
}

}  // namespace

Json random_list(Random& random, const FormulaNames& names, const RowNames& defined) {
  Json step = {{"op", "collect"}};
  if (random.chance(55)) {
    step["field"] = random_path(random, names, defined, /*is_order=*/false);
  } else {
    step["field"] = Json::object();
    for (std::size_t count = random.between(1, 4); count > 0; --count) {
      step["field"][random.pick(kKeys).get<std::string>()] =
          random_path(random, names, defined, /*is_order=*/false);
    }
  }
  if (random.chance(65)) {
    const char* direction = random.pick(std::vector{"", " asc", " desc", " desc", "  desc "});
    step["order_by"] = random_path(random, names, defined, /*is_order=*/true) + direction;
  }
  const Json limits = {1, 2, 3, 5, 10, 100, 1000};
  if (random.chance(60)) step["limit"] = random.pick(limits);
  return step;
}

}  // namespace seedc::differential
